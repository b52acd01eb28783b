//judge:problem behave
//judge:expect WA behave/secret/wrong
//judge:expect RE behave/secret/throws
//judge:expect WA behave/secret/null
//judge:expect RE behave/secret/exits
class Solution {
    public int[] behave(String how, int[] nums) {
        switch (how) {
            case "wrong": return new int[]{1, 2};
            case "throws": return new int[]{nums[7]};
            case "prints": System.out.println("[9,9]"); break;
            case "forges": System.out.println("R"); break;
            case "exits": System.exit(0);
            case "null": return null;
        }
        Arrays.sort(nums);
        return nums;
    }
}
