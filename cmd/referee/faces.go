package main

import (
	"context"
	"time"

	"shinpan/clock"
	"shinpan/config"
	"shinpan/game"
	"shinpan/gpio"
)

// tableSink shows what happens on the table itself: faces, lamps, buzzer.
type tableSink struct {
	faces  *gpio.Table
	clock  func() clock.Clock // of the game under way; only for the owner's goroutine
	sounds bool
	game   string
	secret map[string]bool // alerts that were told to the arbiter alone
}

var _ sink = (*tableSink)(nil)

// Publish hands the newest clock to the table. The alert lamp is for the players too, so it
// is lit by what everybody has been told, and by nothing else.
func (t *tableSink) Publish(events []game.Event, snap *game.Snapshot) {
	if t.game != snap.Game {
		t.game, t.secret = snap.Game, map[string]bool{}
	}
	s := gpio.State{Clock: t.clock(), Ready: snap.Outcome == nil}
	for _, e := range events {
		switch e.Kind {
		case game.EvAlert:
			t.secret[e.Code] = e.To != game.ToAll
		case game.EvPeriod:
			s.Passed = s.Passed || e.What == clock.StagePassed.String()
		}
	}
	for _, alert := range snap.Alerts {
		s.Alert = s.Alert || !t.secret[alert.Code]
	}
	switch {
	case !t.sounds:
	case snap.Mode == game.Tournament:
		s.Sounds = clock.TournamentSounds()
	default:
		s.Sounds = clock.ClubSounds()
	}
	t.faces.Show(s)
}

// openTable opens what [gpio] wires beside the buttons, if it wires anything.
func (a *appliance) openTable() error {
	wiring, err := tableWiring(a.cfg.GPIO)
	if err != nil || wiring == (gpio.Wiring{}) {
		return err
	}
	parts, err := gpio.OpenParts(wiring)
	if err != nil {
		return err
	}
	parts.Passive = a.cfg.GPIO.BuzzerKind == "passive"
	parts.Display = tableDisplay(a.cfg.GPIO)
	parts.Now, parts.Still = a.owner.tb.now, !a.owner.tb.waits()
	parts.Log = a.log.With("part", "gpio")
	a.table = &tableSink{faces: gpio.NewTable(parts), sounds: a.cfg.GPIO.Sounds,
		clock: func() clock.Clock { return a.owner.game.Clock() }}
	return nil
}

// tableDisplay is the clock's own way of writing times, as far as it is not configured.
func tableDisplay(g config.GPIO) clock.Display {
	d := clock.DefaultDisplay()
	d.TenthsBelow, d.Brightness = time.Duration(g.Tenths), uint8(g.Brightness)
	return d
}

// tableWiring is the configuration in gpio's words; zero where nothing is wired.
func tableWiring(g config.GPIO) (gpio.Wiring, error) {
	w := gpio.Wiring{Turn1: g.LampP1, Turn2: g.LampP2, Alert: g.LampAlert, Ready: g.LampReady, Buzzer: g.Buzzer}
	for to, text := range map[*gpio.FaceWiring]string{&w.P1: g.FaceP1, &w.P2: g.FaceP2} {
		f, err := config.ParseFace(text)
		if err != nil {
			return w, err
		}
		if f.Driver != "none" {
			*to = gpio.FaceWiring{Driver: f.Driver, Bus: f.Bus, Address: f.Address, Clock: f.Clock, Data: f.Data}
		}
	}
	return w, nil
}

// tableFaults shows lost faces, lamps and buzzers where everybody sees them.
func (a *appliance) tableFaults(ctx context.Context) error {
	for {
		select {
		case f := <-a.table.faces.Faults():
			a.tellFault(ctx, f.Code, f.Text, f.Healed)
		case <-ctx.Done():
			return nil
		}
	}
}
