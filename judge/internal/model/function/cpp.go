package function

var cpp = target{language: "cpp", driver: "judge_driver.cpp", name: asIs, typ: cppType, includes: true, find: findC,
	class: classBody, classes: true, holds: true, starts: mainWord, main: cMain, mainless: "judge_no_main"}

var cppType = spelling{"vector<%s>", map[Kind]string{Long: "long long", Boolean: "bool", String: "string",
	ListNode: "ListNode*", TreeNode: "TreeNode*"}}.of
