//judge:problem serializetree
public class Codec {
    public String serialize(TreeNode root) {
        return root == null ? "." : root.val + " " + serialize(root.left) + " " + serialize(root.right);
    }

    public TreeNode deserialize(String data) {
        return read(new ArrayDeque<>(Arrays.asList(data.split(" "))));
    }

    private TreeNode read(Deque<String> words) {
        String word = words.poll();
        if (word.equals(".")) return null;
        TreeNode node = new TreeNode(Integer.parseInt(word));
        node.left = read(words);
        node.right = read(words);
        return node;
    }
}
