package function

import (
	"math"
	"slices"
	"strings"
)

// Smaller are the calls that are a step smaller than a call, the largest steps first: lists lose items,
// trees subtrees, a class calls of its methods, and numbers fall to 0. All are within the bounds.
func (s Signature) Smaller(b Bounds, c Call) (all []Call) {
	characters := s.Write([]Call{c})
	add := func(smaller Call) {
		if b.admits(s, smaller, characters) {
			all = append(all, smaller)
		}
	}
	for _, part := range parts(len(c.Ops), 1) {
		add(Call{Ops: without(c.Ops, part)})
	}
	for i, op := range c.Ops {
		for _, args := range smallerArgs(s.Methods[op.Method].Params, op.Args) {
			ops := slices.Clone(c.Ops)
			ops[i].Args = args
			add(Call{Ops: ops})
		}
	}
	for _, args := range smallerArgs(s.Args(), c.Args) {
		add(Call{Args: args})
	}
	return all
}

func smallerArgs(params []Param, args []any) (all [][]any) {
	for i, v := range args {
		for _, smaller := range smallerValues(params[i].Type, v) {
			changed := slices.Clone(args)
			changed[i] = smaller
			all = append(all, changed)
		}
	}
	return all
}

// parts are stretches of a list that can go, from index least on: halves, quarters, ..., single items.
func parts(n, least int) (all [][2]int) {
	for size := n - least; size > 0; size /= 2 {
		for from := least; from+size <= n; from += size {
			all = append(all, [2]int{from, from + size})
		}
	}
	return all
}

func without[T any](items []T, part [2]int) []T {
	return append(slices.Clone(items[:part[0]]), items[part[1]:]...)
}

func smallerValues(t Type, v any) (all []any) {
	switch t.Kind {
	case Int, Long:
		for _, n := range nearer(v.(int64)) {
			all = append(all, n)
		}
	case Double:
		x := v.(float64)
		for _, y := range []float64{0, math.Trunc(x) + 0, math.Trunc(x/2) + 0} {
			if y != x && math.Abs(y) <= math.Abs(x) {
				all = append(all, y)
			}
		}
	case Boolean:
		if v.(bool) {
			all = append(all, false)
		}
	case Char:
		for _, c := range simplerLetters(v.(byte)) {
			all = append(all, c)
		}
	case String:
		text := v.(string)
		for _, part := range parts(len(text), 0) {
			all = append(all, text[:part[0]]+text[part[1]:])
		}
		for i := range len(text) {
			for _, c := range simplerLetters(text[i]) {
				all = append(all, text[:i]+string(rune(c))+text[i+1:])
			}
		}
	case TreeNode:
		all = smallerTrees(v.([]any))
	case Array, List, ListNode:
		all = smallerLists(t, v.([]any))
	}
	return all
}

// simplerLetters are the characters that say less than one does.
func simplerLetters(c byte) []byte {
	const simplest = ".0a"
	if i := strings.IndexByte(simplest, c); i >= 0 {
		return []byte(simplest[:i])
	}
	return []byte(simplest)
}

// nearer are numbers nearer to 0.
func nearer(n int64) (all []int64) {
	if n == 0 {
		return nil
	}
	step := int64(1)
	if n < 0 {
		step = -1
	}
	for _, m := range []int64{0, step, n / 2, n - step} {
		if m != n && !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

func smallerLists(t Type, items []any) (all []any) {
	for _, part := range parts(len(items), 0) {
		all = append(all, without(items, part))
	}
	matrix := t.Kind == Array && t.Elem.Kind == Array && isMatrix(items)
	if matrix {
		all = append(all, withoutColumns(items)...)
	}
	for i, item := range items {
		if item == nil { // no node
			continue
		}
		for _, smaller := range smallerValues(t.item(), item) {
			if matrix && !isMatrix([]any{item, smaller}) {
				continue // a program may rely on rows of one length
			}
			changed := slices.Clone(items)
			changed[i] = smaller
			all = append(all, changed)
		}
	}
	return all
}

// isMatrix reports whether all rows have the same length.
func isMatrix(rows []any) bool {
	return !slices.ContainsFunc(rows, func(row any) bool { return len(row.([]any)) != len(rows[0].([]any)) })
}

// withoutColumns takes columns from a matrix.
func withoutColumns(rows []any) (all []any) {
	if len(rows) == 0 {
		return nil
	}
	for _, part := range parts(len(rows[0].([]any)), 0) {
		narrower := []any{}
		for _, row := range rows {
			narrower = append(narrower, without(row.([]any), part))
		}
		all = append(all, narrower)
	}
	return all
}

// smallerTrees lose nodes, or have smaller values. What is no tree any more is left out.
func smallerTrees(values []any) (all []any) {
	for _, smaller := range smallerLists(Type{Kind: TreeNode}, values) {
		if nodes := withoutNulls(smaller.([]any)); parentless(nodes) == 0 {
			all = append(all, nodes)
		}
	}
	return all
}
