package class_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/people/class"
	"sudokuoj/judge/internal/testkit/must"
)

// The most that is read of what somebody hands in.
const (
	maxZips     = 10
	maxNested   = 3
	maxFiles    = 2000
	maxBytes    = 64 << 20
	maxAsked    = 50
	leastTokens = 40 // fewer are not compared but for names
)

const (
	program = "int main() { return 0; }\n"
	claims  = "//judge:problem sums\n" + program
)

// files are texts by their names.
type files = map[string]string

// lay writes files below a folder. A name that ends in / is an empty folder, and a text that begins with -> a link.
func lay(t *testing.T, files files) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		switch to, link := strings.CutPrefix(text, "->"); {
		case err != nil:
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o777)
		case link:
			err = os.Symlink(to, path)
		default:
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		must.Succeed(t, err)
	}
	return dir
}

// zipped returns an archive of files.
func zipped(t *testing.T, change func(*zip.FileHeader), files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		h := &zip.FileHeader{Name: files[i], Method: zip.Deflate}
		if change != nil {
			change(h)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		must.Succeed(t, err)
	}
	must.Succeed(t, z.Close())
	return b.String()
}

// asked are problems with these IDs. One that is called f asks for a function of that name.
func asked(ids string) (all []problem.Problem) {
	for _, id := range strings.Fields(ids) {
		p := problem.Problem{ID: id}
		if id == "f" {
			p.Function = &function.Signature{Method: function.Method{Name: "f"}, Place: -1}
		}
		all = append(all, p)
	}
	return all
}

// nested returns a program in a zip, and around it so many more.
func nested(t *testing.T, more int) string {
	text := zipped(t, nil, "a.cpp", program)
	for range more {
		text = zipped(t, nil, "z.zip", text)
	}
	return text
}

func tooManyZips(t *testing.T) files {
	files := files{}
	for i := range maxZips + 1 {
		files[fmt.Sprintf("li/%d.zip", i)] = zipped(t, nil, "a.cpp", program)
	}
	return files
}

// TestEverybodyHasARow: for everything that somebody hands in, there is a program or a reason.
func TestEverybodyHasARow(t *testing.T) {
	link := func(h *zip.FileHeader) { h.SetMode(os.ModeSymlink | 0o777) }
	locked := func(h *zip.FileHeader) { h.Flags |= 1 }
	for _, test := range []struct {
		name     string
		problems string
		files    files
		path     string // of the program
		why      string
	}{
		{"a folder", "sums", files{"li/main.cpp": program, "li/notes.txt": "x"}, "li/main.cpp", ""},
		{"a file", "sums", files{"li.cpp": program}, "li.cpp", ""},
		{"a zip", "sums",
			files{"li.zip": zipped(t, nil, "hw/src/main.cpp", program, "__MACOSX/hw/main.cpp", "junk")}, "li.zip/hw/src/main.cpp", ""},
		{"a folder with a zip", "sums", files{"li/hw.ZIP": zipped(t, nil, "main.cpp", program)}, "li/hw.ZIP/main.cpp", ""},
		{"names in GBK", "sums",
			files{"li.zip": zipped(t, func(h *zip.FileHeader) { h.NonUTF8 = true }, "\xca\xfd\xb6\xc0/a.cpp", program)}, "li.zip/数独/a.cpp", ""},
		{"several files of one program", "sums", files{"li/main.cpp": program, "li/more.cpp": "int f;\n", "li/more.h": ""}, "li/main.cpp", ""},
		{"older tries deeper down", "sums", files{"li/main.cpp": program, "li/old/main.cpp": program}, "li/main.cpp", ""},
		{"called like the problem", "sums", files{"li/Sums.cpp": program, "li/other.cpp": program}, "li/Sums.cpp", ""},
		{"called so among words", "acwing166",
			files{"li/李-acwing166_v2.cpp": program, "li/acwing1662.cpp": program}, "li/李-acwing166_v2.cpp", ""},
		{"called like it, with signs and zeros", "acwing166",
			files{"li/AcWing_0166_li.cpp": program, "li/acwing_1660.cpp": program, "li/acwing166a.cpp": program,
				"li/xacwing166.cpp": program}, "li/AcWing_0166_li.cpp", ""},
		{"not called so, but defining it", "f other",
			files{"li/mine.py": "def f():\n    return 1\n", "li/b.py": "def g():\n    return 1\n"}, "li/mine.py", ""},
		{"no other problem, so all belongs to it", "f",
			files{"li/mine.py": "def f():\n    return 1\n",
				"li/b.py": "def g():\n    return 1\n"}, "", "CE li: 2 files, and none is called main.py"},
		{"two that define it", "f other",
			files{"li/a.py": "def f():\n    return 1\n", "li/b.py": "def f():\n    return 2\n"}, "", "CE li: which is meant for f: a.py, b.py?"},
		{"claimed", "sums", files{"li/a.cpp": claims, "li/b.cpp": program}, "li/a.cpp", ""},

		{"called like the problem, below and above", "sums", files{"li/src/sums.cpp": program, "li/sums.cpp": program}, "li/sums.cpp", ""},
		{"called like the problem, above and below", "sums", files{"li/sums.cpp": program, "li/tries/sums.cpp": program}, "li/sums.cpp", ""},
		{"a text called like the problem, above a program", "sums", files{"li/sums.txt": "x", "li/src/sums.cpp": program}, "li/src/sums.cpp", ""},
		{"called like the problem, and an ending", "cpp", files{"li/main.cpp": program, "li/src/cpp.cpp": program}, "li/src/cpp.cpp", ""},
		{"a folder with a dot called like the problem", "sums",
			files{"li/main.cpp": program, "li/v2.sums/main.cpp": program}, "li/v2.sums/main.cpp", ""},
		{"claimed behind a text", "sums", files{"li/a.txt": "x", "li/b.cpp": claims, "li/c.cpp": program}, "li/b.cpp", ""},
		{"a text called like the problem", "sums", files{"li/main.cpp": program, "li/sums.txt": "x"}, "li/main.cpp", ""},

		{"an empty file", "sums", files{"li.cpp": ""}, "", "CE li.cpp: is empty"},
		{"an empty folder", "sums", files{"li/": ""}, "", "SK li: an empty folder"},
		{"an empty zip", "sums", files{"li.zip": zipped(t, nil)}, "", "SK li.zip: an empty folder"},
		{"two called like the problem", "sums",
			files{"li/sums.cpp": program, "li/sums.py": "print(1)"}, "", "CE li: which is meant for sums: sums.cpp, sums.py?"},
		{"three folders", "sums",
			files{"li/a/main.cpp": program, "li/b/main.cpp": program,
				"li/c/main.cpp": program}, "", "CE li: which is meant: a/main.cpp, b/main.cpp, c/main.cpp?"},
		{"an unknown language", "sums", files{"li.pas": "begin end."}, "", `CE li.pas: no language has files that end in ".pas"`},
		{"only other files", "sums",
			files{"li/a.pas": "x", "li/b.exe": "x", "li/c": "x", "li/d": "x",
				"li/e": "x"}, "", "CE li: no program among a.pas, b.exe, c and 2 more"},
		{"another archive", "sums", files{"li.rar": "Rar!"}, "", "CE li.rar: is an archive of an unsupported kind"},
		{"another archive beside a zip", "sums", files{"li/hw.rar": "Rar!", "li/a.zip": zipped(t, nil, "a.cpp", program)}, "li/a.zip/a.cpp", ""},
		{"a zip in a zip", "sums",
			files{"li.zip": zipped(t, nil, "hw/a.zip", zipped(t, nil, "a.cpp", program), "report.docx", "x")}, "li.zip/hw/a.zip/a.cpp", ""},
		{"zips within zips, too deep", "sums",
			files{"li.zip": nested(t, maxNested+1)}, "", "CE li.zip: no program among z.zip/z.zip/z.zip/z.zip"},
		{"zips within zips, as deep as may be", "sums", files{"li.zip": nested(t, maxNested)}, "li.zip/z.zip/z.zip/z.zip/a.cpp", ""},
		{"two zips", "sums",
			files{"li/1.zip": zipped(t, nil, "a.cpp", program), "li/2.zip": zipped(t, nil, "b.cpp",
				program)}, "", "CE li: which is meant: 1.zip/a.cpp, 2.zip/b.cpp?"},
		{"two zips, one named after the problem", "sums other",
			files{"li/sums.zip": zipped(t, nil, "a.cpp", program), "li/other.zip": zipped(t, nil, "a.cpp", program)}, "li/sums.zip/a.cpp", ""},
		{"two zips, one broken", "sums",
			files{"li/1.zip": zipped(t, nil, "a.cpp", program), "li/2.zip": "PK"}, "", "CE li/2.zip: zip: not a valid zip file"},
		{"too many zips", "sums", tooManyZips(t), "", "CE li: no program among"},
		{"a broken zip", "sums", files{"li.zip": "PK\x03\x04"}, "", "CE li.zip: zip: not a valid zip file"},
		{"a locked zip", "sums", files{"li.zip": zipped(t, locked, "main.cpp", program)}, "", "CE li.zip: main.cpp: is encrypted"},
		{"a zip that leads out", "sums",
			files{"li.zip": zipped(t, nil, "../../main.cpp", program)}, "", `CE li.zip: "../../main.cpp" leads out of the package`},
		{"a zip with a name twice", "sums",
			files{"li.zip": zipped(t, nil, "a.cpp", program, "a.cpp", program)}, "", "CE li.zip: a.cpp: twice in the archive"},
		{"a zip with a link", "sums", files{"li.zip": zipped(t, link, "main.cpp", "/etc/passwd")}, "",
			"CE li.zip: main.cpp: a link or a device, not a regular file"},
		{"a swelling zip", "sums",
			files{"li.zip": zipped(t, nil, "main.cpp", strings.Repeat(" ", maxBytes+1))}, "", "CE li.zip: more than 64 MiB in all"},
		{"a link inside", "sums", files{"li/main.cpp": "->/etc/passwd"}, "", "CE li/main.cpp: is a symbolic link"},
		{"a zip beside the program", "sums",
			files{"li/main.cpp": program, "li/old.zip": zipped(t, nil, "main.py", "print(1)")}, "li/main.cpp", ""},
		{"what systems leave", "sums", files{"li.cpp": program, ".li.cpp": "junk", "__MACOSX/li.cpp": "junk", "Thumbs.db": "junk"}, "li.cpp", ""},
		{"a link", "sums", files{"li.cpp": "->/etc/passwd"}, "", "CE li.cpp: is a symbolic link"},
		{"a large source", "sums",
			files{"li.cpp": strings.Repeat(" ", 4<<20) + program}, "", "CE li.cpp: with it, the submission is larger than 4 MiB: that is no source"},
		{"a broken directive", "sums", files{"li.cpp": "//judge:expect MAYBE\n" + program}, "", "CE li.cpp:1: judge:expect: unknown verdict"},

		{"several problems, one in a file", "sums other", files{"li-sums.cpp": program}, "li-sums.cpp", ""},
		{"several problems, nothing for this", "sums other", files{"li/other.cpp": program}, "", "SK nothing for sums among other.cpp"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := must.Get(class.Read(lay(t, test.files), asked(test.problems), nil))(t)
			if len(c.Students) != 1 {
				t.Fatalf("%d students, want 1: %v", len(c.Students), c.Students)
			}
			w := c.Students[0].Work[0]
			path, why := w.Solution.Path, ""
			if w.Without != nil {
				path, why = "", string(w.Without.Verdict)+" "+w.Without.Why.String()
			}
			if path != test.path || !strings.HasPrefix(why, test.why) || test.why == "" && why != "" {
				t.Errorf("%q, %q, want %q, %q", path, why, test.path, test.why)
			}
			if strings.Contains(why+w.Solution.Path, os.TempDir()) {
				t.Errorf("a temporary path is shown: %q", why+w.Solution.Path)
			}
		})
	}
}

func TestTooManyFiles(t *testing.T) {
	dir := lay(t, files{"li/main.cpp": program})
	for i := range maxFiles {
		must.Succeed(t, os.WriteFile(filepath.Join(dir, "li", strings.Repeat("x", 1+i%200)+string(rune('a'+i/200))), nil, 0o666))
	}
	c := must.Get(class.Read(dir, asked("sums"), nil))(t)
	if w := c.Students[0].Work[0].Without; w == nil || w.Why.String() != "li: more than 2000 files" {
		t.Errorf("%v", w)
	}
}

// Directives in students' sources are ignored.
func TestDirectivesDoNotCount(t *testing.T) {
	c, err := class.Read(lay(t, files{"li.cpp": "//judge:expect WA\n//judge:problem other\n" + program}), asked("sums"), nil)
	must.Succeed(t, err)
	e := c.Entries(nil, nil)
	if len(e) != 0 {
		t.Fatalf("%d entries for no problem", len(e))
	}
	e = c.Entries([]problem.Problem{{ID: "sums"}}, nil)
	if s := e[0].Solution; !s.Stranger || s.Expect != nil || s.Name != "li" || !cmp.Equal(s.Problems, []string{"sums"}) {
		t.Errorf("%+v", s)
	}
}

func TestPeople(t *testing.T) {
	const handed = "2023001-Zhang.cpp 李四.cpp 2023003/ 2023004_x/ 12023005.cpp stranger.cpp"
	for _, test := range []struct{ name, list string }{
		{"headed", "学号,姓名\r\n2023001,张三\r\n2023002,李四\r\n2023003,王五\r\n2023004,赵六\r\n2023005,钱七\r\n"},
		{"columns turned round", "name,class,id\n张三,1,2023001\n李四,1,2023002\n王五,2,2023003\n赵六,,2023004\n钱七,,2023005\n"},
		{"a title in front", "计科1班花名册,,\n序号,学号,姓名\n1,2023001,张三\n2,2023002,李四\n3,2023003,王五\n4,2023004,赵六\n5,2023005,钱七\n"},
		{"a note in front", "# of 2026, by hand\n\n2023001;张三\n2023002;李四\n2023003;王五\n2023004;赵六\n2023005;钱七\n"},
		{"bare", "2023001,张三\n2023002,李四\n,\n\n2023003,王五\n2023004,赵六\n2023005,钱七\n"},
		{"semicolons", "2023001;张三\n2023002;李四\n2023003;王五\n2023004;赵六\n2023005;钱七\n"},
		{"a mark in front", "\ufeff学号,姓名\n2023001,张三\n2023002,李四\n2023003,王五\n2023004,赵六\n2023005,钱七\n"},
		{"GBK", "\xd1\xa7\xba\xc5,\xd0\xd5\xc3\xfb\n2023001,\xd5\xc5\xc8\xfd\n2023002," +
			"\xc0\xee\xcb\xc4\n2023003,\xcd\xf5\xce\xe5\n2023004,\xd5\xd4\xc1\xf9\n2023005,\xc7\xae\xc6\xdf\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := files{"people.csv": test.list}
			for name := range strings.FieldsSeq(handed) {
				if strings.HasSuffix(name, "/") {
					name += "main.cpp"
				}
				files[name] = program
			}
			dir := lay(t, files)
			list := must.Get(class.ReadPeople(filepath.Join(dir, "people.csv")))(t)
			c := must.Get(class.Read(dir, asked("sums"), list))(t)
			var got []string
			for _, s := range c.Students {
				what := s.Work[0].Solution.Path
				if s.Work[0].Without != nil {
					what = string(s.Work[0].Without.Verdict)
				}
				got = append(got, s.ID+" "+s.Name+" "+what)
			}
			want := []string{"2023001 张三 2023001-Zhang.cpp", "2023002 李四 李四.cpp", "2023003 王五 2023003/main.cpp", "2023004 赵六 2023004_x/main.cpp",
				"2023005 钱七 SK", "12023005 12023005 12023005.cpp", "stranger stranger stranger.cpp"}
			must.Equal(t, want, got)
			must.Equal(t, []string{"12023005", "stranger"}, c.Unlisted, "on the list")
		})
	}
}

// TestManyFiles: only a limited number of sources is read to find the problem.
func TestManyFiles(t *testing.T) {
	for _, test := range []struct {
		others, ending string
		found          bool
	}{{"a", ".txt", true}, {"a", ".cpp", false}} {
		files := files{"li/z.cpp": claims}
		for i := range maxAsked {
			files["li/"+test.others+strings.Repeat("x", i)+test.ending] = program
		}
		c, err := class.Read(lay(t, files), asked("sums"), nil)
		if err != nil || (c.Students[0].Work[0].Solution.Path == "li/z.cpp") != test.found {
			t.Errorf("%s: %v, %+v", test.ending, err, c.Students[0].Work[0])
		}
	}
}

// TestNothing: an empty folder is an error, unless a list says who should have handed in.
func TestNothing(t *testing.T) {
	must.Fail(t, must.Err(class.Read(t.TempDir(), asked("sums"), nil)), "holds nothing", "error")
	list, err := class.ReadPeople(filepath.Join(lay(t, files{"list.csv": "1,a\n"}), "list.csv"))
	must.Succeed(t, err)
	if c, err := class.Read(t.TempDir(), asked("sums"), list); err != nil || len(c.Students) != 1 {
		t.Errorf("%v, %v", c, err)
	}
}

func TestListsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"": "names nobody", "id,name\n": "names nobody", "1,a\n1,b\n": "1 is listed twice", "a,\"b\nc": "line 2 is not " +
			"CSV", "caf\xe9 ,x\n": "is neither UTF-8 nor GBK", "1,a\n2,b\x00\n": "line 2 has a NUL byte",
	} {
		file := filepath.Join(lay(t, files{"list.csv": text}), "list.csv")
		must.Fail(t, must.Err(class.ReadPeople(file)), want, text)
	}
}

// The same name twice, in one folder or on one list, is reported.
func TestNobodyIsAnother(t *testing.T) {
	dir := lay(t, files{"li.cpp": program, "li.py": "print(1)", "wang.cpp": program, "list.csv": "li.cpp,李\nli.py,李\n"})
	list := must.Get(class.ReadPeople(filepath.Join(dir, "list.csv")))(t)
	for _, test := range []struct {
		list *class.People
		want []string
	}{
		{nil, []string{"li.cpp", "li.py", "list", "wang"}},
		{list, []string{"李 (li.cpp)", "李 (li.py)", "wang"}},
	} {
		c := must.Get(class.Read(dir, asked("sums"), test.list))(t)
		var got []string
		for _, s := range c.Roll().Students {
			got = append(got, s.Label)
		}
		must.Equal(t, test.want, got)
	}
}

// TestAlike reports programs that are the same, also but for names. Short programs and different ones are not reported.
func TestAlike(t *testing.T) {
	const program = "#include <stdio.h>\nint main(void) {\n  int total = 0, n; // the sum\n  while (scanf(\"%d\", &n) == 1) { if " +
		"(n > 3) total += n; else total -= 2 * n; }\n  printf(\"%d\\n\", total);\n  return 0;\n}\n"
	renamed := strings.NewReplacer("total", "s", "n)", "x )", "&n", "&x", "(n ", "(x ", "+= n", "+= x", "* n", "* x", ", n;",
		",x;", "// the sum", "/* sum */\n").Replace(program)
	long, short := strings.Repeat("1 ", leastTokens), strings.Repeat("2 ", leastTokens-1)
	dir := lay(t, files{"hal.py": long, "ian.py": " " + long, "jon.py": short, "kim.py": " " + short, "aaa.c": "",
		"ann.c": program, "bob.c": program, "cyn.c": renamed, "dan.c": strings.Replace(program, "n > 3", "total > 3",
			1), "eve.py": "print(1)\n", "fay.py": "print( 1)\n", "gus.py": "print(1)\n"})
	c := must.Get(class.Read(dir, asked("p"), nil))(t)
	const same, names = "the same as %s, byte for byte", "the same as %s, except for names, comments and blanks"
	want := map[string]string{"ann": fmt.Sprintf(names, "bob, cyn"), "bob": fmt.Sprintf(names, "ann, cyn"),
		"hal": fmt.Sprintf(names, "ian"), "ian": fmt.Sprintf(names, "hal"),
		"cyn": fmt.Sprintf(names, "ann, bob"), "dan": "", "eve": fmt.Sprintf(same, "gus"), "fay": "", "gus": fmt.Sprintf(same, "eve")}
	for _, s := range c.Students {
		var notes []string
		for _, n := range s.Notes {
			notes = append(notes, n.String())
		}
		must.Equal(t, want[s.ID], strings.Join(notes, " "), s.ID)
	}
}

// TestPartly: functions that were moved, renamed and split among others are found, with their lines. What a quarter of the
// class has was given to them.
func TestPartly(t *testing.T) {
	function := func(name, op string) string {
		return "int " + name + "(int a, int b) {\n  int sum = 0;\n  for (int i = a; i <= b; i += 2) {\n    if (i % 3 == 0) sum " + op +
			"= i * i - b;\n    else while (sum > a) sum /= i + 2;\n  }\n  return sum + a * b;\n}\n"
	}
	rename := strings.NewReplacer("sum", "total", "(int a, int b)", "(int x, int y)", " a", " x", "- b", "- y", "<= b", "<= y",
		"* b", "* y").Replace
	given := "#include <stdio.h>\nint read(int *to, int n) {\n  int k = 0;\n  while (k < n && scanf(\"%d\", &to[k]) == 1) { k++; " +
		"if (to[k - 1] < 0) break; }\n  return k > 3 ? k : -1;\n}\n"
	main := func(n string) string { return "int main(void) { int all[" + n + "]; return read(all, " + n + "); }\n" }
	all := files{"ann.c": given + function("f", "+") + function("g", "-") + function("h", "^") + main("10"),
		"bob.c": given + rename(function("one", "^")) + "static int unused;\n" + rename(function("two", "+")) + main("20")}
	for i, name := range []string{"cyn", "dan", "eve", "fay", "gus"} {
		all[name+".c"] = given + strings.Repeat("int "+name+" = "+strings.Repeat("1 + ", i)+"2;\n", 10+i) + main("30")
	}
	c := must.Get(class.Read(lay(t, all), asked("p"), nil))(t)
	for _, s := range c.Students {
		var notes []string
		for _, n := range s.Notes {
			notes = append(notes, n.String())
		}
		want := map[string]string{"ann": " in 100 tokens of the shorter program are also in that of bob: lines 5-10 = 5-10, ",
			"bob": " in 100 tokens of the shorter program are also in that of ann: lines 5-10 = 5-10, "}[s.ID]
		if got := strings.Join(notes, " "); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q, want %q", s.ID, got, want)
		}
	}
	must.Be(t, len(c.Alike) == 1 && c.Alike[0].Share >= 80 && len(c.Alike[0].Lines) >= 3, "got %+v", c.Alike)
}

// TestInnermost: the students are in the folder of the class, in folders around it, or in a zip.
func TestInnermost(t *testing.T) {
	two := files{"hw/class/7-li/a.c": program, "hw/class/8-wang/a.c": program}
	archive := func(files files) string {
		var all []string
		for _, name := range slices.Sorted(maps.Keys(files)) {
			all = append(all, name, files[name])
		}
		return zipped(t, nil, all...)
	}
	for _, test := range []struct {
		name  string
		files files
		list  string
		want  string
	}{
		{"folders around them, without a list", two, "", "hw"},
		{"folders around them, and a list", two, "7,Li\n8,Wang\n", "7 8"},
		{"a list, and one of them", files{"hw/class/7-li/a.c": program}, "7,Li\n8,Wang\n", "7 8"},
		{"one of them without a list", files{"hw/class/7-li/a.c": program}, "", "hw"},
		{"nobody of the list", files{"hw/class/7-li/a.c": program, "hw/class/9-li/a.c": program}, "8,Wang\n", "8 hw"},
		{"too many folders around them", files{"hw.zip": zipped(t, nil, "a/b/c/d/7/a.c", program, "a/b/c/d/8/a.c", program)}, "", "a"},
		{"zips", files{"hw/7.zip": zipped(t, nil, "a.c", program), "hw/8.zip": zipped(t, nil, "a.c", program)}, "7,Li\n8,Wang\n", "7 8"},
		{"a zip of one of them, with a folder for each problem", files{"hw.zip": zipped(t, nil, "li/sums/a.c", program,
			"li/other/a.c", program)}, "", "li"},
		{"a zip of one of them, with files", files{"hw.zip": zipped(t, nil, "li/a.c", program, "li/b.c", program)}, "", "li"},
		{"a zip of all", files{"hw.zip": archive(two)}, "", "7-li 8-wang"},
		{"a zip of zips", files{"hw.zip": archive(files{"7.zip": zipped(t, nil, "a.c", program), "8.zip": zipped(t, nil, "a.c",
			program)})}, "", "7 8"},
	} {
		dir, list := lay(t, test.files), (*class.People)(nil)
		if test.list != "" {
			var err error
			if list, err = class.ReadPeople(filepath.Join(lay(t, files{"list.csv": test.list}), "list.csv")); err != nil {
				t.Fatal(err)
			}
		}
		if test.files["hw.zip"] != "" {
			dir = filepath.Join(dir, "hw.zip")
		}
		c, err := class.Read(dir, asked("sums other"), list)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for _, s := range c.Students {
			got = append(got, s.ID)
		}
		must.Equal(t, test.want, strings.Join(got, " "), test.name, got)
	}
}

// TestUnreadable: what is no folder and no zip is an error with its name.
func TestUnreadable(t *testing.T) {
	dir := lay(t, files{"a.txt": "x", "b.zip": "x"})
	for _, name := range []string{"gone", "a.txt", "b.zip"} {
		if _, err := class.Read(filepath.Join(dir, name), asked("sums"), nil); err == nil || !strings.HasPrefix(err.Error(),
			filepath.Join(dir, name)+": ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUntil: the list's column of times counts, else the time of the newest file.
func TestUntil(t *testing.T) {
	dir := lay(t, files{"people.csv": "id,name,提交时间\n1,Ann,2026-11-20 18:30\n2,Bob,2026/11/20 " +
		"9:00\n3,Cyn,\n4,Dan,\n5,Eve,2026-12-01\n", "1.c": "x", "2.c": "x", "3/a.c": "x", "3/b.h": "x", "3/c.h": "x", "4.c": "x"})
	at := func(text string) time.Time {
		when := must.Get(class.ParseTime(text))(t)
		return when
	}
	for name, when := range map[string]string{"1.c": "2026-01-01", "2.c": "2026-12-01", "3/a.c": "2026-11-20 17:00",
		"3/b.h": "2026-11-23 18:00", "3/c.h": "2026-11-22", "4.c": "2026-11-20 18:00"} {
		must.Succeed(t, os.Chtimes(filepath.Join(dir, name), at(when), at(when)))
	}
	list := must.Get(class.ReadPeople(filepath.Join(dir, "people.csv")))(t)
	c, err := class.Read(dir, asked("p"), list)
	if err == nil {
		err = c.Until(at("2026-11-20 18:00"))
	}
	must.Succeed(t, err)
	for i, want := range []time.Duration{30 * time.Minute, 0, 72 * time.Hour, 0, 0} {
		must.Equal(t, want, c.Students[i].Late, c.Students[i].ID, "is late by")
	}
}

// TestParseTime: a date means its midnight at the end, a time means itself.
func TestParseTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-20": "2026-11-20 23:59:59", "2026/1/2": "2026-01-02 23:59:59", "2026-11-20 18:00": "2026-11-20 " +
			"18:00:00", "2026/11/20 8:30:01": "2026-11-20 08:30:01", "2026-11-20T00:00": "2026-11-20 00:00:00",
		"tomorrow": "",
	} {
		got, err := class.ParseTime(text)
		if (err == nil) != (want != "") || err == nil && got.Format(time.DateTime) != want {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestRows: a heading on the first line needs one known word; further down it may be somebody's name, and "student" may
// be a role. What a row does not hold is empty.
func TestRows(t *testing.T) {
	for text, want := range map[string][]class.Row{
		"name,x\nAnn,1\n":       {{Line: 2, Name: "Ann"}},
		"Ann,1\nname,x\n":       {{Line: 1, Name: "Ann", ID: "1"}, {Line: 2, Name: "name", ID: "x"}},
		"Ann,student\n":         {{Line: 1, Name: "Ann", ID: "student"}},
		"name,id\nAnn\nBob,8\n": {{Line: 2, Name: "Ann"}, {Line: 3, Name: "Bob", ID: "8"}},
	} {
		rows, err := class.ParseList([]byte(text), class.Name, class.ID)
		if diff := cmp.Diff(want, rows); err != nil || diff != "" {
			t.Errorf("%q: %v, - want, + got\n%s", text, err, diff)
		}
	}
}

// FuzzList: whatever a list says, each row is of a line that exists, further down than the row before, and without NUL.
func FuzzList(f *testing.F) {
	f.Add([]byte("学号,姓名\n1,张三\n"))
	f.Add([]byte("a;b\n\"c;\"d\n"))
	f.Add([]byte("\xff\xfe,\x00"))
	f.Add([]byte("Class 3\n# x\nName\tstudent ID\nAnn\t7\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		rows, err := class.ParseList(raw, class.ID, class.Name)
		line := 0
		for _, r := range rows {
			if err != nil || r.Line <= line || r.Line > len(raw)+1 || strings.ContainsRune(r.ID+r.Name+r.Role+r.Handed, 0) {
				t.Fatalf("%q: %v, %+v", raw, err, r)
			}
			line = r.Line
		}
	})
}
