package gpio

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// periphFaults are the twelve faults of periph's gpioioctl that were seen on a real kernel,
// and what keeps each of them from a table (docs/GPIO.md). A fault is kept out by
// words that this package's code may not hold, by a test, or by both.
var periphFaults = []struct {
	n      int
	fault  string
	banned []string // selectors: no code of ours says them
	test   func(*testing.T)
}{
	{1, "Read or Func on an output makes it an input", []string{"Func", "Function"}, outputsAreNeverRead},
	{2, "WaitForEdge(-1) returns at once", nil, waitsAreFinite},
	{3, "the first Out(High) is a Low before", nil, outputsBeginLow},
	{4, "closing a chip closes descriptor 0, and so does looking for chips", nil, TestKeepingStdin},
	{5, "an Out that failed is taken for done for ever", nil, failedOutputsAreClosed},
	{6, "after an In that failed, waiting reads standard input", nil, TestPeriphBusyLine},
	{7, "In keeps the edges of an earlier user", nil, TestPeriphOldEdges},
	{8, "a press between two looks is not seen", nil, shortPressesAreSeen},
	{9, "more than 16 unread edges are lost without a sign", nil, TestKernelLostEdges},
	{10, "In(Float) leaves a pull on", []string{"Float", "PullNoChange"}, nil},
	{11, "errors have lost their number", nil, errorsKeepTheirNumber},
	{12, "Halt beside a wait is sometimes lost", []string{"Halt"}, nil},
}

func TestPeriphFaults(t *testing.T) {
	said := selectors(t)
	for i, row := range periphFaults {
		if row.n != i+1 || len(row.banned) == 0 && row.test == nil {
			t.Errorf("row %d is no answer to a fault: %+v", i, row)
		}
		for _, word := range row.banned {
			if where := said[word]; where != "" {
				t.Errorf("fault %d, %s: %s says %s", row.n, row.fault, where, word)
			}
		}
		if row.test != nil {
			t.Run(row.fault, row.test)
		}
	}
	if len(periphFaults) != 12 {
		t.Errorf("%d faults, want 12", len(periphFaults))
	}
}

// selectors are the names after a point in this package's code, and where they stand.
func selectors(t *testing.T) map[string]string {
	said := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no code to look at: %v", err)
	}
	set := token.NewFileSet()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				said[s.Sel.Name] = set.Position(s.Pos()).String()
			}
			return true
		})
	}
	if said["WaitForEdge"] == "" || said["PullUp"] == "" {
		t.Fatal("the code says less than it should: is it looked at?")
	}
	return said
}

// An output is driven through a type that can do nothing but drive; the line of a TM1637
// that is read is released before. kernelLine reports every other reading.
func outputsAreNeverRead(t *testing.T) {
	l := &kernelLine{t: t, moved: func(bool) {}}
	out, err := openOutput("X", func(string) (line, error) { return anyLine{l}, nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false, true} {
		if err := out.Set(on); err != nil {
			t.Error(err)
		}
	}
	_, face := newTM(t)
	if err := face.Show(View{Everything: true}); err != nil {
		t.Error(err)
	}
}

// anyLine makes an output a line that could also wait, as periph's can.
type anyLine struct{ *kernelLine }

func (anyLine) WaitForEdge(time.Duration) bool { return false }

func outputsBeginLow(t *testing.T) {
	l := &kernelLine{t: t, moved: func(bool) {}}
	out, err := openOutput("X", func(string) (line, error) { return anyLine{l}, nil })
	if err == nil {
		err = out.Set(true)
	}
	if got := strings.Join(l.trace, " "); err != nil || got != "Low Low High" {
		t.Errorf("driven %s, %v: want it low until it is switched on", got, err)
	}
}

func failedOutputsAreClosed(t *testing.T) {
	busy := errors.New("device or resource busy")
	l := &kernelLine{t: t, moved: func(bool) {}, fails: &busy}
	if _, err := openOutput("X", func(string) (line, error) { return anyLine{l}, nil }); err == nil || !l.closed {
		t.Errorf("%v, closed: %t", err, l.closed)
	}
}

// strictLine ends a test that waits without a limit, or for no time at all.
type strictLine struct {
	line
	t *testing.T
}

func (s strictLine) WaitForEdge(d time.Duration) bool {
	if d <= 0 || d > time.Second {
		s.t.Errorf("waited %s for an edge", d)
	}
	return s.line.WaitForEdge(d)
}

func waitsAreFinite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		find := func(pin string) (line, error) { return strictLine{fakePin(pin), t}, nil }
		driver, err := openPeriph(Options{Buttons: pins("L", "R"), Quiet: 300 * ms, Now: func() time.Duration { return time.Since(begin) }}, find)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		if err := driver.Run(ctx); err != nil {
			t.Error(err)
		}
	})
}

func shortPressesAreSeen(t *testing.T) {
	t.Run("periph", TestPeriphShortPress)
	t.Run("kernel", TestKernelPressTooShortForTheKernel)
}

// Where the cause decides what is done, the kernel is asked without periph.
func errorsKeepTheirNumber(t *testing.T) {
	denied := &fs.PathError{Op: "open", Path: "/dev/gpiochip0", Err: os.ErrPermission}
	err := noneListed(denied)
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "add this user to the group gpio") {
		t.Errorf("no permission: %v", err)
	}
	if err := noneListed(errors.New("inappropriate ioctl")); !errors.Is(err, errNoStamps) {
		t.Errorf("an old kernel: %v", err)
	}
}
