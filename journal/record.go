package journal

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maxRecord bounds a line: no input is longer, whatever the bytes say.
const maxRecord = 1 << 20

// encode appends the record of v to buf.
func encode(buf []byte, v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return buf, fmt.Errorf("journal: %w", err)
	}
	if len(body) > maxRecord {
		return buf, fmt.Errorf("journal: record of %d bytes: at most %d", len(body), maxRecord)
	}
	buf = fmt.Appendf(buf, "%08x ", crc32.Checksum(body, castagnoli))
	buf = append(buf, body...)
	return append(buf, '\n'), nil
}

var (
	errTorn = errors.New("the line ends too early")
	errCRC  = errors.New("the checksum does not match")
)

// decode checks one line without its newline and returns the JSON in it.
func decode(line []byte) ([]byte, error) {
	sum, body, ok := bytes.Cut(line, []byte{' '})
	if !ok || len(sum) != 8 {
		return nil, errTorn
	}
	var want [4]byte
	if _, err := hex.Decode(want[:], sum); err != nil {
		return nil, errCRC
	}
	got := crc32.Checksum(body, castagnoli)
	if got != uint32(want[0])<<24|uint32(want[1])<<16|uint32(want[2])<<8|uint32(want[3]) {
		return nil, errCRC
	}
	return body, nil
}
