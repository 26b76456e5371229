package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"shinpan/evidence"
)

// pastWrite is how long a film or an archive may take to a slow browser.
const pastWrite = 2 * time.Minute

const noClips = "web: there are no such pictures"

// mayKnow is the present game and the clips of it that a request may see: the arbiter's
// are all; anybody's are those named by an event he may see, and all when the game is
// over. So a silent referee does not tell with pictures what he keeps to himself.
func (s *Server) mayKnow(r *http.Request) (game string, may func(id string) bool) {
	entries, current, _ := s.feed.after(cursor{})
	if current == nil {
		return "", func(string) bool { return false }
	}
	if current.snap.Told() || s.gate.knows(r) {
		return current.snap.Game, func(string) bool { return true }
	}
	v := viewSpectator
	if r.URL.Query().Get("view") == "desk" && s.opts.DeskButtons {
		v = viewDesk
	}
	return current.snap.Game, func(id string) bool {
		return slices.ContainsFunc(entries, func(e entry) bool { return e.event.Evidence == id && v.sees(&e.event) })
	}
}

// clips answers with the clips of the game, as far as the reader may know of them.
func (s *Server) clips(w http.ResponseWriter, r *http.Request) {
	game, may := s.mayKnow(r)
	out := []evidence.Clip{}
	if s.opts.Clips != nil {
		all, err := s.opts.Clips.List(game)
		if err != nil {
			s.log.Warn("web: evidence", "err", err)
		}
		for _, c := range all {
			if may(c.ID) {
				out = append(out, c)
			}
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

// clipFile answers with one file of a clip: a picture, or the film made of all.
func (s *Server) clipFile(w http.ResponseWriter, r *http.Request) {
	game, may := s.mayKnow(r)
	id, file := r.PathValue("clip"), r.PathValue("file")
	if s.opts.Clips == nil || !may(id) {
		refuse(w, http.StatusNotFound, noClips)
		return
	}
	s.patient(w)
	if file == "clip.avi" {
		w.Header().Set("Content-Type", "video/x-msvideo")
		w.Header().Set("Content-Disposition", `attachment; filename="`+id+`.avi"`)
		if err := s.opts.Clips.WriteAVI(w, game, id); errors.Is(err, evidence.ErrNone) {
			w.Header().Del("Content-Disposition")
			refuse(w, http.StatusNotFound, noClips)
		}
		return
	}
	f, err := s.opts.Clips.Open(game, id, file)
	if err != nil {
		refuse(w, http.StatusNotFound, noClips)
		return
	}
	defer func() { _ = f.Close() }()
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=86400") // a picture never changes
	http.ServeContent(w, r, "", time.Time{}, f)
}

// clipsZip answers with everything there is of the game: the arbiter's until it is over. He
// may ask for another game that is kept, by its name.
func (s *Server) clipsZip(w http.ResponseWriter, r *http.Request) {
	game, _ := s.mayKnow(r)
	_, current, _ := s.feed.after(cursor{})
	switch {
	case s.opts.Clips == nil || current == nil:
		refuse(w, http.StatusNotFound, noClips)
		return
	case !current.snap.Told() && !s.gate.knows(r):
		refuse(w, http.StatusForbidden, "web: the pictures together are the arbiter's until the game is over")
		return
	}
	if other := r.URL.Query().Get("game"); other != "" && other != game {
		if !s.arbiter(w, r) {
			return
		}
		game = other
	}
	clips, err := s.opts.Clips.List(game)
	if err != nil || len(clips) == 0 {
		refuse(w, http.StatusNotFound, noClips)
		return
	}
	s.patient(w)
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="`+game+`-evidence.zip"`)
	if err := s.opts.Clips.WriteZip(w, game); err != nil {
		s.log.Debug("web: evidence.zip", "err", err)
	}
}

// patient gives a large answer more time than a page's.
func (s *Server) patient(w http.ResponseWriter) {
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pastWrite)); err != nil {
		s.log.Debug("web: deadline", "err", err)
	}
}
