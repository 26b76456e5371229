package opencv

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the formats that are accepted
	_ "image/png"

	"gocv.io/x/gocv"
)

// pictureMax is the largest picture that is decoded, in pixels. OpenCV throws an
// exception, and so ends the process, on absurd sizes in a file's header.
const pictureMax = 120_000_000

// DecodePicture decodes a JPEG or PNG file into 8-bit BGR, as stored: an orientation in
// its metadata is ignored. The caller closes the Mat.
func DecodePicture(data []byte) (gocv.Mat, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return gocv.Mat{}, errors.New("opencv: picture: neither JPEG nor PNG")
	case err != nil:
		return gocv.Mat{}, fmt.Errorf("opencv: picture: damaged: %w", err)
	case config.Width < 1 || config.Height < 1 || config.Width > pictureMax/config.Height:
		return gocv.Mat{}, fmt.Errorf("opencv: picture: %d x %d pixels: too large", config.Width, config.Height)
	}
	m, err := gocv.IMDecode(data, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	if err != nil {
		return gocv.Mat{}, fmt.Errorf("opencv: picture: %w", err)
	}
	if err := checkFrame(m, 0, 0); err != nil {
		_ = m.Close()
		return gocv.Mat{}, errors.New("opencv: picture: damaged: cannot be decoded")
	}
	return m, nil
}
