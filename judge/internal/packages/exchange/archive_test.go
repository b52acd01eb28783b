package exchange

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
)

// entry is one file of a zip.
type entry struct {
	name, text string
	mode       fs.FileMode
}

func makeZip(t testing.TB, entries ...entry) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "aplusb.zip")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if len(e.text) < 100 {
			h.Method = zip.Store
		}
		h.SetMode(e.mode | 0o644)
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, e.text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestHostileZip(t *testing.T) {
	in, ans := entry{name: "1.in", text: "1\n"}, entry{name: "1.ans", text: "1\n"}
	for _, test := range []struct {
		name string
		bad  entry
		want string
	}{
		{"up", entry{name: "../../evil", text: "x"}, "leads out of the package"},
		{"up inside", entry{name: "a/../../evil", text: "x"}, "leads out of the package"},
		{"absolute", entry{name: "/tmp/evil", text: "x"}, "leads out of the package"},
		{"backslash", entry{name: `..\evil`, text: "x"}, "leads out of the package"},
		{"escape codes", entry{name: "\x1b[31m.ans", text: "x"}, `"\x1b[31m.ans": a name with control characters`},
		{"link", entry{"1.ans", "/etc/passwd", fs.ModeSymlink}, "twice in the archive"},
		{"a link out", entry{"2.ans", "/etc/passwd", fs.ModeSymlink}, "2.ans: a link that leads out of the package, or nowhere"},
		{"the longest link", entry{"2.ans", strings.Repeat("x/", longLink/2) + "x", fs.ModeSymlink}, "2.ans: a link that leads out of the package, or nowhere"},
		{"a long link", entry{"2.ans", strings.Repeat("x", longLink+1), fs.ModeSymlink}, "2.ans: a link of more than 4095 bytes"},
		{"device", entry{"evil.ans", "", fs.ModeDevice | fs.ModeCharDevice}, "a device, not a regular file"},
		{"pipe", entry{"evil.ans", "", fs.ModeNamedPipe}, "a device, not a regular file"},
		{"twice", entry{name: "1.in", text: "2\n"}, "1.in: twice in the archive"},
		{"file as folder", entry{name: "1.in/x", text: "2\n"}, "1.in"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			_, err := Import(root, makeZip(t, in, ans, test.bad), "")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
			if left := contents(t, root); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
	if _, err := os.Stat("/tmp/evil"); err == nil {
		t.Error("/tmp/evil was written")
	}
	t.Run("many files", func(t *testing.T) {
		entries := make([]entry, maxFiles+1)
		for i := range entries {
			entries[i].name = fmt.Sprint(".", i)
		}
		if _, err := Import(t.TempDir(), makeZip(t, entries...), ""); err == nil || !strings.Contains(err.Error(), "more than 20000 files") {
			t.Errorf("error %v", err)
		}
		if err := Unzip(makeZip(t, entries[1:]...), t.TempDir(), maxTotal); err != nil {
			t.Errorf("not one too many: %v", err)
		}
	})
	for name, change := range map[string]func([]byte){
		"zip: checksum error":                            func(z []byte) { z[bytes.Index(z, []byte("text"))]++ },
		"1.in: is encrypted: pack it without a password": func(z []byte) { z[bytes.Index(z, []byte("PK\x01\x02"))+8] |= 1 },
	} {
		t.Run(name, func(t *testing.T) {
			file, root := makeZip(t, entry{name: "1.in", text: "text"}, entry{name: "1.ans"}), t.TempDir()
			z, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			change(z)
			if err := os.WriteFile(file, z, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Import(root, file, ""); err == nil || !strings.Contains(err.Error(), name) || len(contents(t, root)) > 0 {
				t.Errorf("%v, left behind: %v", err, contents(t, root))
			}
		})
	}
	t.Run("no zip", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "x.zip")
		os.WriteFile(file, []byte("PK\x03\x04nothing"), 0o666)
		if _, err := Import(t.TempDir(), file, ""); err == nil || !strings.Contains(err.Error(), "x.zip: zip: not a valid zip file: is it a zip, and all of it here?") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("harmless things of archivers", func(t *testing.T) {
		root := t.TempDir()
		imported, err := Import(root, makeZip(t, entry{name: "p/"}, entry{name: "p/1.in"}, entry{name: "p/1.ans"},
			entry{name: "__MACOSX/p/._1.in"}, entry{name: "p/.DS_Store"}, entry{name: "p/data/secret/\xca\xfd\xb6\xc0.in"}, entry{name: "p/data/secret/\xca\xfd\xb6\xc0.ans"},
			entry{name: "p/problem.yaml", text: "name: x\n"}, entry{name: "p/.timelimit", text: "3\n"},
			entry{name: "p/data/secret/1.in"}, entry{name: "p/data/secret/1.ans"}), "")
		if err != nil || imported.ID != "p" || imported.Cases != 2 || strings.Contains(notes(imported.Notes), "no time limit") {
			t.Errorf("%+v, %v", imported, err)
		}
		if _, there := contents(t, root)["testdata/p/secret/数独.in"]; !there {
			t.Error("a name that a Chinese Windows wrote")
		}
	})
}

// TestBomb unpacks a file larger than the remaining budget, whatever size the archive claims.
func TestBomb(t *testing.T) {
	z, err := zip.OpenReader(makeZip(t, entry{name: "zeros.in", text: strings.Repeat("0", 1<<20)}))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := unzipOne(root, z.File[0], &budget{bytes: maxTotal - 1000}); err == nil || !strings.Contains(err.Error(), "more than 2048 MiB in all") {
		t.Errorf("error %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "zeros.in")); err != nil || info.Size() > 1001 {
		t.Errorf("%d bytes were written", info.Size())
	}
}

// TestBudget: what a package may hold, to the byte, and what its names count.
func TestBudget(t *testing.T) {
	for _, test := range []struct {
		name string
		b    *budget
		file string
		size int64
		want string
	}{
		{"the largest file", &budget{}, "a", maxFile, ""},
		{"a larger one", &budget{}, "a", maxFile + 1, "a: larger than 512 MiB"},
		{"the largest YAML", &budget{}, "a.yml", maxYAML, ""},
		{"a larger one", &budget{}, "a.yml", maxYAML + 1, "a.yml: larger than 1 MiB"},
		{"a larger one of the other ending", &budget{}, "a.yaml", maxYAML + 1, "a.yaml: larger than 1 MiB"},
		{"the last file", &budget{files: maxFiles - 1}, "a", 0, ""},
		{"one more", &budget{files: maxFiles}, "a", 0, "more than 20000 files"},
		{"the last byte", &budget{bytes: maxTotal - 1}, "a", 1, ""},
		{"one byte more", &budget{bytes: maxTotal}, "a", 1, "more than 2048 MiB in all"},
		{"the last byte of less", &budget{most: 1 << 20}, "a", 1 << 20, ""},
		{"one byte more than less", &budget{most: 1 << 20}, "a", 1<<20 + 1, "more than 1 MiB in all"},
	} {
		if err := test.b.add(test.file, test.size); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	table := bounded{strings.NewReader("abc"), 3}
	for n, want := range []int{3, 0} { // the same bytes again are more than it may read
		if got, _ := table.ReadAt(make([]byte, 3), 0); got != want {
			t.Errorf("look %d: %d bytes", n, got)
		}
	}
}

// TestSwelling: a small archive may not become a large folder, and a YAML file may not take a multiple of its size to
// read.
func TestSwelling(t *testing.T) {
	zeros := strings.Repeat("0", maxYAML+1)
	for _, test := range []struct {
		name, want string
		most       int64
	}{
		{"a.in", "more than 1 MiB in all", maxYAML},
		{"problem.yaml", "problem.yaml: larger than 1 MiB", maxTotal},
	} {
		if err := Unzip(makeZip(t, entry{name: test.name, text: zeros}), t.TempDir(), test.most); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
	file := makeZip(t)
	for size, want := range map[int64]int64{100: 64 << 20, 1 << 20: 200 << 20, 1 << 30: 5000 << 20} {
		if err := os.Truncate(file, size); err != nil {
			t.Fatal(err)
		}
		if b, err := unpacking(file, 5000<<20); err != nil || b.most != want {
			t.Errorf("an archive of %d bytes may become %d, want %d: %v", size, b.most, want, err)
		}
	}
}

// TestNest: nested archives share one budget. Of two inner archives the second finds nothing left.
func TestNest(t *testing.T) {
	text := strings.Repeat("0", 1<<20)
	inner := func(folder string) string {
		packed, err := os.ReadFile(makeZip(t, entry{name: folder + "/1.in", text: text}, entry{name: folder + "/1.ans"}))
		if err != nil {
			t.Fatal(err)
		}
		return string(packed)
	}
	for name, entries := range map[string][]entry{
		"problems":            {{name: "a.zip", text: inner("a")}, {name: "b.zip", text: inner("b")}},
		"data of the problem": {{name: "d/init.yml", text: "archive: d.zip\ntest_cases: []\n"}, {name: "d/d.zip", text: inner("d")}, {name: "b/1.in", text: text}, {name: "b/1.ans"}},
	} {
		t.Run(name, func(t *testing.T) {
			var errs []string
			i := importer{ctx: t.Context(), root: t.TempDir(), unpacking: &budget{most: 3 << 19}, tell: func(r Result) {
				if r.Err != nil {
					errs = append(errs, r.Err.Error())
				}
			}}
			if err := i.zip(makeZip(t, entries...), "x", 0); err != nil || len(errs) != 1 || !strings.Contains(errs[0], "more than 1 MiB in all") {
				t.Errorf("%q, %v", errs, err)
			}
		})
	}
}

// TestManyFolders: names of files can ask for far more folders than files, and the directory for more memory than the
// contents.
func TestManyFolders(t *testing.T) {
	var deep, many []entry
	for i := range 4 {
		deep = append(deep, entry{name: strings.Repeat(fmt.Sprint(i, "/"), 30) + "x"})
	}
	for i := range maxFiles {
		many = append(many, entry{name: fmt.Sprint(strings.Repeat(".", 1000), i)})
	}
	longest := strings.Repeat(strings.Repeat("a", 127)+"/", maxName/128)
	for _, test := range []struct {
		name, want string
		entries    []entry
	}{
		{"the longest name", "", []entry{{name: longest[1:] + "b"}}},
		{"a longer name", "a name of more than 1024 bytes", []entry{{name: longest + "b"}}},
		{"folders", "more than 20000 files", deep},
		{"a large directory", "its table of contents is larger than 16 MiB", many},
		{"links", "more than 0 MiB in all", []entry{{name: "a", text: strings.Repeat("l", 4000), mode: fs.ModeSymlink}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := &budget{files: maxFiles - 100}
			if test.name == "links" {
				b.most = 3000
			}
			if err := b.unzip(makeZip(t, test.entries...), t.TempDir()); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %.200v", err)
			}
		})
	}
}

// TestDeep: archives may lie in archives three deep.
func TestDeep(t *testing.T) {
	entries := []entry{{name: "1.in"}, {name: "1.ans"}}
	for deep := range 6 {
		var errs []string
		root := t.TempDir()
		file := makeZip(t, entries...)
		err := All(t.Context(), root, file, "x", Tools{}, func(r Result) {
			if r.Err != nil {
				errs = append(errs, r.Err.Error())
			}
		})
		if fits := deep <= 3; err != nil || fits != (len(errs) == 0) || fits != (len(contents(t, root)) > 0) || !fits && !strings.Contains(errs[0], "archives within archives, too many deep") {
			t.Errorf("%d deep: %q, %v", deep, errs, err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		entries = []entry{{name: "a.zip", text: string(text)}}
	}
	folders := ""
	for deep := range 5 {
		at := fmt.Sprint(strings.Repeat("s/", deep), "k", deep)
		folders += strings.ReplaceAll("-- AT/problem.yaml --\nname: X\n-- AT/data/secret/1.in --\n-- AT/data/secret/1.ans --\n", "AT", at)
	}
	told := ""
	err := All(t.Context(), t.TempDir(), tree(t, folders), "", Tools{}, func(r Result) {
		if told += r.ID + " "; r.Err != nil {
			told += r.Err.Error()
		}
	})
	if want := "k0 k1 k2" + strings.Repeat(" archives within archives, too many deep", 2); err != nil || strings.Join(strings.Fields(told), " ") != want {
		t.Errorf("folders: %s, %v", told, err)
	}
}

func TestLinksInFolders(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	os.WriteFile(secret, []byte("42\n"), 0o666)
	for name, link := range map[string]string{"out of it": secret, "nowhere": "gone", "a folder": "."} {
		dir := tree(t, "-- 1.in --\n1\n-- 2.in --\n-- 2.ans --\n")
		if err := os.Symlink(link, filepath.Join(dir, "1.ans")); err != nil {
			t.Skip(err)
		}
		if _, err := Import(t.TempDir(), dir, "x"); err == nil || !strings.Contains(err.Error(), "1.ans: a link ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := tree(t, "-- 1.in --\n1\n")
	if err := os.Symlink("1.in", filepath.Join(dir, "1.ans")); err != nil {
		t.Skip(err)
	}
	if imported, err := Import(t.TempDir(), dir, "x"); err != nil || imported.Cases != 1 {
		t.Errorf("a link inside: %v", err)
	}
}

// TestLinkToProblem: a link among the problems of a folder is not followed.
func TestLinkToProblem(t *testing.T) {
	outside := tree(t, "-- p/1.in --\n1\n-- p/1.ans --\n1\n-- page.json --\n{\"name\": \"x\", \"url\": \"\", \"tests\": [{\"input\": \"1\", \"output\": \"1\"}]}\n")
	for name, target := range map[string]string{"p.zip": "p", "a.json": "page.json"} {
		root, told := t.TempDir(), ""
		err := All(t.Context(), root, makeZip(t, entry{name, filepath.Join(outside, target), fs.ModeSymlink}), "", Tools{}, func(r Result) {
			if told += "imported"; r.Err != nil {
				told = r.Err.Error()
			}
		})
		if err != nil || !strings.Contains(told, name+": not a regular file") || len(contents(t, root)) > 0 {
			t.Errorf("%s: %s, %v", name, told, err)
		}
	}
}

func FuzzUnzip(f *testing.F) {
	for _, e := range [][]entry{{{name: "a/1.in", text: "1"}}, {{name: "../x"}}, {{"l", "/etc", fs.ModeSymlink}}} {
		data, _ := os.ReadFile(makeZip(f, e...))
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		top := t.TempDir()
		file, inside := filepath.Join(top, "x.zip"), filepath.Join(top, "inside")
		os.WriteFile(file, data, 0o666)
		os.Mkdir(inside, 0o777)
		Unzip(file, inside, maxTotal)
		entries, _ := os.ReadDir(top)
		if len(entries) != 2 {
			t.Errorf("%q: something was written outside", data)
		}
	})
}

// TestModified: a time without a zone is that of the people who read it, and 1980 is none.
func TestModified(t *testing.T) {
	at := time.Date(2026, 11, 20, 17, 30, 2, 0, time.UTC)
	local := time.Date(2026, 11, 20, 17, 30, 2, 0, time.Local)
	none := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name  string
		at    time.Time
		extra []byte
		want  time.Time
	}{
		{"without a zone", at, nil, local},
		{"with its zone", at, []byte("UT"), at},
		{"none", none, nil, none},
		{"no time at all", time.Time{}, nil, time.Time{}},
	} {
		if got := modified(&zip.File{FileHeader: zip.FileHeader{Modified: test.at, Extra: test.extra}}); !got.Equal(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
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
	if err = errors.Join(err, z.Close(), os.WriteFile(file, b.Bytes(), 0o666), Unzip(file, dir, maxTotal)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "a", "b")); err != nil || !info.ModTime().Equal(at) {
		t.Error(info, err)
	}
}
