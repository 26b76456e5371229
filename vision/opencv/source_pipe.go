package opencv

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"gocv.io/x/gocv"
)

// pipePrefix begins the name of a source that is a command which writes JPEGs to its
// standard output, such as rpicam-vid with --codec mjpeg.
const pipePrefix = "pipe:"

// pipeSilence is how long a command may write nothing before it is started again.
const pipeSilence = 6 * time.Second

// pipe is a running command whose pictures are read.
type pipe struct {
	cmd   *exec.Cmd
	out   *os.File
	jpegs *jpegStream

	mu     sync.Mutex
	said   tail
	waited chan struct{}
	werr   error
	why    error // of the last failed Read
}

// pipeOpener starts the command. It is started again whenever it ends, or falls silent.
func pipeOpener(command string) opener {
	return func() (grabber, Info, error) {
		if strings.TrimSpace(command) == "" {
			return nil, Info{}, errors.New("pipe: no command: write pipe: and a command that writes JPEGs to its standard output")
		}
		p, err := startPipe(command)
		if err != nil {
			return nil, Info{}, err
		}
		return p, Info{}, nil
	}
}

func startPipe(command string) (*pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("pipe:%s: %w", command, err)
	}
	p := &pipe{cmd: exec.Command("/bin/sh", "-c", command), out: r, jpegs: newJPEGStream(r), waited: make(chan struct{})}
	// The camera must be free again when we are gone.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	p.cmd.Stdout, p.cmd.Stderr = w, p
	p.cmd.WaitDelay = time.Second
	err = p.cmd.Start()
	_ = w.Close()
	if err != nil {
		_ = r.Close()
		return nil, fmt.Errorf("pipe:%s: cannot start: %w", command, err)
	}
	go func() {
		p.werr = p.cmd.Wait()
		close(p.waited)
	}()
	return p, nil
}

// Write takes what the command says on standard error: the last line is its complaint.
func (p *pipe) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said.add(text)
	return len(text), nil
}

// Read fills frame with the next picture. A damaged one is left out.
func (p *pipe) Read(frame *gocv.Mat) bool {
	for {
		if err := p.out.SetReadDeadline(time.Now().Add(pipeSilence)); err != nil {
			return p.fail(err)
		}
		jpeg, err := p.jpegs.next()
		if err != nil {
			return p.fail(err)
		}
		picture, err := DecodePicture(jpeg)
		if err != nil {
			p.setWhy(err)
			continue
		}
		picture.CopyTo(frame)
		_ = picture.Close()
		return true
	}
}

// fail remembers why no picture came.
func (p *pipe) fail(err error) bool {
	why := "the command writes no pictures"
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		select {
		case <-p.waited:
		case <-time.After(time.Second):
		}
		why = "the command has ended"
		select {
		case <-p.waited:
			if p.werr != nil {
				why += " (" + p.werr.Error() + ")"
			}
		default:
		}
	}
	p.mu.Lock()
	last := p.said.line()
	p.mu.Unlock()
	if last != "" {
		why += ": " + last
	}
	p.setWhy(errors.New(why))
	return false
}

func (p *pipe) setWhy(err error) {
	p.mu.Lock()
	p.why = err
	p.mu.Unlock()
}

// Why is why the last Read failed.
func (p *pipe) Why() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// stop ends the command and all it has started, and so what reads from it.
func (p *pipe) stop() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// Close frees everything.
func (p *pipe) Close() error {
	p.stop()
	err := p.out.Close()
	<-p.waited
	return err
}

// tail is the end of what a program says.
type tail []byte

const tailMax = 500

func (t *tail) add(text []byte) {
	*t = append(*t, text...)
	if n := len(*t); n > tailMax {
		*t = append((*t)[:0], (*t)[n-tailMax:]...)
	}
}

// line is the last line that is not empty.
func (t tail) line() string {
	text := bytes.TrimSpace(t)
	return string(bytes.TrimSpace(text[bytes.LastIndexByte(text, '\n')+1:]))
}
