package exchange_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
)

// What a package may hold.
const (
	maxFiles = 20_000
	maxYAML  = 1 << 20
)

// entry is one file of a zip.
type entry struct {
	name, text string
	mode       fs.FileMode
}

func makeZip(t testing.TB, entries ...entry) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "aplusb.zip")
	must.Succeed(t, os.WriteFile(file, pack(t, entries...), 0o666))
	return file
}

// pack returns an archive of the entries.
func pack(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if len(e.text) < 100 {
			h.Method = zip.Store
		}
		h.SetMode(e.mode | 0o644)
		w := must.Get(z.CreateHeader(h))(t)
		io.WriteString(w, e.text)
	}
	must.Succeed(t, z.Close())
	return b.Bytes()
}

// TestHostileZip imports archives with an entry, or a number of them, that no package has.
func TestHostileZip(t *testing.T) {
	var many, names []entry
	for i := range maxFiles + 1 {
		many = append(many, entry{name: fmt.Sprint(".", i)})
		names = append(names, entry{name: fmt.Sprint(strings.Repeat(".", 1000), i)})
	}
	longest := strings.Repeat(strings.Repeat("a", 127)+"/", 8)
	evil := filepath.ToSlash(filepath.Join(t.TempDir(), "evil"))
	for _, test := range []struct {
		name, want string
		bad        []entry
	}{
		{"up", "leads out of the package", []entry{{name: "../../evil", text: "x"}}},
		{"up inside", "leads out of the package", []entry{{name: "a/../../evil", text: "x"}}},
		{"absolute", "leads out of the package", []entry{{name: evil, text: "x"}}},
		{"backslash", "leads out of the package", []entry{{name: `..\evil`, text: "x"}}},
		{"escape codes", `"\x1b[31m.ans": a name with control characters`, []entry{{name: "\x1b[31m.ans", text: "x"}}},
		{"a link", "2.ans: a link or a device, not a regular file", []entry{{"2.ans", "1.in", fs.ModeSymlink}}},
		{"device", "a link or a device, not a regular file", []entry{{"evil.ans", "", fs.ModeDevice | fs.ModeCharDevice}}},
		{"pipe", "a link or a device, not a regular file", []entry{{"evil.ans", "", fs.ModeNamedPipe}}},
		{"twice", "1.in: twice in the archive", []entry{{name: "1.in", text: "2\n"}}},
		{"file as folder", "1.in", []entry{{name: "1.in/x", text: "2\n"}}},
		{"a long name", "a name of more than 1024 bytes", []entry{{name: longest + "b"}}},
		{"deep folders", "in more than 50 folders", []entry{{name: strings.Repeat("a/", 51) + "x"}}}, // 500 of them took 19 s
		{"many files", "more than 20000 files", many},
		{"a large directory", "its table of contents is larger than 16 MiB", names[:maxFiles]},
		{"a large YAML", "problem.yaml: larger than 512 KiB", []entry{{name: "problem.yaml", text: strings.Repeat("0", maxYAML+1)}}},
		{"a bomb", "more than 64 MiB in all", []entry{{name: "2.in", text: strings.Repeat("0", 65<<20)}}},
		{"two halves of a bomb", "more than 64 MiB in all", []entry{{name: "2.in", text: strings.Repeat("0", 33<<20)},
			{name: "2.ans", text: strings.Repeat("0", 33<<20)}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			good := []entry{{name: "1.in", text: "1\n"}, {name: "1.ans", text: "1\n"}}
			if len(test.bad) > 10 {
				good = nil
			}
			refused(t, makeZip(t, append(good, test.bad...)...), "", test.want)
		})
	}
	if _, err := os.Stat(evil); err == nil {
		t.Error("what is absolute was written")
	}
	for name, fits := range map[string][]entry{"the longest name": {{name: longest[1:] + "b"}},
		"the deepest name": {{name: strings.Repeat("a/", 50) + "x"}}, "not one too many": many[1:]} {
		must.Succeed(t, exchange.Unzip(makeZip(t, fits...), t.TempDir(), 1<<30), name)
	}
	for want, change := range map[string]func([]byte){
		"zip: checksum error": func(z []byte) { z[bytes.Index(z, []byte("text"))]++ },
		"1.in: is encrypted\nhint: pack it without a password": func(z []byte) { z[bytes.Index(z, []byte("PK\x01\x02"))+8] |= 1 },
		"not a valid zip file\nhint: is it a zip, and all of":  func(z []byte) { clear(z[4:]) },
	} {
		file := makeZip(t, entry{name: "1.in", text: "text"}, entry{name: "1.ans"})
		z := must.Get(os.ReadFile(file))(t)
		change(z)
		write(t, file, string(z))
		refused(t, file, "", want)
	}
}

// TestBomb: an archive may say that its files are small. The bytes that come out are counted.
func TestBomb(t *testing.T) {
	file := makeZip(t, entry{name: "zeros.in", text: strings.Repeat("0", 1<<20)})
	z := must.Get(os.ReadFile(file))(t)
	directory := bytes.LastIndex(z, []byte("PK\x01\x02"))
	copy(z[directory+24:], []byte{10, 0, 0, 0}) // its size
	write(t, file, string(z))
	dir := t.TempDir()
	if err := exchange.Unzip(file, dir, 1000); err == nil {
		t.Error("it was unpacked")
	}
	if info, err := os.Stat(filepath.Join(dir, "zeros.in")); err == nil && info.Size() > 1001 {
		t.Errorf("%d bytes were written", info.Size())
	}
}

// TestHarmlessZip: what archivers add of their own, and a name that a Chinese Windows wrote.
func TestHarmlessZip(t *testing.T) {
	root := t.TempDir()
	imported, err := one(root, makeZip(t, entry{name: "p/"}, entry{name: "p/1.in"}, entry{name: "p/1.ans"},
		entry{name: "__MACOSX/p/._1.in"}, entry{name: "p/.DS_Store"}, entry{name: "p/data/secret/\xca\xfd\xb6\xc0.in"},
		entry{name: "p/data/secret/\xca\xfd\xb6\xc0.ans"},
		entry{name: "p/problem.yaml", text: "name: x\n"}, entry{name: "p/.timelimit", text: "3\n"},
		entry{name: "p/data/secret/1.in"}, entry{name: "p/data/secret/1.ans"}), "")
	if err != nil || imported.ID != "p" || imported.Cases != 2 || strings.Contains(notes(imported.Notes), "no time limit") {
		t.Errorf("%+v, %v", imported, err)
	}
	if _, found := contents(t, root)["testdata/p/secret/数独.in"]; !found {
		t.Error("a name that a Chinese Windows wrote")
	}
}

// TestNest: nested archives share one budget. Of two inner archives the second finds nothing left.
func TestNest(t *testing.T) {
	text := strings.Repeat("0", 40<<20)
	inner := func(folder string) string {
		packed, err := os.ReadFile(makeZip(t, entry{name: folder + "/1.in", text: text}, entry{name: folder + "/1.ans"}))
		must.Succeed(t, err)
		return string(packed)
	}
	var errs []string
	err := exchange.All(t.Context(), t.TempDir(), makeZip(t, entry{name: "a.zip", text: inner("a")}, entry{name: "b.zip", text: inner("b")}),
		"", exchange.Tools{}, func(r exchange.Result) {
			if r.Err != nil {
				errs = append(errs, r.Err.Error())
			}
		})
	if err != nil || len(errs) != 1 || !strings.Contains(errs[0], "more than 64 MiB in all") {
		t.Errorf("%q, %v", errs, err)
	}
}

// TestDeep: archives may be in archives three deep, and folders likewise.
func TestDeep(t *testing.T) {
	entries := []entry{{name: "1.in"}, {name: "1.ans"}}
	for deep := range 6 {
		file := makeZip(t, entries...)
		if deep <= 3 {
			if _, err := one(t.TempDir(), file, "x"); err != nil {
				t.Errorf("%d deep: %v", deep, err)
			}
		} else {
			refused(t, file, "x", "archives within archives, more than three deep")
		}
		text := must.Get(os.ReadFile(file))(t)
		entries = []entry{{name: "a.zip", text: string(text)}}
	}
	folders := ""
	for deep := range 5 {
		at := fmt.Sprint(strings.Repeat("s/", deep), "k", deep)
		folders += strings.ReplaceAll("-- AT/problem.yaml --\nname: X\n-- AT/data/secret/1.in --\n-- AT/data/secret/1.ans --\n", "AT", at)
	}
	told := ""
	err := exchange.All(t.Context(), t.TempDir(), tree(t, folders), "", exchange.Tools{}, func(r exchange.Result) {
		if told += r.ID + " "; r.Err != nil {
			told += r.Err.Error()
		}
	})
	if want := "k0 k1 k2" + strings.Repeat(" archives within archives, more than three deep", 2); err != nil ||
		strings.Join(strings.Fields(told), " ") != want {
		t.Errorf("folders: %s, %v", told, err)
	}
}

// TestDeepFolders: a folder with folders in it that go on and on is refused before its files are looked for.
func TestDeepFolders(t *testing.T) {
	from := tree(t, "-- problem.yaml --\nname: X\n-- data/secret/1.in --\n-- data/secret/1.ans --\n")
	write(t, filepath.Join(from, "data/secret", strings.Repeat("a/", 60), "2.in"), "")
	refused(t, from, "x", "in more than 50 folders")
}

// TestLinks: a link within a folder is followed; another is not.
func TestLinks(t *testing.T) {
	secret := tree(t, "-- secret --\n42\n")
	for name, link := range map[string]string{"out of it": filepath.Join(secret, "secret"), "nowhere": "gone", "a folder": "."} {
		dir := tree(t, "-- 1.in --\n1\n-- 2.in --\n-- 2.ans --\n")
		if err := os.Symlink(link, filepath.Join(dir, "1.ans")); err != nil {
			t.Skip(name, err)
		}
		refused(t, dir, "x", "1.ans: a link ")
	}
	root, dir := t.TempDir(), tree(t, "-- 1.in --\n7\n")
	if err := os.Symlink("1.in", filepath.Join(dir, "1.ans")); err != nil {
		t.Skip(err)
	}
	if _, err := one(root, dir, "p"); err != nil {
		t.Fatal(err)
	}
	answer := filepath.Join(root, "testdata/p/secret/1.ans")
	if info, err := os.Lstat(answer); err != nil || !info.Mode().IsRegular() || contents(t, root)["testdata/p/secret/1.ans"] != "7\n" {
		t.Errorf("a link within: %v, %v", info, err)
	}
}

// FuzzZip: whatever an archive holds, its members are files and folders that are unpacked inside, under plain names.
func FuzzZip(f *testing.F) {
	for _, e := range [][]entry{{{name: "a/1.in", text: "1"}}, {{name: "../x"}}, {{"l", "/etc", fs.ModeSymlink}},
		{{"l", "..", fs.ModeSymlink}, {name: "l/x"}},
		{{name: "\xca\xfd/../\xb6"}}, {{name: "a"}, {name: "a/b"}}} {
		f.Add(pack(f, e...))
	}
	f.Fuzz(wantPlainMembers)
}

// FuzzZipName is FuzzZip for a file, a folder and a link of an arbitrary name.
func FuzzZipName(f *testing.F) {
	for _, name := range []string{"a/b", "../x", "/x", "a/../../x", `..\x`, `C:\x`, "a//b", "./a", "a/", "..", "\x1b[31m",
		"\xca\xfd", "con", "a\x00b", "l/x", ".", "\xe5/"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if len(name) > 1<<16-2 {
			return
		}
		for _, e := range []entry{{name: name}, {name: name + "/"}, {name, "..", fs.ModeSymlink}} {
			wantPlainMembers(t, pack(t, e))
		}
	})
}

func wantPlainMembers(t *testing.T, data []byte) {
	members, _ := exchange.Members(bytes.NewReader(data), int64(len(data)))
	for _, m := range members {
		if kind := m.Mode().Type(); kind&^fs.ModeDir != 0 || !fs.ValidPath(m.Path) || !filepath.IsLocal(m.Path) ||
			strings.ContainsFunc(m.Path, unicode.IsControl) || strings.Contains(m.Path, `\`) {
			t.Errorf("%q is unpacked as %q, %s", m.Name, m.Path, kind)
		}
	}
}

// TestUnzipKeepsTimes: an unpacked file is as old as it was.
func TestUnzipKeepsTimes(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	at := time.Date(2026, 11, 20, 17, 30, 2, 0, time.UTC)
	_, err := z.CreateHeader(&zip.FileHeader{Name: "a/b", Modified: at})
	dir := t.TempDir()
	file := filepath.Join(dir, "x.zip")
	if err = errors.Join(err, z.Close(), os.WriteFile(file, b.Bytes(), 0o666), exchange.Unzip(file, dir, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "a", "b")); err != nil || !info.ModTime().Equal(at) {
		t.Error(info, err)
	}
}
