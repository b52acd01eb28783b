package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
)

// wrappedMemory lists the functions that hand out memory, wrappedInput those that read into variables.
const (
	wrappedMemory = "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free," +
		"--wrap=_Znwm,--wrap=_Znam,--wrap=_ZdlPv,--wrap=_ZdaPv,--wrap=_ZdlPvm,--wrap=_ZdaPvm"
	extract      = ",--wrap=_ZNSi10_M_extractI"
	wrappedInput = "-Wl,--wrap=scanf,--wrap=__isoc99_scanf,--wrap=__isoc23_scanf,--wrap=_ZNSirsERi" +
		",--wrap=_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_" +
		extract + "jEERSiRT_" + extract + "fEERSiRT_" + extract + "lEERSiRT_" + extract + "mEERSiRT_" +
		extract + "xEERSiRT_" + extract + "yEERSiRT_" + extract + "dEERSiRT_" +
		",--wrap=_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE" +
		",--wrap=_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE"
)

// calls are the flags under which all calls of the user's code are reported, too. The code of strings is compiled with the
// program; in the library, nothing would report its stores.
var calls = func() []string {
	flags := []string{kept[0], kept[1], "-fno-optimize-sibling-calls", "-D_GLIBCXX_EXTERN_TEMPLATE=0", "-finstrument-functions", "-finstrument-functions-exclude-file-list=/include/,/lib/,judge_",
		wrappedMemory, wrappedInput}
	if runtime.GOARCH == "amd64" { // otherwise the compiler writes copies out as stores of its own
		flags = append(flags, "-mmemcpy-strategy=libcall:-1:noalign", "-mmemset-strategy=libcall:-1:noalign")
	}
	return flags
}()

// apart marks in a file where the user's own code begins. Nothing of that is inlined, or levels of a recursion would
// vanish; what the headers before it hold is, or a program that uses vectors would take twenty times as long.
func apart(l language.Language, text string) string {
	at, depth, goesOn := 0, 0, false
	for i, line := range strings.Split(l.Without(text, language.Comment), "\n") {
		name, directive := strings.CutPrefix(strings.TrimSpace(line), "#")
		if !directive && !goesOn && name != "" && !strings.HasPrefix(name, "using ") {
			break
		}
		switch name = strings.TrimSpace(name); {
		case directive && strings.HasPrefix(name, "if"):
			depth++
		case directive && strings.HasPrefix(name, "endif"):
			depth--
		}
		if goesOn = strings.HasSuffix(name, "\\"); depth == 0 && !goesOn {
			at = i + 1
		}
	}
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:at], "") + fmt.Sprintf("\n#pragma GCC optimize(\"no-inline\")\n#line %d\n", at+1) + strings.Join(lines[at:], "")
}

// change changes the text of the user's files, also where a driver has it in its own.
func change(made []build.Made, to func(text string) string) {
	for _, own := range slices.Clone(made) {
		for i, m := range made {
			if own.Path != "" {
				made[i].Text = strings.Replace(m.Text, own.Text, to(own.Text), 1)
			}
		}
	}
}

// begins finds where functions of Rust begin.
var begins = match.Lazy(`(?m)^[ \t]*(?:pub(?:\([\w ]+\))? )?(?:(?:const|async|unsafe) )*fn \w`)

// alone keeps the functions of a file in Rust from being inlined, or they would not be seen.
func alone(l language.Language, text string) string {
	found := begins().FindAllStringIndex(l.Code(text), -1)
	for _, at := range slices.Backward(found) {
		text = text[:at[0]] + "#[inline(never)] " + text[at[0]:]
	}
	return text
}

// The limits on what is read of a program's debug tables and symbols. Its author may have written them.
const (
	mostPlaces  = 8192
	mostSymbols = 4096
	mostText    = 16 << 20
)

// tool runs one of binutils on a program, behind the walls of a compiler, and returns the lines it prints.
func tool(ctx context.Context, b *build.Builder, exe, name string, args []string, more ...language.File) ([]string, error) {
	text, err := os.ReadFile(exe)
	if err != nil {
		return nil, err
	}
	made, err := b.Transform(ctx, build.Transform{Language: "c", Files: append(more, language.File{Path: "program", Text: string(text)}),
		Args: func(t language.Toolchain, _, _ string) []string {
			return append([]string{filepath.Join(filepath.Dir(t.Compiler), name)}, args...)
		}})
	if _, ok := errors.AsType[*build.Failed](err); ok {
		return nil, &record.Cannot{Why: say.Of("%s cannot read it", name)}
	}
	for _, f := range made {
		if f.Path == "" {
			return strings.Split(f.Text[:min(len(f.Text), mostText)], "\n"), err
		}
	}
	return nil, err
}

// locate finds the functions and the lines of the user's file that the addresses of a record belong to.
func locate(ctx context.Context, b *build.Builder, exe string, own map[string]bool, r *record.Record) error {
	symbols, base, err := symbolsOf(ctx, b, exe)
	if err != nil {
		return err
	}
	var numbers []uint16
	var asked strings.Builder
	for number, offset := range r.Sites {
		if len(numbers) < mostPlaces {
			numbers = append(numbers, number)
			asked.WriteString("0x" + strconv.FormatUint(base+uint64(offset), 16) + "\n")
		}
	}
	lines, err := tool(ctx, b, exe, "addr2line", []string{"-e", "./program", "-f", "-i", "-C", "-a", "@addresses"}, language.File{Path: "addresses", Text: asked.String()})
	if err != nil {
		return err
	}
	r.Symbols, r.Places = symbols, map[uint16]record.Place{}
	at, function, within := -1, "", false
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "0x"):
			at, function, within = at+1, "", false
		case function == "":
			function = line
		default:
			file, number, _ := strings.Cut(line, ":")
			number, _, _ = strings.Cut(number, " ")
			n, err := strconv.Atoi(number)
			if _, known := r.Places[numbers[at]]; err == nil && n > 0 && n <= mostLines && own[filepath.Base(file)] && !known {
				r.Places[numbers[at]] = record.Place{Function: plain(function), Line: n, Within: within}
			}
			function, within = "", true
		}
		if at >= len(numbers) {
			break
		}
	}
	for i, s := range r.Replay.Steps {
		r.Replay.Steps[i].Line = r.Places[uint16(s.Line)].Line
	}
	return nil
}

// plain shortens a function's name: without its parameters and types and, in Rust, without the program's own name.
func plain(name string) string {
	if strings.Contains(name, "{lambda(") {
		return record.Lambda
	}
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "[")
	if i := strings.IndexByte(name, '<'); i > 0 { // the types of a template
		name = name[:i]
	}
	if i := strings.LastIndexByte(name, ' '); i >= 0 { // the type that it returns
		name = name[i+1:]
	}
	for _, crate := range []string{"main::", "solution::", "judge_driver::"} {
		name = strings.TrimPrefix(name, crate)
	}
	return name[:min(len(name), 200)]
}

// symbolsOf reads the variables of a program, and where the program begins.
func symbolsOf(ctx context.Context, b *build.Builder, exe string) (all []record.Symbol, base uint64, err error) {
	lines, err := tool(ctx, b, exe, "nm", []string{"-n", "-S", "-C", "--defined-only", "./program"})
	for _, line := range lines {
		fields := strings.SplitN(line, " ", 4)
		if strings.HasSuffix(line, " __executable_start") {
			base, _ = strconv.ParseUint(fields[0], 16, 64)
		}
		if len(fields) < 4 || !strings.Contains("bBdDuV", fields[2]) || strings.HasPrefix(fields[3], "std::") || strings.HasPrefix(fields[3], "__") {
			continue
		}
		at, bad := strconv.ParseUint(fields[0], 16, 64)
		size, worse := strconv.ParseUint(fields[1], 16, 64)
		if bad == nil && worse == nil && size > 0 && size < 1<<40 && len(all) < mostSymbols {
			all = append(all, record.Symbol{Name: plain(fields[3]), At: at, Size: size})
		}
	}
	slices.SortFunc(all, func(a, b record.Symbol) int { return int(int64(a.At) - int64(b.At)) })
	return all, base, err
}
