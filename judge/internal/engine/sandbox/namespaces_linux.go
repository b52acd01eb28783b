//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// A helper in namespaces of its own is the first process of its pid namespace. When it ends, the kernel kills the
// remaining processes and removes its mounts, including the scratch folder. Its root folder holds only what a program
// may see.

const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS

// The capabilities a helper needs within its own user namespace to build its root.
var builderCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}

// systemPaths are the parts of the system that programs and runtimes need. They are only read. Patterns that match nothing
// are left out.
var systemPaths = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives",
	"/etc/localtime", "/etc/timezone", "/etc/java*", "/etc/ssl/openssl.cnf",
}

// programFolders are the system's folders of programs, without links to others.
func programFolders() []string {
	return slices.DeleteFunc(systemReadable(), func(path string) bool {
		info, err := os.Lstat(path)
		return err != nil || !info.IsDir() || within("/etc", path)
	})
}

// devices can be read, and the sinks among them written. /dev/zero is missing: mapped, it is memory that no process
// is charged for.
var (
	devices = []string{"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"}
	sinks   = devices[:2]
)

// box is a program's scratch folder in a root of our own.
const box = "/box"

// mountPoint is where the new root is built: a folder that every Linux has and that nothing here needs.
const mountPoint = "/sys"

// systemReadable is systemPaths as they are on this machine.
func systemReadable() (paths []string) {
	for _, pattern := range systemPaths {
		found, _ := filepath.Glob(pattern)
		paths = append(paths, found...)
	}
	return paths
}

// buildRoot leaves the helper in a root folder of its own. proc is the folder of all processes in the namespace, the helper
// included.
func buildRoot(p *policy) (proc int, err error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return -1, say.Errorf("making mounts private: %w", err)
	}
	// The kernel's sources of mounts must be named before the new root hides them.
	if err := mountTmpfs(mountPoint, 0, "mode=755,size=1m"); err != nil {
		return -1, err
	}
	b := builder{root: mountPoint}
	b.mkdir(box)
	b.try(mountTmpfs(mountPoint+box, p.boxFlags(), fmt.Sprintf("mode=700,nr_inodes=%d,size=%d", mostScratch, p.Bytes)))
	for _, path := range systemReadable() {
		b.bind(path, true)
	}
	for _, path := range devices { // that may be written where nothing of the file itself can be changed
		b.bind(path, true)
	}
	for name, target := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		b.symlink("/proc/self/fd"+target, "/dev/"+name)
	}
	for _, own := range p.shown() {
		b.bind(own.path, own.only)
	}
	for _, path := range systemFacts { // those of /proc: the new root hides /sys
		b.bind(path, true)
	}
	if _, err := os.Lstat(b.root + "/tmp"); err != nil { // else something that is shown is in it
		b.symlink(box, "/tmp") // tmpfile of the C library knows no other place
	}
	proc = b.mountProc(p.Processes)
	b.try(readOnly(mountPoint, 0))
	if b.err != nil {
		return -1, b.err
	}
	return proc, enterRoot(mountPoint)
}

// boxFlags are those of the mount of a scratch folder.
func (p *policy) boxFlags() uintptr {
	if p.Kind == Compiler {
		return 0
	}
	return unix.MS_NOEXEC // not even a linker or a library loader makes it run
}

// shown lists what a policy shows besides the system. Outer folders come first, so that the mount of one does not hide
// the other.
func (p *policy) shown() (all []bound) {
	for _, path := range slices.Concat(p.Readable, p.Writable) {
		all = append(all, bound{path, !slices.Contains(p.Writable, path)})
	}
	slices.SortFunc(all, func(a, b bound) int { return len(a.path) - len(b.path) })
	return all
}

func enterRoot(root string) error {
	if err := unix.Chdir(root); err != nil {
		return say.Errorf("entering the new root: %w", err)
	}
	if err := unix.PivotRoot(".", "."); err != nil { // the old root is now mounted over the new one
		return say.Errorf("changing the root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return say.Errorf("leaving the old root: %w", err)
	}
	return unix.Chdir("/")
}

func mountTmpfs(at string, flags uintptr, data string) error {
	if err := unix.Mount("judge", at, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|flags, data); err != nil {
		return say.Errorf("mounting a memory file system: %w", err)
	}
	return nil
}

// readOnly makes a mount read-only, and with AT_RECURSIVE those beneath it.
func readOnly(at string, flags uint) error {
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}
	if err := unix.MountSetattr(unix.AT_FDCWD, at, flags, &attr); err != nil {
		return say.Errorf("making %s read-only: %w", strings.TrimPrefix(at, mountPoint), err)
	}
	return nil
}

// builder builds a root; it stops at the first error.
type builder struct {
	root  string
	bound []bound // what is mounted already; later mounts hide earlier ones
	err   error
}

type bound struct {
	path string
	only bool // to be read
}

func (b *builder) try(err error) {
	if b.err == nil {
		b.err = err
	}
}

func (b *builder) mkdir(path string) {
	if b.err == nil {
		b.try(os.MkdirAll(b.root+path, 0o755))
	}
}

func (b *builder) symlink(target, path string) {
	b.mkdir(filepath.Dir(path))
	if b.err == nil {
		b.try(os.Symlink(target, b.root+path))
	}
}

// bind shows path of the old root at the same place in the new one.
func (b *builder) bind(path string, only bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || b.err != nil { // nothing to show
		return
	}
	if _, err := os.Lstat(b.root + path); err != nil && real != path {
		b.symlink(real, path)
	}
	there := b.over(real)
	if there != nil && there.only == only {
		return
	}
	if there == nil {
		b.mountPoint(real)
	}
	if b.err == nil {
		b.err = show(real, b.root+real, only)
	}
	b.bound = append(b.bound, bound{real, only})
}

// show mounts a part of the old root.
func show(real, at string, only bool) error {
	if err := unix.Mount(real, at, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return say.Errorf("showing %s: %w", real, err)
	}
	if only {
		return readOnly(at, unix.AT_RECURSIVE)
	}
	return nil
}

// over is the mount that shows path, nil if none does.
func (b *builder) over(path string) *bound {
	for i := len(b.bound) - 1; i >= 0; i-- {
		if within(b.bound[i].path, path) {
			return &b.bound[i]
		}
	}
	return nil
}

// within reports whether path is the folder or beneath it.
func within(folder, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(folder, "/"))
	return ok && (rest == "" || rest[0] == '/')
}

// mountPoint makes the file or folder that a mount goes on.
func (b *builder) mountPoint(path string) {
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		b.mkdir(path)
		return
	}
	b.mkdir(filepath.Dir(path))
	if b.err == nil {
		b.err = os.WriteFile(b.root+path, nil, 0o644)
	}
}

// ownProc is where the kernel shows a program its own folder of /proc, and nothing else. /proc itself is a plain folder
// with links to that, and with the facts that runtimes need.
const ownProc = "/proc/own"

// mountProc shows a program its own folder of /proc, and returns a folder that shows all processes of the namespace.
// Where the kernel can (Linux 6.14), it bounds the numbers that the namespace gives out.
func (b *builder) mountProc(processes int) (all int) {
	b.mkdir(ownProc)
	for _, self := range []string{"self", "thread-self"} {
		b.symlink("own/"+self, "/proc/"+self)
	}
	if b.err != nil {
		return -1
	}
	all, err := detachedProc()
	if err != nil {
		b.try(say.Errorf("mounting /proc: %w", err))
		return -1
	}
	var name unix.Utsname // empty if the kernel does not say it
	unix.Uname(&name)
	if boundsNumbers(unix.ByteSliceToString(name.Release[:])) {
		const reserved = 300 // the kernel does not give out numbers below a second time
		write(all, "sys/kernel/ns_last_pid", reserved)
		write(all, "sys/kernel/pid_max", reserved+processes+helperTasks)
	}
	at := b.root + ownProc
	// With hidepid=4 it shows what the reader may trace, with subset=pid nothing of the machine.
	if err := unix.Mount("proc", at, "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "hidepid=4,subset=pid"); err != nil {
		b.try(say.Errorf("mounting /proc: %w", err))
	}
	b.try(readOnly(at, 0))
	return all
}

// write writes a number to a file of a folder, if the file exists.
func write(folder int, name string, n int) {
	if fd, err := unix.Openat(folder, name, unix.O_WRONLY|unix.O_CLOEXEC, 0); err == nil {
		unix.Write(fd, strconv.AppendInt(nil, int64(n), 10))
		unix.Close(fd)
	}
}

// detachedProc is the folder of all processes, mounted nowhere: to unmount it later would make the kernel wait for all its
// processors.
func detachedProc() (folder int, err error) {
	fs, err := unix.Fsopen("proc", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer unix.Close(fs)
	if err := unix.FsconfigCreate(fs); err != nil {
		return -1, err
	}
	return unix.Fsmount(fs, unix.FSMOUNT_CLOEXEC, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC)
}

// boundsNumbers reports whether each namespace has a pid_max, by the kernel's release. An older kernel has one for the
// whole machine, and root would write that.
func boundsNumbers(release string) bool {
	var major, minor int
	n, _ := fmt.Sscanf(release, "%d.%d", &major, &minor)
	return n == 2 && (major > 6 || major == 6 && minor >= 14)
}

// helperTasks is room for the helper's own threads.
const helperTasks = 17
