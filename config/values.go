package config

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// Duration is a length of time that is written "300ms", "3s" or "1m30s".
type Duration time.Duration

// UnmarshalText reads what time.ParseDuration reads, and nothing below zero.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v < 0 {
		return fmt.Errorf(`want a length of time like "300ms" or "3s" (got %q)`, text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// String is the duration as Go writes it.
func (d Duration) String() string { return time.Duration(d).String() }

// Password reads the broker's password; it is empty where no file is named. The
// line's end does not belong to it.
func (m MQTT) Password() (string, error) { return secret("mqtt.password_file", m.PasswordFile) }

// PIN is the arbiter's, written in place or read from its file; empty where there is none.
func (w Web) PIN() (string, error) {
	if w.ArbiterPIN != "" {
		return w.ArbiterPIN, nil
	}
	return secret("web.arbiter_pin_file", w.ArbiterPINFile)
}

// secret reads the one line of a secret's file.
func secret(key, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("config: %s: %w: write the secret into that file, readable by the user shinpan", key, err)
	}
	text := strings.TrimRight(string(data), "\r\n")
	if text == "" || strings.ContainsAny(text, "\r\n") {
		return "", fmt.Errorf("config: %s: %s: want one line that holds the secret", key, path)
	}
	return text, nil
}
