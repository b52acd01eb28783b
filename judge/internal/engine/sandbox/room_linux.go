//go:build amd64 || arm64

package sandbox

import (
	"crypto/rand"
	"encoding/binary"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// room is memory that a helper shares with its starter, and so with a child until its exec. It lies at the
// same address for all of them.
type room struct {
	usual  usual
	launch launch
	told   told
	word   word

	helper  int32         // its number
	orphan  bool          // the kernel kills a child when the helper dies, even without a pid namespace
	early   uintptr       // CLONE_FILES if children are made before there is a launch for them
	start   int32         // an event: the launch is laid out
	answer  int32         // an event: the child is there, or there can be none
	handler [4]uint64     // a struct sigaction of zeros: what is usual happens
	none    [8]byte       // no signals
	atOnce  unix.Timespec // no time
	args    cloneArgs     // of the starter
	stacks  [2]stack      // the starter's and the child's
	used    int           // bytes of space
	space   [4 << 20]byte // data that the launch points to; unused pages cost nothing
}

const stackSize = 16 << 10

type stack [stackSize + 16]byte

// top is where a stack begins: it grows downwards, from where the processor wants it.
//
//go:nosplit
func top(s *stack) uintptr { return (uintptr(unsafe.Pointer(s)) + unsafe.Sizeof(*s)) &^ 15 }

// shared is where the starter and the child find the room.
var shared *room

func newRoom() (r *room, err error) {
	if shared != nil {
		return nil, say.Errorf("this process is a helper already")
	}
	memory, err := unix.Mmap(-1, 0, int(unsafe.Sizeof(room{})), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, err
	}
	r = (*room)(unsafe.Pointer(&memory[0]))
	if err := binary.Read(rand.Reader, binary.NativeEndian, &r.word); err != nil {
		return nil, err
	}
	for _, event := range []*int32{&r.start, &r.answer} {
		fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
		if err != nil {
			return nil, err
		}
		*event = int32(fd)
	}
	r.clear()
	r.usual.ruleset = -1
	shared = r
	return r, nil
}

// unusual reports whether a launch has rules of its own, so that a child with the usual ones cannot become its program.
func (r *room) unusual() bool { return r.usual.ruleset >= 0 && r.launch.ruleset != r.usual.ruleset }

// looksAhead reports whether the next run's child is made while the judge checks the output of this run. After an unusual
// launch the next is unusual, too, perhaps.
func (r *room) looksAhead() bool { return r.early != 0 && !r.unusual() }

// clear prepares the room for another launch.
func (r *room) clear() {
	r.launch, r.used = launch{ruleset: -1, cgroup: -1}, 0
}

var errTooLong = say.Errorf("its arguments and environment are too long: keep them under 200 kB")

// carve allocates n values in the room's space.
func carve[T any](r *room, n int) ([]T, error) {
	var t T
	align := int(unsafe.Alignof(t))
	r.used = (r.used + align - 1) &^ (align - 1)
	if n > (len(r.space)-r.used)/int(unsafe.Sizeof(t)) {
		return nil, errTooLong
	}
	values := unsafe.Slice((*T)(unsafe.Pointer(&r.space[r.used])), n)
	r.used += n * int(unsafe.Sizeof(t))
	return values, nil
}

// text copies a string into the room, as the kernel wants it.
func (r *room) text(s string) (*byte, error) {
	if strings.IndexByte(s, 0) >= 0 {
		return nil, say.Errorf("%q: a zero byte cannot be passed to a program", s)
	}
	b, err := carve[byte](r, len(s)+1)
	if err != nil {
		return nil, err
	}
	b[copy(b, s)] = 0
	return &b[0], nil
}

// texts copies strings, and a list of where they are.
func (r *room) texts(all []string) (**byte, error) {
	list, err := carve[*byte](r, len(all)+1)
	if err != nil {
		return nil, err
	}
	for i, s := range all {
		if list[i], err = r.text(s); err != nil {
			return nil, err
		}
	}
	list[len(all)] = nil
	return &list[0], nil
}

// keepLittle removes the helper's memory from its starter, except the room, the executable with its variables, and this
// thread's storage: if the C library is linked in, as the net package does where there is a C compiler, the kernel
// writes there too.
func keepLittle(r *room) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return // it is as heavy as the helper then
	}
	var areas []area
	for line := range strings.Lines(string(maps)) {
		if a, ok := parseArea(line); ok {
			areas = append(areas, a)
		}
	}
	for _, a := range notKept(areas, reflect.ValueOf(serveStarts).Pointer(), uintptr(unsafe.Pointer(r)), threadStorage()) {
		unix.RawSyscall(unix.SYS_MADVISE, a.from, a.to-a.from, unix.MADV_DONTFORK)
	}
}

// notKept returns the areas that a starter does not need, by the addresses of its code, of the room, and of the thread's
// storage.
func notKept(areas []area, code, room, storage uintptr) (left []area) {
	image := slices.IndexFunc(areas, func(a area) bool { return a.holds(code) })
	if image < 0 {
		return nil
	}
	leave := func(from, to uintptr) {
		if from < to {
			left = append(left, area{from: from, to: to})
		}
	}
	const around = 16 << 10
	end := uintptr(0) // of the executable, so far
	for _, a := range areas {
		if a.file == areas[image].file && a.device == areas[image].device || a.file == 0 && a.from == end {
			end = a.to
			continue
		}
		if a.holds(room) {
			leave(a.from, room)
			a.from = (room + unsafe.Sizeof(*shared) + uintptr(pageSize) - 1) &^ uintptr(pageSize-1)
		}
		if a.holds(storage) {
			leave(a.from, max(a.from, storage-around)&^uintptr(pageSize-1))
			a.from = min(a.to, storage+around) &^ uintptr(pageSize-1)
		}
		leave(a.from, a.to)
	}
	return left
}

// area is one of a process's areas of memory.
type area struct {
	from, to uintptr
	device   string
	file     uint64
}

func (a area) holds(address uintptr) bool { return address >= a.from && address < a.to }

// parseArea reads a line of /proc/self/maps: from-to access offset device inode path.
func parseArea(line string) (a area, ok bool) {
	words := strings.Fields(line)
	if len(words) < 5 {
		return a, false
	}
	low, high, _ := strings.Cut(words[0], "-")
	from, err := strconv.ParseUint(low, 16, 64)
	to, err2 := strconv.ParseUint(high, 16, 64)
	file, err3 := strconv.ParseUint(words[4], 10, 64)
	return area{uintptr(from), uintptr(to), words[3], file}, err == nil && err2 == nil && err3 == nil
}
