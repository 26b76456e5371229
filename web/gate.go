package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// How the arbiter shows who he is: a header with the PIN, or the cookie he got for it.
const (
	pinHeader  = "X-Arbiter-PIN"
	cookieName = "shinpan_arbiter"
)

// A PIN is short, so guessing must be slow: after maxWrong wrong ones an address waits lockTime.
const (
	maxWrong   = 5
	lockTime   = time.Minute
	maxGuesser = 1000 // addresses remembered
)

var (
	errWrongPIN = errors.New("web: arbiter: the PIN is missing or wrong")
	errTooMany  = errors.New("web: arbiter: too many wrong PINs from here: wait a minute")
	errNoPIN    = errors.New("web: arbiter: no PIN is set, so only a browser on the appliance itself may do this: " +
		"set arbiter_pin under [web]")
)

// gate knows the arbiter.
type gate struct {
	pin   string
	token string // the cookie's value: the same after a restart, another for another PIN

	mu    sync.Mutex
	wrong map[string]guesses // by address
}

type guesses struct {
	count int
	last  time.Time
}

func newGate(pin string) *gate {
	mac := hmac.New(sha256.New, []byte(pin))
	mac.Write([]byte("shinpan arbiter's browser"))
	return &gate{pin: pin, token: hex.EncodeToString(mac.Sum(nil)), wrong: map[string]guesses{}}
}

// cookie makes the browser the arbiter's until it is closed.
func (g *gate) cookie() *http.Cookie {
	return &http.Cookie{Name: cookieName, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}
}

// offered reports whether the request tries to be the arbiter's, rightly or not.
func (g *gate) offered(r *http.Request) bool { return r.Header.Get(pinHeader) != "" }

// knows reports whether the request is the arbiter's without counting a guess.
func (g *gate) knows(r *http.Request) bool {
	if g.pin == "" {
		return onAppliance(r)
	}
	c, err := r.Cookie(cookieName)
	return err == nil && same(c.Value, g.token)
}

// check is nil for the arbiter; otherwise errWrongPIN, errTooMany or errNoPIN.
func (g *gate) check(r *http.Request) error {
	switch {
	case g.knows(r):
		return nil
	case g.pin == "":
		return errNoPIN
	case !g.offered(r):
		return errWrongPIN // he has not guessed, he has only not knocked
	}
	from, now := address(r), time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	tries := g.wrong[from]
	if now.Sub(tries.last) >= lockTime {
		tries = guesses{}
	}
	if tries.count >= maxWrong {
		return errTooMany
	}
	if same(r.Header.Get(pinHeader), g.pin) {
		delete(g.wrong, from)
		return nil
	}
	if len(g.wrong) >= maxGuesser {
		g.forgetLocked(now)
	}
	g.wrong[from] = guesses{tries.count + 1, now}
	return errWrongPIN
}

// forgetLocked drops the addresses whose time is up, or all when none is: memory is bounded.
func (g *gate) forgetLocked(now time.Time) {
	for from, tries := range g.wrong {
		if now.Sub(tries.last) >= lockTime {
			delete(g.wrong, from)
		}
	}
	if len(g.wrong) >= maxGuesser {
		clear(g.wrong)
	}
}

func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// address is the client's IP. A proxy's word for it is not believed.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// onAppliance reports whether the browser runs on this machine: it comes from the
// loopback address, through no proxy, and asks for us by a loopback name. The name
// matters because a foreign site may let its own name point at 127.0.0.1.
func onAppliance(r *http.Request) bool {
	from, err := netip.ParseAddr(address(r))
	if err != nil || !from.Unmap().IsLoopback() || r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" {
		return false
	}
	name := r.Host
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	if name == "localhost" {
		return true
	}
	asked, err := netip.ParseAddr(name)
	return err == nil && asked.IsLoopback()
}
