package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The test binary is its own referee: started with this variable set it runs a command
// line instead of the tests, so that a test can kill it.
const beReferee = "SHINPAN_TEST_REFEREE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(beCamera); dir != "" {
		os.Exit(runFakeCamera(dir))
	}
	if os.Getenv(beReferee) != "" {
		main()
	}
	os.Exit(m.Run())
}

// referee is the command line as a process that has not been started.
func referee(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), beReferee+"=1")
	return cmd
}

// command runs a command line in this process.
func command(t testing.TB, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = dispatch(context.Background(), args, stdio{bytes.NewBufferString(stdin), &out, &errs})
	return code, out.String(), errs.String()
}

// showStream is the eye's stream of the bundled video, so that a test of the referee needs
// no OpenCV; showTruth says what really happens in it.
var (
	showStream = filepath.Join("testdata", "show.eye")
	showTruth  = filepath.Join("..", "..", "show", "SHOW.json")
)

// demoArgs plays a recorded stream through the whole appliance.
func demoArgs(dir string, more ...string) []string {
	return append([]string{"demo", "--fast", "--video", showStream, "--truth", showTruth,
		"--out", dir, "--http", "127.0.0.1:0", "--mqtt", "127.0.0.1:0"}, more...)
}
