package film

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"shinpan/board"
	"shinpan/vision"
)

// What is made of pictures for people.
const (
	stripHeight = 180
	cropReach   = 1.7 // pitches on either side of the point
	quality     = 80
)

// Small is a JPEG and its size.
type Small struct {
	JPEG          []byte
	Width, Height int
}

// Strip puts pictures beside each other, small, the first at the left.
func Strip(jpegs [][]byte) (Small, error) {
	var strip *image.RGBA
	for i, data := range jpegs {
		picture, err := decode(data)
		if err != nil {
			return Small{}, fmt.Errorf("film: strip: %w", err)
		}
		size := picture.Bounds()
		width := max(1, size.Dx()*stripHeight/size.Dy())
		if strip == nil {
			strip = image.NewRGBA(image.Rect(0, 0, width*len(jpegs), stripHeight))
		}
		shrink(strip, image.Rect(i*width, 0, (i+1)*width, stripHeight), picture)
	}
	if strip == nil {
		return Small{}, errors.New("film: strip: no pictures")
	}
	return encode(strip)
}

// shrink draws a picture into a part of another, each pixel the mean of a few.
func shrink(to *image.RGBA, part image.Rectangle, from *image.YCbCr) {
	b := from.Bounds()
	const samples = 2 // each way
	for y := range part.Dy() {
		for x := range part.Dx() {
			var r, g, bl int
			for k := range samples * samples {
				sx := b.Min.X + (2*x*samples+2*(k%samples)+1)*b.Dx()/(2*samples*part.Dx())
				sy := b.Min.Y + (2*y*samples+2*(k/samples)+1)*b.Dy()/(2*samples*part.Dy())
				c, o := from.YOffset(sx, sy), from.COffset(sx, sy)
				cr, cg, cb := color.YCbCrToRGB(from.Y[c], from.Cb[o], from.Cr[o])
				r, g, bl = r+int(cr), g+int(cg), bl+int(cb)
			}
			const n = samples * samples
			to.SetRGBA(part.Min.X+x, part.Min.Y+y, color.RGBA{R: uint8(r / n), G: uint8(g / n), B: uint8(bl / n), A: 255})
		}
	}
}

// Crop cuts out of a picture what lies around a point of the board on grid g.
func Crop(data []byte, g vision.Grid, side vision.BlackSide, p board.Point) (Small, error) {
	if g.Zero() || !p.OnBoard(g.Size) {
		return Small{}, fmt.Errorf("film: crop: it is not known where %s is", p)
	}
	picture, err := decode(data)
	if err != nil {
		return Small{}, fmt.Errorf("film: crop: %w", err)
	}
	area := around(g, side, p).Intersect(picture.Bounds())
	if area.Dx() < 2 || area.Dy() < 2 {
		return Small{}, fmt.Errorf("film: crop: %s lies outside the picture", p)
	}
	return encode(picture.SubImage(area))
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

// largest is the largest picture that is looked at, in pixels.
const largest = 40_000_000

// decode reads a JPEG in colour.
func decode(data []byte) (*image.YCbCr, error) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("no picture: %w", err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > largest/config.Height {
		return nil, fmt.Errorf("a picture of %dx%d", config.Width, config.Height)
	}
	picture, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("a damaged picture: %w", err)
	}
	ycc, ok := picture.(*image.YCbCr)
	if !ok {
		return nil, errors.New("a picture without colours")
	}
	return ycc, nil
}

func encode(picture image.Image) (Small, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: quality}); err != nil {
		return Small{}, fmt.Errorf("film: %w", err)
	}
	return Small{b.Bytes(), picture.Bounds().Dx(), picture.Bounds().Dy()}, nil
}
