//judge:problem serializetree
static void append(struct TreeNode* root, char* to) {
    if (!root) {
        strcat(to, ". ");
        return;
    }
    sprintf(to + strlen(to), "%d ", root->val);
    append(root->left, to);
    append(root->right, to);
}

char* serialize(struct TreeNode* root) {
    char* text = calloc(1 << 16, 1);
    append(root, text);
    return text;
}

static struct TreeNode* parse(char** at) {
    char* word = *at;
    *at = strchr(word, ' ') + 1;
    if (word[0] == '.') return NULL;
    struct TreeNode* node = malloc(sizeof *node);
    node->val = atoi(word);
    node->left = parse(at);
    node->right = parse(at);
    return node;
}

struct TreeNode* deserialize(char* data) {
    return parse(&data);
}
