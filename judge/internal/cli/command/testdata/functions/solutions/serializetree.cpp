//judge:problem serializetree
class Codec {
    TreeNode* read(istringstream& in) {
        string word;
        in >> word;
        if (word == ".") return nullptr;
        TreeNode* node = new TreeNode(stoi(word));
        node->left = read(in);
        node->right = read(in);
        return node;
    }

public:
    string serialize(TreeNode* root) {
        if (!root) return ". ";
        return to_string(root->val) + " " + serialize(root->left) + serialize(root->right);
    }

    TreeNode* deserialize(string data) {
        istringstream in(data);
        return read(in);
    }
};
