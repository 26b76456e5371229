package shinpan

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Every package explains itself once, in doc.go, in a page.
func TestPackageDocs(t *testing.T) {
	const page = 60
	for _, p := range goList(t, nil, "./...") {
		documented := 0
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Fatal(err)
			}
			if file.Doc == nil {
				continue
			}
			documented++
			text := file.Doc.Text()
			if name != "doc.go" {
				t.Errorf("%s/%s has a package comment: it belongs into doc.go", p.name(), name)
			}
			if lines := strings.Count(text, "\n"); lines > page {
				t.Errorf("%s/doc.go: %d lines: want at most %d, the rest beside the code it explains", p.name(), lines, page)
			}
			want := "Package " + file.Name.Name + " "
			if file.Name.Name == "main" {
				want = "Command " + filepath.Base(p.Dir) + " "
			}
			if !strings.HasPrefix(text, want) {
				t.Errorf("%s/doc.go begins %.30q: want %q", p.name(), text, want)
			}
		}
		if documented != 1 {
			t.Errorf("package %q has %d package comments, want one, in doc.go", p.name(), documented)
		}
	}
}
