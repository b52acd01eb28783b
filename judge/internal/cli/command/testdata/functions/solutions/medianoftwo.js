//judge:problem medianoftwo
const findMedianSortedArrays = (nums1, nums2) => {
    const all = [...nums1, ...nums2].sort((a, b) => a - b), n = all.length;
    return (all[(n - 1) >> 1] + all[n >> 1]) / 2;
};
