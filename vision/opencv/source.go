package opencv

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"gocv.io/x/gocv"
)

// Stamp says which frame this is and when it was captured.
type Stamp struct {
	Frame int           // counted from 0
	At    time.Duration // since the first frame of a recording, or CLOCK_MONOTONIC of a camera
}

// Info describes a Source.
type Info struct {
	Name          string
	Live          bool // a camera: frames come when they come, and time is CLOCK_MONOTONIC
	FPS           float64
	Width, Height int
	// Notes say what a camera was told and what it answers, in plain words.
	Notes []string
}

// Source gives frames, one after the other. A Source belongs to one goroutine.
type Source interface {
	Info() Info
	// Next fills frame with the next 8-bit BGR picture. It returns io.EOF after the
	// last one of a recording, and ErrNoFrame when a camera has none at the moment.
	Next(frame *gocv.Mat) (Stamp, error)
	Close() error
}

// ErrNoFrame says that a camera gave no frame in time. Asking again may succeed.
var ErrNoFrame = fmt.Errorf("opencv: no frame from the camera")

// Open opens a source by its name: a video file, a folder of pictures, a V4L2 device
// (/dev/video0, or better its /dev/v4l/by-id path), gst: and a GStreamer pipeline that ends
// in an appsink, or pipe: and a command that writes JPEGs. from is the first frame wanted of a recording.
func Open(name string, from int) (Source, error) {
	if pipeline, ok := strings.CutPrefix(name, "gst:"); ok {
		return openCamera(name, pipelineOpener(pipeline))
	}
	if command, ok := strings.CutPrefix(name, pipePrefix); ok {
		return openCamera(name, pipeOpener(command))
	}
	if strings.HasPrefix(name, "/dev/") {
		return openCamera(name, deviceOpener(name))
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot open: %w: check the path", name, err)
	}
	if info.IsDir() {
		return openFolder(name, from)
	}
	return openVideo(name, from)
}

// video is a file decoded frame by frame.
type video struct {
	info Info
	cap  *gocv.VideoCapture
	next int
	from int // frames before this one are read away when the first is asked for
}

func openVideo(name string, from int) (Source, error) {
	quietDecoder()
	c, err := gocv.VideoCaptureFileWithAPI(name, gocv.VideoCaptureFFmpeg)
	if err != nil || !c.IsOpened() {
		return nil, fmt.Errorf("%s: cannot decode: not a video this OpenCV knows: convert it to H.264 MP4", name)
	}
	v := &video{cap: c, info: Info{
		Name: name, FPS: c.Get(gocv.VideoCaptureFPS),
		Width: int(c.Get(gocv.VideoCaptureFrameWidth)), Height: int(c.Get(gocv.VideoCaptureFrameHeight)),
	}}
	if !(v.info.FPS > 0.1 && v.info.FPS < 1000) {
		v.info.FPS = 25
	}
	v.from = from
	return v, nil
}

// quietDecoder keeps FFmpeg from writing to standard error what is told in better words
// by the caller. The variable is read when OpenCV first opens a video.
func quietDecoder() {
	const name, silent = "OPENCV_FFMPEG_LOGLEVEL", "-8"
	if os.Getenv(name) == "" {
		_ = os.Setenv(name, silent)
	}
}

// skip reads frames away. Seeking would be faster, but a file may seek to a frame that
// decodes differently, and a restarted eye must see the same pixels.
func (v *video) skip() {
	for ; v.next < v.from; v.next++ {
		v.cap.Grab(1)
	}
}

func (v *video) Info() Info { return v.info }

func (v *video) Next(frame *gocv.Mat) (Stamp, error) {
	v.skip()
	if !v.cap.Read(frame) || frame.Empty() {
		if v.next == 0 {
			return Stamp{}, fmt.Errorf("%s: cannot decode: no frame in it", v.info.Name)
		}
		return Stamp{}, io.EOF
	}
	if err := toBGR(frame); err != nil {
		return Stamp{}, fmt.Errorf("%s: frame %d: %w", v.info.Name, v.next, err)
	}
	s := Stamp{Frame: v.next, At: frameTime(v.next, v.info.FPS)}
	v.next++
	return s, nil
}

func (v *video) Close() error { return v.cap.Close() }

// frameTime is the time of frame n at a constant rate, exact to the nanosecond and the
// same wherever reading began.
func frameTime(n int, fps float64) time.Duration {
	return time.Duration(float64(n)/fps*1e9 + 0.5)
}

// toBGR makes any picture OpenCV decodes an 8-bit BGR one.
func toBGR(frame *gocv.Mat) error {
	switch frame.Type() {
	case gocv.MatTypeCV8UC3:
		return nil
	case gocv.MatTypeCV8UC1:
		gocv.CvtColor(*frame, frame, gocv.ColorGrayToBGR)
		return nil
	case gocv.MatTypeCV8UC4:
		gocv.CvtColor(*frame, frame, gocv.ColorBGRAToBGR)
		return nil
	}
	return fmt.Errorf("pixels of type %v: want 8-bit", frame.Type())
}
