package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"shinpan/config"
)

// callDoctor runs the verb and returns its exit code and both outputs.
func callDoctor(args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = runDoctor(context.Background(), args, stdio{in: strings.NewReader(""), out: &o, err: &e})
	return code, o.String(), e.String()
}

func TestDoctorHealthyTable(t *testing.T) {
	dir := t.TempDir()
	path := writeConfig(t, dir, `
[eye]
command = "/bin/true"
source = "`+filepath.Join(dir, "game.mp4")+`"
[mqtt]
listen = "127.0.0.1:0"
[web]
listen = "127.0.0.1:0"
[state]
dir = "`+dir+`"
`)
	writeText(t, dir, "game.mp4", "a video")
	code, out, said := callDoctor("--config", path)
	for _, line := range []string{"ok    config ", "ok    eye ", "ok    camera ", "ok    grid ", "ok    buttons ", "ok    broker ", "ok    page ", "ok    secrets "} {
		if !strings.Contains("\n"+out, "\n"+line) {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
	// The disk may be slow or full and the clock wrong here; none of it may be left behind.
	if strings.Contains(out, "fail") != (code == exitBad) || said != "" {
		t.Errorf("exit %d, said %q\n%s", code, said, out)
	}
	if _, err := os.Stat(filepath.Join(dir, ".doctor")); err == nil {
		t.Error("the doctor left a file")
	}
}

func TestDoctorJSON(t *testing.T) {
	dir := t.TempDir()
	path := writeConfig(t, dir, "[state]\ndir = \""+dir+"\"\n[eye]\nsource = \"/nowhere/camera\"\ncommand = \"/nowhere/eye\"\n")
	code, out, _ := callDoctor("--json", "--config", path)
	found := map[string]finding{}
	for line := range strings.Lines(out) {
		var f finding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		found[f.Check] = f
	}
	for _, check := range checks {
		if _, ok := found[check.name]; !ok {
			t.Errorf("no finding for %s", check.name)
		}
	}
	for name, what := range map[string]string{"camera": "/nowhere/camera is not there", "eye": "/nowhere/eye is not there"} {
		if f := found[name]; f.State != failure || f.What != what || f.Do == "" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if code != exitBad {
		t.Errorf("exit %d with things that fail", code)
	}
}

// A wrong configuration is told problem by problem, and nothing else is looked at.
func TestDoctorWrongConfig(t *testing.T) {
	path := writeConfig(t, t.TempDir(), "[table]\nname = 1\n[clock]\ncontrol = \"often\"\n")
	code, out, _ := callDoctor("--config", path)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != exitBad || len(lines) != 4 ||
		!strings.HasPrefix(lines[0], "fail  config   "+path+":2: table.name: ") ||
		!strings.HasPrefix(lines[2], "fail  config   "+path+":4: clock.control: ") {
		t.Errorf("exit %d\n%s", code, out)
	}
	code, out, _ = callDoctor("--config", path+".missing")
	if code != exitBad || strings.Count(out, "\n") != 1 || !strings.Contains(out, path+".missing") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestDoctorUsage(t *testing.T) {
	if code, out, said := callDoctor("--help"); code != exitOK || !strings.Contains(out, "usage: referee doctor") || said != "" {
		t.Errorf("--help: exit %d, %q, said %q", code, out, said)
	}
	for _, args := range [][]string{{"--sick"}, {"camera"}} {
		if code, out, said := callDoctor(args...); code != exitUsage || out != "" || said == "" {
			t.Errorf("%v: exit %d, %q, said %q", args, code, out, said)
		}
	}
}

func TestJudgeOverlay(t *testing.T) {
	const (
		plain   = "22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n23 22 0:21 / /tmp rw - tmpfs tmpfs rw\n"
		overlay = "22 1 0:20 / / rw - overlay overlay rw,lowerdir=/lower\n"
		data    = "30 22 179:3 / /var/lib/shinpan rw - ext4 /dev/mmcblk0p3 rw\n"
		spaced  = `31 22 179:4 / /srv/my\040games rw - ext4 /dev/sda1 rw` + "\n"
	)
	const dir = "/var/lib/shinpan"
	for _, test := range []struct {
		name, mounts, cmdline, dir string
		want                       health
	}{
		{"an ordinary root", plain, "console=tty1", dir, fine},
		{"games on a tmpfs", plain, "", "/tmp/games", failure},
		{"overlay without a partition for the games", overlay, "overlayroot=tmpfs", dir, failure},
		{"overlay with one", overlay + data, "overlayroot=tmpfs", dir, fine},
		{"overlay with another's", overlay + data, "", "/var/lib/shinpan2", failure},
		{"a folder below the partition", overlay + data, "", dir + "/games", fine},
		{"switched on and not there (Pi 5)", plain, "root=/dev/mmcblk0p2 boot=overlay quiet", dir, doubt},
		{"a blank in the name", overlay + spaced, "", "/srv/my games/x", fine},
		{"nothing known", "", "", dir, fine},
		{"not a table", "what\n - \n", "", dir, fine},
	} {
		if got := judgeOverlay(parseMounts(test.mounts), test.cmdline, test.dir); got.State != test.want {
			t.Errorf("%s: %+v, want %s", test.name, got, test.want)
		}
	}
}

func TestJudgePower(t *testing.T) {
	for name, row := range map[string]struct {
		files map[string]string
		want  health
		what  string
	}{
		"no sensors":      {nil, fine, "no sensor"},
		"another's":       {map[string]string{"hwmon0/name": "cpu_thermal\n", "hwmon0/in0_lcrit_alarm": "1\n"}, fine, "no sensor"},
		"a good supply":   {map[string]string{"hwmon0/name": "cpu_thermal\n", "hwmon1/name": "rpi_volt\n", "hwmon1/in0_lcrit_alarm": "0\n"}, fine, "holds its voltage"},
		"a weak supply":   {map[string]string{"hwmon2/name": "rpi_volt\n", "hwmon2/in0_lcrit_alarm": "1\n"}, doubt, "sagged"},
		"one that is mum": {map[string]string{"hwmon2/name": "rpi_volt\n"}, fine, "does not say"},
	} {
		dir := t.TempDir()
		for path, text := range row.files {
			if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o755); err != nil {
				t.Fatal(err)
			}
			writeText(t, dir, path, text)
		}
		if got := judgePower(dir); got.State != row.want || !strings.Contains(got.What, row.what) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestJudgeTime(t *testing.T) {
	for _, test := range []struct {
		name          string
		status, flags int
		err           error
		want          health
	}{
		{"kept by NTP", unix.TIME_OK, 0, nil, fine},
		{"a leap second is coming", unix.TIME_INS, 0, nil, fine},
		{"never set", unix.TIME_ERROR, unix.STA_UNSYNC, nil, doubt},
		{"lost", unix.TIME_OK, unix.STA_UNSYNC, nil, doubt},
		{"not told", -1, 0, errors.New("operation not permitted"), doubt},
	} {
		if got := judgeTime(test.status, test.flags, test.err); got.State != test.want {
			t.Errorf("%s: %+v, want %s", test.name, got, test.want)
		}
	}
}

func TestCheckDiskFails(t *testing.T) {
	cfg := config.Default()
	cfg.State.Dir = filepath.Join(t.TempDir(), "nowhere")
	if got := checkDisk(context.Background(), cfg); got.State != failure || !strings.Contains(got.What, "does not exist") || got.Do == "" {
		t.Errorf("missing: %+v", got)
	}
	// A file where the folder should be is what a folder nobody may write to looks like to root.
	cfg.State.Dir = writeText(t, t.TempDir(), "file", "")
	if got := checkDisk(context.Background(), cfg); got.State != failure || got.Do == "" {
		t.Errorf("no folder: %+v", got)
	}
}

func TestCheckEyeFails(t *testing.T) {
	dir := t.TempDir()
	for name, test := range map[string]struct{ script, what, do string }{
		"no OpenCV": {"#!/bin/sh\necho 'eye: error while loading shared libraries: libopencv_core.so.406: cannot open' >&2; exit 127\n", "libopencv_core.so.406", "apt install libopencv-dev"},
		"broken":    {"#!/bin/sh\necho 'Illegal instruction' >&2; exit 132\n", "Illegal instruction", "build it again"},
	} {
		cfg := config.Default()
		cfg.Eye.Command = writeText(t, dir, "eye-"+strings.ReplaceAll(name, " ", "-"), test.script)
		if err := os.Chmod(cfg.Eye.Command, 0o755); err != nil {
			t.Fatal(err)
		}
		if got := checkEye(context.Background(), cfg); got.State != failure || !strings.Contains(got.What, test.what) || !strings.Contains(got.Do, test.do) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The eye's own words tell how it went; what it was asked is what the settings say.
func TestCheckGrid(t *testing.T) {
	for name, test := range map[string]struct {
		script string
		want   health
		what   string
	}{
		"found":    {"echo \"$@\"", fine, "calibrate --source SOURCE --size 15 --black-side top --out "},
		"not sure": {"echo cam: 15 lines; echo the grid is not sure: look", doubt, "cam: 15 lines"},
		"no board": {"echo libav: hello; echo eye calibrate: no board found >&2; exit 1", doubt, "eye calibrate: no board found"},
		"no help":  {"exit 1", doubt, "not looked at"},
	} {
		dir := t.TempDir()
		cfg := config.Default()
		cfg.Eye.Source, cfg.Eye.BlackSide = writeText(t, dir, "video", ""), "top"
		script := "#!/bin/sh\n[ \"$1\" != --help ] || exit 0\n" + test.script + "\n"
		if name == "no help" {
			script = "#!/bin/sh\nexit 1\n"
		}
		cfg.Eye.Command = writeText(t, dir, "eye", script)
		if err := os.Chmod(cfg.Eye.Command, 0o755); err != nil {
			t.Fatal(err)
		}
		got := checkGrid(context.Background(), cfg)
		what := strings.ReplaceAll(got.What, cfg.Eye.Source, "SOURCE")
		if got.State != test.want || !strings.HasPrefix(what, test.what) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestCheckBroker(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	cfg := config.Default()
	cfg.MQTT.Listen = address
	if got := checkBroker(context.Background(), cfg); got.State != doubt || !strings.Contains(got.What, "in use") {
		t.Errorf("port in use: %+v", got)
	}
	cfg.MQTT.Embedded, cfg.MQTT.Broker = false, "mqtt://"+address
	if got := checkBroker(context.Background(), cfg); got.State != fine {
		t.Errorf("a broker that answers: %+v", got)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got := checkBroker(context.Background(), cfg); got.State != failure || !strings.Contains(got.What, address) {
		t.Errorf("a broker that does not: %+v", got)
	}
	cfg.MQTT.Broker = ""
	if got := checkBroker(context.Background(), cfg); got.State != fine {
		t.Errorf("no broker at all: %+v", got)
	}
}

func TestBrokerAddress(t *testing.T) {
	for broker, want := range map[string]string{
		"mqtt://b": "b:1883", "mqtts://b": "b:8883", "tcp://b:17": "b:17", "wss://b/mqtt": "b:443", "mqtt://[::1]": "[::1]:1883",
	} {
		if got, err := brokerAddress(broker); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", broker, got, err, want)
		}
	}
}

func TestCheckButtons(t *testing.T) {
	cfg := config.Default()
	cfg.GPIO.Driver = "none"
	if got := checkButtons(context.Background(), cfg); got.State != doubt {
		t.Errorf("none: %+v", got)
	}
	if chips, _ := filepath.Glob("/dev/gpiochip*"); len(chips) > 0 {
		t.Skip("this machine has GPIO chips, and their lines may be in use: they are left alone")
	}
	cfg.GPIO.Driver = "periph"
	if got := checkButtons(context.Background(), cfg); got.State != failure || !strings.Contains(got.What, "GPIO17") {
		t.Errorf("no chips: %+v", got)
	}
}

func TestCheckSecrets(t *testing.T) {
	cfg := config.Default()
	cfg.Web.ArbiterPINFile = filepath.Join(t.TempDir(), "nowhere")
	if got := checkSecrets(context.Background(), cfg); got.State != failure {
		t.Errorf("missing: %+v", got)
	}
	cfg.Web.ArbiterPINFile = writeText(t, t.TempDir(), "pin", "4711\n")
	if got := checkSecrets(context.Background(), cfg); got.State != doubt || !strings.Contains(got.Do, "chmod 600") {
		t.Errorf("readable by everybody: %+v", got)
	}
	if err := os.Chmod(cfg.Web.ArbiterPINFile, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := checkSecrets(context.Background(), cfg); got.State != fine {
		t.Errorf("in order: %+v", got)
	}
}

// writeText makes a file that everybody may read and returns its path.
func writeText(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func writeConfig(t *testing.T, dir, text string) string {
	t.Helper()
	return writeText(t, dir, "referee.toml", text)
}
