package shinpan

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport is the import table of ARCHITECTURE.md: what of Shinpan each package may
// import. What those may import themselves is allowed too.
var mayImport = map[string][]string{
	"":              {},
	"board":         {},
	"rules":         {"board"},
	"rules/opening": {"rules"},
	"commands":      {},
	"clock":         {},
	"game":          {"rules", "rules/opening", "clock"},
	"game/scenario": {"game"},
	"journal":       {"game"},
	"vision":        {"board"},
	"vision/wire":   {"vision"},
	"vision/film":   {"vision/wire"},
	"vision/points": {"vision"},
	"vision/opencv": {"vision", "vision/points"},
	"vision/render": {"board", "vision"},
	"vision/train":  {"vision", "vision/points", "vision/opencv"},
	"show":          {"board", "clock"},
	"evidence":      {},
	"eyeproc":       {"vision/wire", "vision/film"},
	"gpio":          {"clock"},
	"record":        {"game"},
	"publish":       {"game"},
	"web":           {"game", "record", "evidence"},
	"config":        {"board", "clock", "rules", "rules/opening"},
	"deploy":        {"config"},
	"deploy/hil":    {},
	"systemd":       {},
	"cmd/eye":       {"commands", "vision", "vision/wire", "vision/film", "vision/opencv", "board", "config"},
	"cmd/referee": {"commands", "board", "rules", "rules/opening", "clock", "game", "game/scenario", "journal", "vision",
		"vision/wire", "eyeproc", "evidence", "gpio", "record", "publish", "web", "config", "show"},
}

// allowed is the closure of mayImport.
func allowed(pkg string) map[string]bool {
	out := map[string]bool{}
	var add func(string)
	add = func(p string) {
		for _, q := range mayImport[p] {
			if !out[q] {
				out[q] = true
				add(q)
			}
		}
	}
	add(pkg)
	return out
}

// only names the packages that may import something from outside, and why no other may.
var only = []struct {
	prefix string
	in     []string
	why    string
}{
	{"gocv.io/x/gocv", []string{"vision/opencv"}, "a C++ exception in OpenCV ends the process: only the eye may die of it"},
	{"periph.io/", []string{"gpio"}, "its traps are avoided in one place"},
	{"github.com/warthog618/", []string{"gpio"}, "the kernel's buttons have one reader"},
	{"github.com/eclipse/paho", []string{"publish"}, "its tokens lie about delivery: only the outbox knows better"},
	{"github.com/mochi-mqtt/", []string{"publish"}, "the broker is part of publishing"},
	{"gonum.org/", []string{"vision/train"}, "only training multiplies matrices; the product reads with its own loops"},
	{"github.com/pelletier/go-toml", []string{"config"}, "there is one configuration file and one reader of it"},
}

// core are the packages without input and output: the same inputs give the same game.
var core = []string{"board", "rules", "rules/opening", "clock", "game"}

// coreBans are what the core may not import of the standard library, and why.
var coreBans = map[string]string{
	"os":       "the core is told everything it knows",
	"net":      "the core talks to nobody",
	"log":      "the core says what happens in events",
	"log/slog": "the core says what happens in events",
	"sync":     "one goroutine owns the core; it needs no locks",
	"syscall":  "the core is told everything it knows",
	"unsafe":   "the core is plain Go",
	"C":        "the core is plain Go",
}

// timeBans are the functions of package time that ask the machine.
var timeBans = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"}

// listed is what go list says of a package.
type listed struct {
	ImportPath                         string
	Dir                                string
	GoFiles, CgoFiles                  []string
	Imports, TestImports, XTestImports []string
	Standard                           bool
}

// name is the package's path below the module, "" for the root.
func (l listed) name() string {
	return strings.TrimPrefix(strings.TrimPrefix(l.ImportPath, "shinpan"), "/")
}

// goList runs go list -json with the arguments.
func goList(t *testing.T, env []string, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,CgoFiles,Imports,TestImports,XTestImports,Standard"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	var pkgs []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func TestImportsGoDown(t *testing.T) {
	for _, p := range goList(t, nil, "./...") {
		if _, known := mayImport[p.name()]; !known {
			t.Errorf("package %s is not in the import table: add it to mayImport here and to ARCHITECTURE.md", p.name())
			continue
		}
		ok := allowed(p.name())
		for _, imp := range p.Imports {
			if q, ours := strings.CutPrefix(imp, "shinpan/"); ours && !ok[q] {
				t.Errorf("%s imports %s: ARCHITECTURE.md has no such direction", p.name(), q)
			}
		}
	}
}

func TestOutsideImportsInOnePlace(t *testing.T) {
	for _, p := range goList(t, nil, "./...") {
		for _, rule := range only {
			if slices.Contains(rule.in, p.name()) {
				continue
			}
			for _, imp := range p.Imports {
				if strings.HasPrefix(imp, rule.prefix) {
					t.Errorf("%s imports %s, which only %v may: %s", p.name(), imp, rule.in, rule.why)
				}
			}
		}
	}
}

func TestCoreImportsNoIO(t *testing.T) {
	for _, p := range goList(t, nil, "./...") {
		if !slices.Contains(core, p.name()) {
			continue
		}
		for _, imp := range p.Imports {
			first, _, dotted := strings.Cut(imp, "/")
			for ban, why := range coreBans {
				if imp == ban || strings.HasPrefix(imp, ban+"/") {
					t.Errorf("%s imports %s: %s", p.name(), imp, why)
				}
			}
			if dotted && strings.Contains(first, ".") {
				t.Errorf("%s imports %s: the core has the standard library and itself, nothing else", p.name(), imp)
			}
		}
		for _, file := range p.GoFiles {
			pureSource(t, filepath.Join(p.Dir, file))
		}
	}
}

// pureSource finds goroutines, channels and questions about the time.
func pureSource(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	report := func(n ast.Node, what string) {
		at := files.Position(n.Pos())
		t.Errorf("%s:%d: %s", path, at.Line, what)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			report(n, "a goroutine in the core: it runs in its caller's")
		case *ast.SelectStmt, *ast.SendStmt, *ast.ChanType:
			report(n, "a channel in the core: inputs are arguments, events are results")
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && pkg.Name == "time" && slices.Contains(timeBans, n.Sel.Name) {
				report(n, "time."+n.Sel.Name+" in the core: time is handed in with each input")
			}
		}
		return true
	})
}

// The clock must go on whatever C++ does, so there must be no C++ in its process.
func TestRefereeIsPureGo(t *testing.T) {
	for _, p := range goList(t, []string{"CGO_ENABLED=0"}, "-deps", "./cmd/referee") {
		if strings.HasPrefix(p.ImportPath, "gocv.io/") || p.ImportPath == "shinpan/vision/opencv" {
			t.Errorf("cmd/referee depends on %s", p.ImportPath)
		}
		if !p.Standard && len(p.CgoFiles) > 0 {
			t.Errorf("cmd/referee depends on %s, which has cgo files", p.ImportPath)
		}
	}
}

// A table that allows everything would never fail.
func TestImportTableBans(t *testing.T) {
	for _, pair := range [][2]string{
		{"board", "rules"}, {"clock", "board"}, {"game", "journal"}, {"vision", "game"}, {"gpio", "game"},
		{"publish", "web"}, {"web", "publish"}, {"config", "game"}, {"cmd/referee", "vision/opencv"}, {"cmd/eye", "game"},
	} {
		if allowed(pair[0])[pair[1]] {
			t.Errorf("the table lets %s import %s", pair[0], pair[1])
		}
	}
	for pkg, imports := range mayImport {
		for _, imp := range imports {
			if _, ok := mayImport[imp]; !ok {
				t.Errorf("%s may import %s, which is not in the table", pkg, imp)
			}
		}
	}
}
