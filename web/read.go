package web

import (
	"encoding/json"
	"fmt"
	"net/http"

	"shinpan/game"
)

// viewOf is the view a request asks for, where it may have it; otherwise it has
// answered the request.
func (s *Server) viewOf(w http.ResponseWriter, r *http.Request) (view, bool) {
	name := r.URL.Query().Get("view")
	v, known := viewNames[name]
	switch {
	case !known:
		refuse(w, http.StatusBadRequest, fmt.Sprintf("web: view %.20q: want spectator, desk or arbiter", name))
		return 0, false
	case v == viewDesk && !s.opts.DeskButtons:
		refuse(w, http.StatusNotFound, noDesk)
		return 0, false
	case v == viewArbiter && !s.arbiter(w, r):
		return 0, false
	}
	return v, true
}

// snapshot answers with the newest game.Snapshot.
func (s *Server) snapshot(w http.ResponseWriter, r *http.Request) {
	v, ok := s.viewOf(w, r)
	if !ok {
		return
	}
	_, current, _ := s.feed.after(cursor{})
	if current == nil {
		refuse(w, http.StatusServiceUnavailable, "web: the game has not said anything yet")
		return
	}
	data, err := current.views[v]()
	if err != nil {
		s.log.Error("web: snapshot", "err", err)
		refuse(w, http.StatusInternalServerError, "web: the snapshot cannot be written")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Game-Now", game.Seconds(s.feed.elapsed(current)).String())
	_, _ = w.Write(data)
}

// events answers with the history as JSON lines.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	v, ok := s.viewOf(w, r)
	if !ok {
		return
	}
	at, err := startOf(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/jsonl")
	entries, _, _ := s.feed.after(at)
	for i := range entries {
		if v.sees(&entries[i].event) {
			_, _ = w.Write(entries[i].data)
			_, _ = w.Write([]byte{'\n'})
		}
	}
}

// About says what this appliance offers, so that the page shows no button that leads nowhere.
type About struct {
	Desk    bool `json:"desk"`
	Picture bool `json:"picture"`
	Record  bool `json:"record"`
	Clips   bool `json:"clips"`
	// PIN says that the arbiter's page asks for one; Arbiter that this browser needs none (more).
	PIN     bool `json:"pin"`
	Arbiter bool `json:"arbiter"`
}

func (s *Server) about(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.aboutFor(r))
}

func (s *Server) aboutFor(r *http.Request) About {
	return About{
		Desk:    s.opts.DeskButtons && s.opts.Press != nil,
		Picture: s.opts.Picture != nil,
		Record:  s.opts.Record != nil,
		Clips:   s.opts.Clips != nil,
		PIN:     s.gate.pin != "",
		Arbiter: s.gate.knows(r),
	}
}

func (s *Server) picture(w http.ResponseWriter, _ *http.Request) {
	s.blob(w, s.opts.Picture, "image/jpeg", "web: the camera has no picture yet")
}

// record answers with the SGF. It says what the referee has noted, so a silent referee
// shows it to nobody but the arbiter before the game is over.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	_, current, _ := s.feed.after(cursor{})
	if current != nil && current.snap.Mode == game.Tournament && current.snap.Outcome == nil && !s.gate.knows(r) {
		refuse(w, http.StatusForbidden, "web: the record is the arbiter's until the game is over")
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="game.sgf"`)
	s.blob(w, s.opts.Record, "application/x-go-sgf; charset=utf-8", "web: there is no record yet")
}

// blob answers with bytes that may not be there yet.
func (s *Server) blob(w http.ResponseWriter, source func() []byte, contentType, absent string) {
	var data []byte
	if source != nil {
		data = source()
	}
	if len(data) == 0 {
		w.Header().Del("Content-Disposition")
		refuse(w, http.StatusNotFound, absent)
		return
	}
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write(data)
}
