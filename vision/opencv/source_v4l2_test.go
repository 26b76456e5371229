package opencv

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLastingName: a camera that is named by its number is found again under another,
// through the link that named it when it was first opened.
func TestLastingName(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	was := devices
	devices = dir
	defer func() { devices = was }()
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, d := range []string{"v4l/by-id", "v4l/by-path"} {
		if err := os.MkdirAll(path(d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []string{"video0", "video1", "video9"} {
		if err := os.WriteFile(path(n), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"v4l/by-id/usb-A-index0": "../../video0", "v4l/by-path/pci-1": "../../video1", "v4l/by-id/gone": "../../video7"} {
		if err := os.Symlink(target, path(link)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"video0": "v4l/by-id/usb-A-index0", "video1": "v4l/by-path/pci-1", "video9": "video9",
	} {
		if got := lastingName(path(name), path(name)); got != path(want) {
			t.Errorf("%s is remembered as %s, want %s", name, got, want)
		}
	}
	link := path("v4l/by-id/usb-A-index0")
	if got := lastingName(link, path("video0")); got != link {
		t.Errorf("a lasting name became %s", got)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../video9", link); err != nil { // plugged in again
		t.Fatal(err)
	}
	if real, err := filepath.EvalSymlinks(link); err != nil || real != path("video9") {
		t.Errorf("found at %s, %v", real, err)
	}
}
