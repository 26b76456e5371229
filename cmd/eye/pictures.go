package main

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"shinpan/vision"
	"shinpan/vision/film"
	"shinpan/vision/opencv"
	"shinpan/vision/wire"
)

// filmLimits bound what the eye remembers in pictures. At 720p a picture takes about
// 100 kB; on a busier board the film is shorter.
var filmLimits = film.Limits{Bytes: 7 << 19, Span: 10 * time.Second, Every: 220 * time.Millisecond}

// pictures films the stream and answers the referee's questions about the last seconds.
// What has to be calculated (strip and crops) is made beside the stream, which must go on.
type pictures struct {
	side vision.BlackSide
	film *film.Film

	mu    sync.Mutex
	asked []wire.Message // by the referee, not yet noted

	jobs   chan film.Done
	made   chan []wire.Message
	making int // jobs whose messages have not been sent
}

// mostJobs is how many clips may wait for their strips: twice what a film takes on.
const mostJobs = 64

func newPictures(side vision.BlackSide) *pictures {
	p := &pictures{
		side: side, film: film.New(filmLimits),
		jobs: make(chan film.Done, mostJobs), made: make(chan []wire.Message, mostJobs),
	}
	go p.work()
	return p
}

// close ends the work when no more is to be asked for.
func (p *pictures) close() { close(p.jobs) }

// ask notes a question; it is called from the goroutine that hears the referee.
func (p *pictures) ask(m wire.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.asked) < mostJobs {
		p.asked = append(p.asked, m)
	}
}

// keep films the follower's frame where one is due.
func (p *pictures) keep(step opencv.Step, follower *opencv.Follower) error {
	if !p.film.Due(step.At) {
		return nil
	}
	return follower.Picture(func(jpeg []byte, w, h int, g vision.Grid) {
		p.film.Add(film.Picture{At: step.At, Frame: step.Frame, Width: w, Height: h, Grid: g, JPEG: jpeg})
	})
}

// snapshot is the newest picture.
func (p *pictures) snapshot() (wire.Message, bool) {
	newest, ok := p.film.Newest()
	return wire.Message{
		Type: wire.Snapshot, T: wire.Seconds(newest.At), Frame: newest.Frame,
		Width: newest.Width, Height: newest.Height, Blob: newest.JPEG,
	}, ok
}

// answer sends what there is to send at the stream's time now. ended says that no more
// frames will come; then it waits for what is still being made.
func (p *pictures) answer(now time.Duration, ended bool, send func(wire.Message) error) error {
	p.mu.Lock()
	asked := p.asked
	p.asked = nil
	p.mu.Unlock()
	for _, m := range asked {
		p.film.Ask(m, now)
	}
	if err := p.serve(now, ended, send); err != nil {
		return err
	}
	for p.making > 0 {
		var messages []wire.Message
		if ended {
			messages = <-p.made
		} else {
			select {
			case messages = <-p.made:
			default:
				return nil
			}
		}
		p.making--
		for _, m := range messages {
			if err := send(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// serve sends the pictures and hands the clips that are complete to work. Where that lags
// behind, the questions wait: neither channel may ever be full.
func (p *pictures) serve(now time.Duration, ended bool, send func(wire.Message) error) error {
	if p.making > mostJobs/2 {
		return nil
	}
	done, err := p.film.Serve(now, ended, send)
	for _, d := range done {
		p.making++
		p.jobs <- d
	}
	return err
}

// work makes strips and crops until close.
func (p *pictures) work() {
	for d := range p.jobs {
		p.made <- append(p.closeUps(d), d.End())
	}
}

// closeUps are the strip of a clip and the crops of its points: before the moment, at it
// and at the end. What cannot be made is left out; the pictures themselves are there.
func (p *pictures) closeUps(d film.Done) (out []wire.Message) {
	if strip, err := film.Strip(d.JPEGs()); err == nil {
		out = append(out, d.StripMessage(strip))
	}
	for _, pick := range moments(d) {
		for _, point := range d.Ask.Points {
			crop, err := film.Crop(pick.JPEG, pick.Grid, p.side, point)
			if err != nil {
				continue
			}
			out = append(out, wire.Message{
				Type: wire.Crop, ID: d.Ask.ID, Point: point, T: wire.Seconds(pick.At), Frame: pick.Frame,
				Width: crop.Width, Height: crop.Height, Blob: crop.JPEG,
			})
		}
	}
	return out
}

// moments are the first picture of a clip, the one at the moment asked for, and the last.
func moments(d film.Done) []film.Picture {
	at, ok := d.Moment()
	if !ok {
		return nil
	}
	out := []film.Picture{d.Picks[0], at, d.Picks[len(d.Picks)-1]}
	return slices.CompactFunc(out, func(a, b film.Picture) bool { return a.Frame == b.Frame && bytes.Equal(a.JPEG, b.JPEG) })
}
