package web

import (
	"os"
	"strings"
	"testing"
)

// TestOrdersAreDocumented: every order a page can give is described for arbiters.
func TestOrdersAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/ARBITER.md")
	if err != nil {
		t.Fatal(err)
	}
	for kind := range orders {
		if !strings.Contains(string(text), "`"+string(kind)+"`") {
			t.Errorf("docs/ARBITER.md lacks %s", kind)
		}
	}
}
