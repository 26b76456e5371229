package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"shinpan/clock"
	"shinpan/game"
)

const noDesk = "web: the buttons on the page are off: the clock has buttons of its own"

// press takes one press of a desk button. The stamp is made by Options.Press, so it is
// called before anything else is done with the request.
func (s *Server) press(w http.ResponseWriter, r *http.Request) {
	if !s.opts.DeskButtons || s.opts.Press == nil {
		refuse(w, http.StatusNotFound, noDesk)
		return
	}
	var body struct {
		Side clock.Side `json:"side"`
	}
	if !readJSON(w, r, &body) {
		return
	}
	if body.Side != clock.P1 && body.Side != clock.P2 {
		refuse(w, http.StatusBadRequest, "web: press: side: want p1 or p2")
		return
	}
	if err := s.opts.Press(body.Side); err != nil {
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// command takes one order for the game.
func (s *Server) command(w http.ResponseWriter, r *http.Request) {
	if s.opts.Command == nil {
		refuse(w, http.StatusNotFound, "web: this appliance takes no orders from the page")
		return
	}
	var in game.Input
	if !readJSON(w, r, &in) {
		return
	}
	o, known := orders[in.Kind]
	if !known {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("web: command %.20q: not an order a page can give", in.Kind))
		return
	}
	if err := o.check(in); err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	who, ok := s.giver(w, r, o)
	if !ok {
		return
	}
	if err := s.opts.Command(bare(in, who)); err != nil {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// giver says on whose authority an order is given, or answers that nobody's suffices.
// A browser that shows the arbiter's PIN is the arbiter; any other is the desk.
func (s *Server) giver(w http.ResponseWriter, r *http.Request, o order) (who string, ok bool) {
	atDesk := s.opts.DeskButtons && (o.desk == always || o.desk == withoutPIN && s.gate.pin == "")
	if atDesk && !s.gate.offered(r) && !s.gate.knows(r) {
		return "desk", true
	}
	if !s.arbiter(w, r) {
		return "", false
	}
	return "arbiter", true
}

// admit exchanges the PIN for a cookie, because an EventSource can send no header.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) {
	var body struct {
		PIN string `json:"pin"`
	}
	if !readJSON(w, r, &body) {
		return
	}
	r.Header.Set(pinHeader, body.PIN)
	if !s.arbiter(w, r) {
		return
	}
	http.SetCookie(w, s.gate.cookie())
	w.WriteHeader(http.StatusNoContent)
}

// arbiter reports whether the request is the arbiter's; if not, it has answered it.
func (s *Server) arbiter(w http.ResponseWriter, r *http.Request) bool {
	err := s.gate.check(r)
	switch {
	case err == nil:
		return true
	case errors.Is(err, errTooMany):
		w.Header().Set("Retry-After", fmt.Sprint(int(lockTime.Seconds())))
		refuse(w, http.StatusTooManyRequests, err.Error())
	case errors.Is(err, errNoPIN):
		refuse(w, http.StatusForbidden, err.Error())
	default:
		refuse(w, http.StatusUnauthorized, err.Error())
	}
	return false
}

// readJSON reads a small JSON body and nothing else; otherwise it has answered the
// request. Asking for the JSON type keeps out plain HTML forms.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "web: Content-Type: want application/json")
		return false
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	dec.DisallowUnknownFields()
	err = dec.Decode(into)
	if err == nil && dec.More() {
		err = errors.New("more than one value")
	}
	var tooBig *http.MaxBytesError
	switch {
	case err == nil:
		return true
	case errors.As(err, &tooBig):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("web: body: want at most %d bytes", maxBody))
	case errors.Is(err, io.EOF):
		refuse(w, http.StatusBadRequest, "web: body: want a JSON object, got nothing")
	default:
		refuse(w, http.StatusBadRequest, fmt.Sprintf("web: body: want a JSON object: %v", err))
	}
	return false
}
