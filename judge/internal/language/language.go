// Package language is the one table of the languages the judge speaks: how a source file is
// recognised, what compiles it and what runs it. It only describes: build calls the compilers.
package language
