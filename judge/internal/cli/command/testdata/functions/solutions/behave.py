#judge:problem behave
#judge:expect WA behave/secret/wrong
#judge:expect RE behave/secret/throws
#judge:expect WA behave/secret/null
#judge:expect RE behave/secret/exits
class Solution:
    def behave(self, how: str, nums: List[int]) -> List[int]:
        if how == "wrong":
            return [1, 2]
        if how == "throws":
            return [nums[7]]
        if how == "prints":
            print([9, 9])
        if how == "forges":
            print("R")
        if how == "exits":
            sys.exit(0)
        if how == "null":
            return None
        nums.sort()
        return nums
