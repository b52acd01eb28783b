//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestIsHelper: the judge's own executable is a helper, a program that limits itself, or the judge, by its arguments.
func TestIsHelper(t *testing.T) {
	for _, test := range []struct {
		args            []string
		helper, limited bool
	}{
		{[]string{helperName}, true, false},
		{[]string{"judge"}, false, false},
		{[]string{helperName, "1", "2", "0"}, false, false},
		{[]string{helperName, "1", "2", "0", "/bin/true"}, false, true},
		{[]string{"judge", "1", "2", "/bin/true"}, false, false},
	} {
		if isHelper(test.args) != test.helper || isLimited(test.args) != test.limited {
			t.Errorf("%q: a helper: %t, limited: %t", test.args, isHelper(test.args), isLimited(test.args))
		}
	}
}

// TestGrants: what each kind of program may do with its files and the system's.
func TestGrants(t *testing.T) {
	const (
		execute = unix.LANDLOCK_ACCESS_FS_EXECUTE
		look    = unix.LANDLOCK_ACCESS_FS_READ_FILE
		list    = look | unix.LANDLOCK_ACCESS_FS_READ_DIR
		made    = list | mayMake
	)
	for _, test := range []struct {
		path            string
		kind            Policy
		inside, outside uint64 // in namespaces, and without them
	}{
		{"/box", Submission, made, made},
		{"/box", Checker, made, made},
		{"/box", Compiler, made | execute, made | execute},
		{"/w", Checker, made, made},
		{"/w", Compiler, made | execute, made | execute},
		{"/r", Submission, mayRead, mayRead},
		{"/dev/null", Submission, mayUseFile, mayUseFile},
		{"/dev/full", Submission, mayUseFile, mayUseFile},
		{"/dev/urandom", Submission, 0, look}, // as all beneath /
		{"/proc/cpuinfo", Submission, 0, look},
		{"/", Submission, list, 0},
		{"/usr", Submission, mayRead, mayRead},
		{"/etc/ld.so.cache", Submission, 0, mayRead},
	} {
		for step, want := range map[int64]uint64{withCgroups: test.inside, withNamespaces: test.inside, withLandlock: test.outside} {
			p := policy{step: step, kind: int64(test.kind), readable: []string{"/r"}, writable: []string{"/w"}}
			var got uint64
			for _, g := range p.grants("/box") {
				if slices.Contains(g.paths, test.path) {
					got |= g.rights
				}
			}
			if got != want {
				t.Errorf("%s, policy %d, step %d: %#x, want %#x", test.path, test.kind, step, got, want)
			}
		}
	}
}

// TestOpenRule: a rule grants on a file what a file can have, and there is none for what is not there.
func TestOpenRule(t *testing.T) {
	folder := t.TempDir()
	os.WriteFile(filepath.Join(folder, "file"), nil, 0o600)
	for name, want := range map[string]uint64{"": mayRead | mayMake, "file": (mayRead | mayMake) & onFiles, "none": 0} {
		r, ok := openRule(filepath.Join(folder, name), mayRead|mayMake)
		if ok != (want != 0) || r.rights != want {
			t.Errorf("%q: %t %#x, want %#x", name, ok, r.rights, want)
		}
		if ok {
			unix.Close(r.fd)
		}
	}
}

// TestOwnRules: a run needs rules for its own files where the usual ones do not reach them.
func TestOwnRules(t *testing.T) {
	const write = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	rules := []rule{{5, unix.LANDLOCK_ACCESS_FS_READ_FILE}, {6, write}, {7, write}}
	for _, test := range []struct {
		name   string
		abi    int
		inside bool
		output int64
		want   []rule
	}{
		{"outside", 1, false, 0, rules},
		{"outside, without Landlock", 0, false, 0, nil},
		{"its output lies in memory", 1, true, memoryFile, nil},
		{"its output lies on disk", 1, true, memoryFile + 1, rules},
		{"its output lies on disk, without Landlock", 0, true, memoryFile + 1, nil},
	} {
		h := &helper{abi: test.abi, inside: test.inside}
		if got := h.ownRules(&request{output: test.output}, []int{5, 6, 7}); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestOutputWatched: the helper looks at output and results, and in a conversation at neither.
func TestOutputWatched(t *testing.T) {
	for _, test := range []struct {
		r    request
		want []int
	}{
		{request{}, []int{6}}, {request{more: 1}, []int{6, 7}}, {request{more: 2}, []int{6, 7}}, {request{stall: 1}, nil},
	} {
		if got := test.r.watched([]int{5, 6, 7, 8, 9}); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %v, want %v", test.r, got, test.want)
		}
	}
}

// TestCloseOnExec: open files are kept from programs, also by an older kernel, and whatever their number.
func TestCloseOnExec(t *testing.T) {
	for name, keep := range map[string]func(int){"at once": closeOnExec, "one by one": closeEachOnExec} {
		files := []int{leftOpen(t, 100), leftOpen(t, 2000)}
		keep(files[0])
		for _, fd := range files {
			if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC == 0 {
				t.Errorf("%s, file %d: flags %#x, %v", name, fd, flags, err)
			}
		}
	}
}

// TestProgramFolders: the folders that hold the system's programs, each once.
func TestProgramFolders(t *testing.T) {
	folders := programFolders()
	for _, folder := range folders {
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() || within("/etc", folder) {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if !slices.Contains(folders, "/usr") {
		t.Errorf("%q", folders)
	}
}

// TestBox: what a helper in namespaces shows to its programs.
func TestBox(t *testing.T) {
	for kind, want := range map[Policy]uintptr{Submission: unix.MS_NOEXEC, Checker: unix.MS_NOEXEC, Compiler: 0} {
		if got := (&policy{kind: int64(kind)}).boxFlags(); got != want {
			t.Errorf("policy %d: flags %#x", kind, got)
		}
	}
	got := (&policy{readable: []string{"/a/long/one", "/a", "/bb"}, writable: []string{"/a/b", "/bb"}}).shown()
	if want := []bound{{"/a", true}, {"/bb", false}, {"/bb", false}, {"/a/b", false}, {"/a/long/one", true}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestBuilder: each part of the old root is shown once, at its own place, unless it lies in one that is shown already.
func TestBuilder(t *testing.T) {
	for _, test := range []struct {
		name  string
		paths []bound
		fails int    // the mount that fails, from 1
		want  string // the mounts
	}{
		{"a folder", []bound{{"a", true}}, 0, "a ro"},
		{"a file", []bound{{"a/f", true}}, 0, "a/f ro"},
		{"twice", []bound{{"a", true}, {"a", true}}, 0, "a ro"},
		{"within one", []bound{{"a", true}, {"a/in", true}}, 0, "a ro"},
		{"within one, to be written", []bound{{"a", true}, {"a/in", false}}, 0, "a ro, a/in rw"},
		{"within one to be written, to be read", []bound{{"a", false}, {"a/in", true}}, 0, "a rw, a/in ro"},
		{"within the last of two", []bound{{"a", true}, {"a/in", false}, {"a/in/g", false}}, 0, "a ro, a/in rw"},
		{"beside one", []bound{{"a", true}, {"ab", true}}, 0, "a ro, ab ro"},
		{"a link", []bound{{"link", true}}, 0, "a ro"},
		{"a link to what is shown", []bound{{"a", true}, {"link", true}}, 0, "a ro"},
		{"beneath a link", []bound{{"link/f", true}}, 0, "a/f ro"},
		{"a broken link, and one that is not there", []bound{{"broken", true}, {"none", true}}, 0, ""},
		{"one that cannot be shown", []bound{{"a", true}, {"ab", true}}, 1, "a ro"},
	} {
		old, root := t.TempDir(), t.TempDir()
		old, _ = filepath.EvalSymlinks(old)
		os.MkdirAll(filepath.Join(old, "a/in"), 0o755)
		os.Mkdir(filepath.Join(old, "ab"), 0o755)
		os.WriteFile(filepath.Join(old, "a/f"), []byte("f"), 0o644)
		os.WriteFile(filepath.Join(old, "a/in/g"), []byte("g"), 0o644)
		os.Symlink("a", filepath.Join(old, "link"))
		os.Symlink("none", filepath.Join(old, "broken"))
		var mounts []string
		b := builder{root: root, mount: func(real, at string, only bool) error {
			mounts = append(mounts, fmt.Sprintf("%s %s", strings.TrimPrefix(real, old+"/"), map[bool]string{true: "ro", false: "rw"}[only]))
			if len(mounts) == test.fails {
				return errors.New("refused")
			}
			if text, err := os.ReadFile(real); err == nil { // a copy in place of a mount
				if _, err := os.Lstat(at); err != nil {
					return err
				}
				return os.WriteFile(at, text, 0o644)
			}
			if entries, err := os.ReadDir(at); err != nil || len(entries) > 0 { // of an outer folder
				return err
			}
			return os.CopyFS(at, os.DirFS(real))
		}}
		for _, p := range test.paths {
			b.bind(filepath.Join(old, p.path), p.only)
		}
		if got := strings.Join(mounts, ", "); got != test.want || (b.err != nil) != (test.fails > 0) {
			t.Errorf("%s: %s, want %s; %v", test.name, got, test.want, b.err)
		}
		for _, p := range test.paths {
			there, err := os.Stat(filepath.Join(old, p.path))
			here, missing := os.Stat(filepath.Join(root, old, p.path))
			real, _ := filepath.EvalSymlinks(filepath.Join(old, p.path))
			if link, err := os.Lstat(filepath.Join(root, old, p.path)); err == nil && (link.Mode()&os.ModeSymlink != 0) != (real != filepath.Join(old, p.path)) {
				t.Errorf("%s: %s is a link, or should be one", test.name, p.path)
			}
			if err == nil && b.err == nil && (missing != nil || here.IsDir() != there.IsDir() || here.Mode().IsRegular() && here.Size() != there.Size()) {
				t.Errorf("%s: %s is not shown: %v", test.name, p.path, missing)
			}
		}
	}
	b := builder{root: "/dev/null", mount: func(string, string, bool) error { return nil }}
	if b.bind(t.TempDir(), true); b.err == nil {
		t.Error("a folder was made in a file")
	}
}
