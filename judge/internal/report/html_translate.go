package report

import (
	"regexp"
	"strings"
)

// saying is a sentence of the judge's own, which other rooms make in English, and its Chinese form.
type saying struct {
	english *regexp.Regexp
	chinese string
}

func sayingOf(english, chinese string) saying {
	return saying{regexp.MustCompile("^" + english + "$"), chinese}
}

// sayings are tried in order. What none of them knows, a program's own words for instance, is shown
// as it is in both languages.
var sayings = []saying{
	sayingOf(`row (\d+) has (\w+) (\d+)s`, "第 $1 行有 $2 个 $3"),
	sayingOf(`column (\d+) has (\w+) (\d+)s`, "第 $1 列有 $2 个 $3"),
	sayingOf(`box (\d+) has (\w+) (\d+)s`, "第 $1 宫有 $2 个 $3"),
	sayingOf(`clue r(\d+)c(\d+) was (\d+), is blank`, "第 $1 行第 $2 列的提示数 $3 被清空了"),
	sayingOf(`clue r(\d+)c(\d+) was (\d+), is (\d+)`, "第 $1 行第 $2 列的提示数 $3 被改成了 $4"),
	sayingOf(`r(\d+)c(\d+) is blank`, "第 $1 行第 $2 列还空着"),
	sayingOf(`nothing where line (\d+) was expected`, "应有第 $1 行，却没有输出"),
	sayingOf(`extra line (\d+)`, "多出第 $1 行"),
	sayingOf(`other blanks at character (\d+)`, "第 $1 个字符处的空白不一致"),
	sayingOf(`expected (\d+) characters, got (\d+)`, "应有 $1 个字符，实有 $2 个"),
	sayingOf(`expected (.*), but the line is empty`, "应为 $1，但这一行是空的"),
	sayingOf(`expected (.*), but the line ends`, "应为 $1，但这一行到此为止"),
	sayingOf(`the line should have ended, got (.*)`, "这一行应到此结束，却还有 $1"),
	sayingOf(`expected (.*), got (.*)`, "应为 $1，实为 $2"),

	sayingOf(`used up its (\S+) s of CPU time`, "用完了 $1 秒 CPU 时间"),
	sayingOf(`idle: used (\S+) s of CPU in (\S+) s`, "一直空等：$2 秒内只用了 $1 秒 CPU 时间"),
	sayingOf(`wanted more than its (\d+) MiB of memory`, "内存超过 $1 MiB"),
	sayingOf(`wanted more than its (\d+) MiB of memory \((.*)\)`, "内存超过 $1 MiB（$2）"),
	sayingOf(`printed more than (\d+) MiB`, "输出超过 $1 MiB"),
	sayingOf(`killed by (\w+)`, "被信号 $1 终止"),
	sayingOf(`exit status (\d+)`, "退出码 $1"),
	sayingOf(`skipped: an earlier case failed \(-fail-fast\)`, "跳过：前面的测试点未通过（-fail-fast）"),

	sayingOf(`no (\S+) here for (.*): install it with (.*)`, "本机没有 $2 所需的 $1，安装方法：$3"),
	sayingOf(`no (\S+) that works here for (.*) \((.*)\): install it with (.*)`, "本机的 $1 不能用于 $2（$3），安装方法：$4"),
	sayingOf(`it was ended for having more than (\d+) processes and threads`, "进程和线程超过 $1 个，因而被终止"),
	sayingOf(`it was ended for writing more than (\d+) MiB, or more than (\d+) files, to its scratch folder`, "向临时目录写入超过 $1 MiB 或超过 $2 个文件，因而被终止"),

	sayingOf(`the program was stopped before it was done: it ran for (\d+) s`, "程序运行了 $1 秒，未跑完就被停止"),
	sayingOf(`the program was stopped before it was done: it idled`, "程序一直空等，未跑完就被停止"),
	sayingOf(`the program was stopped before it was done: it wanted too much memory`, "程序占用内存过多，未跑完就被停止"),
	sayingOf(`the program was stopped before it was done: it printed too much`, "程序输出过多，未跑完就被停止"),
	sayingOf(`the program was stopped before it was done: (.*)`, "程序未跑完就被停止：$1"),

	sayingOf(`the puzzle`, "原题"),
	sayingOf(`step (\d) of (\d): (.*)`, "第 $1 级，共 $2 级：$3"),
	sayingOf(`rusage: peak resident memory of the largest process`, "rusage：最大进程的常驻内存峰值"),
	sayingOf(`cgroup v2: peak memory of all processes together, file pages included`, "cgroup v2：全部进程合计的内存峰值，含文件页"),
}

// A message may be two sentences, and may end in how often it was so.
var (
	twoSentences = regexp.MustCompile(`^(.+); (it was ended for .+)$`)
	notAlways    = regexp.MustCompile(`^(.+) \(in (\d+) of (\d+) runs: it does not always do the same\)$`)
)

var numerals = strings.NewReplacer("two", "2", "three", "3", "four", "4", "five", "5", "six", "6", "seven", "7", "eight", "8", "nine", "9")

// translate is a sentence of the judge as a phrase of both languages.
func translate(sentence string) phrase {
	shown := Escape(sentence)
	if m := notAlways.FindStringSubmatch(sentence); m != nil {
		return say("both", shown, translate(m[1]).in(chinese)+"（"+m[3]+" 次运行中有 "+m[2]+" 次如此，并非每次都一样）")
	}
	if m := twoSentences.FindStringSubmatch(sentence); m != nil {
		return say("both", shown, translate(m[1]).in(chinese)+"；"+translate(m[2]).in(chinese))
	}
	for i, s := range sayings {
		if !s.english.MatchString(sentence) {
			continue
		}
		chinese := s.english.ReplaceAllString(shown, s.chinese)
		if i < 3 { // these hold a numeral in words
			chinese = numerals.Replace(chinese)
		}
		return say("both", shown, chinese)
	}
	return say("name", shown)
}
