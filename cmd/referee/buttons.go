package main

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"shinpan/clock"
	"shinpan/config"
	"shinpan/game"
	"shinpan/gpio"
)

// buttonOptions is the configuration of the buttons in gpio's words.
func buttonOptions(g config.GPIO) gpio.Options {
	row := func(role gpio.Role, side clock.Side, pin string) gpio.ButtonWiring {
		return gpio.ButtonWiring{Button: gpio.Button{Role: role, Side: side}, Pin: pin}
	}
	return gpio.Options{
		Buttons: []gpio.ButtonWiring{
			row(gpio.Turn, clock.P1, g.P1), row(gpio.Turn, clock.P2, g.P2), row(gpio.Arbiter, clock.NoSide, g.Arbiter),
			row(gpio.Claim, clock.P1, g.ClaimP1), row(gpio.Claim, clock.P2, g.ClaimP2),
			row(gpio.Draw, clock.P1, g.DrawP1), row(gpio.Draw, clock.P2, g.DrawP2),
			row(gpio.Choice, clock.P1, g.SwapP1), row(gpio.Choice, clock.P2, g.SwapP2),
		},
		Quiet: time.Duration(g.Quiet), Filter: time.Duration(g.Filter),
	}
}

// openButtons claims the pins of the buttons; nil where they are not on pins.
func openButtons(g config.GPIO, log *slog.Logger) (gpio.Buttons, error) {
	opts := buttonOptions(g)
	opts.Log = log
	switch g.Driver {
	case "gpio":
		return gpio.OpenButtons(opts)
	case "periph":
		p, err := gpio.OpenPeriph(opts)
		if err != nil {
			return nil, err // not p: an interface that holds a nil pointer is not nil
		}
		return p, nil
	}
	return nil, nil
}

// runButtons brings the presses of one driver to the owner. Buttons that fail are a
// fault to show, not the end of the game: the arbiter's page still works.
func (a *appliance) runButtons(ctx context.Context, b gpio.Buttons) error {
	a.log.Info("buttons", "driver", b.Driver())
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := b.Run(ctx); err != nil {
			a.tell(ctx, game.Input{Kind: game.Fail, At: a.owner.tb.now(), Code: "gpio", What: game.SevError, Reason: err.Error()})
		}
		return nil
	})
	group.Go(func() error {
		for {
			select {
			case p := <-b.Presses():
				a.tell(ctx, pressInput(p, a.owner.tb.press(p.At), a.owner.snap.Load()))
			case f := <-b.Faults():
				a.tellFault(ctx, f.Code, f.Text, f.Healed)
			case <-ctx.Done():
				return nil
			}
		}
	})
	return group.Wait()
}

// pressInput is what a press means in the game as it stands.
func pressInput(p gpio.Press, at time.Duration, snap *game.Snapshot) game.Input {
	in := game.Input{Kind: game.Press, At: at, Side: p.Side}
	switch p.Role {
	case gpio.Arbiter: // stops both clocks; a second press does nothing, and resumes nothing
		return game.Input{Kind: game.Pause, At: at, Who: "arbiter"}
	case gpio.Claim:
		in.Kind, in.What, in.Who = game.Claim, game.ClaimAny, "gpio"
	case gpio.Draw:
		in.Kind, in.Who = game.OfferDraw, "gpio"
		if snap != nil && (snap.Faces.Asking || snap.Offer == p.Side.Opponent()) {
			in.Kind = game.AcceptDraw
		}
	case gpio.Choice:
		in.Kind, in.Who = game.Swap, "gpio"
	}
	return in
}

// tellFault shows a fault of a part, or its end, where everybody sees it.
func (a *appliance) tellFault(ctx context.Context, code, text string, healed bool) {
	in := game.Input{Kind: game.Fail, At: a.owner.tb.now(), Code: code, What: game.SevWarn, Reason: text}
	if healed {
		in = game.Input{Kind: game.Heal, At: a.owner.tb.now(), Code: code, Reason: text}
	}
	a.tell(ctx, in)
}
