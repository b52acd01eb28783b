// Package java is all that only Java knows.
package java

import (
	"bytes"
	"embed"
	"path/filepath"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Language describes Java.
var Language = lang.Language{
	ID:         "java",
	Name:       "Java",
	Extensions: []string{".java"},
	Recorder:   "java",
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment: "//",
		Words:   "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for if implements import instanceof int interface long native new package permits private protected public record return sealed short static strictfp super switch synchronized this throw throws transient try var void volatile while yield true false null",
		Block:   lang.SlashStar,
		Quotes:  `"'`,
		Long:    []string{`"""`},
	},
	Tools: lang.Tools{
		Commands: []string{"javac"},
		Install:  lang.Install("apt install default-jdk-headless", "brew install openjdk", "winget install Microsoft.OpenJDK.21"),
		Result:   lang.Classes,
		Overhead: 256 << 20, // code cache, class data, collector, the threads of the machine
		Reserve:  16 << 30,  // measured: 14 GiB with 200 threads, each with a stack of 64 MiB
		Locate: func(ask lang.Ask, tool string) (lang.Toolchain, error) {
			// Only java knows its home: javac may be a shim, or a link through a link.
			said, err := ask(strings.TrimSuffix(tool, filepath.Base(tool))+strings.Replace(filepath.Base(tool), "javac", "java", 1),
				"-XshowSettings:properties", "-version")
			if err != nil {
				return lang.Toolchain{}, err
			}
			home, version := javaProperty(said, "java.home"), javaProperty(said, "java.runtime.version")
			if home == "" {
				return lang.Toolchain{}, say.Errorf("%s does not say where its java.home is", tool)
			}
			exe := filepath.Ext(tool) // ".exe" on Windows
			return lang.Toolchain{Compiler: filepath.Join(home, "bin", "javac"+exe), Runner: filepath.Join(home, "bin", "java"+exe),
				Version: version, Roots: []string{home}, Runtime: []string{home}}, nil
		},
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Duser.language=en",
				"-encoding", "UTF-8", "-nowarn", "-proc:none", "-d", out}
			return append(append(args, flags...), files...)
		},
		// One collector thread, so that CPU time is the program's; a stack for deep recursion.
		RunArgs: func(t lang.Toolchain, folder, entry string, memory int64) []string {
			args := []string{t.Runner, "-XX:+UseSerialGC", "-Xss64m"}
			if memory > 0 {
				args = append(args, "-Xmx"+strconv.FormatInt(max(memory>>20, 2), 10)+"m")
			}
			return append(args, "-cp", folder, entry)
		},
	},
	Debug: lang.Debug{
		Flags:   []string{"-g"},
		Start:   "JudgeStart.java",
		Command: "jdb -classpath DIR/classes -sourcepath OWN JudgeStart",
	},
	Quick: lang.Quick{
		What:  say.Of("a Scanner of plain characters, and System.out with a buffer"),
		Where: match.Lazy(`\bnew\s+Scanner\s*\(\s*System\s*\.\s*in\s*\)|\bSystem\s*\.\s*out\b`),
		Never: match.Lazy(`\bpackage\b|\bSystem\s*\.\s*setOut\b`),
		Swap: []lang.Swap{
			{What: match.Lazy(`\bimport\s+java\.util\.Scanner\s*;`), With: ""},
			{What: match.Lazy(`\bSystem\s*\.\s*out\b`), With: "JudgeOut.out"},
		},
		File: "JudgeQuick.java",
	},
	Programs: lang.Programs{
		Sign:         match.Lazy(`\bpublic\s+static\s+void\s+main\b`),
		Flush:        "System.out.flush();",
		ProgramName:  "Main",
		FunctionName: "Solution",
		ManyMains:    true,
		NoBOM:        true,
		Input:        match.Lazy(`\bSystem\s*\.\s*in\b|\bSystem\s*\.\s*console\s*\(`),
		CopyName: func(text []byte, _ bool) string {
			if class := publicType(text); class != "" {
				return class + ".java" // javac insists
			}
			return ""
		},
		Together: true,
		Main:     match.Lazy(`\bstatic\s+(?:final\s+|public\s+|synchronized\s+)*void\s+main\s*\(`),
		Nothing:  "public class Main {\n    public static void main(String[] args) {}\n}\n",
	},
	Messages: lang.Messages{
		Refused: func(code string) say.Message {
			if mainMethod().MatchString(code) && !mainClass().MatchString(code) {
				return say.Of("a site starts the class Main: rename the class that has main to Main")
			}
			return say.Message{}
		},
		PastEnd: match.Lazy(`java\.util\.NoSuchElementException`),
		Explain: func(output string) say.Message {
			if class := publicClass().FindStringSubmatch(output); class != nil {
				return say.Of("only one class of a file may be public").Hint("write class %s without public", class[1])
			}
			return say.Message{}
		},
		NoMemory: match.Lazy(`java\.lang\.OutOfMemoryError`),
	},
	Functions: functions,
}

var (
	mainMethod = match.Lazy(`\bpublic\s+static\s+void\s+main\b`)
	mainClass  = match.Lazy(`\bclass\s+Main\b`)
)

var publicClass = match.Lazy(`class (\w+) is public, should be declared in a file named`)

// javaProperty finds "name = value" in the settings that java prints.
func javaProperty(said, name string) string {
	for line := range strings.Lines(said) {
		if key, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// typeDeclaration is a public class, or what else Java has at the top of a file.
var typeDeclaration = match.Lazy(`\bpublic\s+(?:(?:final|abstract|sealed|non-sealed|strictfp|static)\s+)*(?:class|interface|enum|record|@interface)\s+([\p{L}_$][\p{L}\p{N}_$]*)`)

// publicType returns the name of the public type at the top level of a Java source, "" if there is none. Unbalanced
// braces in strings mislead it; then javac reports the name that it wants.
func publicType(text []byte) string {
	for _, m := range typeDeclaration().FindAllSubmatchIndex(text, -1) {
		before := text[:m[0]]
		if bytes.Count(before, []byte("{")) == bytes.Count(before, []byte("}")) {
			return string(text[m[2]:m[3]])
		}
	}
	return ""
}
