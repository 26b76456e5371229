package gpio

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
)

// Every segment of every display, with its points and its colon, and every dot.
func TestEverythingIsLit(t *testing.T) {
	p := newPanel(t)
	four, eight, colon := p.draw(t, View{Everything: true, Brightness: 100})
	if four != "8.8.:8.8." || eight != "8.8.8.8.8.8.8.8." || colon != "88:88" {
		t.Errorf("shown %q %q %q", four, eight, colon)
	}
	for name, model := range oledModels {
		chip := &oledChip{t: t}
		if err := (&oled{chip: chip, model: model}).Show(View{Everything: true}); err != nil {
			t.Fatal(err)
		}
		shown := chip.reads(model.first)
		for page := range shown {
			if i := slices.IndexFunc(shown[page][:], func(b byte) bool { return b != 0xff }); i >= 0 {
				t.Errorf("%s: a dot of column %d is dark", name, i)
			}
		}
	}
}

func TestTryLightsEverything(t *testing.T) {
	p := newPanel(t)
	synctest.Test(t, func(t *testing.T) {
		zero := time.Now()
		now := func() time.Duration { return time.Since(zero) }
		lamp, buzzer := &bulb{now: now}, &bulb{now: now}
		p.ht.unplugged = true
		table := NewTable(Parts{P1: p.show[0], P2: p.show[1], Alert: lamp, Buzzer: buzzer, Display: clock.DefaultDisplay(), Now: now})
		var names []string
		for _, trial := range table.Trials() {
			names = append(names, trial.Name)
		}
		if want := []string{"the face of p1", "the face of p2", "the lamp alert", "the buzzer"}; !slices.Equal(names, want) {
			t.Errorf("trials %q, want %q", names, want)
		}
		err := table.Try(t.Context(), sec)
		if !errors.Is(err, errUnplugged) || !strings.HasPrefix(err.Error(), "the face of p1: ") || strings.Contains(err.Error(), "p2") {
			t.Errorf("one face is gone: %v", err)
		}
		if lamp.says() != "0s true, 1.34s false" || buzzer.says() != "0s true, 120ms false, 220ms true, 340ms false" {
			t.Errorf("lamp %s; buzzer %s", lamp.says(), buzzer.says())
		}
	})
}
