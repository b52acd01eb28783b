//judge:problem aplusb
//judge:expect CE aplusb/*
public class Main { public static void main(String[] a) { undefined(); } }
