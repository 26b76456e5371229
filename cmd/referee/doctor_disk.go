package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"shinpan/config"
)

const (
	// roomForGames is the least free space that is no reason to worry: a game is a few
	// hundred kilobytes, its pictures some megabytes.
	roomForGames = 200 << 20
	// slowSync is a write that players would notice as a slow clock press.
	slowSync = 250 * time.Millisecond
)

// checkDisk writes, syncs and reads back a file where the journal will be.
func checkDisk(_ context.Context, cfg config.Config) finding {
	dir := cfg.State.Dir
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return failing("start the service once, which makes it, or: sudo install -d -o shinpan "+dir, "%s does not exist", dir)
	}
	took, err := writeSyncReread(filepath.Join(dir, ".doctor"))
	var st unix.Statfs_t
	room := int64(-1)
	if unix.Statfs(dir, &st) == nil {
		room = int64(st.Bavail) * st.Bsize
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return failing("run this as the user of the service: sudo -u shinpan referee doctor", "%v", err)
	case errors.Is(err, unix.ENOSPC):
		return failing("make room: finished games can be copied away and deleted", "%v", err)
	case err != nil:
		return failing("replace the card or the disk before a game is lost", "%v", err)
	case room >= 0 && room < roomForGames:
		return doubtful("make room: finished games can be copied away and deleted", "%s: only %d MB free", dir, room>>20)
	case took > slowSync:
		return doubtful("use a better card: every press waits for it", "%s: a synced write takes %d ms", dir, took.Milliseconds())
	}
	return healthy("%s: written, synced and read back in %.1f ms, %d MB free", dir, float64(took.Microseconds())/1000, room>>20)
}

// writeSyncReread does to a file what the journal does to its own, and removes it.
func writeSyncReread(path string) (took time.Duration, err error) {
	want := bytes.Repeat([]byte("shinpan "), 512)
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer func() {
		_ = f.Close()
		_ = os.Remove(path)
	}()
	began := time.Now()
	if _, err := f.Write(want); err != nil {
		return 0, err
	}
	if err := f.Sync(); err != nil {
		return 0, err
	}
	took = time.Since(began)
	got, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("%s: what was written is not what is read", path)
	}
	return took, err
}

// mount is one line of mountinfo: where something is mounted, and what kind it is.
type mount struct{ at, kind string }

// checkOverlay finds out whether a power cut would take the games with it.
func checkOverlay(_ context.Context, cfg config.Config) finding {
	info, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return doubtful("look with findmnt / whether the root is an overlay", "%v", err)
	}
	cmdline, _ := os.ReadFile("/proc/cmdline")
	return judgeOverlay(parseMounts(string(info)), string(cmdline), cfg.State.Dir)
}

func judgeOverlay(mounts []mount, cmdline, dir string) finding {
	root, state := kindOf(mounts, "/"), kindOf(mounts, dir)
	wanted := strings.Contains(cmdline, "overlayroot=") || strings.Contains(cmdline, "boot=overlay")
	switch {
	case state == "overlay" || state == "tmpfs":
		return failing("put "+dir+" on a partition of its own that is written to, and name it in [state] dir",
			"%s is on %s: games are gone with the power", dir, state)
	case wanted && root != "overlay":
		return doubtful("see raspi-config or overlayroot.conf; findmnt / shows what is mounted",
			"the root should be an overlay by the kernel's command line, and is %s: it is written to", root)
	case root == "overlay":
		return healthy("the root is an overlay, %s is on %s and stays", dir, state)
	}
	return healthy("the root is %s, no overlay; %s is on %s and stays", root, dir, state)
}

// parseMounts reads the text of mountinfo, whose fields are described in proc(5).
func parseMounts(info string) []mount {
	var out []mount
	for line := range strings.Lines(info) {
		before, after, found := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if found && len(left) > 4 && len(right) > 0 {
			out = append(out, mount{strings.ReplaceAll(left[4], `\040`, " "), right[0]})
		}
	}
	return out
}

// kindOf is the file system that path is on. What is mounted later covers what was before.
func kindOf(mounts []mount, path string) string {
	kind, longest := "unknown", -1
	for _, m := range mounts {
		inside := m.at == "/" || path == m.at || strings.HasPrefix(path, m.at+"/")
		if inside && len(m.at) >= longest {
			kind, longest = m.kind, len(m.at)
		}
	}
	return kind
}
