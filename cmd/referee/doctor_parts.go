package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"

	"golang.org/x/sys/unix"

	"shinpan/config"
)

// checkTime asks the kernel whether something keeps its wall clock right. Play runs on
// the monotonic clock, so this is about dates in records.
func checkTime(context.Context, config.Config) finding {
	var tx unix.Timex
	status, err := unix.Adjtimex(&tx)
	return judgeTime(status, int(tx.Status), err)
}

func judgeTime(status, flags int, err error) finding {
	const do = "connect a network with a time server (timedatectl shows it); play is not affected, dates are marked unsynced"
	switch {
	case err != nil:
		return doubtful(do, "the kernel does not say whether its clock is right: %v", err)
	case status == unix.TIME_ERROR || flags&unix.STA_UNSYNC != 0:
		return doubtful(do, "the wall clock is not synchronised")
	}
	return healthy("the wall clock is synchronised")
}

// checkBroker finds the outside broker, or the port of the embedded one free.
func checkBroker(ctx context.Context, cfg config.Config) finding {
	m := cfg.MQTT
	switch {
	case m.Embedded:
		return checkPort("the broker", "mqtt.listen", m.Listen)
	case m.Broker == "":
		return healthy("nothing is published (no broker is set)")
	}
	address, err := brokerAddress(m.Broker)
	if err != nil {
		return failing("mend mqtt.broker", "%v", err)
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return failing("look whether it runs and the network is there; events wait on this disk until then", "%s: %v", m.Broker, err)
	}
	_ = conn.Close()
	return healthy("%s answers", m.Broker)
}

// brokerAddress is host and port of a broker's URL, with the port of its scheme.
func brokerAddress(broker string) (string, error) {
	u, err := url.Parse(broker)
	if err != nil {
		return "", err
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"mqtt": "1883", "tcp": "1883", "mqtts": "8883", "ssl": "8883", "ws": "80", "wss": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port), nil
}

func checkPage(_ context.Context, cfg config.Config) finding {
	return checkPort("the page", "web.listen", cfg.Web.Listen)
}

// checkPort listens on an address for a moment.
func checkPort(what, key, address string) finding {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, unix.EADDRINUSE):
		return doubtful("fine if the service is running; if not, ss -ltnp shows who holds it, or choose another "+key,
			"%s for %s is in use", address, what)
	case errors.Is(err, unix.EACCES):
		return failing("choose a port above 1023 as "+key, "%s: %v", what, err)
	case err != nil:
		return failing("mend "+key, "%s: %v", what, err)
	}
	_ = l.Close()
	return healthy("%s is free for %s", address, what)
}

// checkSecrets reads the secret files as the appliance will.
func checkSecrets(_ context.Context, cfg config.Config) finding {
	if _, err := cfg.MQTT.Password(); err != nil {
		return failing("see [mqtt] password_file", "%v", err)
	}
	pin, err := cfg.Web.PIN()
	if err != nil {
		return failing("see [web] arbiter_pin_file", "%v", err)
	}
	for _, path := range []string{cfg.MQTT.PasswordFile, cfg.Web.ArbiterPINFile} {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o007 != 0 {
			return doubtful(fmt.Sprintf("sudo chmod 600 %s", path), "everybody on this machine can read %s", path)
		}
	}
	if pin == "" {
		return healthy("no PIN is set: the arbiter must use a browser on this machine")
	}
	return healthy("the arbiter's page has a PIN")
}
