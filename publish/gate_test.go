package publish

import (
	"io"
	"net"
	"os"
	"sync"
	"testing"
)

// gate is a network between a client and a broker that can be cut and mended.
type gate struct {
	net    net.Listener
	target string

	mu    sync.Mutex
	shut  bool
	conns []net.Conn
	wg    sync.WaitGroup
}

func newGate(t *testing.T, target string) *gate {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{net: l, target: target}
	g.wg.Add(1)
	go g.accept()
	t.Cleanup(func() {
		_ = l.Close()
		g.cut()
		g.wg.Wait()
	})
	return g
}

func (g *gate) url() string { return "tcp://" + g.net.Addr().String() }

func (g *gate) accept() {
	defer g.wg.Done()
	for {
		c, err := g.net.Accept()
		if err != nil {
			return
		}
		g.mu.Lock()
		shut := g.shut
		g.mu.Unlock()
		d, err := net.Dial("tcp", g.target)
		if shut || err != nil {
			_ = c.Close()
			if err == nil {
				_ = d.Close()
			}
			continue
		}
		g.mu.Lock()
		g.conns = append(g.conns, c, d)
		g.mu.Unlock()
		g.wg.Add(2)
		go g.carry(c, d)
		go g.carry(d, c)
	}
}

func (g *gate) carry(to, from net.Conn) {
	defer g.wg.Done()
	_, _ = io.Copy(to, from)
	_ = to.Close()
	_ = from.Close()
}

// cut ends all connections and lets no new one through.
func (g *gate) cut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = true
	for _, c := range g.conns {
		_ = c.Close()
	}
	g.conns = nil
}

func (g *gate) mend() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = false
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
