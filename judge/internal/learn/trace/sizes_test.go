package trace

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/sudoku"
)

// sixteens search a board of size 16 in reading order, one in each language.
var sixteens = map[string]string{
	"tried.cpp": sixteenC("#include <cstdio>\n#include <cstdlib>\n#include <vector>\nstd::vector<std::vector<int>> a(16, std::vector<int>(16));", "a[i / 16][i % 16]", "a[i / 16][i % 16] = d"),
	// Programs in C may have a read, a write and a poll of their own, which are not the library's.
	"tried.c": sixteenC("#include <stdio.h>\n#include <stdlib.h>\nchar a[17][17];\nint read(void) { abort(); }\nint write(int x) { abort(); }\nint poll(void) { abort(); }", "a[i / 16 + 1][i % 16 + 1] == '.' ? 0 : a[i / 16 + 1][i % 16 + 1] <= '9' ? a[i / 16 + 1][i % 16 + 1] - '0' : a[i / 16 + 1][i % 16 + 1] - 'A' + 10",
		"a[i / 16 + 1][i % 16 + 1] = d == 0 ? '.' : d < 10 ? '0' + d : 'A' + d - 10"),
	"Tried.java": sixteen.Replace(`import java.util.*;
public class Tried {
	static int[][] a = new int[16][16];
	static int at(int i) { return a[i / 16][i % 16]; }
	static void put(int i, int d) { a[i / 16][i % 16] = d; }
	static boolean fits(int i, int d) {
		for (int j = 0; j < 256; j++) if (SEES && at(j) == d) return false;
		return true;
	}
	static boolean search(int i) {
		while (i < 256 && at(i) != 0) i++;
		if (i == 256) return true;
		for (int d = 1; d <= 16; d++) {
			if (!fits(i, d)) continue;
			put(i, d);
			if (search(i + 1)) return true;
			put(i, 0);
		}
		return false;
	}
	public static void main(String[] args) {
		Scanner in = new Scanner(System.in);
		in.nextLine();
		for (int i = 0; i < 256; i++) {
			String s = in.next();
			put(i, s.equals("?") ? 0 : s.equals("10") ? 16 : Integer.parseInt(s, 16));
		}
		System.out.println(search(0));
	}
}`),
	"tried.rs": sixteen.Replace(`use std::io::Read;
fn fits(a: &[[u8; 16]; 16], i: usize, d: u8) -> bool { (0..256).all(|j| !SEES || a[j / 16][j % 16] != d) }
fn search(a: &mut [[u8; 16]; 16], from: usize) -> bool {
    let mut i = from;
    while i < 256 && a[i / 16][i % 16] != 0 { i += 1; }
    if i == 256 { return true; }
    for d in 1..17 {
        if !fits(a, i, d) { continue; }
        a[i / 16][i % 16] = d;
        if search(a, i + 1) { return true; }
        a[i / 16][i % 16] = 0;
    }
    false
}
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut a = [[0u8; 16]; 16];
    for (i, s) in text.split_whitespace().skip(3).enumerate().take(256) {
        a[i / 16][i % 16] = if s == "?" { 0 } else if s == "10" { 16 } else { u8::from_str_radix(s, 16).unwrap() };
    }
    println!("{}", search(&mut a, 0));
}`),
	"tried.go": sixteen.Replace(`package main
import ("fmt"; "strconv")
var a [16][16]int8
func fits(i int, d int8) bool {
	for j := 0; j < 256; j++ { if SEES && a[j / 16][j % 16] == d { return false } }
	return true
}
func search(i int) bool {
	for i < 256 && a[i / 16][i % 16] != 0 { i++ }
	if i == 256 { return true }
	for d := int8(1); d <= 16; d++ {
		if !fits(i, d) { continue }
		a[i / 16][i % 16] = d
		if search(i + 1) { return true }
		a[i / 16][i % 16] = 0
	}
	return false
}
func main() {
	var s string
	fmt.Scan(&s, &s, &s)
	for i := 0; i < 256; i++ {
		fmt.Scan(&s)
		v, _ := strconv.ParseInt(s, 16, 8)
		a[i / 16][i % 16] = int8(v)
	}
	search(0)
}`),
}

var sixteen = strings.NewReplacer("SEES", "(j / 16 == i / 16 || j % 16 == i % 16 || j / 64 == i / 64 && j % 16 / 4 == i % 16 / 4)")

func sixteenC(declared, at, put string) string {
	return sixteen.Replace(declared + `
int at(int i) { return ` + at + `; }
void put(int i, int d) { ` + put + `; }
int fits(int i, int d) {
	for (int j = 0; j < 256; j++) if (SEES && at(j) == d) return 0;
	return 1;
}
int search(int i) {
	while (i < 256 && at(i) != 0) i++;
	if (i == 256) return 1;
	for (int d = 1; d <= 16; d++) {
		if (!fits(i, d)) continue;
		put(i, d);
		if (search(i + 1)) return 1;
		put(i, 0);
	}
	return 0;
}
int main(void) {
	char s[9];
	int w, h;
	if (scanf("%*d %d, %d", &w, &h) != 2) return 1;
	for (int i = 0; i < 256; i++) {
		if (scanf("%8s", s) != 1) return 1;
		put(i, s[0] == '?' ? 0 : s[1] ? 16 : (int)strtol(s, 0, 16));
	}
	return !search(0);
}`)
}

// TestSixteen: boards of size 16 are found in every language, and the same search has the same history.
func TestSixteen(t *testing.T) {
	tr := tracer(t)
	puzzle := sudoku.Board{Size: 16, W: 4, H: 4, Cells: make([]int, 256)}
	for i := range puzzle.Cells {
		r, c := i/16, i%16
		if puzzle.Cells[i] = (4*r+r/4+c)%16 + 1; i%3 != 0 && i < 120 {
			puzzle.Cells[i] = 0
		}
	}
	want := inOrder(puzzle.Clone().Cells)
	for file, text := range sixteens {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			r, err := tr.Replay(t.Context(), written(t, file, text), sudoku.File, puzzle)
			skipMissing(t, err)
			if err != nil {
				t.Fatal(err)
			}
			if at, what := firstDifference(want, r.Steps); !r.Solved || r.Total != len(want) || r.Back == 0 || at >= 0 {
				t.Errorf("solved %v, %d steps, %d back: want %d; step %d: %s", r.Solved, r.Total, r.Back, len(want), at, what)
			}
		})
	}
}
