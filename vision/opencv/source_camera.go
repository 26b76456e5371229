package opencv

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gocv.io/x/gocv"
	"golang.org/x/sys/unix"
)

// A camera is watched with these times.
const (
	frameWait   = 200 * time.Millisecond // Next waits no longer for a frame
	closeWait   = 500 * time.Millisecond // Close waits no longer for the driver
	reopenFirst = 250 * time.Millisecond // pause before a lost device is opened again
	reopenLast  = 4 * time.Second        // the pause doubles up to this
)

// grabber is one opened device: what gocv.VideoCapture is, or a fake in tests. Read
// blocks until there is a frame, possibly for ever.
type grabber interface {
	Read(frame *gocv.Mat) bool
	Close() error
}

// opener opens the device anew. It is called again after every loss, so a camera that
// was plugged in under another number is found through its by-id path.
type opener func() (grabber, Info, error)

// camera drains a device in its own goroutine and keeps only the newest frame, because
// drivers buffer several and a referee must not see the past.
type camera struct {
	info  Info
	open  opener
	sleep func(time.Duration)

	mu      sync.Mutex
	newest  gocv.Mat
	at      time.Duration
	number  int             // of the newest frame, from 0; -1 before the first
	taken   int             // number of the last frame handed out
	device  grabber         // the one being drained; nil while there is none
	opened  int             // how often the device was opened
	trouble string          // why there are no frames
	pace    []time.Duration // between the first frames
	arrived chan struct{}
	quit    chan struct{}
	done    chan struct{}
}

func openCamera(name string, open opener) (Source, error) {
	return openCameraPaused(name, open, time.Sleep)
}

// openCameraPaused is openCamera with another way of pausing between two openings.
func openCameraPaused(name string, open opener, sleep func(time.Duration)) (Source, error) {
	g, info, err := open()
	if err != nil {
		return nil, err
	}
	info.Name, info.Live = name, true
	c := &camera{
		info: info, open: open, sleep: sleep, newest: gocv.NewMat(), number: -1, taken: -1,
		arrived: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go c.drain(g)
	if !(info.FPS >= 1 && info.FPS <= 240) {
		c.measure()
	}
	return c, nil
}

// A source that does not say how often its pictures come is watched for a while.
const (
	paceFrames = 12
	paceWait   = 4 * time.Second
	usualFPS   = 15
)

// measure finds out the rate and the size of the pictures.
func (c *camera) measure() {
	c.info.FPS = usualFPS
	for end := time.Now().Add(paceWait); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		c.mu.Lock()
		enough := len(c.pace) >= paceFrames
		c.mu.Unlock()
		if enough {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.pace); n > 0 {
		pace := slices.Clone(c.pace)
		slices.Sort(pace)
		// The first pictures may have waited in a buffer.
		c.info.FPS = min(max(float64(time.Second)/float64(max(pace[n/2], 1)), 1), 120)
	}
	c.info.Width, c.info.Height = c.newest.Cols(), c.newest.Rows()
}

func (c *camera) Info() Info { return c.info }

// Next waits up to frameWait for a frame newer than the last one.
func (c *camera) Next(frame *gocv.Mat) (Stamp, error) {
	deadline := time.NewTimer(frameWait)
	defer deadline.Stop()
	for {
		if s, ok := c.take(frame); ok {
			return s, nil
		}
		select {
		case <-c.arrived:
		case <-deadline.C:
			return Stamp{}, ErrNoFrame
		}
	}
}

func (c *camera) take(frame *gocv.Mat) (Stamp, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.number == c.taken {
		return Stamp{}, false
	}
	c.newest.CopyTo(frame)
	c.taken = c.number
	return Stamp{Frame: c.number, At: c.at}, true
}

// stopper is a grabber whose reading can be ended from outside.
type stopper interface{ stop() }

// Close ends the draining. A read that hangs in the driver is left behind: only the end
// of the process ends it, which is why the referee can kill the eye.
func (c *camera) Close() error {
	close(c.quit)
	c.mu.Lock()
	if s, ok := c.device.(stopper); ok {
		s.stop()
	}
	c.mu.Unlock()
	select {
	case <-c.done:
		return c.newest.Close()
	case <-time.After(closeWait):
		return fmt.Errorf("%s: the driver does not return from reading", c.info.Name)
	}
}

// drain reads until Close, opening the device again whenever reading fails.
func (c *camera) drain(g grabber) {
	defer close(c.done)
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	pause := reopenFirst
	for {
		select {
		case <-c.quit:
			if g != nil {
				_ = g.Close()
			}
			return
		default:
		}
		c.mu.Lock()
		if g != nil && c.device != g {
			c.opened++
		}
		c.device = g
		c.mu.Unlock()
		switch {
		case g == nil:
			c.sleep(pause)
			pause = min(2*pause, reopenLast)
			again, _, err := c.open()
			if err != nil {
				c.say(err)
				continue
			}
			g = again
		case g.Read(&frame) && !frame.Empty() && toBGR(&frame) == nil:
			pause = reopenFirst
			c.put(&frame)
		default:
			if tells, ok := g.(interface{ Why() error }); ok {
				c.say(tells.Why())
			}
			_ = g.Close()
			g = nil
		}
	}
}

// say notes why there are no frames.
func (c *camera) say(err error) {
	if err == nil {
		return
	}
	c.mu.Lock()
	c.trouble = err.Error()
	c.mu.Unlock()
}

// Trouble is why the last attempt to read or to open failed; empty while frames come.
func (c *camera) Trouble() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trouble
}

func (c *camera) put(frame *gocv.Mat) {
	at := Monotonic()
	c.mu.Lock()
	frame.CopyTo(&c.newest)
	if c.number >= 0 && len(c.pace) < paceFrames {
		c.pace = append(c.pace, at-c.at)
	}
	c.number++
	c.at, c.trouble = at, ""
	c.mu.Unlock()
	select {
	case c.arrived <- struct{}{}:
	default:
	}
}

// Monotonic is CLOCK_MONOTONIC, the clock the referee runs on too.
func Monotonic() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// openings counts how often the device was opened.
func (c *camera) openings() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.opened
}

// node is the device's file as it is now; empty for what is no V4L2 device.
func (c *camera) node() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.device.(*v4l2); ok {
		return v.path
	}
	return ""
}

// pipelineOpener opens a GStreamer pipeline ending in an appsink.
func pipelineOpener(pipeline string) opener {
	return func() (grabber, Info, error) {
		if !strings.Contains(pipeline, "appsink") {
			return nil, Info{}, fmt.Errorf("gst:%s: the pipeline must end in an appsink", pipeline)
		}
		v, err := gocv.OpenVideoCaptureWithAPI(pipeline, gocv.VideoCaptureGstreamer)
		if err != nil || !v.IsOpened() {
			return nil, Info{}, fmt.Errorf("gst:%s: the pipeline does not start: try it with gst-launch-1.0", pipeline)
		}
		return v, captureInfo(v), nil
	}
}

func captureInfo(v *gocv.VideoCapture) Info {
	return Info{
		FPS:   v.Get(gocv.VideoCaptureFPS),
		Width: int(v.Get(gocv.VideoCaptureFrameWidth)), Height: int(v.Get(gocv.VideoCaptureFrameHeight)),
	}
}
