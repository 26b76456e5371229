package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"shinpan/config"
)

// checkCamera opens the source as the eye will, without taking a picture.
func checkCamera(_ context.Context, cfg config.Config) finding {
	source := cfg.Eye.Source
	if strings.HasPrefix(source, "gst:") {
		return healthy("a GStreamer pipeline; whether it works is seen when the eye runs")
	}
	if strings.HasPrefix(source, "pipe:") {
		return healthy("a command that writes pictures; whether it works is seen when the eye runs")
	}
	info, err := os.Stat(source)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return failing("plug the camera in; "+listCameras(), "%s is not there", source)
	case err != nil:
		return failing("name a camera in [eye] source", "%v", err)
	case info.Mode()&fs.ModeCharDevice == 0:
		return healthy("%s is a recording, not a camera", source)
	}
	fd, err := unix.Open(source, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return failing("add this user to the group video, then log in again", "%s: %v", source, err)
	}
	_ = unix.Close(fd)
	if strings.HasPrefix(source, "/dev/video") {
		return doubtful(listCameras(), "%s can be opened, but may be another camera after the next start", source)
	}
	return healthy("%s can be opened", source)
}

// listCameras says which lasting camera names there are.
func listCameras() string {
	found, _ := filepath.Glob("/dev/v4l/by-id/*-index0")
	if len(found) == 0 {
		return "no USB camera is known under a lasting name (/dev/v4l/by-id)"
	}
	return "write one of these into [eye] source: " + strings.Join(found, " ")
}

// checkEye starts the eye as far as its help: that loads OpenCV.
func checkEye(ctx context.Context, cfg config.Config) finding {
	command, err := eyeCommand(cfg.Eye.Command)
	if err != nil {
		return failing("name the eye in [eye] command", "%v", err)
	}
	out, err := exec.CommandContext(ctx, command, "--help").CombinedOutput()
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, exec.ErrNotFound):
		return failing("make build puts it beside the referee, deploy/install both in place", "%s is not there", command)
	case bytes.Contains(out, []byte("shared libraries")):
		return failing("install OpenCV: sudo apt install libopencv-dev", "%s: %s", command, firstLine(out))
	case err != nil:
		return failing("build it again on this machine: make build", "%s --help: %v: %s", command, err, firstLine(out))
	}
	return healthy("%s starts", command)
}

// checkGrid has the eye look for the board, as it will when the game begins.
func checkGrid(ctx context.Context, cfg config.Config) finding {
	command, err := eyeCommand(cfg.Eye.Command)
	if err != nil || checkCamera(ctx, cfg).State == failure || checkEye(ctx, cfg).State == failure {
		return doubtful("mend camera and eye first, then look again", "not looked at")
	}
	dir, err := os.MkdirTemp("", "doctor")
	if err != nil {
		return doubtful("make room in /tmp", "%v", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	args := []string{"calibrate", "--source", cfg.Eye.Source, "--size", strconv.Itoa(cfg.Eye.Size),
		"--black-side", cfg.Eye.BlackSide, "--out", filepath.Join(dir, "grid")}
	if len(cfg.Eye.Corners) > 0 {
		var numbers []string
		for _, n := range cfg.Eye.Corners {
			numbers = append(numbers, strconv.FormatFloat(n, 'f', -1, 64))
		}
		args = append(args, "--corners", strings.Join(numbers, ","))
	}
	out, err := exec.CommandContext(ctx, command, args...).CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return doubtful("if the service is running it holds the camera: stop it, then look again", "no board found in %s", patience)
	case err != nil:
		return doubtful("show the camera the whole board, or give its corners in [eye]; if the service is running it holds the camera",
			"%s", lastLine(out))
	case bytes.Contains(out, []byte("not sure")):
		return doubtful("look at it with eye calibrate --picture, or give the corners in [eye]", "%s", firstLine(out))
	}
	return healthy("%s", firstLine(out))
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}

// lastLine is where a program that fails says why; libraries may have talked before.
func lastLine(text []byte) string {
	all := strings.TrimSpace(string(text))
	return all[strings.LastIndexByte(all, '\n')+1:]
}
