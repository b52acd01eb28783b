package cpp

import (
	"sudokuoj/judge/internal/language/c"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

var functions = lang.Functions{Driver: "judge_driver.cpp", Included: true, Find: lang.FindLikeC, Holder: "class ",
	Type: lang.Spelling{List: "vector<%s>", Names: map[function.Kind]string{function.Long: "long long", function.Boolean: "bool",
		function.String: "string", function.ListNode: "ListNode*", function.TreeNode: "TreeNode*"}}.Of,
	Clash: c.OtherMain, Clashless: c.NoMain}
