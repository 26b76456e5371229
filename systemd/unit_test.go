package systemd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/coreos/go-systemd/v22/unit"
)

const service = "shinpan.service"

// options reads the unit: all values of each "Section.Key", in order.
func options(t *testing.T) map[string][]string {
	t.Helper()
	f, err := os.Open(service)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	parsed, err := unit.DeserializeOptions(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, o := range parsed {
		key := o.Section + "." + o.Name
		out[key] = append(out[key], o.Value)
	}
	return out
}

// What the appliance relies on; a change here is a change of what happens at the table.
func TestService(t *testing.T) {
	got := options(t)
	for key, want := range map[string]string{
		"Unit.StartLimitIntervalSec":      "0",
		"Service.Type":                    "notify",
		"Service.NotifyAccess":            "main",
		"Service.WatchdogSec":             "10",
		"Service.Restart":                 "always",
		"Service.RestartSec":              "1",
		"Service.OOMPolicy":               "continue",
		"Service.KillMode":                "mixed",
		"Service.User":                    "shinpan",
		"Service.StateDirectory":          "shinpan",
		"Service.DevicePolicy":            "closed",
		"Service.DeviceAllow":             "char-video4linux rw|char-media rw|char-dma_heap rw|char-gpiochip rw|char-i2c rw|char-spi rw",
		"Service.RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6 AF_NETLINK",
		"Service.ProtectSystem":           "strict",
		"Service.NoNewPrivileges":         "yes",
		"Service.CapabilityBoundingSet":   "",
		"Service.SystemCallErrorNumber":   "EPERM",
		"Install.WantedBy":                "multi-user.target",
	} {
		if have := strings.Join(got[key], "|"); have != want {
			t.Errorf("%s = %q, want %q", key, have, want)
		}
	}
	// A device that is private cannot be allowed.
	if v := got["Service.PrivateDevices"]; len(v) > 0 {
		t.Errorf("PrivateDevices=%v hides the camera", v)
	}
}

// The installer puts things where the unit looks for them.
func TestServicePaths(t *testing.T) {
	installer, err := os.ReadFile("../deploy/install")
	if err != nil {
		t.Fatal(err)
	}
	start := strings.Fields(options(t)["Service.ExecStart"][0])
	for _, path := range []string{start[0], start[len(start)-1]} {
		if !bytes.Contains(installer, []byte(filepath.Dir(path))) {
			t.Errorf("deploy/install does not know %s, which the unit uses", filepath.Dir(path))
		}
	}
}

func needAnalyze(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("NOT CHECKED: systemd-analyze is missing here; ./test installs it as root, from Debian's package systemd")
	}
	return path
}

func TestServiceVerifies(t *testing.T) {
	analyze := needAnalyze(t)
	text, err := os.ReadFile(service)
	if err != nil {
		t.Fatal(err)
	}
	// The referee need not be installed here: any program will do for the check.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^ExecStart=\S+`)
	path := filepath.Join(t.TempDir(), service)
	if err := os.WriteFile(path, line.ReplaceAll(text, []byte("ExecStart="+self)), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(analyze, "verify", "--man=no", path).CombinedOutput()
	if err != nil || bytes.Contains(out, []byte(service)) {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

func TestServiceIsHardened(t *testing.T) {
	analyze := needAnalyze(t)
	// The threshold is in tenths: exposure 2.0 of 10.
	out, err := exec.Command(analyze, "security", "--no-pager", "--offline=true", "--threshold=20", service).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	t.Log(lines[len(lines)-1])
	if err != nil {
		t.Errorf("exposure above 2.0: %v\n%s", err, out)
	}
}

// A unit that ran as root with nothing closed would have to fail the check above.
func TestHardeningCheckCanFail(t *testing.T) {
	analyze := needAnalyze(t)
	path := filepath.Join(t.TempDir(), service)
	if err := os.WriteFile(path, []byte("[Service]\nExecStart=/bin/true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "security", "--no-pager", "--offline=true", "--threshold=20", path).CombinedOutput(); err == nil {
		t.Errorf("a bare unit passes:\n%s", out)
	}
}

func TestSysusers(t *testing.T) {
	sysusers, err := exec.LookPath("systemd-sysusers")
	if err != nil {
		t.Skip("NOT CHECKED: systemd-sysusers is missing here; ./test installs it as root, from Debian's package systemd")
	}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "etc"), 0o755); err != nil {
		t.Fatal(err)
	}
	conf, err := filepath.Abs("shinpan.sysusers")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(sysusers, "--root="+root, conf).CombinedOutput(); err != nil {
		t.Skipf("NOT CHECKED: systemd-sysusers cannot write into a root of its own here, as root it can: %v\n%s", err, out)
	}
	groups, err := os.ReadFile(filepath.Join(root, "etc/group"))
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range []string{"video", "gpio", "i2c", "spi"} {
		if !regexp.MustCompile(`(?m)^` + group + `:.*:shinpan$`).Match(groups) {
			t.Errorf("shinpan is not in %s:\n%s", group, groups)
		}
	}
}
