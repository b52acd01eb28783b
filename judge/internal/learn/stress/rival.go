package stress

import (
	"context"
	"slices"

	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/result"
)

// rival reports whether an answer that differs is right too. Then the input has two answers although the problem
// promises one, so it is not legal. It works for answers that name items of a list, such as Two Sum's: if program 0
// gets only these items and names all of them, they are an answer.
func (s *search) rival(ctx context.Context, t test, r result.Case) bool {
	if !s.Bounds.OneAnswer || s.Function == nil || s.Programs < 2 || r.Verdict != result.WA || r.Difference == nil {
		return false
	}
	calls, err := s.Function.Read([]byte(t.input))
	if err != nil || len(calls) != 1 {
		return false
	}
	got, want := s.named(r.Difference.Got), s.named(t.answer)
	for first := range int64(2) { // items are counted from 0, or from 1
		if s.answers(ctx, calls[0], want, first) && s.answers(ctx, calls[0], got, first) {
			return true
		}
	}
	return false
}

// named are the items that an answer names, in their order; nothing if it is no list of numbers.
func (s *search) named(answer string) (items []int64) {
	for _, text := range function.Values([]byte(answer)) {
		v, err := function.ReadValue(s.Function.Answer(), text)
		list, ok := v.([]any)
		if err != nil || !ok {
			return nil
		}
		for _, item := range list {
			n, ok := item.(int64)
			if !ok {
				return nil
			}
			items = append(items, n)
		}
	}
	slices.Sort(items)
	return slices.Compact(items)
}

// answers reports whether program 0 names all of these items if it gets no others.
func (s *search) answers(ctx context.Context, call function.Call, items []int64, first int64) bool {
	call.Args = slices.Clone(call.Args)
	at := slices.IndexFunc(s.Function.Args(), func(p function.Param) bool { return p.Type.IsList() })
	if at < 0 || len(items) < 2 {
		return false
	}
	var only []any
	var all []int64
	for i, item := range items {
		list := call.Args[at].([]any)
		if item < first || item-first >= int64(len(list)) {
			return false
		}
		only, all = append(only, list[item-first]), append(all, int64(i)+first)
	}
	call.Args[at] = only
	t := test{input: s.Function.Write([]function.Call{call})}
	r, err := s.run(ctx, &t, 0)
	return err == nil && r.Verdict == result.AC && slices.Equal(s.named(t.answer), all)
}
