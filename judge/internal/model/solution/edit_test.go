package solution_test

import (
	"testing"

	"sudokuoj/judge/internal/language"
	. "sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

func TestDeclare(t *testing.T) {
	for _, test := range []struct{ name, lang, text, want string }{
		{"Go", "go", "package main\n", "//judge:problem a\n//judge:expect TLE\n\npackage main\n"},
		{"nothing", "cpp", "", "//judge:problem a\n//judge:expect TLE\n\n"},
		{"Python with its first lines", "python", "#!/usr/bin/python3\n# -*- coding: utf-8 -*-\nprint(1)\n",
			"#!/usr/bin/python3\n# -*- coding: utf-8 -*-\n#judge:problem a\n#judge:expect TLE\n\nprint(1)\n"},
		{"CRLF", "cpp", "int x;\r\n", "//judge:problem a\r\n//judge:expect TLE\r\n\r\nint x;\r\n"},
		{"byte-order mark", "cpp", "\ufeffint x;\n", "\ufeff//judge:problem a\n//judge:expect TLE\n\nint x;\n"},
		{"others follow", "go", "//judge:board b\npackage main\n",
			"//judge:problem a\n//judge:expect TLE\n//judge:board b\npackage main\n"},
	} {
		lang, _ := language.ByID(test.lang)
		got := string(Declare([]byte(test.text), lang, "problem a", "expect TLE"))
		must.Equal(t, test.want, got, test.name)
		if s, err := of("x", got); err != nil || len(s.Problems) != 1 || len(s.Expect) != 1 {
			t.Errorf("%s: reads as %v, %v", test.name, s, err)
		}
	}
}

func TestRetarget(t *testing.T) {
	ids := map[string]string{"old": "new", "same": "same"}
	for text, want := range map[string]string{
		"//judge:problem old\n":                               "//judge:problem new\n",
		"//judge:problem  same   old gone\r\n":                "//judge:problem  same new\r\n",
		"//judge:problem  same \n":                            "//judge:problem  same \n",
		"x\n/* judge:problem old */\n":                        "x\n/* judge:problem new */\n",
		"//judge:problem gone\nx":                             "x",
		"//judge:problem old new\n":                           "//judge:problem new\n",
		"//judge:expect TLE old/secret/* gone/* secret/1\n":   "//judge:expect TLE new/secret/* secret/1\n",
		"//judge:expect TLE gone/secret/*\n":                  "",
		"//judge:expect WA\n//judge:document old\nold text\n": "//judge:expect WA\n//judge:document old\nold text\n",
		"//judge:expect WA sample/1 old/1\n":                  "//judge:expect WA sample/1 new/1\n",
		"//judge:expect WA *brute*  ?/x\n":                    "//judge:expect WA *brute*  ?/x\n",
	} {
		got := string(Retarget([]byte(text), func(id string) string {
			if id == "new" {
				return "new"
			}
			return ids[id]
		}))
		must.Equal(t, want, got, "Retarget", text)
	}
}
