/**
 * Names of programs that wuku replaces. Their users find the same tools again; listed together with wuku's own they
 * would only make a model hesitate.
 */
export const compat = {
  qmd: ['search', 'vsearch', 'query', 'get', 'multi_get', 'status'],
  scythe: [
    'repo_index_status',
    'gemini_embedding_probe',
    'repo_reindex',
    'repo_semantic_search',
    'repo_related_files',
    'repo_context_pack',
    'repo_open_ranges',
    'repo_grep_suggest',
  ],
  context7: ['resolve-library-id', 'query-docs'],
  chatwise: ['search_conversations', 'gather_chats', 'resolve_ids', 'delete_conversation'],
  'scratchpad-mcp': [
    'create-workflow',
    'list-workflows',
    'get-latest-active-workflow',
    'get-workflow',
    'search-workflows',
    'update-workflow-status',
    'create-scratchpad',
    'get-scratchpad',
    'get-scratchpad-outline',
    'append-scratchpad',
    'tail-scratchpad',
    'chop-scratchpad',
    'update-scratchpad',
    'list-scratchpads',
    'search-scratchpads',
    'search-scratchpad-content',
    'extract-workflow-info',
    'rename-workflow',
    'move-workflow',
    'delete-workflow',
    'rename-scratchpad',
    'move-scratchpad',
    'delete-scratchpad',
    'scratchpad-history',
    'diff-scratchpad',
    'undo-scratchpad',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Replaced = keyof typeof compat
export const replacedSystems = Object.keys(compat) as readonly Replaced[]
