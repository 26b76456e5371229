package deploy

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shinpan/config"
)

// stage is a root below which the installer works, with two programs to install.
type stage struct {
	t         *testing.T
	root, bin string
}

func newStage(t *testing.T) stage {
	t.Helper()
	s := stage{t, t.TempDir(), t.TempDir()}
	for _, name := range []string{"referee", "eye"} {
		if err := os.WriteFile(filepath.Join(s.bin, name), []byte("#!/bin/sh\n# "+name+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// run calls the installer and returns what it said.
func (s stage) run(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("./install", append(args, "--prefix", s.root, "--bin", s.bin)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("install %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// files lists what lies below the root, with modes.
func (s stage) files() []string {
	s.t.Helper()
	var out []string
	err := filepath.WalkDir(s.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		name, _ := filepath.Rel(s.root, path)
		out = append(out, info.Mode().String()+" "+name)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func (s stage) read(name string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.root, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

func (s stage) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

const configFile = "etc/shinpan/referee.toml"

var installed = []string{
	"-rw-r--r-- etc/shinpan/referee.toml",
	"-rw-r--r-- usr/lib/systemd/system/shinpan.service",
	"-rw-r--r-- usr/lib/sysusers.d/shinpan.conf",
	"-rw-r--r-- usr/lib/udev/rules.d/99-shinpan.rules",
	"-rw-r--r-- usr/share/shinpan/referee.toml",
	"-rwxr-xr-x usr/lib/shinpan/eye",
	"-rwxr-xr-x usr/lib/shinpan/referee",
	"Lrwxrwxrwx usr/bin/eye",
	"Lrwxrwxrwx usr/bin/referee",
}

func TestInstallTwiceAndRemove(t *testing.T) {
	s := newStage(t)
	for range 2 {
		s.run("install")
		if got := s.files(); !slices.Equal(got, installed) {
			t.Fatalf("installed\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(installed, "\n"))
		}
	}
	if s.read(configFile) != config.Commented {
		t.Error("the installed configuration is not the commented one")
	}
	if s.read("usr/bin/eye") != "#!/bin/sh\n# eye\n" {
		t.Error("the link does not lead to the eye")
	}
	for range 2 {
		s.run("remove")
		if got := s.files(); len(got) > 0 {
			t.Fatalf("left behind: %v", got)
		}
	}
}

func TestInstallKeepsAnEditedConfig(t *testing.T) {
	s := newStage(t)
	s.run()
	mine := strings.Replace(config.Commented, `name = "1"`, `name = "hall-7"`, 1)
	s.write(configFile, mine)
	if said := s.run(); !strings.Contains(said, "stays as it is") {
		t.Errorf("said %q", said)
	}
	if s.read(configFile) != mine {
		t.Fatal("an edited configuration was overwritten")
	}
	s.run("remove")
	if got := s.files(); !slices.Equal(got, []string{"-rw-r--r-- " + configFile}) {
		t.Fatalf("after remove: %v", got)
	}
	s.run("remove", "--purge")
	if got := s.files(); len(got) > 0 {
		t.Fatalf("after purge: %v", got)
	}
}

// A configuration nobody touched follows the shipped one.
func TestInstallRenewsAnUntouchedConfig(t *testing.T) {
	s := newStage(t)
	s.run()
	s.write(configFile, "# as an older version shipped it\n")
	s.write("usr/share/shinpan/referee.toml", "# as an older version shipped it\n")
	s.run()
	if s.read(configFile) != config.Commented {
		t.Error("an untouched configuration stayed old")
	}
}

func TestRemoveKeepsGames(t *testing.T) {
	s := newStage(t)
	s.run()
	s.write("var/lib/shinpan/game.journal", "a game")
	s.run("remove")
	if s.read("var/lib/shinpan/game.journal") != "a game" {
		t.Error("the games are gone")
	}
	s.run("remove", "--purge")
	if got := s.files(); len(got) > 0 {
		t.Errorf("after purge: %v", got)
	}
}

// Somebody else's program of the same name is not ours to remove.
func TestRemoveLeavesOthersAlone(t *testing.T) {
	s := newStage(t)
	s.run()
	link := filepath.Join(s.root, "usr/bin/eye")
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	s.write("usr/bin/eye", "another program")
	s.run("remove")
	if s.read("usr/bin/eye") != "another program" {
		t.Error("another program was removed")
	}
}

func TestInstallRefuses(t *testing.T) {
	s := newStage(t)
	if err := os.Remove(filepath.Join(s.bin, "eye")); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args []string
		code int
		says string
	}{
		"not built":   {[]string{"--prefix", s.root, "--bin", s.bin}, 1, "eye is not built: run make build"},
		"wrong word":  {[]string{"upgrade"}, 2, "deploy/install remove"},
		"no argument": {[]string{"--prefix"}, 2, "deploy/install remove"},
		"help":        {[]string{"--help"}, 0, "deploy/install remove"},
	} {
		cmd := exec.Command("./install", test.args...)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.says) {
			t.Errorf("%s: exit %d, said\n%s", name, code, out)
		}
	}
	if got := s.files(); len(got) > 0 {
		t.Errorf("a refused installation left %v", got)
	}
}
