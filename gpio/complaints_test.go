package gpio

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
)

// complaints are what people have reported about the buttons and displays of other clocks,
// by the numbers of FIELD, and the tests that keep each
// of them from this one. The clock's own sums are tested in package clock under the same
// complaints; there and in cmd/referee tests are only named.
var complaints = []struct {
	n     int
	what  string
	tests []func(*testing.T)
	there []string
}{
	{22, "two clocks disagree: displays must only render", []func(*testing.T){TestAPressIsOnBothFacesAtOnce, TestFacesChangeExactlyWhenADigitDoes}, []string{"clock.TestComplaintClockGetsSecondsBack"}},
	{23, "spurious times flash on a display", []func(*testing.T){TestFacesChangeExactlyWhenADigitDoes}, []string{"clock.TestComplaintSpuriousTimesFlash"}},
	{24, "another time is shown when the game is over", []func(*testing.T){TestFacesStandStillAtTheEnd}, []string{"clock.TestComplaintZeroAtGameEndAndResumeAfterEnd"}},
	{27, "a display stays at 0:00 after one lost answer", []func(*testing.T){TestALostFaceIsToldAndHealsByItself, TestASparkIsNotAFault, TestADeadBusIsToldAndHealsByItself}, []string{"referee.TestALostFaceIsAnAlert"}},
	{28, "any button but the first freezes the clock", []func(*testing.T){TestAnyButtonsInAnyOrder, TestKernelAnyEdges}, []string{"clock.TestComplaintAnyButtonFreezes"}},
	{29, "play stops after twenty moves", []func(*testing.T){TestFourHundredMoves}, []string{"clock.TestComplaintStopsAfterTwentyMoves"}},
	{31, "the wrong side's time is shown", []func(*testing.T){TestEachFaceShowsItsOwnSide}, []string{"clock.TestComplaintWrongSideWhenClockOnTheRight"}},
	{37, "the clock switches when the button is let go", []func(*testing.T){TestSwitchesWhenPressed}, nil},
	{44, "lost with seconds still showing", []func(*testing.T){TestNoDisplayShowsMoreThanIsLeft}, []string{"clock.TestComplaintLostWithSecondsShowing"}},
	{45, "the time passes zero", []func(*testing.T){TestEveryDisplayShowsEveryCase, TestFacesStandStillAtTheEnd}, []string{"clock.TestComplaintClockPassesZero"}},
	{47, "the display sticks at the end of a period", []func(*testing.T){TestEveryDisplayShowsEveryCase, TestFacesChangeExactlyWhenADigitDoes}, []string{"clock.TestComplaintDisplayStuckAtEndOfPeriod"}},
	{51, "no warning when time is short, or one in a tournament", []func(*testing.T){TestSoundsOfAPeriod, TestATournamentIsSilentButForTheFlag, TestSoundsOffIsSilence}, []string{"clock.TestComplaintNoLowTimeWarning"}},
	{52, "a second press of the pause button resets the clock", nil, []string{"referee.TestArbiterPressesTwice", "clock.TestComplaintSecondPauseResets"}},
	{53, "too bright, and tenths that distract", []func(*testing.T){TestBrightness, TestTenthsCanBeSwitchedOff}, []string{"clock.TestComplaintTenthsDistract"}},
	{54, "nobody sees whose flag fell first", []func(*testing.T){TestOnlyTheFirstFlagIsShown, TestOledShowsEveryCase}, []string{"clock.TestComplaintUnclearWhoFlaggedFirst"}},
	{55, "a cheap switch presses twice", []func(*testing.T){TestKernelBounceIsOnePress, TestPeriphBounceIsOnePress, TestDebounceProperties}, []string{"clock.TestComplaintBouncingSwitchPressesTwice"}},
	{79, "edges are dead, or a wait returns at once for ever", []func(*testing.T){TestPeriphDeafLine, TestNoChips}, nil},
	{80, "reading an output makes it an input", []func(*testing.T){outputsAreNeverRead}, nil},
	{81, "edges from before distort the time", []func(*testing.T){TestPeriphOldEdges, TestKernelImpossibleStamps}, nil},
	{82, "the pull is wrong", []func(*testing.T){TestPlanRequest, TestKernelHeldAtStart}, nil},
}

func TestComplaints(t *testing.T) {
	known := map[string]bool{}
	for pkg, dir := range map[string]string{"clock": "../clock", "referee": "../cmd/referee"} {
		files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
				known[pkg+"."+m[1]] = true
			}
		}
	}
	for _, row := range complaints {
		t.Run(fmt.Sprint(row.n), func(t *testing.T) {
			for i, test := range row.tests {
				t.Run(fmt.Sprint(i+1), test)
			}
			for _, name := range row.there {
				if !known[name] {
					t.Errorf("%s: there is no test %s", row.what, name)
				}
			}
			if len(row.tests)+len(row.there) == 0 {
				t.Errorf("%s: without a test", row.what)
			}
		})
	}
}

// The turn goes over while the button is down, not when it comes up.
func TestSwitchesWhenPressed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.hit(0, true, sec)
		b.sleepUntil(sec + 2*ms)
		if n := len(b.driver.presses); n != 1 {
			t.Errorf("%d presses while it is down, want 1", n)
		}
		b.hit(0, false, 3*sec)
		presses, _ := b.end()
		wantPresses(t, presses, by(clock.P1, sec))
	})
}

// Four hundred moves of fast play, each with bounce: every press once, in order.
func TestFourHundredMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		var want, got []Press
		for i := range 400 {
			at := sec + time.Duration(i)*150*ms
			side := clock.P1
			if i%2 == 1 {
				side = clock.P2
			}
			for j := range 4 {
				b.hit(i%2, true, at+time.Duration(j)*2*ms)
				b.hit(i%2, false, at+time.Duration(j)*2*ms+ms)
			}
			b.hit(i%2, true, at+8*ms)
			b.hit(i%2, false, at+70*ms)
			want = append(want, by(side, at))
			for len(b.driver.presses) > 0 {
				got = append(got, <-b.driver.presses)
			}
		}
		rest, _ := b.end()
		wantPresses(t, append(got, rest...), want...)
	})
}

// All buttons at once, in any order and as fast as hands can: afterwards each still works.
func TestAnyButtonsInAnyOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		random := rand.New(rand.NewPCG(28, 43))
		at := sec
		for range 2000 {
			at += time.Duration(random.Int64N(int64(80 * ms)))
			line := random.IntN(3)
			b.hit(line, !b.down[line], at)
			for len(b.driver.presses) > 0 {
				<-b.driver.presses
			}
		}
		for line := range 3 {
			if b.down[line] {
				b.hit(line, false, at+sec)
			}
		}
		at += 3 * sec
		b.sleepUntil(at)
		for len(b.driver.presses) > 0 {
			<-b.driver.presses
		}
		var want []Press
		for line, side := range []clock.Side{clock.P1, clock.P2, clock.NoSide} {
			at += sec
			b.hit(line, true, at)
			b.hit(line, false, at+100*ms)
			want = append(want, by(side, at))
		}
		presses, _ := b.end()
		wantPresses(t, presses, want...)
	})
}

// When the game is over the faces show how it ended, and go on showing it.
func TestFacesStandStillAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "byoyomi 10s 2x5s")
		b.table.Show(State{Clock: k})
		b.until(4 * sec)
		k.Press(clock.P1, 4*sec)
		b.table.Show(State{Clock: k})
		b.until(7*sec + 500*ms)
		k.Stop(7*sec + 500*ms)
		b.table.Show(State{Clock: k})
		synctest.Wait()
		left, right := b.left.shown(), b.right.shown()
		drawn := len(b.left.drawn) + len(b.right.drawn)
		b.until(time.Hour)
		if left != " 6.0" || right != " 6.5" || len(b.left.drawn)+len(b.right.drawn) != drawn {
			t.Errorf("shown %q and %q at the end, and %q and %q an hour later", left, right, b.left.shown(), b.right.shown())
		}
	})
}

func TestEachFaceShowsItsOwnSide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "sd 10m")
		b.table.Show(State{Clock: k})
		b.until(10 * sec)
		k.Press(clock.P1, 10*sec)
		b.table.Show(State{Clock: k})
		b.until(40*sec + ms)
		if b.left.shown() != " 9:50" || b.right.shown() != " 9:29" {
			t.Errorf("P1 is shown %q, P2 %q", b.left.shown(), b.right.shown())
		}
		if b.turn1.on || !b.turn2.on {
			t.Errorf("lamps: P1 %t, P2 %t", b.turn1.on, b.turn2.on)
		}
	})
}

// With tenths switched off there are none down to the last second, where a whole second
// would say more than is left.
func TestTenthsCanBeSwitchedOff(t *testing.T) {
	p := newPanel(t)
	d := clock.DefaultDisplay()
	d.TenthsBelow = 0
	for left, want := range map[time.Duration]string{9900 * ms: " 0:09", 1000 * ms: " 0:01", 900 * ms: "  0.9"} {
		k := started(t, "sd 1m")
		if four, _, _ := p.draw(t, viewOf(k.FacesWith(d, 60*sec-left), clock.P1, d)); four != want {
			t.Errorf("%v left: shown %q, want %q", left, four, want)
		}
	}
}

// Where play goes on after a flag, the second one to fall is not marked.
func TestOnlyTheFirstFlagIsShown(t *testing.T) {
	p := newPanel(t)
	k := started(t, "sd 1m")
	k.PlayOn(true)
	k.Advance(61 * sec)
	k.SetRunning(clock.P2, 62*sec)
	k.Advance(130 * sec)
	d := clock.DefaultDisplay()
	f := facesAt(&k, d, 130*sec)
	first, _, _ := p.draw(t, viewOf(f, clock.P1, d))
	second, _, _ := p.draw(t, viewOf(f, clock.P2, d))
	if first != "F0:00" || second != " 0:00" {
		t.Errorf("shown %q and %q", first, second)
	}
}

// The bus of each display stops answering: an alert within a second, the other face and the
// time untouched; the bus is back: the display shows the time by itself, and that is told.
func TestADeadBusIsToldAndHealsByItself(t *testing.T) {
	for _, kind := range []string{"ht16k33", "ssd1306", "tm1637"} {
		synctest.Test(t, func(t *testing.T) {
			p := newPanel(t)
			oledFake := &oledChip{t: t}
			face, cut := map[string]Face{"ht16k33": p.show[0], "ssd1306": &oled{chip: oledFake, model: oledModels["ssd1306"]}, "tm1637": p.show[2]}[kind],
				map[string]*bool{"ht16k33": &p.ht.unplugged, "ssd1306": &oledFake.unplugged, "tm1637": &p.tm.absent}[kind]
			if tm, ok := face.(*tm1637); ok {
				tm.rise = 0
			}
			zero := time.Now()
			now := func() time.Duration { return time.Since(zero) }
			other, bus := &screen{now: now}, &guarded{Face: face}
			table := NewTable(Parts{P1: bus, P2: other, Display: clock.DefaultDisplay(), Now: now})
			done := make(chan error, 1)
			ctx, stop := context.WithCancel(t.Context())
			go func() { done <- table.Run(ctx) }()
			k := started(t, "sd 15m")
			table.Show(State{Clock: k})
			time.Sleep(10 * sec)
			synctest.Wait()
			bus.set(cut, true)
			time.Sleep(sec)
			synctest.Wait()
			select {
			case f := <-table.Faults():
				if f.Code != "gpio_face_p1" || f.Healed {
					t.Errorf("%s: %+v", kind, f)
				}
			default:
				t.Errorf("%s: nothing was told within a second", kind)
			}
			k.Press(clock.P1, now())
			table.Show(State{Clock: k})
			time.Sleep(10*sec + ms)
			synctest.Wait()
			if other.shown() != "14:49" && other.shown() != " 14:49" {
				t.Errorf("%s: the other face shows %q", kind, other.shown())
			}
			bus.set(cut, false)
			time.Sleep(retryMax + sec)
			synctest.Wait()
			select {
			case f := <-table.Faults():
				if !f.Healed {
					t.Errorf("%s: %+v", kind, f)
				}
			default:
				t.Errorf("%s: it is back, and nobody was told", kind)
			}
			stop()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// guarded is a face whose chip the test may touch.
type guarded struct {
	mu sync.Mutex
	Face
}

func (g *guarded) Show(v View) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.Face.Show(v)
}

func (g *guarded) set(what *bool, to bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	*what = to
}
