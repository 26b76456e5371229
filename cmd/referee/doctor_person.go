package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// person is somebody at the terminal who can press, look and listen.
type person struct {
	says    chan string // lines typed; closed at the end of the input
	screen  io.Writer
	patient bool // has not gone away yet
}

// personAt is the person at the terminal, nil where there is none or nobody would read.
func personAt(ctx context.Context, io stdio, asJSON bool) *person {
	f, ok := io.in.(*os.File)
	if !ok || asJSON {
		return nil
	}
	if _, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS); err != nil {
		return nil
	}
	return newPerson(ctx, f, io.err)
}

func newPerson(ctx context.Context, in io.Reader, screen io.Writer) *person {
	p := &person{says: make(chan string), screen: screen, patient: true}
	go func() {
		defer close(p.says)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			select {
			case p.says <- strings.ToLower(strings.TrimSpace(lines.Text())):
			case <-ctx.Done():
				return
			}
		}
	}()
	return p
}

// tell writes a line for the person.
func (p *person) tell(format string, args ...any) { fmt.Fprintf(p.screen, format+"\n", args...) }

// asks is true for yes, which is the return key alone; answered is false where nobody is
// there any more.
func (p *person) asks(ctx context.Context, question string) (yes, answered bool) {
	fmt.Fprintf(p.screen, "%s  [return: yes, n: no] ", question)
	select {
	case word, ok := <-p.says:
		p.patient = p.patient && ok
		return ok && !strings.HasPrefix(word, "n"), ok
	case <-ctx.Done():
		p.patient = false
		return false, false
	}
}
