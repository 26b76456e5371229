package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
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

func (s *Server) page(w http.ResponseWriter, r *http.Request) { s.serve(w, r, "index.html") }

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
