package web

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"shinpan/game"
)

// CameraView is what is known of the camera and of where it sees the board.
type CameraView struct {
	// Width and Height are of the camera's frames; all pixels here are in them, whatever
	// the size of the picture that is shown.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Corners are the corner intersections: top left, top right, bottom right, bottom
	// left as seen. Lines are the lines of the board as x,y,x,y,…; a lens bends them.
	Corners    [][2]float64  `json:"corners"`
	Lines      [][]float64   `json:"lines"`
	Sure       float64       `json:"sure"`
	CornerSure []float64     `json:"corner_sure"`
	Advice     []string      `json:"advice"`
	At         *game.Seconds `json:"at,omitempty"` // when the board was found
	// Report is what the camera was told and what it answered; Trouble what is wrong.
	Report  string   `json:"report,omitempty"`
	Trouble []string `json:"trouble,omitempty"`
}

// camera answers with what is known of the camera.
func (s *Server) camera(w http.ResponseWriter, _ *http.Request) {
	var v *CameraView
	if s.opts.Camera != nil {
		v = s.opts.Camera()
	}
	if v == nil {
		refuse(w, http.StatusNotFound, "web: this table has no camera")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// findBoard has the board found anew, at the corners where they are given.
func (s *Server) findBoard(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Corners []float64 `json:"corners"`
	}
	if !s.arbiter(w, r) || !readJSON(w, r, &body) {
		return
	}
	if err := checkCorners(body.Corners); err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if s.opts.FindBoard == nil {
		refuse(w, http.StatusNotFound, "web: this table has no camera")
		return
	}
	if err := s.opts.FindBoard(body.Corners); err != nil {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// maxPixel is further to the right than any camera sees.
const maxPixel = 100_000

func checkCorners(corners []float64) error {
	if n := len(corners); n != 0 && n != 8 {
		return fmt.Errorf("web: camera: corners: %d numbers: want none, or x,y of the four corners", n)
	}
	for _, v := range corners {
		if math.Abs(v) > maxPixel {
			return fmt.Errorf("web: camera: corners: %v: want pixels", v)
		}
	}
	return nil
}
