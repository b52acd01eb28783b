package main

import (
	"testing"

	"sudokuoj/judge/internal/verdict"
)

func TestDigest(t *testing.T) {
	steps := func(values ...int) (all []verdict.Step) {
		depth := 0
		for i, v := range values {
			if v == 0 {
				depth--
			} else {
				depth++
			}
			all = append(all, verdict.Step{Cell: i, Value: v, Depth: depth})
		}
		return all
	}
	tests := []struct {
		name string
		r    verdict.Replay
		want numbers
	}{
		{"nothing", verdict.Replay{Puzzle: "...."}, numbers{}},
		{"straight", verdict.Replay{Puzzle: "..12", Steps: steps(1, 2), Total: 2, Solved: true}, numbers{placed: 2}},
		{"two dead ends", verdict.Replay{Puzzle: "....", Steps: steps(1, 2, 3, 0, 0, 4, 0, 0), Total: 8},
			numbers{placed: 4, withdrawn: 4, deadEnds: 2, deepest: 3}},
		{"cut and solved", verdict.Replay{Puzzle: "..12", Steps: steps(1, 2, 0), Total: 12, Solved: true},
			numbers{placed: 7, withdrawn: 5, deadEnds: 1, deepest: 2, cut: true}},
		{"cut and not solved", verdict.Replay{Puzzle: "..12", Steps: steps(1, 2, 0), Total: 12},
			numbers{placed: 2, withdrawn: 1, deadEnds: 1, deepest: 2, cut: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := digest(tt.r); got != tt.want {
				t.Errorf("want %+v, got %+v", tt.want, got)
			}
		})
	}
}
