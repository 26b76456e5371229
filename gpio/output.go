package gpio

import (
	"context"
	"errors"
	"fmt"
	"time"

	pgpio "periph.io/x/conn/v3/gpio"

	"shinpan/clock"
)

// Output is something that is on or off: a lamp, a buzzer.
type Output interface {
	Set(on bool) error
	// Close switches it off and gives its line back.
	Close() error
}

// lineOutput is an output on a pin, on when the pin is high. It is never the other way
// round: periph makes a line an output that is low, whatever it is told first, so that a
// buzzer that sounds at low would sound at every start. And its line is only ever
// written: reading a line, asking its function or printing it makes an output an input.
type lineOutput struct {
	pin string
	out interface{ Out(pgpio.Level) error }
}

// openOutput claims a pin and switches it off. After a failed claim the line must be
// closed: periph takes it for an output all the same.
func openOutput(pin string, find func(string) (line, error)) (*lineOutput, error) {
	l, err := find(pin)
	if err != nil {
		return nil, fmt.Errorf("gpio: %s: %w", pin, err)
	}
	out, ok := l.(wire)
	if !ok {
		return nil, fmt.Errorf("gpio: %s: cannot be an output", pin)
	}
	if err := out.Out(pgpio.Low); err != nil {
		release(l)
		return nil, fmt.Errorf("gpio: %s: cannot be an output: %w: is another program using it? (gpioinfo shows which)", pin, err)
	}
	return &lineOutput{pin: pin, out: out}, nil
}

func (o *lineOutput) Set(on bool) error {
	if err := o.out.Out(pgpio.Level(on)); err != nil {
		return fmt.Errorf("gpio: %s: %w", o.pin, err)
	}
	return nil
}

func (o *lineOutput) Close() error {
	err := o.Set(false)
	release(o.out)
	return err
}

// tone is a buzzer without a voice of its own, a passive one: while it is on, the line
// swings. Jitter of the scheduler makes the note rough, and never long or short.
type tone struct {
	out  Output
	half time.Duration // of the swing
}

// sound is on for d, or until ctx ends.
func (t tone) sound(ctx context.Context, d time.Duration) error {
	if t.half == 0 {
		err := t.out.Set(true)
		pause(ctx, d)
		return errors.Join(err, t.out.Set(false))
	}
	for end, on := time.Now().Add(d), true; time.Now().Before(end) && ctx.Err() == nil; on = !on {
		if err := t.out.Set(on); err != nil {
			return errors.Join(err, t.out.Set(false))
		}
		time.Sleep(t.half)
	}
	return t.out.Set(false)
}

// passiveHalf makes about 2 kHz, where small buzzers are loudest.
const passiveHalf = 250 * time.Microsecond

// patterns are the sounds of the clock, as times on, off, on, ...: told apart without
// looking, and none is longer than what it announces.
var patterns = map[clock.Sound][]time.Duration{
	clock.LowTime:      {400 * time.Millisecond},
	clock.LastSeconds:  {60 * time.Millisecond},
	clock.PeriodChange: {120 * time.Millisecond, 100 * time.Millisecond, 120 * time.Millisecond},
	clock.FlagSound:    {1500 * time.Millisecond},
}

// play sounds one pattern.
func (t tone) play(ctx context.Context, s clock.Sound) error {
	for i, d := range patterns[s] {
		if i%2 == 1 {
			pause(ctx, d)
			continue
		}
		if err := t.sound(ctx, d); err != nil {
			return err
		}
	}
	return nil
}
