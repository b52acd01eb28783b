package function_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// most is what the tests let a driver write.
var most = function.Most{Values: 1000, Time: time.Second}

// forged is said where something else wrote to the driver's descriptor.
const forged = "something other than the judge's driver wrote to the driver's descriptor (number 3)"

func mustParse(t testing.TB, text string) function.Signature {
	t.Helper()
	s := must.Get(function.Parse(text))(t)
	return s
}

// TestTold: what a signature is read as, what is wrong with an input, and where two values differ.
func TestTold(t *testing.T) {
	samples.Told(t, "told.txtar", func(name, text string) string {
		text = strings.TrimSuffix(text, "\n")
		asked, _, _ := strings.Cut(name, ": ")
		if asked == "signature" {
			s, err := function.ParseAny(text)
			if err != nil {
				return fmt.Sprintln("error:", err)
			}
			return s.String() + "\n"
		}
		if signature, ok := strings.CutPrefix(name, "read "); ok {
			return fmt.Sprintln(must.Err(must.Get(function.ParseAny(signature))(t).Read([]byte(text))))
		}
		rules := map[string]function.Rules{"same": {}, "same in any order": {Outer: true}, "same in any order on all levels": {All: true},
			"same to 1e-3": {Relative: 1e-3}, "same to 1e-9": {Relative: 1e-9}}[asked]
		want, got, _ := strings.Cut(text, "\n")
		read := func(text string) any { return must.Get(function.ReadValue(function.Type{Kind: function.Any}, text))(t) }
		differ, same := rules.Same(read(want), read(got))
		return fmt.Sprintln(same, differ)
	})
}

// numbered returns a list that is too long to be paired: first, and numbers upwards from 0; or numbers downwards to 0,
// without an end.
func numbered(first string, from, step int) string {
	all := []string{}
	for n := range 1001 {
		all = append(all, strconv.Itoa(n))
	}
	if step < 0 {
		slices.Reverse(all)
		return "[" + strings.Join(all, ",")
	}
	return "[" + first + "," + strings.Join(all, ",") + "]"
}

func TestNull(t *testing.T) {
	for text, want := range map[string]bool{"null": true, "1": false} {
		if _, err := function.ReadValue(function.Type{Kind: function.Void}, text); (err == nil) != want {
			t.Errorf("nothing is %s: %v", text, err)
		}
	}
	if v, err := function.ReadValue(function.Type{Kind: function.TreeNode}, "null"); err != nil || function.WriteValue(v) != "[]" {
		t.Errorf("no tree is %v, %v", v, err)
	}
}

// TestWire decodes what was encoded.
func TestWire(t *testing.T) {
	nonce, end := function.Nonce{1, 2, 3, 4, 5, 6, 7, 8}, "T"+strings.Repeat("\x00", 24)
	for _, test := range []struct{ kind, value string }{
		{"int", "-7"}, {"long", "-9000000000"}, {"double", "2.5"}, {"boolean", "true"}, {"boolean", "false"}, {"char",
			`"x"`}, {"String", `"ab"`}, {"String", `""`},
		{"int[]", "[1,-2]"}, {"String[]", `["a",""]`}, {"int[][]", "[[1],[]]"}, {"ListNode", "[3,4]"}, {"TreeNode",
			"[1,null,2]"}, {"TreeNode[]", "[[1,2],[]]"},
	} {
		s := mustParse(t, test.kind+" f("+test.kind+" a)")
		calls := must.Get(s.Read([]byte(test.value + "\n")))(t)
		sent := string(s.Encode(nonce, calls, 0))
		a, err := s.Decode(nonce, calls, []byte(string(nonce[:])+"R"+sent[20:]+end), most)
		must.Succeed(t, err, test.kind, a.Passes)
		must.Equal(t, test.value, function.WriteValue(a.Passes[0][0]), test.kind, a.Passes)
	}
	text := mustParse(t, "String f()")
	a, err := text.Decode(nonce, []function.Call{{}}, []byte(string(nonce[:])+"R\xff\xff\xff\xff"+end), most)
	must.Be(t, err == nil && a.Passes[0][0] == nil, "null is %v, %v", a.Passes, err)
	s := must.Get(function.ParseClass("C", []string{"C(int size)", "int get(int key)"}))(t)
	calls, err := s.Read([]byte("[\"C\",\"get\"]\n[[1],[2]]\n[\"C\"]\n[[3]]\n"))
	if err != nil || len(calls) != 2 || strings.Count(s.Write(calls), "\n") != 4 {
		t.Fatalf("%q, %v", s.Write(calls), err)
	}
	if sent := s.Encode(nonce, calls, 0); len(sent) != 20+4+5+5+4+5 {
		t.Errorf("%d bytes are sent: %q", len(sent), sent)
	}
	if a, err := s.Decode(nonce, calls, []byte(string(nonce[:])+"RR\x05\x00\x00\x00R"+end), most); err != nil ||
		function.WriteValue(a.Passes[0]) != "[[null,5],[null]]" {
		t.Errorf("%v, %v", a.Passes, err)
	}
}

// FuzzDecode: whatever is on the driver's descriptor, no more is read than the bound, and results are those of a type.
func FuzzDecode(f *testing.F) {
	end := "T" + strings.Repeat("\x00", 24)
	f.Add("R\x01\x00\x00\x00\x02\x00\x00\x00ab"+end, 0)
	f.Add("R\x02\x00\x00\x00\x01\x05\x00\x00\x00\x00"+end, 1)
	f.Add("R\x05\x00\x00\x00R\x05\x00\x00\x00"+end, 2)
	f.Fuzz(func(t *testing.T, said string, kind int) {
		types := []string{"String[]", "TreeNode", "int", "double[][]", "List<List<Integer>>", "char", "ListNode", "boolean[]"}
		s := must.Get(function.Parse(types[uint(kind)%uint(len(types))] + " f()"))(t)
		s.Calls = 2
		a, err := s.Decode(function.Nonce{}, []function.Call{{}}, []byte(string(make([]byte, 8))+said),
			function.Most{Values: 1000, Time: time.Second})
		if err != nil || a.Wrong.Said() {
			return
		}
		if len(a.Passes) < 1 || len(a.Passes) > 2 || a.Call > time.Second || len(function.WriteValue(a.Passes[0])) > 30*len(said)+1000 {
			t.Errorf("%q: %+v", said, a)
		}
	})
}

// TestForgedResults decodes results that no driver wrote.
func TestForgedResults(t *testing.T) {
	s := mustParse(t, "int f(int a)")
	nonce := function.Nonce{7, 7, 7, 7, 7, 7, 7, 7}
	calls, err := s.Read([]byte("1\n"))
	must.Succeed(t, err)
	good := string(nonce[:]) + "R\x05\x00\x00\x00T" + strings.Repeat("\x00", 24)
	if a, err := s.Decode(nonce, calls, []byte(good), most); err != nil || a.Passes[0][0] != int64(5) {
		t.Fatalf("%v %v", a, err)
	}
	for name, test := range map[string]struct {
		text string
		want string
	}{
		"nothing":       {"", "the program ended before the function returned"},
		"without nonce": {"R\x05\x00\x00\x00T" + strings.Repeat("\x00", 24), forged},
		"more behind":   {good + "R", forged},
		"other words":   {"5\n", forged},
	} {
		if _, err := s.Decode(nonce, calls, []byte(test.text), most); fmt.Sprint(err) != test.want {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	for n := 1; n < len(good); n++ {
		if _, err := s.Decode(nonce, calls, []byte(good[:n]), most); fmt.Sprint(err) != forged {
			t.Errorf("the first %d bytes alone: %v", n, err)
		}
	}
	list := mustParse(t, "int[] f(int a)")
	if _, err := list.Decode(nonce, calls, []byte(string(nonce[:])+"R\xfe\xff\xff\xff"), most); fmt.Sprint(err) != forged {
		t.Errorf("a length beyond the end: %v", err)
	}
}

// TestDecoderFaultPanics: a fault of the judge's own decoder is not blamed on the program.
func TestDecoderFaultPanics(t *testing.T) {
	defer func() {
		must.Be(t, recover() != nil, "a fault of the judge went unnoticed")
	}()
	s := function.Signature{Place: -1, Methods: []function.Method{{Name: "X"}}}
	unknown := []function.Op{{Method: 7}}
	_, err := s.Decode(function.Nonce{}, []function.Call{{Ops: unknown}}, make([]byte, 100), most)
	t.Errorf("it said %v", err)
}

// TestWrongInPlace: the message about a function that changes its argument does not mention a returned value.
func TestWrongInPlace(t *testing.T) {
	for _, test := range []struct{ signature, place, said, want string }{
		{"void f(char[][] board)", "board", "W\x01\x00\x00\x005", "it left 5 in board, which is to be char[][]"},
		{"void f(int k, ListNode head)", "head", "C", "it left a ListNode without an end in head: its nodes form a circle"},
		{"char[][] f(char[][] board)", "", "W\x01\x00\x00\x005", "it returned 5 where char[][] is asked for"},
	} {
		s := mustParse(t, test.signature)
		if test.place != "" {
			must.Succeed(t, s.InPlace(test.place))
		}
		a, err := s.Decode(function.Nonce{}, []function.Call{{}}, []byte(string(make([]byte, 8))+test.said), most)
		must.Succeed(t, err, test.signature, a.Wrong)
		must.Equal(t, test.want, a.Wrong.String(), test.signature, a.Wrong)
	}
}

// TestBounds parses constraints as many problems on the site write them. All generated inputs keep them, and so do the
// smaller inputs made from those.
func TestBounds(t *testing.T) {
	for _, test := range []struct {
		signature string
		says      []string
		keeps     string // a regular expression for every generated input
	}{
		{"int[] twoSum(int[] nums, int target)", []string{"2 <= nums.length <= 5 * 10^4", "-10^9 <= nums[i] <= 10^9",
			"**Only one valid answer exists.**"}, `^\[-?\d+(,-?\d+)+\]\n`},
		{"boolean f(char[][] board)", []string{"`board.length == 9`", "`board[i].length == 9`",
			"`board[i][j]` is a digit `1-9` or `'.'`."}, `^\[(\[("[1-9.]",?){9}\],?){9}\]\n$`},
		{"int f(int[][] m)", []string{"1 <= m.length <= 3", "1 <= m[i].length <= 2"},
			`^\[(\[-?\d+\](,\[-?\d+\])*|\[-?\d+,-?\d+\](,\[-?\d+,-?\d+\])*)\]\n$`},
		{"int f(String s)", []string{"1 <= s.length <= 10<sup>4</sup>", "`s` consists of parentheses only `'()[]{}'`."}, `^"[][(){}]+"\n$`},
		{"int f(String s, String t)", []string{"3 == s.length", "t.length == s.length",
			"s and t consist of lowercase English letters."}, `^"[abc]{3}"\n"[abc]{3}"\n$`},
		{"int f(String digits)", []string{"1 <= digits.length <= 4", "digits[i] is a digit in the range ['2', '9']."}, `^"[2-9]{1,4}"\n$`},
		{"int f(int[] nums, int k)", []string{"1 <= k <= nums.length <= 2", "nums[i] is either 0, 1, or 2."},
			`^(\[[012]\]\n1|\[[012],[012]\]\n[12])\n$`},
		{"int f(int[] nums)", []string{"n == nums.length", "1 <= n < 3", "0 <= nums[i] < n",
			"All the numbers of nums are unique."}, `^\[(0|0,1|1,0)\]\n$`},
		{"int f(int[] gas, int[] cost)", []string{"n == gas.length == cost.length", "1 ≤ n ≤ 10⁵"},
			`^(\[-?\d+\]\n\[-?\d+\]|\[-?\d+,.*\]\n\[-?\d+,.*\])\n$`},
		{"int f(int[] nums)", []string{"nums.length == 2", "0 <= nums[i] <= 2", "nums is sorted in strictly increasing order."},
			`^\[(0,1|0,2|1,2)\]\n$`},
		{"int f(int[] nums)", []string{"nums.length == 2", "0 <= nums[i] <= 1", "nums is sorted in non-increasing order"},
			`^\[(0,0|1,0|1,1)\]\n$`},
		{"ListNode f(ListNode list1, ListNode list2)", []string{"The number of nodes in both lists is in the range [1, 1].",
			"0 <= Node.val <= 9", "Both list1 and list2 are sorted in non-decreasing order."}, `^\[\d\]\n\[\d\]\n$`},
		{"int f(ListNode head)", []string{"The number of nodes in the list is the range [1, 1].", "0 <= Node.val <= 9"}, `^\[\d\]\n$`},
		{"int f(char[][] board)", []string{"board.length == 1", "board[i].length == 1",
			"board[i][j] is a lowercase English letter."}, `^\[\["[a-z]"\]\]\n$`},
		{"int f(TreeNode root)", []string{"The number of nodes in the tree is in the range `[2, 2]`.", "1 <= Node.val <= 2",
			"All Node.val are unique."}, `^\[(1|2),(null,)?(1|2)\]\n$`},
		{"double f(double x, int n)", []string{"-100.0 < x < 100.0", "-2^31 <= n <= 2^31-1", "n is an integer."}, `^-?\d+\.\d+\n-?\d+\n$`},
		{"int f(int a, int b)", []string{"0 <= a <= 1", "0 <= b <= 1", "a != b"}, `^(0\n1|1\n0)\n$`},
		{"C(int capacity); int get(int key)", []string{"At most 2 calls will be made to get."}, `^\["C"(,"get"){0,2}\]\n`},
		{"C(int capacity); int get(int key)", []string{"1 <= capacity <= 3000", "0 <= key < capacity",
			"At most 2 * 10^5 calls will be made to get."}, `^\["C"(,"get")*\]\n`},
	} {
		s, err := function.Parse(test.signature)
		if methods := strings.Split(test.signature, "; "); len(methods) > 1 {
			s, err = function.ParseClass("C", methods)
		}
		must.Succeed(t, err)
		b := function.ParseBounds(s, test.says)
		if len(b.Unclear) > 0 {
			t.Errorf("%q: %v", test.says, b.Unclear)
			continue
		}
		form := regexp.MustCompile(test.keeps)
		for seed := range uint64(100) {
			text, ok := s.Make(b, seed)
			calls, err := s.Read([]byte(text))
			if err != nil || !ok || !form.MatchString(text) {
				t.Fatalf("%q, seed %d: %q, %v", test.says, seed, text, err)
			}
			for _, smaller := range s.Smaller(b, calls[0]) {
				if got := s.Write([]function.Call{smaller}); got == text || !form.MatchString(got) {
					t.Fatalf("%q: %q is made %q", test.says, text, got)
				}
			}
		}
	}
}

// TestUnclear: a message names each constraint that is not understood, and its place.
func TestUnclear(t *testing.T) {
	s := mustParse(t, "int f(int[] nums, int k, String s)")
	b := function.ParseBounds(s, []string{"1 <= nums.size <= 5", "1 <= nums.length <= 104", "", "0 <= starti <= endi",
		"-10^4 <= x^n <= 10^4", "1 <= k <= n", "The majority element always exists.",
		"s does not contain leading zeros", "k is in the range [1, the number of unique elements in the array].", "nums is sorted " +
			"by length", "nums is rotated", "k == nums.length", "5 <= k x", "k is either 0 or 5."})
	var got []int
	for _, u := range b.Unclear {
		got = append(got, u.Index)
	}
	if want := []int{0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13}; !slices.Equal(got, want) {
		t.Errorf("unclear %v", b.Unclear)
	}
	one := function.ParseBounds(mustParse(t, "int f(int k)"), []string{"1 <= k <= 3", "k > 5", "k <= 9"})
	if len(one.Unclear) != 1 || one.Unclear[0].Index != 1 || one.Unclear[0].Why.String() != "no value can satisfy this" {
		t.Errorf("against each other: %v", one.Unclear)
	}
	must.Equal(t, function.Range{1, 104}, b.Ranges["nums.length"], b)
	must.Equal(t, b.Same["k"], b.Same["nums.length"], b)
	for _, impossible := range [][]string{{"k <= 3", "5 <= k"}, {"k < k"}} {
		if text, ok := s.Make(function.ParseBounds(s, impossible), 1); ok {
			t.Errorf("%q: made %q", impossible, text)
		}
	}
}

// TestSmaller: the steps from one call, in the order of trying.
func TestSmaller(t *testing.T) {
	class := must.Get(function.ParseClass("C", []string{"C(int a)", "void put(int key, boolean value)"}))(t)
	for _, test := range []struct {
		s           function.Signature
		input, want string // each call is one word
	}{
		{mustParse(t, "int f(int a)"), "0", ""},
		{mustParse(t, "int f(int a)"), "-6", "0 -1 -3 -5"},
		{mustParse(t, "int f(String s)"), `"ab"`, `"" "b" "a" "aa"`},
		{mustParse(t, "int f(int[][] m)"), "[[0,0],[0,0]]", "[] [[0,0]] [[0,0]] [[],[]] [[0],[0]] [[0],[0]]"},
		{mustParse(t, "int f(int[][] m)"), "[[0,1]]", "[] [[]] [[1]] [[0]] [[0,0]]"},
		{mustParse(t, "int f(TreeNode t)"), "[1,2]", "[] [2] [1] [0,2] [1,0] [1,1]"},
		{class, "[\"C\",\"put\"]\n[[0],[1,true]]", `["C"]/[[0]] ["C","put"]/[[0],[0,true]] ["C","put"]/[[0],[1,false]]`},
	} {
		calls := must.Get(test.s.Read([]byte(test.input + "\n")))(t)
		var got []string
		for _, smaller := range test.s.Smaller(function.Bounds{}, calls[0]) {
			got = append(got, strings.ReplaceAll(strings.TrimSpace(test.s.Write([]function.Call{smaller})), "\n", "/"))
		}
		must.Equal(t, test.want, strings.Join(got, " "), test.input)
	}
}

// TestSmallerComesToAnEnd always takes the last step: after some steps there is none.
func TestSmallerComesToAnEnd(t *testing.T) {
	s := mustParse(t, "int f(int[][] m, TreeNode root, ListNode[] lists, double d, boolean b, char c, String s)")
	for seed := range uint64(4) {
		text, _ := s.Make(function.Bounds{}, seed)
		calls := must.Get(s.Read([]byte(text)))(t)
		for steps := 0; ; steps++ {
			smaller := s.Smaller(function.Bounds{}, calls[0])
			if len(smaller) == 0 {
				break
			}
			if calls[0] = smaller[len(smaller)-1]; steps > 5_000 {
				t.Fatalf("seed %d: no end at %q", seed, s.Write(calls))
			}
		}
		if got := s.Write(calls); !strings.HasPrefix(got, "[]\n[]\n[]\n0.0\nfalse\n") {
			t.Errorf("seed %d ends at %q", seed, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("int[] twoSum(int[] nums, int target)")
	f.Add("TreeNode d(String s(TreeNode r))")
	f.Add("List<List<")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := function.Parse(text)
		if err != nil {
			return
		}
		again, err := function.Parse(s.String())
		must.Succeed(t, err, text, "becomes", s, "and that", again)
		must.Equal(t, s.String(), again.String(), text, "becomes", s, "and that", again)
	})
}

func FuzzReadValue(f *testing.F) {
	f.Add(`[1,"a\u00e9",null,[2.5,true]]`)
	f.Add(`["`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := function.ReadValue(function.Type{Kind: function.Any}, text)
		if err != nil {
			return
		}
		again, err := function.ReadValue(function.Type{Kind: function.Any}, function.WriteValue(v))
		if err != nil {
			t.Errorf("%q becomes %q: %v", text, function.WriteValue(v), err)
		} else if function.WriteValue(again) != function.WriteValue(v) {
			t.Errorf("%q becomes %q, and that %q", text, function.WriteValue(v), function.WriteValue(again))
		}
	})
}

// TestEnds: sometimes a number is an end of its range, unless nobody stated that end.
func TestEnds(t *testing.T) {
	for says, want := range map[string]int64{"0 <= n <= 1000000000": 1000000000, "n <= 1000000000": 1000000000,
		"-1000000000 <= n": -1000000000} {
		s := mustParse(t, "int f(int n)")
		ends := 0
		for seed := range uint64(600) {
			text, _ := s.Make(function.ParseBounds(s, []string{says}), seed)
			n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
			if err != nil || n > 1000000000 || n < -1000000000 {
				t.Fatalf("%s: %q, %v", says, text, err)
			}
			if n == want {
				ends++
			}
		}
		must.Be(t, ends != 0 && ends <= 100, "%s: %d of 600 are %d", says, ends, want)
	}
	words, lengths := mustParse(t, "int f(String[] words)"), regexp.MustCompile(`"[abc]".*"[abc]{2,}"`)
	for seed := uint64(0); ; seed++ {
		if text, _ := words.Make(function.Bounds{}, seed); lengths.MatchString(text) {
			break
		} else if seed > 1000 {
			t.Fatal("all words of a list are equally long")
		}
	}
}

// TestBounded: what a driver seems to have written is read up to a bound, and its times are those of the run.
func TestBounded(t *testing.T) {
	nonce, times := make([]byte, 8), func(in, call, out uint64) []byte {
		return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64([]byte("T"), in), call), out)
	}
	number, list := mustParse(t, "int f()"), mustParse(t, "boolean[] f()")
	for name, test := range map[string]struct {
		s      function.Signature
		said   []byte
		forged bool
		wrong  string
	}{
		"its times":             {number, append([]byte("R\x05\x00\x00\x00"), times(1, uint64(time.Second), 0)...), false, ""},
		"time that never was":   {number, append([]byte("R\x05\x00\x00\x00"), times(0, 1<<63, 0)...), true, ""},
		"more time than it had": {number, append([]byte("R\x05\x00\x00\x00"), times(0, 0, uint64(time.Second)+1)...), true, ""},
		"many values": {list, append(binary.LittleEndian.AppendUint32([]byte("R"), 2000), append(make([]byte, 2000),
			times(0, 0, 0)...)...), false,
			"it returned more than 1000 values, many more than the answer has"},
		"a long word": {number, append(binary.LittleEndian.AppendUint32([]byte("W"), 6<<20), bytes.Repeat([]byte("x"), 6<<20)...), false,
			"it returned " + strings.Repeat("x", 197) + "... where int is asked for"},
	} {
		a, err := test.s.Decode(function.Nonce{}, []function.Call{{}}, append(slices.Clone(nonce), test.said...), most)
		if (fmt.Sprint(err) == forged) != test.forged || a.Wrong.String() != test.wrong {
			t.Errorf("%s: %.99v, %.300q", name, err, a.Wrong.String())
		}
	}
}

// TestManyInAnyOrder compares long lists of long texts, none of which has a partner, and doubles that sort otherwise.
func TestManyInAnyOrder(t *testing.T) {
	var want, got, doubles, near, far []any
	for i := range 1000 {
		text := strings.Repeat("x", 5000) + strconv.Itoa(i)
		want, got = append(want, []any{text, "a"}), append(got, []any{text, "b"})
	}
	for i := range 200_000 {
		doubles, near, far = append(doubles, float64(i)), append(near, float64(i)+1e-6), append(far, float64(i)+0.5)
	}
	slices.Reverse(near)
	if differ, same := (function.Rules{Outer: true}).Same(want, got); same || !strings.HasSuffix(differ.String(), "is missing") {
		t.Errorf("%v %s", same, differ)
	}
	if differ, same := (function.Rules{Outer: true}).Same(doubles, near); !same {
		t.Errorf("doubles: %s", differ)
	}
	for _, test := range []struct {
		want, got string
		rules     function.Rules
	}{{numbered("null", 0, 1), numbered("", 1, -1) + ",null]", function.Rules{Outer: true}},
		{numbered("[2,1]", 0, 1), numbered("", 1, -1) + ",[1,2]]", function.Rules{All: true}}} {
		any := function.Type{Kind: function.Any}
		want, got := must.Get(function.ReadValue(any, test.want))(t), must.Get(function.ReadValue(any, test.got))(t)
		if differ, same := test.rules.Same(want, got); !same {
			t.Errorf("numbers: %s", differ)
		}
	}
	if differ, same := (function.Rules{Outer: true}).Same(doubles, far); same || differ.String() != "0.0 is missing" {
		t.Errorf("doubles without partners: %v %s", same, differ)
	}
}
