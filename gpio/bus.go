package gpio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3"
)

// The kernel's buses, as far as displays need them: bytes out. periph has drivers for them,
// but linking those in brings its other GPIO drivers too (see chips), and their errors have
// lost the cause.

// device is a chip on a bus. It is a periph Conn, so that periph's own fakes can
// stand in for it.
type device struct {
	file *os.File
	name string
	mode conn.Duplex
}

var _ conn.Conn = (*device)(nil)

// i2cSlave is the ioctl I2C_SLAVE: whom to talk to.
const i2cSlave = 0x0703

// openI2C opens a bus like "i2c-1" for the chip at an address.
func openI2C(bus string, address int) (*device, error) {
	d, err := openBus(bus, "dtparam=i2c_arm=on", "i2c")
	if err != nil {
		return nil, err
	}
	if err := unix.IoctlSetInt(int(d.file.Fd()), i2cSlave, address); err != nil {
		_ = d.file.Close()
		return nil, fmt.Errorf("%s: address %#x: %w: does a driver of the kernel use that chip?", bus, address, err)
	}
	d.name, d.mode = fmt.Sprintf("%s %#x", bus, address), conn.Half
	return d, nil
}

// The ioctls SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ.
const (
	spiMode  = 0x40016b01
	spiSpeed = 0x40046b04
)

// openSPI opens a port like "spidev0.0", mode 0, at a speed in hertz.
func openSPI(port string, hertz uint32) (*device, error) {
	d, err := openBus(port, "dtparam=spi=on", "spi")
	if err != nil {
		return nil, err
	}
	var mode uint8
	for request, value := range map[uintptr]unsafe.Pointer{spiMode: unsafe.Pointer(&mode), spiSpeed: unsafe.Pointer(&hertz)} {
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, d.file.Fd(), request, uintptr(value)); errno != 0 {
			_ = d.file.Close()
			return nil, fmt.Errorf("%s: mode 0 at %d Hz: %w", port, hertz, errno)
		}
	}
	return d, nil
}

// openBus opens /dev/name. parameter is what switches such buses on, group who may use them.
func openBus(name, parameter, group string) (*device, error) {
	f, err := os.OpenFile("/dev/"+name, os.O_RDWR, 0)
	if err != nil {
		return nil, noBus(err, parameter, group)
	}
	return &device{file: f, name: name, mode: conn.Full}, nil
}

// noBus says what to do where a bus cannot be opened.
func noBus(err error, parameter, group string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: write %s into config.txt of the boot partition and start the machine anew", err, parameter)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: add this user to the group %s", err, group)
	}
	return err
}

func (d *device) String() string      { return d.name }
func (d *device) Duplex() conn.Duplex { return d.mode }
func (d *device) Close() error        { return d.file.Close() }

var errWriteOnly = errors.New("gpio: displays are not read")

// Tx sends w as one message: between start and stop, or with the chip selected.
func (d *device) Tx(w, r []byte) error {
	if len(r) > 0 {
		return errWriteOnly
	}
	n, err := unix.Write(int(d.file.Fd()), w)
	switch {
	case errors.Is(err, unix.EREMOTEIO) || errors.Is(err, unix.ENXIO):
		return fmt.Errorf("%s: does not answer: %w", d.name, err)
	case err != nil:
		return fmt.Errorf("%s: %w", d.name, err)
	case n != len(w):
		return fmt.Errorf("%s: took %d of %d bytes", d.name, n, len(w))
	}
	return nil
}

// sender sends messages until one is refused.
type sender struct {
	to  conn.Conn
	err error
}

func (s *sender) send(message ...byte) {
	if s.err == nil {
		s.err = s.to.Tx(message, nil)
	}
}

// closeConn closes a connection that can be closed; a fake one cannot.
func closeConn(c conn.Conn) error {
	if c, ok := c.(interface{ Close() error }); ok {
		return c.Close()
	}
	return nil
}
