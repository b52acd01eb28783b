package submit

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

// lack is something of a language that a site does not take.
type lack struct {
	language string
	sign     match.Pattern // finds it; the first group is named to the user
	unless   match.Pattern // what makes up for it, nil for nothing
	why      say.Message
}

// mainClass is the form of a program in Java that every site wants.
var mainClass = []lack{
	{"java", match.Lazy(`(?m)^\s*(package\s+[\w.]+\s*;)`), nil, say.Of("a site compiles Main.java alone: leave the package out")},
	{"java", match.Lazy(`\b(public\s+static\s+void\s+main)\b`), match.Lazy(`\bclass\s+Main\b`), say.Of("a site starts the class Main: rename the class that has main to Main")},
}

var newCPP = say.Of("this is C++11 or newer, and POJ's compilers are older")

// pojLacks is what POJ's compilers, which are older than C++11, do not know.
var pojLacks = []lack{
	{"cpp", match.Lazy(`#\s*include\s*<\s*(bits/stdc\+\+\.h|array|unordered_map|unordered_set|tuple|chrono|random|regex|thread|initializer_list|type_traits|cstdint|optional|string_view)\s*>`), nil,
		say.Of("POJ has no such header: include the older ones that you use")},
	{"cpp", match.Lazy(`(\b(?:nullptr|constexpr|decltype|static_assert|unique_ptr|shared_ptr|unordered_(?:map|set)|stoi|stoll|to_string|emplace(?:_back)?)\b` +
		`|\bauto\s*[&*]{0,2}\s*(?:\w+\s*[=:]|\[)|\bfor\s*\([^;()?]*[^:;()?]:[^:;()][^;()]*\)|\[[&=][\w, ]*\]\s*[({]|<[\w:]+<[\w:, *]*>>)`), nil, newCPP},
	{"cpp", match.Lazy(`\)\s*(?:const\s*)?(override|noexcept)\s*(?:[{;(]|override)`), nil, newCPP}, // elsewhere they are names
	{"java", match.Lazy(`(<>|[\w)"']\s*->|\bvar\s+\w+\s*=|\.stream\(\)|\b(?:List|Set|Map)\.of\()`), nil, say.Of("this is newer than POJ's Java")},
}

// own is a name that a file defines: older programs often have a to_string of their own.
var own = match.Lazy(`(?:\bstruct|\bclass|#\s*define)\s+(\w+)|\b(\w+)\s*\([^()]*\)\s*(?:const\s*)?\{`)

// missing lists what a source has that the site lacks, each with its first place. Names that it defines are its own.
func missing(lacks []lack, id, path, source string) (reasons []say.Message) {
	code := language.Of(id).Bare(source)
	var defined []string
	for _, found := range own().FindAllStringSubmatch(code, -1) {
		defined = append(defined, found[1:]...)
	}
	for _, l := range lacks {
		if l.language != id || l.unless != nil && l.unless().MatchString(code) {
			continue
		}
		for _, at := range l.sign().FindAllStringSubmatchIndex(code, -1) {
			if sign := code[at[2]:at[3]]; !slices.Contains(defined, sign) {
				reasons = append(reasons, say.Of("%s:%d: %s: %s", path, strings.Count(code[:at[2]], "\n")+1, sign, l.why))
				break
			}
		}
	}
	return reasons
}
