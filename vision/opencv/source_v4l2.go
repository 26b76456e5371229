package opencv

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gocv.io/x/gocv"
)

// What is asked of a camera: more pixels show no more of a stone, and only as JPEGs do so
// many pictures fit through a USB 2 cable.
const (
	wantWidth  = 1280
	wantHeight = 720
	wantFPS    = 30
)

// devices is where the kernel keeps the devices, and lasting where their lasting names are.
var (
	devices = "/dev"
	lasting = []string{"v4l/by-id", "v4l/by-path"}
)

// v4l2 is an opened V4L2 device.
type v4l2 struct {
	*gocv.VideoCapture
	path string // such as /dev/video2
}

// deviceOpener opens a V4L2 device. Links such as /dev/v4l/by-id/… are followed at each
// opening, to whatever number the camera has then; a camera named by its number is
// remembered by its lasting name when it is first opened.
func deviceOpener(path string) opener {
	name := path
	return func() (grabber, Info, error) {
		real, err := filepath.EvalSymlinks(name)
		if err != nil {
			return nil, Info{}, fmt.Errorf("%s: no such camera: %w: plug it in, or look in /dev/v4l/by-id", path, err)
		}
		number, err := strconv.Atoi(strings.TrimPrefix(real, filepath.Join(devices, "video")))
		if err != nil {
			return nil, Info{}, fmt.Errorf("%s: not a video device: want /dev/videoN or a link to one", path)
		}
		v, err := gocv.VideoCaptureDeviceWithAPI(number, gocv.VideoCaptureV4L2)
		if err != nil || !v.IsOpened() {
			return nil, Info{}, fmt.Errorf("%s: cannot open the camera: is another program using it, or is the user not in group video?", path)
		}
		name = lastingName(name, real)
		info := tune(v)
		if d, err := openDevice(real); err == nil {
			freeKnobs(d)
			d.close()
		}
		return &v4l2{v, real}, info, nil
	}
}

// tune asks the camera for the pictures that are wanted, and notes what it gives.
func tune(v *gocv.VideoCapture) Info {
	v.Set(gocv.VideoCaptureFOURCC, v.ToCodec("MJPG"))
	v.Set(gocv.VideoCaptureFrameWidth, wantWidth)
	v.Set(gocv.VideoCaptureFrameHeight, wantHeight)
	v.Set(gocv.VideoCaptureFPS, wantFPS)
	v.Set(gocv.VideoCaptureBufferSize, 1)
	info := captureInfo(v)
	note := fmt.Sprintf("pictures of %dx%d, %.0f a second", info.Width, info.Height, info.FPS)
	if info.Width != wantWidth || info.Height != wantHeight {
		note += fmt.Sprintf(" (asked for %dx%d)", wantWidth, wantHeight)
	}
	info.Notes = []string{note}
	return info
}

// lastingName is the name under which the device will be found again when it is plugged in
// under another number. A name that is not a bare number is kept.
func lastingName(name, real string) string {
	if name != real {
		return name
	}
	for _, dir := range lasting {
		links, err := os.ReadDir(filepath.Join(devices, dir))
		if err != nil {
			continue
		}
		for _, l := range links {
			link := filepath.Join(devices, dir, l.Name())
			if target, err := filepath.EvalSymlinks(link); err == nil && target == real {
				return link
			}
		}
	}
	return name
}
