package skeleton

import (
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
)

// Function is what a problem begins as that asks for a function: what it is called, with a sample case whose
// arguments are made up and whose answer is still to be filled in.
func Function(root, id, signature string, title Title) (files map[string]string, err error) {
	s, err := function.Parse(signature)
	if err != nil {
		return nil, say.Errorf("-function: %w", err)
	}
	judge := "function: " + s.String() + "\n"
	if s.Result.Kind == function.Void && s.Inner == nil {
		place := changed(s)
		if place < 0 {
			return nil, say.Errorf("-function: %s returns nothing, and has no list, board or tree to change either: what is its result?", s.Name)
		}
		s.Place = place
		judge += "result: " + s.Params[place].Name + "\n"
	}
	bounds, err := function.ParseBounds(s, nil)
	if err != nil {
		return nil, err
	}
	judge += suggested(s)
	dir, data := filepath.Join(root, "problems", id), filepath.Join(root, "testdata", id)
	heading := title.or(s.Name)
	statement := func(title, first, second, third string) string {
		return "# " + title + "\n\n" + first + "\n\n    " + s.String() + "\n\n## " + second + "\n\n" + third + "\n"
	}
	return map[string]string{
		filepath.Join(dir, "problem.yaml"): problemYAML(title.yaml(s.Name)),
		filepath.Join(dir, "judge.yaml"):   judge,
		filepath.Join(dir, "statement", "problem.en.md"): statement(heading.English, "Say here what the function does.", "Input and answer",
			"An argument a line, call after call, as LeetCode writes them; of each call one line, its result."),
		filepath.Join(dir, "statement", "problem.zh.md"): statement(heading.Chinese, "在这里写明函数要做什么。", "输入与答案",
			"按 LeetCode 的写法，每行一个参数，各次调用依次排列；每次调用的结果占一行。"),
		filepath.Join(data, "sample", "1.in"):   s.Make(bounds, 1),
		filepath.Join(data, "sample", "1.ans"):  function.WriteValue(function.Zero(s.Answer())) + "\n",
		filepath.Join(data, "sample", "1.yaml"): "description: \"made up: put the statement's example and its answer here\"\n",
	}, nil
}

// changed is the parameter that a function that returns nothing changes: the first that can be; -1 if none
// can.
func changed(s function.Signature) int {
	for i, p := range s.Params {
		if p.Type.Depth() > 0 || p.Type.Kind == function.ListNode || p.Type.Kind == function.TreeNode {
			return i
		}
	}
	return -1
}

// suggested are constraints to begin with, as comments.
func suggested(s function.Signature) string {
	text := "# As the site writes them; judge stress makes up inputs by them:\n# constraints:\n"
	for _, p := range s.Args() {
		name := p.Name
		for t := p.Type; t.IsList(); t = *t.Elem {
			text += "# - 1 <= " + name + ".length <= 10^4\n"
			name += "[i]"
		}
		if p.Type.Kind == function.String {
			text += "# - 1 <= " + name + ".length <= 10^4\n"
		} else {
			text += "# - -10^9 <= " + name + " <= 10^9\n"
		}
	}
	return text
}
