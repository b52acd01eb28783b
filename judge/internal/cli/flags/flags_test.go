package flags

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
)

// Flags may be anywhere before --.
func TestParse(t *testing.T) {
	fs := New("run")
	n, quiet, wait := fs.Int("n", 1, ""), fs.Bool("q", false, ""), fs.Duration("time", 0, "")
	names, err := Parse(fs, []string{"first", "-n", "3", "second", "-q", "-time=2s", "--", "-n", "4"})
	if err != nil || *n != 3 || !*quiet || *wait != 2*time.Second {
		t.Errorf("-n %d, -q %v, -time %v; %v", *n, *quiet, *wait, err)
	}
	if want := []string{"first", "second", "-n", "4"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if given := Given(fs); !given("n") || given("lang") {
		t.Error("-n was given, and nothing else of that name")
	}
}

// Messages about a wrong flag say what to do, in both languages.
func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ arg, english, chinese string }{
		{"-tiem=2s", "no flag -tiem\nhint: did you mean -time?; -h lists them", "没有选项 -tiem\n提示：是不是想写 -time？-h 会列出所有选项"},
		{"-time=2", "invalid value \"2\" for flag -time\nhint: write a time with its unit, as 5s or 2m", ""},
		{"-q=perhaps", "invalid boolean value \"perhaps\" for -q\nhint: write -q alone, or -q=false", ""},
		{"-time", "flag needs an argument: -time", ""},
		{"-lang=fr", "invalid value \"fr\" for flag -lang\nhint: write en or zh", ""},
	} {
		fs := New("run")
		fs.Duration("time", 0, "")
		fs.Bool("q", false, "")
		AcceptLanguage(fs)
		_, err := Parse(fs, []string{tt.arg})
		if err == nil || err.Error() != tt.english {
			t.Errorf("%s: %v, want %s", tt.arg, err, tt.english)
			continue
		}
		if own := say.Chinese.Error(err); own == tt.english || tt.chinese != "" && own != tt.chinese {
			t.Errorf("%s in Chinese: %s", tt.arg, own)
		}
	}
	if _, err := Parse(New("run"), []string{"-h"}); err != flag.ErrHelp {
		t.Errorf("-h: %v", err)
	}
}

func TestLanguage(t *testing.T) {
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	for _, tt := range []struct {
		args []string
		want say.Language
	}{
		{[]string{"list"}, say.Chinese},
		{[]string{"-lang", "en", "list"}, say.English},
		{[]string{"new", "--lang=cpp", "--lang=en"}, say.English},
		{[]string{"--", "-lang", "en"}, say.Chinese},
		{[]string{"lang", "en"}, say.Chinese},
		{[]string{"-long", "en"}, say.Chinese},
		{[]string{"-lang=zh", "en"}, say.Chinese},
		{[]string{"-lang=en", "zh"}, say.English},
		{[]string{"-lang"}, say.Chinese},
	} {
		if got := Language(tt.args); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.args, got, tt.want)
		}
	}
}

// TestOwnLanguage: if a command has its own flag -lang, that flag takes any word.
func TestOwnLanguage(t *testing.T) {
	fs := New("new")
	own := fs.String("lang", "", "")
	AcceptLanguage(fs)
	if _, err := Parse(fs, []string{"-lang", "cpp"}); err != nil || *own != "cpp" {
		t.Errorf("%q, %v", *own, err)
	}
}

func TestBehindLanguage(t *testing.T) {
	for words, want := range map[string]string{
		"":                     "",
		"list":                 "list",
		"-lang zh":             "",
		"-lang=zh --lang en x": "x",
		"-lang":                "-lang",
		"-lang=cpp x":          "-lang=cpp x",
		"-lang cpp -lang=zh":   "-lang cpp -lang=zh",
		"list -lang zh":        "list -lang zh",
	} {
		if got := BehindLanguage(strings.Fields(words)); strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", words, got, want)
		}
	}
}
