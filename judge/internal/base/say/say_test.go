package say

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/testkit/must"
)

func init() {
	Translate(func() map[string]string {
		return map[string]string{
			"%s (in %d of %d runs: it behaves differently from run to run)": "%s（%[3]d 次运行中有 %[2]d 次如此，并非每次都一样）",
			"%s; %s":                     "%s；%s",
			"%s, %s":                     "%s、%s",
			"%s: %s":                     "%s：%s",
			"hint: %s":                   "提示：%s",
			"%d case":                    "%d 个测试点",
			"%d cases":                   "%d 个测试点",
			"code":                       "代码",
			"exit status %d":             "退出码 %d",
			"expected %s, got %s":        "应为 %s，实为 %s",
			"extra line %d":              "多出第 %d 行",
			"install it with %s":         "请用 %s 安装",
			"interrupted":                "已中断",
			"killed by %s":               "被信号 %s 终止",
			"no such file or directory":  "没有这个文件或目录",
			"%s %s: %s":                  "%s %s：%s",
			"open":                       "打开",
			"no %s here for %s":          "本机没有 %[2]s 所需的 %[1]s",
			"peak":                       "峰值",
			"step %d of %d: %s":          "第 %d 级，共 %d 级：%s",
			"the puzzle":                 "原题",
			"used up its %s of CPU time": "CPU 时间超过 %s 的限制",
		}
	})
}

func TestBothLanguages(t *testing.T) {
	notAlways := Of("%s (in %d of %d runs: it behaves differently from run to run)", Of("exit status %d", 3), 1, 5)
	tests := []struct {
		m      Message
		en, zh string
	}{
		{Message{}, "", ""},
		{Of("expected %s, got %s", `"12"`, `"\x1b"`), `expected "12", got "\x1b"`, `应为 "12"，实为 "\x1b"`},
		{Of("step %d of %d: %s", 2, 5, "namespaces, rlimits"), "step 2 of 5: namespaces, rlimits", "第 2 级，共 5 级：namespaces, rlimits"},
		{Of("used up its %s of CPU time", "0.5 s"), "used up its 0.5 s of CPU time", "CPU 时间超过 0.5 s 的限制"},
		{Of("extra line %d", 3), "extra line 3", "多出第 3 行"},
		{notAlways, "exit status 3 (in 1 of 5 runs: it behaves differently from run to run)", "退出码 3（5 次运行中有 1 次如此，并非每次都一样）"},
		{Join(Of("killed by %s", "SIGKILL"), Message{}, Of("interrupted")), "killed by SIGKILL; interrupted", "被信号 SIGKILL 终止；已中断"},
		{Of("no %s here for %s", "rustc", "Rust").Hint("install it with %s", "apt install rustc"),
			"no rustc here for Rust\nhint: install it with apt install rustc", "本机没有 Rust 所需的 rustc\n提示：请用 apt install rustc 安装"},
		{Text("the checker's own <words> 100%"), "the checker's own <words> 100%", "the checker's own <words> 100%"},
		{Text("the puzzle"), "the puzzle", "the puzzle"},
		{Of("%s", "the puzzle"), "the puzzle", "the puzzle"},
		{Phrase("the puzzle"), "the puzzle", "原题"},
		{Phrase("100% unheard of"), "100% unheard of", "100% unheard of"},
		{List([]string{"a", "b", "c"}), "a, b, c", "a、b、c"},
		{Of("interrupted").Hint("%s", Text("wait")), "interrupted\nhint: wait", "已中断\n提示：wait"},
		{Of("interrupted").Hint("%s and %s", "wait", Of("interrupted")), "interrupted\nhint: wait and interrupted", "已中断\n提示：wait and 已中断"},
		{Of("interrupted").Hint("(%s)", Of("interrupted")), "interrupted\nhint: (interrupted)", "已中断\n提示：(已中断)"},
		{Of("%s; %s", Of("interrupted").Hint("%s", Text("wait")), "code"), "interrupted; code\nhint: wait", "已中断；code\n提示：wait"},
		{chain(below, []Message{Of("interrupted").Hint("%s", Text("wait")), Phrase("code")}), "interrupted\nhint: wait\ncode",
			"已中断\n提示：wait\n代码"},
		{Count(1, "case"), "1 case", "1 个测试点"},
		{Count(2, "case"), "2 cases", "2 个测试点"},
	}
	for _, tt := range tests {
		must.Equal(t, tt.en, tt.m.String())
		must.Equal(t, tt.zh, Chinese.Text(tt.m))
		data := must.Get(json.Marshal(tt.m))(t)
		var back Message
		must.Succeed(t, json.Unmarshal(data, &back), data)
		must.Equal(t, tt.m, back, data, "comes back otherwise (-went +came)")
	}
}

func TestHintOnTheSameLine(t *testing.T) {
	m := Of("%s: %s", "code", Of("interrupted").Hint("wait")).Hint("install it with %s", "care")
	must.Equal(t, "code：已中断；提示：wait；提示：请用 care 安装", Chinese.Line(m))
	must.Equal(t, "", English.Line(Message{}), "an empty message")
}

func TestArgumentsTravelAsTheyWere(t *testing.T) {
	m := Of("%d %g %g %s %q", 3, 3.0, 0.25, "\xff\x00", "数独")
	data := must.Get(json.Marshal(m))(t)
	var back Message
	must.Succeed(t, json.Unmarshal(data, &back))
	must.Equal(t, m, back, data, "-went +came)")
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		words  Words
		en, zh string
	}{
		{Words{"a", "甲"}, "a", "甲"},
		{Words{"a", ""}, "a", "a"},
		{Words{"", "甲"}, "甲", "甲"},
	} {
		if en, zh := tt.words.In(English), tt.words.In(Chinese); en != tt.en || zh != tt.zh {
			t.Errorf("%+v: %q, %q", tt.words, en, zh)
		}
	}
}

func TestMap(t *testing.T) {
	m := Of("%s: %d: %s", "/tmp/x", 3, Phrase("/tmp/y")).Hint("look at %s", "/tmp/z")
	changed := m.Map(func(s string) string { return strings.ReplaceAll(s, "/tmp/", "") })
	if want := "x: 3: y\nhint: look at z"; changed.String() != want || m.String() != "/tmp/x: 3: /tmp/y\nhint: look at /tmp/z" {
		t.Errorf("%q of %q, want %q", changed, m, want)
	}
}

// TestWire: the JSON of messages, which other programs read, too.
func TestWire(t *testing.T) {
	for want, m := range map[string]Message{
		`null`:                              {},
		`{"format":"%s %d","args":["a",1]}`: Of("%s %d", "a", 1),
		`{"format":"%s","args":[{"bytes":"/w=="}]}`:            Text("\xff"),
		`{"format":"%g","args":[2.0],"remedy":{"format":"x"}}`: Of("%g", 2.0).Hint("x"),
	} {
		if text, err := json.Marshal(m); err != nil || string(text) != want {
			t.Errorf("%s, %v, want %s", text, err, want)
		}
	}
}

// TestBombs: a message of others asks for no more than it could need.
func TestBombs(t *testing.T) {
	for what, text := range map[string]string{
		"many verbs": `{"format":"` + strings.Repeat("%999999d", 1000) + `","args":[1]}`,
		"deep":       strings.Repeat(`{"format":"%s","args":[`, 1200) + `"x"` + strings.Repeat("]}", 1200),
		"no message": `{"format":"%s","args":[[]]}`,
	} {
		var m Message
		must.Be(t, json.Unmarshal([]byte(text), &m) != nil, "%s: taken", what)
	}
	var doubled Message
	folded := strings.Repeat(`{"format":"%[1]s%[1]s","args":[`, 24) + `"0123456789"` + strings.Repeat("]}", 24)
	must.Succeed(t, json.Unmarshal([]byte(folded), &doubled))
	if n := len(doubled.String()); n > 1<<20 {
		t.Errorf("doubled again and again: %d bytes", n)
	}
}

func TestErrors(t *testing.T) {
	_, missing := os.Open(filepath.Join(t.TempDir(), "none"))
	err := Errorf("reading: %w", missing).Hint("install it with %s", "care")
	must.Be(t, errors.Is(err, fs.ErrNotExist), "what it wraps is lost")
	must.Equal(t, "reading: "+missing.Error()+"\nhint: install it with care", err.Error(), err)
	outer := Errorf("%s: %w", "care.yaml", err)
	if outer.Error() != "care.yaml: "+err.Error() || outer.What.Remedy == nil {
		t.Errorf("%q, of which %v is the remedy", outer, outer.What.Remedy)
	}
	must.Equal(t, "打开 none：没有这个文件或目录", Chinese.Error(&fs.PathError{Op: "open", Path: "none", Err: syscall.ENOENT}))
	must.Equal(t, "interrupted", First(errors.Join(Errorf("interrupted"), err)).String(), "it says", "first")
	for want, one := range map[string]error{
		"a: b":        Errorf("%w: %w", Errorf("a"), Errorf("b")),
		"interrupted": errors.Join(errors.Join(Errorf("interrupted"), err), err),
		"plain":       errors.New("plain"),
	} {
		must.Equal(t, want, First(one).String(), "it says", "first")
	}
	if m := Of("interrupted").Hint("%s", Message{}); m.Remedy != nil {
		t.Errorf("a remedy that says nothing is one: %q", m)
	}
	if m := Of("interrupted").Hint("%s", Of("install it with %s", "care")); m.Remedy == nil || m.Remedy.Format != "install it with %s" {
		t.Errorf("the remedy is %v", m.Remedy)
	}
	for _, names := range [][]string{{"code"}, {"code", "peak"}} { // names of files, though the catalogue has both words
		must.Equal(t, strings.Join(names, "、"), Chinese.Text(List(names)))
	}
	must.Equal(t, "退出码 3\n已中断", Chinese.Error(errors.Join(Errorf("exit status %d", 3), Errorf("interrupted"))))
}

func TestWanted(t *testing.T) {
	tests := []struct {
		flag, all, messages, lang string
		want                      Language
	}{
		{want: English},
		{lang: "zh_CN.UTF-8", want: Chinese},
		{lang: "zh_CN.UTF-8", messages: "C", want: English},
		{lang: "de_DE", messages: "en", all: "zh_TW", want: Chinese},
		{lang: "zh_CN", all: "zh_CN", flag: "en", want: English},
		{all: "C", flag: "zh", want: Chinese},
	}
	for _, tt := range tests {
		env := map[string]string{"LC_ALL": tt.all, "LC_MESSAGES": tt.messages, "LANG": tt.lang}
		must.Equal(t, tt.want, Wanted(tt.flag, func(name string) string { return env[name] }), tt)
	}
}

func FuzzMessage(f *testing.F) {
	f.Add([]byte(`{"format":"%s %d","args":["a",1,2.5,{"format":"x"},null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m, again Message
		if json.Unmarshal(data, &m) != nil {
			return
		}
		text := must.Get(json.Marshal(m))(t)
		must.Succeed(t, json.Unmarshal(text, &again), data, "becomes", text)
		must.Equal(t, "", cmp.Diff(m, again), data, "becomes", text)
		Chinese.Text(m)
	})
}
