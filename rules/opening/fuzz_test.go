package opening_test

import (
	"testing"

	"shinpan/rules/opening"
)

// FuzzParse: any name is either a protocol that can be begun or an error that says so.
func FuzzParse(f *testing.F) {
	for _, name := range append(opening.Names(), "chn-5", "soosyrv-12", "taraguchi-0", "花月", "d4") {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		p, err := opening.Parse(name, opening.Options{})
		if (err == nil) != (p != nil) {
			t.Fatalf("%q: %v, %v", name, p, err)
		}
		if p != nil {
			s := opening.New(p, opening.Options{})
			if d := s.Due(); !s.Done() && d.Actor == opening.Nobody {
				t.Fatalf("%q begins with nobody", name)
			}
		}
		if id, err := opening.ParseFigure(name); err == nil {
			if again, err := opening.ParseFigure(id); again != id || err != nil {
				t.Fatalf("%q is %q, which is %q, %v", name, id, again, err)
			}
		}
	})
}
