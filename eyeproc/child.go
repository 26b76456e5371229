package eyeproc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"shinpan/vision/wire"
)

// child is one running eye.
type child struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr io.ReadCloser
	waited chan struct{} // closed when the process has been collected
	werr   error
	unread chan struct{} // closed when read has returned

	mu   sync.Mutex
	last string // the last line on its standard error
}

func start(command string, args []string) (*child, error) {
	cmd := exec.Command(command, args...)
	// What the command starts in its turn must end with it, and with us: a camera can be
	// opened only once.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	c := &child{cmd: cmd, waited: make(chan struct{}), unread: make(chan struct{})}
	var err error
	if c.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	// Pipes of our own: the ones of exec.Cmd are closed by Wait, under the reader's feet.
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		outR.Close()
		outW.Close()
		return nil, fmt.Errorf("eye: %w", err)
	}
	cmd.Stdout, cmd.Stderr, c.stdout, c.stderr = outW, errW, outR, errR
	err = cmd.Start()
	outW.Close()
	errW.Close()
	if err != nil {
		outR.Close()
		errR.Close()
		return nil, refusal{fmt.Errorf("eye: cannot start %s: %w: build it with make, or set eye.command", command, err)}
	}
	go c.listen()
	return c, nil
}

// listen keeps the last line the eye complained with, then collects its exit status.
func (c *child) listen() {
	lines := bufio.NewScanner(c.stderr)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" {
			c.mu.Lock()
			c.last = line
			c.mu.Unlock()
		}
	}
	_, _ = io.Copy(io.Discard, c.stderr) // a line too long for the scanner must not block the eye
	c.stderr.Close()
	c.werr = c.cmd.Wait()
	close(c.waited)
}

func (c *child) read(ctx context.Context, out chan<- wire.Message, failed chan<- error) {
	defer close(c.unread)
	r := wire.NewReader(c.stdout)
	for {
		m, err := r.Read()
		if err != nil {
			failed <- err
			return
		}
		select {
		case out <- m:
		case <-ctx.Done():
			return
		}
	}
}

// tell says to the eye what there is to say, until ctx ends or it does not listen any more.
func (c *child) tell(ctx context.Context, words <-chan wire.Message) {
	w := wire.NewWriter(c.stdin)
	for {
		select {
		case m := <-words:
			if w.Write(m) != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// kill ends the process and all it has started, and waits for it and for what listens to
// it. One that hangs in its camera's driver cannot be killed; it is left behind after a
// while, because whoever waits for it cannot tell anybody that the board is not watched.
func (c *child) kill(within time.Duration) {
	_ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL)
	c.stdin.Close()
	c.stderr.Close()
	patience := time.NewTimer(within)
	defer patience.Stop()
	select {
	case <-c.waited:
	case <-patience.C:
	}
	c.stdout.Close()
	<-c.unread
}

// exited reports whether the process has ended by itself.
func (c *child) exited() bool {
	select {
	case <-c.waited:
		return c.cmd.ProcessState.Exited()
	default:
		return false
	}
}

// why explains the end of a stream: what the process said last and how it ended.
func (c *child) why(err error) error {
	select {
	case <-c.waited:
	case <-time.After(time.Second):
	}
	c.mu.Lock()
	last := c.last
	c.mu.Unlock()
	switch {
	case last != "" && c.exited():
		return refusal{errors.New(last)}
	case last != "":
		return errors.New(last)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		select {
		case <-c.waited:
			return fmt.Errorf("eye: ended (%v)", c.werr)
		default:
			return errors.New("eye: closed its stream")
		}
	}
	return fmt.Errorf("eye: broken stream: %w", err)
}
