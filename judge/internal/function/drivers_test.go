package function_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/function"
	"sudokuoj/judge/internal/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}

// workshop builds and runs programs for the tests.
type workshop struct {
	box     *sandbox.Sandbox
	builder *build.Builder
}

func open(t *testing.T) workshop {
	t.Helper()
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	b, err := build.New(build.Options{Sandbox: box, CacheDir: os.Getenv("FUNCTION_TEST_CACHE")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return workshop{box, b}
}

func (w workshop) build(t *testing.T, s function.Signature, language, path, text string) (*build.Program, error) {
	t.Helper()
	if err := s.Accept(language, path, []byte(text)); err != nil {
		return nil, err
	}
	src := build.Source{Language: language, Name: path}
	for _, f := range s.Wrap(language, path, []byte(text)) {
		m := build.Made{Name: f.Name, Text: f.Text, Header: f.Beside}
		if f.User {
			m.Path = path
		}
		src.Made = append(src.Made, m)
	}
	p, err := w.builder.Compile(context.Background(), src)
	if missing, ok := errors.AsType[*build.Missing](err); ok {
		t.Skip(missing.Message())
	}
	return p, err
}

// ran is what a run came to.
type ran struct {
	outcome sandbox.Outcome
	answers function.Answers
	err     error
	stdout  string
}

func (w workshop) run(t *testing.T, s function.Signature, p *build.Program, input string) ran {
	t.Helper()
	calls, err := s.Read([]byte(input))
	if err != nil {
		t.Fatal(err)
	}
	nonce := function.Nonce{1, 2, 3, 4, 5, 6, 7, 8}
	in := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(in, s.Encode(nonce, calls), 0o600); err != nil {
		t.Fatal(err)
	}
	stdin, err := os.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	c := p.Command(512<<20, 5e9)
	c.Stdin, c.Results = stdin, true
	o, err := w.box.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	out, _ := io.ReadAll(o.Stdout)
	results, _ := io.ReadAll(o.Results)
	r := ran{outcome: o, stdout: string(out)}
	r.answers, r.err = s.Decode(nonce, calls, results)
	return r
}

func text(r ran) string {
	var all []string
	for _, pass := range r.answers.Passes {
		for _, v := range pass {
			all = append(all, function.WriteValue(v))
		}
	}
	return strings.Join(all, "\n")
}

var suffix = map[string]string{"cpp": "cpp", "c": "c", "go": "go", "java": "java", "python": "py", "javascript": "js", "rust": "rs"}

// every language's two sum, as it is pasted.
var twoSum = map[string]string{
	"cpp": `class Solution {
public:
    vector<int> twoSum(vector<int>& nums, int target) {
        unordered_map<int, int> seen;
        for (int i = 0; i < nums.size(); i++) {
            if (seen.count(target - nums[i])) return {seen[target - nums[i]], i};
            seen[nums[i]] = i;
        }
        cout << "R nothing found" << endl;
        return {};
    }
};`,
	"c": `int* twoSum(int* nums, int numsSize, int target, int* returnSize) {
    for (int i = 0; i < numsSize; i++)
        for (int j = 0; j < i; j++)
            if (nums[i] + nums[j] == target) {
                int* r = malloc(2 * sizeof(int));
                r[0] = j; r[1] = i;
                *returnSize = 2;
                return r;
            }
    printf("R nothing found\n");
    *returnSize = 0;
    return NULL;
}`,
	"go": `func twoSum(nums []int, target int) []int {
	seen := map[int]int{}
	for i, n := range nums {
		if j, ok := seen[target-n]; ok {
			return []int{j, i}
		}
		seen[n] = i
	}
	fmt.Println("R nothing found")
	return nil
}`,
	"java": `class Solution {
    public int[] twoSum(int[] nums, int target) {
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < nums.length; i++) {
            if (seen.containsKey(target - nums[i])) return new int[]{seen.get(target - nums[i]), i};
            seen.put(nums[i], i);
        }
        System.out.println("R nothing found");
        return new int[0];
    }
}`,
	"python": `class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        seen = {}
        for i, n in enumerate(nums):
            if target - n in seen:
                return [seen[target - n], i]
            seen[n] = i
        print("R nothing found")
        return []
`,
	"javascript": `/**
 * @param {number[]} nums
 */
var twoSum = function(nums, target) {
    const seen = new Map();
    for (let i = 0; i < nums.length; i++) {
        if (seen.has(target - nums[i])) return [seen.get(target - nums[i]), i];
        seen.set(nums[i], i);
    }
    console.log("R nothing found");
    return [];
};`,
	"rust": `use std::collections::HashMap;
impl Solution {
    pub fn two_sum(nums: Vec<i32>, target: i32) -> Vec<i32> {
        let mut seen = HashMap::new();
        for (i, n) in nums.iter().enumerate() {
            if let Some(&j) = seen.get(&(target - n)) {
                return vec![j, i as i32];
            }
            seen.insert(*n, i as i32);
        }
        println!("R nothing found");
        vec![]
    }
}`,
}

func parse(t *testing.T, text string) function.Signature {
	t.Helper()
	s, err := function.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTwoSum(t *testing.T) {
	w := open(t)
	s := parse(t, "int[] twoSum(int[] nums, int target)")
	for language, source := range twoSum {
		t.Run(language, func(t *testing.T) {
			p, err := w.build(t, s, language, "two_sum."+suffix[language], source)
			if err != nil {
				t.Fatal(err)
			}
			r := w.run(t, s, p, "[2,7,11,15]\n9\n[1,2]\n100\n[3,3]\n6\n")
			if r.err != nil {
				t.Fatalf("%v: %+v\n%s", r.err, r.outcome, r.outcome.Stderr)
			}
			if got := text(r); got != "[0,1]\n[]\n[0,1]" {
				t.Errorf("results %q", got)
			}
			if r.stdout != "R nothing found\n" {
				t.Errorf("printed %q", r.stdout)
			}
		})
	}
}
