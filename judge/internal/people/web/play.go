package web

import (
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/people/history"
)

// The page to play with a board, and its requests. Anybody can send a board. So a board is checked first, and every
// search on it has a time limit.

const leastSize = 4

// thinking is the time limit to count solutions, to look for a hint, or to make a puzzle.
const thinking = 5 * time.Second

// board is a board on its way to the page or from it.
type board struct {
	W     int    `json:"w"`
	H     int    `json:"h"`
	Cells string `json:"cells"` // by rows, as sudoku.Board.Line writes them, but never as A to P
}

func boardOf(b sudoku.Board) board {
	b.Letters = false // the page shows 10 to 16 as A to G
	return board{b.W, b.H, b.Line()}
}

// cannot returns an error in the contents of the board, not in the request.
func cannot(err error) error { return refuse(http.StatusUnprocessableEntity, err) }

// read returns the board.
func (b board) read() (sudoku.Board, error) {
	shape, err := sudoku.New(b.W, b.H)
	if err != nil {
		return shape, refuse(http.StatusBadRequest, err)
	}
	found, ok := sudoku.ParseAny(b.Cells)
	if !ok || found.Size != shape.Size || found.Size < leastSize {
		return shape, refuse(http.StatusBadRequest, say.Errorf("these are not the cells of a board of size %d", shape.Size))
	}
	shape.Cells = found.Cells
	return shape, nil
}

// sound is read for handlers that search on the board. So the board must break no rule.
func (b board) sound() (sudoku.Board, error) {
	found, err := b.read()
	if err == nil {
		if clash, broken := found.Broken(); broken {
			err = cannot(say.Errorf("%s, so there is nothing to search for", clash.Message()))
		}
	}
	return found, err
}

// readJSON reads a page's request.
func readJSON(v *visit, into any) error {
	d := json.NewDecoder(v.Body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err != nil && statusOf(err) == http.StatusInternalServerError {
		err = refuse(http.StatusBadRequest, say.Errorf("not what is asked here: %w", err))
	}
	return err
}

// thinks finds something that takes CPU time, in a turn and with a time limit.
func (s *Server) thinks(v *visit, find func(context.Context) (any, error)) (found any, err error) {
	return found, v.turn.Do(v.Context(), func() (err error) {
		ctx, cancel := context.WithTimeout(v.Context(), s.patience)
		defer cancel()
		found, err = find(ctx)
		return cmp.Or(v.Context().Err(), err)
	})
}

// playView holds what the page shows at first.
type playView struct {
	Sizes   []int
	Solvers []solver
	Own     bool // some of the programs are the reader's own
}

// solver is a solution that can be watched.
type solver struct {
	Name  string
	Large bool // it takes boards of other sizes than 9x9
	Idea  string
}

// play shows the page.
func (s *Server) play(v *visit) (data playView, err error) {
	for size := leastSize; size <= sudoku.MaxSize; size++ {
		data.Sizes = append(data.Sizes, size)
	}
	watchable, problems, err := s.watchable(v)
	if err != nil {
		return data, err
	}
	large, err := sudoku.New(4, 3)
	small := sudoku.Empty()
	for _, one := range watchable {
		if !explain.Takes(one, problems, small) {
			continue
		}
		data.Own = data.Own || one.Stranger
		data.Solvers = append(data.Solvers, solver{one.Name, explain.Takes(one, problems, large), s.problems.idea(one.Name).sentence().In(v.Lang)})
	}
	return data, err
}

// watchable returns the programs whose search a reader can watch, and the problems of the tree. The reader's latest
// submissions come first, then the solutions of the tree. It leaves out what it cannot read: the judge's commands say
// why.
func (s *Server) watchable(v *visit) (found []solution.Solution, problems []problem.Problem, err error) {
	if found, err = s.lastOf(v); err != nil {
		return nil, nil, err
	}
	l, err := s.problems.library()
	if err != nil {
		return nil, nil, err
	}
	found = append(found, l.solutions...)
	for _, one := range l.sound() {
		problems = append(problems, one.Problem)
	}
	return slices.DeleteFunc(found, func(one solution.Solution) bool { return !one.Watchable() }), problems, err
}

// lastOf returns the programs that a reader submitted last and that compiled.
func (s *Server) lastOf(v *visit) (all []solution.Solution, err error) {
	subs, err := s.DB.Submissions(v.Context(), history.Filter{Person: v.Person.ID})
	subs = slices.DeleteFunc(subs, func(sub history.Submission) bool { return sub.Person.ID != v.Person.ID || !compiled(sub.Judging) })
	for _, sub := range subs[:min(len(subs), mostWatched)] {
		if sub, err = s.DB.Get(v.Context(), sub.ID); err != nil {
			return nil, err
		}
		if one, err := stranger(sub); err == nil {
			one.Name, one.Problems = nameOf(sub), []string{sub.Problem}
			all = append(all, one)
		}
	}
	return all, err
}

// playRead reads a board from a text in whatever format it is.
func (s *Server) playRead(_ *visit, asked struct{ Text string }) (any, error) {
	found, err := sudoku.ReadAny(asked.Text)
	if err == nil && found.Size < leastSize {
		err = say.Errorf("boards here have sizes from %d to %d", leastSize, sudoku.MaxSize)
	}
	if err != nil {
		return nil, cannot(err)
	}
	return boardOf(found), nil
}

// playWrite writes a board in every format that holds it.
func (s *Server) playWrite(_ *visit, asked board) (any, error) {
	b, err := asked.read()
	if err != nil {
		return nil, err
	}
	texts := map[sudoku.Format]string{}
	for _, f := range sudoku.Formats {
		if f.Holds(b) == nil {
			texts[f] = f.Text(b)
		}
	}
	return texts, nil
}

// playCount reports whether a board has no solution, one or several, and shows up to two.
func (s *Server) playCount(v *visit, asked board) (any, error) {
	b, err := asked.sound()
	if err != nil {
		return nil, err
	}
	return s.thinks(v, func(ctx context.Context) (any, error) {
		found, err := new(sudoku.Solver).Two(ctx, b)
		var lines []string
		for _, one := range found {
			lines = append(lines, one.Line())
		}
		return map[string]any{"solutions": lines, "sure": err == nil, "text": v.Lang.Text(s.countText(len(found), err == nil))}, nil
	})
}

func (s *Server) countText(n int, sure bool) say.Message {
	switch {
	case n > 1:
		return say.Of("This board has several solutions: here are two, with the cells marked where they differ.")
	case n == 1 && sure:
		return say.Of("This board has one solution, and no other.")
	case sure:
		return say.Of("This board has no solution.")
	case n == 1:
		return say.Of("This board has a solution; in %d seconds it could not be told whether there is another.", int(s.patience.Seconds()))
	}
	return say.Of("In %d seconds, neither a solution was found nor a proof that there is none.", int(s.patience.Seconds()))
}

// levels are the names of difficulties, and the technique that each needs.
var levels = map[string]sudoku.Technique{"easy": sudoku.NakedSingle, "medium": sudoku.HiddenSingle, "hard": sudoku.Pointing, "guess": sudoku.Guess}

// wantedPuzzle is what a generated puzzle is to be like.
type wantedPuzzle struct {
	W, H      int
	Level     string
	Symmetric bool
}

// playGenerate makes a puzzle.
func (s *Server) playGenerate(v *visit, asked wantedPuzzle) (any, error) {
	needs, known := levels[asked.Level]
	if !known || asked.W < 1 || asked.H < 1 || asked.W > sudoku.MaxSize || asked.H > sudoku.MaxSize || asked.W*asked.H < leastSize {
		return nil, refuse(http.StatusBadRequest, say.Errorf("boards here have sizes from %d to %d", leastSize, sudoku.MaxSize))
	}
	g, err := sudoku.NewGenerator(sudoku.Options{Seed: rand.Uint64(), Size: asked.W * asked.H, W: asked.W, H: asked.H, Needs: needs, Symmetric: asked.Symmetric})
	if err != nil {
		return nil, refuse(http.StatusBadRequest, err)
	}
	return s.thinks(v, func(ctx context.Context) (any, error) {
		puzzle, _, err := g.Next(ctx)
		if err != nil {
			return nil, cannot(say.Errorf("no such puzzle was found").Hint("small boards seldom need much: try another size, regions or level"))
		}
		return boardOf(puzzle), nil
	})
}
