//go:build amd64 || arm64

package sandbox

import (
	"encoding/json"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// link is one end of the socket between the judge and a helper.
type link struct{ fd int }

// newLink makes both ends; no other program inherits them.
func newLink() (here, there link, err error) {
	p, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	return link{p[0]}, link{p[1]}, err
}

// send sends a message, and files beside it.
func (l link) send(m any, files ...int) error {
	var rights []byte
	if len(files) > 0 {
		rights = unix.UnixRights(files...)
	}
	for {
		var err error
		if rights == nil { // a helper's own filter leaves it this call alone
			err = unix.Send(l.fd, encode(m), unix.MSG_NOSIGNAL)
		} else {
			_, err = unix.SendmsgN(l.fd, encode(m), rights, nil, unix.MSG_NOSIGNAL)
		}
		switch err {
		case unix.EINTR:
		case unix.EPIPE, unix.ECONNRESET:
			return errGone
		case unix.EMSGSIZE, unix.ENOBUFS:
			return errTooLong
		default:
			return err
		}
	}
}

// receive waits for a message and the files beside it. buf is maxMessage long.
func (l link) receive(buf []byte, m any) (files []int, err error) {
	var rights [64]byte
	for {
		n, nr, _, _, err := unix.Recvmsg(l.fd, buf, rights[:], unix.MSG_CMSG_CLOEXEC)
		switch {
		case err == unix.EINTR:
			continue
		case n == 0 || err == unix.ECONNRESET: // no message is empty
			return nil, errGone
		case err != nil:
			return nil, err
		}
		files, err = filesIn(rights[:nr])
		if err == nil && json.Unmarshal(buf[:n], m) != nil {
			err = say.Errorf("the helper and the judge do not understand each other")
		}
		return files, err
	}
}

func filesIn(rights []byte) (files []int, err error) {
	if len(rights) == 0 {
		return nil, nil
	}
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil {
		return nil, err
	}
	for i := range messages {
		f, err := unix.ParseUnixRights(&messages[i])
		if err != nil {
			return nil, err
		}
		files = append(files, f...)
	}
	return files, nil
}
