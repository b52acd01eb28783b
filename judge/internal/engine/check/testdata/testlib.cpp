// A checker that speaks as testlib's do: the output's first word is the verdict it gives, and the answer
// and the input must have been handed over in their right places.
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char **argv) {
	std::string in, out, ans;
	if (argc < 4 || !(std::ifstream(argv[1]) >> in) || !(std::ifstream(argv[2]) >> out) ||
	    !(std::ifstream(argv[3]) >> ans) || in != "input" || ans != "answer") {
		std::cerr << "FAIL wrong arguments\n";
		return 3;
	}
	if (out == "ok") { std::cerr << "ok all is well\n"; return 0; }
	if (out == "wrong") { std::cerr << "wrong answer 1st words differ\n"; return 1; }
	if (out == "layout") { std::cerr << "wrong output format Unexpected white-space\n"; return 2; }
	if (out == "more") { std::cerr << "wrong output format Extra information in the output file\n"; return 4; }
	if (out == "short") { std::cerr << "wrong output format Unexpected end of file\n"; return 8; }
	if (out == "half") { std::cerr << "points 0.5 half of it\n"; return 7; }
	if (out == "full") { std::cerr << "points 1 all of it\n"; return 7; }
	std::cerr << "FAIL the jury has no answer\n";
	return 3;
}
