#judge:problem levelorder
class Solution:
    def levelOrder(self, root: Optional[TreeNode]) -> List[List[int]]:
        levels, row = [], [root] if root else []
        while row:
            levels.append([node.val for node in row])
            row = [child for node in row for child in (node.left, node.right) if child]
        return levels
