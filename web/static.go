package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"

	"shinpan/game"
)

//go:embed static
var embedded embed.FS

// pages are the addresses that show the application; the script looks at the address.
var pages = []string{"/{$}", "/desk", "/arbiter"}

// contentTypes is asked instead of the machine's own table, which a bare Debian lacks.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
}

// openStatic is the page's files: those in the binary, or those of a directory.
func openStatic(dir string) (fs.FS, error) {
	if dir == "" {
		return fs.Sub(embedded, "static")
	}
	if _, err := os.Stat(path.Join(dir, "index.html")); err != nil {
		return nil, fmt.Errorf("web: static files: want a directory with index.html, such as web/static: %w", err)
	}
	return os.DirFS(dir), nil
}

// firstMark is where the page takes what is known already, so that it shows the game
// with its first paint and not only when the stream has opened.
const firstMark = "<!--first-->"

// page sends the application with its first messages inside.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	files, err := openStatic(s.opts.StaticDir)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	html, err := fs.ReadFile(files, "index.html")
	if err != nil {
		http.NotFound(w, r)
		return
	}
	first, err := json.Marshal(s.first(r))
	if err != nil {
		s.log.Error("web: first messages", "err", err)
		first = []byte("{}")
	}
	// A data block is not a script, so the content security policy lets it be; json.Marshal
	// has escaped every "<" in it.
	block := `<script type="application/json" id="first">` + string(first) + `</script>`
	w.Header().Set("Content-Type", contentTypes[".html"])
	_, _ = w.Write(bytes.Replace(html, []byte(firstMark), []byte(block), 1))
}

// First is what the page knows before its stream opens.
type First struct {
	About    About             `json:"about"`
	Now      *game.Seconds     `json:"now,omitempty"`
	Snapshot json.RawMessage   `json:"snapshot,omitempty"`
	Events   []json.RawMessage `json:"events"`
}

func (s *Server) first(r *http.Request) First {
	first := First{About: s.aboutFor(r), Events: []json.RawMessage{}}
	v := viewSpectator
	switch {
	case r.URL.Path == "/desk" && s.opts.DeskButtons:
		v = viewDesk
	case r.URL.Path == "/arbiter" && s.gate.knows(r):
		v = viewArbiter
	}
	entries, current, _ := s.feed.after(cursor{})
	if current == nil {
		return first
	}
	data, err := current.views[v]()
	if err != nil {
		return first
	}
	now := game.Seconds(s.feed.elapsed(current))
	first.Now, first.Snapshot = &now, data
	for i := range entries {
		if v.sees(&entries[i].event) {
			first.Events = append(first.Events, entries[i].data)
		}
	}
	return first
}

func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, strings.TrimPrefix(r.URL.Path, "/static/"))
}

func (s *Server) favicon(w http.ResponseWriter, r *http.Request) { s.serve(w, r, "icon.svg") }

// serve sends one file. The browser keeps it and asks each time whether it is still
// good, so an updated appliance never runs half an old page.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, name string) {
	kind, known := contentTypes[path.Ext(name)]
	files, err := openStatic(s.opts.StaticDir)
	if err != nil || !known || !fs.ValidPath(name) {
		http.NotFound(w, r)
		return
	}
	data, err := fs.ReadFile(files, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sum := sha256.Sum256(data)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(data)
}
