// A validator of the Kattis kind: it accepts any permutation of the answer's numbers, and misbehaves on
// request, so that a judge can be tried on it.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char **argv) {
	if (argc < 4) return 1;
	std::string extra = argc > 4 ? argv[4] : "";
	if (extra == "crash") abort();
	if (extra == "odd") {
		std::ofstream(std::string(argv[3]) + "judgeerror.txt") << "what is " << extra << "?\n";
		return 7;
	}
	std::ifstream input(argv[1]), answer(argv[2]);
	std::istream_iterator<long> end;
	std::vector<long> asked(std::istream_iterator<long>(input), end);
	std::vector<long> want(std::istream_iterator<long>(answer), end);
	std::vector<long> got(std::istream_iterator<long>(std::cin), end);
	std::sort(want.begin(), want.end());
	std::sort(got.begin(), got.end());
	std::ofstream message(std::string(argv[3]) + "judgemessage.txt");
	if (asked.size() != 1 || asked[0] != (long)want.size()) return 1; // bad data
	if (want == got) return 42;
	message << "\n" << got.size() << " numbers, not those of the answer\nand more\n";
	return 43;
}
