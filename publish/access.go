package publish

import (
	"crypto/subtle"
	"strings"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// ownUser is the name under which our own client connects to the embedded broker.
const ownUser = "shinpan-referee"

// access decides who may do what at the embedded broker: our own client may write,
// the arbiter may read everything, everybody else what is for everybody.
type access struct {
	mochi.HookBase
	server             *mochi.Server
	clientID           string // ours
	secret             string // ours
	username, password string // the arbiter's; no password, no arbiter
}

// ID names the hook.
func (a *access) ID() string { return "access" }

// Provides lists the questions the hook answers.
func (a *access) Provides(b byte) bool {
	switch b {
	case mochi.OnConnect, mochi.OnConnectAuthenticate, mochi.OnACLCheck, mochi.OnSessionEstablish, mochi.OnSubscribe:
		return true
	}
	return false
}

// OnConnect makes every session end with its connection, and turns off the broker's
// flow control. Both are for order: the broker sends again what a session has missed,
// and what flow control held back, in no particular order within a second. A reader
// that was away takes the retained snapshot. Last wills are publications, so that
// nobody else may have one.
func (a *access) OnConnect(cl *mochi.Client, _ packets.Packet) error {
	cl.Properties.Clean = true
	cl.Properties.Props.SessionExpiryInterval = 0
	cl.State.Inflight.ResetSendQuota(0)
	if string(cl.Properties.Username) != ownUser {
		cl.Properties.Will = mochi.Will{}
	}
	return nil
}

// OnSessionEstablish forgets what an older connection of the same client has not
// acknowledged, for the same reason.
func (a *access) OnSessionEstablish(cl *mochi.Client, _ packets.Packet) {
	if old, ok := a.server.Clients.Get(cl.ID); ok {
		old.ClearInflights()
	}
}

// OnConnectAuthenticate lets in our own client by its secret, the arbiter by name and
// password, and anybody who gives neither. A wrong password is refused, not degraded,
// so that it is noticed. Nobody else may use our client's id: that would throw us out.
func (a *access) OnConnectAuthenticate(cl *mochi.Client, pk packets.Packet) bool {
	user, password := string(pk.Connect.Username), pk.Connect.Password
	if user == ownUser {
		return cl.ID == a.clientID && same(password, a.secret)
	}
	if cl.ID == a.clientID {
		return false
	}
	if user == "" && len(password) == 0 {
		return true
	}
	return a.password != "" && user == a.username && same(password, a.password)
}

func same(given []byte, want string) bool {
	return subtle.ConstantTimeCompare(given, []byte(want)) == 1
}

// OnACLCheck is asked for every publication, every subscription (name is a filter
// then) and every delivery.
func (a *access) OnACLCheck(cl *mochi.Client, name string, write bool) bool {
	user := string(cl.Properties.Username)
	switch {
	case user == ownUser:
		return true
	case write:
		return false
	case strings.HasPrefix(name, "$"):
		return false
	case forArbiter(name):
		return user != "" // only the arbiter gets past authentication with a name
	}
	return true
}

// OnSubscribe bounds what one client can make the broker remember: the filters that are
// too many become invalid ones, which are refused one by one.
func (a *access) OnSubscribe(cl *mochi.Client, pk packets.Packet) packets.Packet {
	room := maxFilters - cl.State.Subscriptions.Len()
	for i := max(0, room); i < len(pk.Filters); i++ {
		pk.Filters[i].Filter = ""
	}
	return pk
}
