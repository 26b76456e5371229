package gpio

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
)

func TestTryLightsEverything(t *testing.T) {
	p := newPanel(t)
	four, eight, colon := p.draw(t, everything)
	if four != "88:88" || eight != " 88.88-88" || colon != "88:88" {
		t.Errorf("shown %q %q %q", four, eight, colon)
	}
	synctest.Test(t, func(t *testing.T) {
		zero := time.Now()
		now := func() time.Duration { return time.Since(zero) }
		lamp, buzzer := &bulb{now: now}, &bulb{now: now}
		p.ht.unplugged = true
		table := NewTable(Parts{P1: p.show[0], P2: p.show[1], Alert: lamp, Buzzer: buzzer, Display: clock.DefaultDisplay(), Now: now})
		err := table.Try(t.Context(), sec)
		if !errors.Is(err, errUnplugged) || !strings.HasPrefix(err.Error(), "face of p1: ") || strings.Contains(err.Error(), "p2") {
			t.Errorf("one face is gone: %v", err)
		}
		if lamp.says() != "0s true, 1.06s false" || buzzer.says() != "0s true, 60ms false" {
			t.Errorf("lamp %s; buzzer %s", lamp.says(), buzzer.says())
		}
	})
}
