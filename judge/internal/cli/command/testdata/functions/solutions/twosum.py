#judge:problem twosum
class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        place = {}
        for i, n in enumerate(nums):
            if target - n in place:
                return [place[target - n], i]
            place[n] = i
