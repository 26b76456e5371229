package opencv

import (
	"errors"
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// Pictures for people. The quality keeps grid lines sharp enough to check a calibration by
// eye; wider pictures than 720p has would fill the film without showing more of a stone.
const (
	jpegQuality  = 80
	pictureWidth = 1280
	stripHeight  = 180
	cropReach    = 1.7 // pitches on either side of the point
)

// Picture makes a JPEG of the frame last read, at most pictureWidth wide, and hands it to
// use, which must not keep it, with its size and where the lines of the board are in it.
func (f *Follower) Picture(use func(jpeg []byte, w, h int, g vision.Grid)) error {
	frame, g := f.frame, f.Grid()
	if err := checkFrame(frame, 0, 0); err != nil {
		return err
	}
	if frame.Cols() > pictureWidth {
		scale := pictureWidth / float64(frame.Cols())
		small := gocv.NewMat()
		defer func() { _ = small.Close() }()
		gocv.Resize(frame, &small, image.Point{}, scale, scale, gocv.InterpolationArea)
		frame = small
		if !g.Zero() {
			g, _ = g.Scaled(scale) // a grid of half the size is a grid
		}
	}
	w, h := frame.Cols(), frame.Rows()
	return encode(frame, func(jpeg []byte) { use(jpeg, w, h, g) })
}

// encode hands the JPEG of a Mat to use.
func encode(m gocv.Mat, use func(jpeg []byte)) error {
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, m, []int{gocv.IMWriteJpegQuality, jpegQuality})
	if err != nil {
		return fmt.Errorf("opencv: jpeg: %w", err)
	}
	defer buf.Close()
	use(buf.GetBytes())
	return nil
}

// Small is a JPEG and its size.
type Small struct {
	JPEG          []byte
	Width, Height int
}

// Strip puts pictures beside each other, small, the first at the left.
func Strip(jpegs [][]byte) (Small, error) {
	strip := gocv.NewMat()
	defer func() { _ = strip.Close() }()
	for _, jpeg := range jpegs {
		if err := addToStrip(&strip, jpeg); err != nil {
			return Small{}, err
		}
	}
	if strip.Empty() {
		return Small{}, errors.New("opencv: strip: no pictures")
	}
	return small(strip)
}

func addToStrip(strip *gocv.Mat, jpeg []byte) error {
	// A quarter of the size is decoded in a fraction of the time.
	picture, err := gocv.IMDecode(jpeg, gocv.IMReadReducedColor4)
	if err != nil {
		return fmt.Errorf("opencv: strip: %w", err)
	}
	defer func() { _ = picture.Close() }()
	if err := checkFrame(picture, 0, 0); err != nil {
		return fmt.Errorf("opencv: strip: a picture cannot be decoded: %w", err)
	}
	width := max(1, picture.Cols()*stripHeight/picture.Rows())
	gocv.Resize(picture, &picture, image.Pt(width, stripHeight), 0, 0, gocv.InterpolationArea)
	if strip.Empty() {
		picture.CopyTo(strip)
		return nil
	}
	wider := gocv.NewMat()
	gocv.Hconcat(*strip, picture, &wider)
	_ = strip.Close()
	*strip = wider
	return nil
}

// Crop cuts out of a picture what lies around a point of the board on grid g.
func Crop(jpeg []byte, g vision.Grid, side vision.BlackSide, p board.Point) (Small, error) {
	if g.Zero() || !p.OnBoard(g.Size) {
		return Small{}, fmt.Errorf("opencv: crop: it is not known where %s is", p)
	}
	picture, err := DecodePicture(jpeg)
	if err != nil {
		return Small{}, err
	}
	defer func() { _ = picture.Close() }()
	area := around(g, side, p).Intersect(image.Rect(0, 0, picture.Cols(), picture.Rows()))
	if area.Dx() < 2 || area.Dy() < 2 {
		return Small{}, fmt.Errorf("opencv: crop: %s lies outside the picture", p)
	}
	part := picture.Region(area)
	defer func() { _ = part.Close() }()
	return small(part)
}

// around is the rectangle of the picture that shows a point and its neighbours.
func around(g vision.Grid, side vision.BlackSide, p board.Point) image.Rectangle {
	col, row := side.Seen(p, g.Size)
	var area image.Rectangle
	for i, corner := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x, y := g.Pixel(float64(col)+cropReach*corner[0], float64(row)+cropReach*corner[1])
		pixel := image.Rect(int(x), int(y), int(x)+1, int(y)+1)
		if i == 0 {
			area = pixel
		}
		area = area.Union(pixel)
	}
	return area
}

func small(m gocv.Mat) (s Small, err error) {
	err = encode(m, func(jpeg []byte) { s = Small{append([]byte(nil), jpeg...), m.Cols(), m.Rows()} })
	return s, err
}
