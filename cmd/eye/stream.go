package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"shinpan/vision"
	"shinpan/vision/opencv"
	"shinpan/vision/wire"
)

// Times of the stream.
const (
	snapshotEvery = time.Second
	silentAfter   = 1400 * time.Millisecond // without a frame for so long the referee is told
)

// Codes of a fault message.
const (
	faultSource  = "eye_source"   // the source cannot be opened or read
	faultSilent  = "eye_silent"   // the camera gives no frames
	faultNoBoard = "eye_no_board" // no board is seen
	faultRecord  = "eye_record"   // the stream cannot be recorded
	faultSize    = "eye_size"     // the pictures come in another size than before
	faultCorners = "eye_corners"  // the board is not where it was said to be
	faultFile    = "eye_file"     // the calibration cannot be read or written
)

// streamFlags are the flags of `eye stream`.
type streamFlags struct {
	boardFlags
	source string
	pace   string
	from   int
	record string
	leash  int
	lock   bool
	// badFile is why the calibration file is not used.
	badFile error
}

// runStream is the mode in which the referee runs the eye: messages of package wire on
// standard output, and the referee's on standard input, whose end means that the
// referee is gone.
func runStream(ctx context.Context, args []string, std stdio) int {
	f := flag.NewFlagSet("eye stream", flag.ContinueOnError)
	var flags streamFlags
	flags.register(f)
	f.StringVar(&flags.source, "source", "", "`what` to watch: a video file, a folder of pictures, /dev/videoN (better: its link in /dev/v4l/by-id), gst:PIPELINE, or pipe:COMMAND that writes JPEGs")
	f.StringVar(&flags.pace, "pace", "realtime", "play a recording in `realtime` or at max speed")
	f.IntVar(&flags.from, "from", 0, "begin a recording at this `frame`")
	f.StringVar(&flags.text, "board", "", "the position believed to lie on the board: `letters` . x o, row 1 first")
	f.StringVar(&flags.record, "record", "", "append the stream to this `file` too")
	flags.registerCalibration(f)
	f.BoolVar(&flags.lock, "lock", true, "hold a camera's exposure, white balance and focus to what they are once the board is found")
	f.IntVar(&flags.leash, "leash", 0, "run a recording at most so many `frames` ahead of what the referee has dealt with (0: any number)")
	if code, done := parse(f, "eye stream --source S [FLAG]...", args, std); done {
		return code
	}
	options, err := flags.options()
	switch {
	case err != nil:
	case f.NArg() != 0 || flags.source == "":
		err = errors.New("want --source and no further arguments")
	case flags.pace != "realtime" && flags.pace != "max":
		err = fmt.Errorf("--pace %q: want realtime or max", flags.pace)
	case flags.from < 0:
		err = fmt.Errorf("--from %d: want a frame from 0", flags.from)
	}
	if err != nil {
		fmt.Fprintf(std.err, "eye stream: %v\n", err)
		return exitUsage
	}
	// Not to be calibrated yet, or no more, is no reason not to watch.
	if err := flags.calibration(&options); !errors.Is(err, fs.ErrNotExist) {
		flags.badFile = err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &streamer{flags: flags, err: std.err, leash: newLeash(flags.leash), pictures: newPictures(options.Side)}
	defer s.pictures.close()
	listening := make(chan struct{})
	go func() { s.listen(std.in); close(listening) }()
	ended := make(chan int, 1)
	go func() { ended <- s.run(ctx, std.out, options) }()
	select {
	case code := <-ended:
		return code
	case <-listening: // the referee is gone: whatever the camera is doing, so are we
		return exitOK
	}
}

// streamer writes one stream.
type streamer struct {
	flags    streamFlags
	err      io.Writer
	out      *wire.Writer
	wanted   atomic.Bool // the referee asked for a picture
	leash    *leash
	pictures *pictures
	grid     gridWish
	holder   holder
	info     opencv.Info
	pictured time.Duration
	heard    time.Time // when the last frame came
	silent   bool
	seen     bool // a frame has come
	found    bool // a board was seen
}

// listen follows the referee's messages and returns when there will be no more.
func (s *streamer) listen(in io.Reader) {
	r := wire.NewReader(in)
	for {
		m, err := r.Read()
		switch {
		case err != nil || m.Type == wire.Stop:
			return
		case m.Type == wire.AskSnapshot:
			s.wanted.Store(true)
		case m.Type == wire.AskClip:
			s.pictures.ask(m)
		case m.Type == wire.AskGrid:
			s.grid.ask(m)
		case m.Type == wire.Heard:
			s.leash.hear(m.Frame)
		}
	}
}

// run opens the source and streams it to its end.
func (s *streamer) run(ctx context.Context, out io.Writer, options opencv.Options) int {
	tee := &recorder{out: out}
	s.out = wire.NewWriter(tee)
	fail := func(code string, err error) int {
		fmt.Fprintf(s.err, "eye stream: %v\n", err)
		_ = s.out.Write(wire.Message{Type: wire.Fault, Code: code, Text: err.Error()})
		return exitBad
	}
	if s.flags.record != "" {
		file, err := os.OpenFile(s.flags.record, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return fail(faultRecord, fmt.Errorf("cannot record: %w", err))
		}
		defer func() { _ = file.Close() }()
		if info, err := file.Stat(); err == nil && info.Size() > 0 {
			tee.skip = len(wire.Magic) // an eye restarted goes on with the stream of the former
		}
		tee.file = file
	}
	source, err := opencv.Open(s.flags.source, s.flags.from)
	if err != nil {
		return fail(faultSource, err)
	}
	info := source.Info()
	s.info, s.holder.on = info, s.flags.lock && info.Live
	follower := opencv.NewFollower(source, options)
	defer func() { _ = follower.Close() }()
	clock := wire.ClockVideo
	if info.Live {
		clock = wire.ClockMonotonic
		s.leash.off() // a camera waits for nobody
	}
	if err := s.out.Write(wire.Message{
		Type: wire.Hello, Source: info.Name, Clock: clock, FPS: info.FPS, Width: info.Width, Height: info.Height,
	}); err != nil {
		return exitBad
	}
	if err := s.notes(info.Notes); err != nil {
		return exitBad
	}
	if s.flags.badFile != nil {
		if err := s.fault(opencv.Step{}, faultFile, s.flags.badFile.Error()); err != nil {
			return exitBad
		}
	}
	if err := s.follow(ctx, follower, info, tee); err != nil && ctx.Err() == nil {
		return fail(faultSource, err)
	}
	if s.seen && !s.found && ctx.Err() == nil {
		fmt.Fprintf(s.err, "eye stream: %s: no board seen in it: film the entire board, or give its --corners\n", info.Name)
		return exitBad
	}
	return exitOK
}

// follow streams frame after frame until the recording ends.
func (s *streamer) follow(ctx context.Context, follower *opencv.Follower, info opencv.Info, tee *recorder) error {
	var last opencv.Step
	pace := pacer{on: !info.Live && s.flags.pace == "realtime"}
	s.heard = time.Now()
	for ctx.Err() == nil {
		if err := s.grid.obey(follower); err != nil {
			if err := s.fault(last, faultCorners, err.Error()); err != nil {
				return err
			}
		}
		step, err := follower.Next()
		switch {
		case errors.Is(err, opencv.ErrNoFrame):
			if err := s.missing(follower, last, info); err != nil {
				return err
			}
			continue
		case errors.Is(err, io.EOF):
			if s.seen && !s.found {
				if err := s.fault(last, faultNoBoard, "no board seen: film the entire board, or give its corners"); err != nil {
					return err
				}
			}
			s.leash.waitForAll(ctx, last.Frame)
			if err := s.pictures.answer(last.At, true, s.out.Write); err != nil {
				return err
			}
			return s.out.Write(wire.Message{Type: wire.End, T: wire.Seconds(last.At), Frame: last.Frame})
		case err != nil:
			return err
		}
		if !s.seen {
			s.leash.begin(step.Frame)
		}
		pace.wait(ctx, step.At)
		s.leash.wait(ctx, step.Frame)
		if err := s.tell(follower, step); err != nil {
			return err
		}
		if tee.failed != nil {
			if err := s.fault(step, faultRecord, "recording stopped: "+tee.failed.Error()); err != nil {
				return err
			}
			tee.failed = nil
		}
		last = step
	}
	return nil
}

// tell writes what one frame gave, the heartbeat last.
func (s *streamer) tell(follower *opencv.Follower, step opencv.Step) error {
	s.heard, s.seen = time.Now(), true
	if s.silent {
		s.silent = false
		back := vision.Sighting{Kind: vision.ViewBack, At: step.At, SureAt: step.At, Frame: step.Frame, Sure: 1}
		if err := s.out.Write(wire.FromSighting(back)); err != nil {
			return err
		}
	}
	if err := s.tellOfCamera(follower, step); err != nil {
		return err
	}
	for _, seen := range step.Sightings {
		if err := s.out.Write(wire.FromSighting(seen)); err != nil {
			return err
		}
	}
	beat := wire.Message{Type: wire.Frame, T: wire.Seconds(step.At), Frame: step.Frame, Settled: step.Settled}
	if err := s.out.Write(beat); err != nil {
		return err
	}
	if err := s.pictures.keep(step, follower); err != nil {
		return err
	}
	if err := s.snapshot(step); err != nil {
		return err
	}
	return s.pictures.answer(step.At, false, s.out.Write)
}

// snapshot sends the newest picture where one is wanted: once a second at the speed of
// life, and whenever the referee asks.
func (s *streamer) snapshot(step opencv.Step) error {
	periodic := s.flags.pace == "realtime" && step.At-s.pictured >= snapshotEvery
	if !s.wanted.CompareAndSwap(true, false) && !periodic {
		return nil
	}
	m, ok := s.pictures.snapshot()
	if !ok {
		return nil
	}
	s.pictured = step.At
	return s.out.Write(m)
}

func (s *streamer) fault(at opencv.Step, code, text string) error {
	return s.out.Write(wire.Message{Type: wire.Fault, T: wire.Seconds(at.At), Frame: at.Frame, Code: code, Text: text})
}

// pacer holds a recording back to the speed at which it was recorded.
type pacer struct {
	on    bool
	begun bool
	start time.Time
}

func (p *pacer) wait(ctx context.Context, at time.Duration) {
	if !p.on {
		return
	}
	if !p.begun {
		p.begun, p.start = true, time.Now().Add(-at)
	}
	t := time.NewTimer(time.Until(p.start.Add(at)))
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// recorder writes the stream to the referee and to a file. A file that cannot be
// written is given up: the referee comes first.
type recorder struct {
	out    io.Writer
	file   io.Writer
	skip   int // bytes that do not go to the file
	failed error
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.file != nil {
		n := min(r.skip, len(p))
		r.skip -= n
		if _, err := r.file.Write(p[n:]); err != nil {
			r.failed, r.file = err, nil
		}
	}
	return r.out.Write(p)
}
