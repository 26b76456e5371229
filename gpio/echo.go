package gpio

import (
	"context"
	"errors"
	"time"
)

// Echo is what came of turning a line's pull down for a moment: an open button's line falls
// then as if somebody had pressed, through the same interrupt and the same queue.
type Echo struct {
	Button
	Fell  bool          // the line did fall; else a resistor outside holds it up, or it was down
	Heard bool          // the kernel told of it
	Delay time.Duration // from the kernel's stamp to this program
}

// echoWait is long enough for a capacitor at the line to be drained by the pull.
const echoWait = 100 * time.Millisecond

// Echoes tries whether edges of every line arrive, without anybody pressing. It is nil where
// periph has the lines, which cannot do that.
func (t *Tryout) Echoes(ctx context.Context) ([]Echo, error) {
	if t.lines == nil {
		return nil, nil
	}
	list := make([]Echo, len(t.buttons))
	for i, b := range t.buttons {
		list[i].Button = b.Button
	}
	before := append([]bool(nil), t.down...)
	heard := func(e edge) {
		if l := &list[e.line]; e.down && !l.Heard {
			l.Heard, l.Delay = true, t.opts.Now()-e.at
		}
	}
	err := t.lines.pull(false)
	if err == nil {
		err = t.collect(ctx, heard)
	}
	now, failed := t.lines.levels()
	err = errors.Join(err, failed, t.lines.pull(true))
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Fell = list[i].Heard || now[i] && !before[i]
	}
	return list, t.collect(ctx, func(edge) {})
}

// collect gives every edge of a while to f.
func (t *Tryout) collect(ctx context.Context, f func(edge)) error {
	for deadline := t.opts.Now() + echoWait; t.opts.Now() < deadline; {
		list, err := t.next(ctx, echoWait/10)
		if err != nil {
			return err
		}
		for _, e := range list {
			t.down[e.line] = e.down
			f(e)
		}
	}
	return nil
}
