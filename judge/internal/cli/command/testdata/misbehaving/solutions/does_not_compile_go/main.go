//judge:problem aplusb
//judge:expect CE aplusb/*
package main

func main() { undefined() }
