//judge:problem behave
//judge:expect WA behave/secret/wrong
//judge:expect RE behave/secret/throws
//judge:expect WA behave/secret/null
//judge:expect RE behave/secret/exits
/**
 * @param {string} how
 * @param {number[]} nums
 * @return {number[]}
 */
var behave = function(how, nums) {
    if (how === 'wrong') return [1, 2];
    if (how === 'throws') return [nums[7].toString()];
    if (how === 'prints') console.log([9, 9]);
    if (how === 'forges') console.log('R');
    if (how === 'exits') process.exit(0);
    if (how === 'null') return null;
    return nums.sort((a, b) => a - b);
};
