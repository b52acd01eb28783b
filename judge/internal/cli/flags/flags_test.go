package flags_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/cli/flags"
)

// Flags may be anywhere before --.
func TestParse(t *testing.T) {
	fs := flags.New("run")
	n, quiet, wait := fs.Int("n", 1, ""), fs.Bool("q", false, ""), fs.Duration("time", 0, "")
	names, err := flags.Parse(fs, []string{"first", "-n", "3", "second", "-q", "-time=2s", "--", "-n", "4"})
	if err != nil || *n != 3 || !*quiet || *wait != 2*time.Second {
		t.Errorf("-n %d, -q %v, -time %v; %v", *n, *quiet, *wait, err)
	}
	if want := []string{"first", "second", "-n", "4"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if given := flags.Given(fs); !given("n") || given("lang") {
		t.Error("-n was given, and nothing else of that name")
	}
}

// Messages about a wrong flag say what to do, in both languages.
func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ arg, english, chinese string }{
		{"-tiem=2s", "no flag -tiem\nhint: did you mean -time?; -h lists them", "没有选项 -tiem\n提示：是不是想写 -time？-h 会列出所有选项"},
		{"-time=2", "invalid value \"2\" for flag -time\nhint: write a time with its unit, as 5s or 2m", ""},
		{"-q=perhaps", "invalid boolean value \"perhaps\" for -q\nhint: write -q alone, or -q=false", ""},
		{"-n=x", "invalid value \"x\" for flag -n\nhint: write a whole number", ""},
		{"-seed=x", "invalid value \"x\" for flag -seed\nhint: write a whole number from 0 on", ""},
		{"-time", "flag needs an argument: -time; -h says which", "选项 -time 后面要写值，写什么见 -h"},
	} {
		fs := flags.New("run")
		fs.Duration("time", 0, "")
		fs.Bool("q", false, "")
		fs.Int("n", 0, "")
		fs.Uint64("seed", 0, "")
		_, err := flags.Parse(fs, []string{tt.arg})
		if err == nil || err.Error() != tt.english {
			t.Errorf("%s: %v, want %s", tt.arg, err, tt.english)
			continue
		}
		if own := say.Chinese.Error(err); own == tt.english || tt.chinese != "" && own != tt.chinese {
			t.Errorf("%s in Chinese: %s", tt.arg, own)
		}
	}
	if _, err := flags.Parse(flags.New("run"), []string{"-h"}); err != flag.ErrHelp {
		t.Errorf("-h: %v", err)
	}
}

func TestLanguage(t *testing.T) {
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	for _, tt := range []struct {
		args   []string
		want   say.Language
		others string
	}{
		{[]string{"list"}, say.Chinese, "list"},
		{[]string{"-lang", "en", "list"}, say.English, "list"},
		{[]string{"new", "--lang=cpp", "--lang=en"}, say.English, "new --lang=cpp"},
		{[]string{"--", "-lang", "en"}, say.Chinese, "-- -lang en"},
		{[]string{"lang", "en"}, say.Chinese, "lang en"},
		{[]string{"-long", "en"}, say.Chinese, "-long en"},
		{[]string{"-lang=zh", "en"}, say.Chinese, "en"},
		{[]string{"-lang=en", "zh"}, say.English, "zh"},
		{[]string{"-lang"}, say.Chinese, "-lang"},
		{[]string{"-lang", "cpp", "-lang=en"}, say.English, "-lang cpp"},
	} {
		if got, others := flags.Language(tt.args); got != tt.want || strings.Join(others, " ") != tt.others {
			t.Errorf("%q: %s beside %q, want %s beside %s", tt.args, got, others, tt.want, tt.others)
		}
	}
}
