import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../../cli/src/load-operations.ts'

/** Numbers as the programs allow them that these tools replace: also where the parameter means nothing here. */
const ranges: readonly (readonly [tool: string, path: string, least: number, most?: number])[] = [
  ['repo_reindex', 'max_file_bytes', 1],
  ['repo_reindex', 'target_chunk_chars', 1],
  ['repo_reindex', 'chunk_overlap_chars', 0],
  ['repo_reindex', 'max_chunks_per_file', 1],
  ['repo_reindex', 'embedding_batch_size', 1, 128],
  ['repo_reindex', 'max_embedding_chunks', 1, 10_000],
  ['repo_semantic_search', 'max_results', 1, 50],
  ['repo_semantic_search', 'max_snippet_chars', 1, 4_000],
  ['repo_semantic_search', 'max_context_chars', 1, 100_000],
  ['repo_related_files', 'max_results', 1, 100],
  ['repo_context_pack', 'max_results', 1, 30],
  ['repo_context_pack', 'max_snippet_chars', 1, 4_000],
  ['repo_context_pack', 'max_context_chars', 1, 100_000],
  ['repo_context_pack', 'max_seed_files', 1, 10],
  ['repo_context_pack', 'max_related_files', 0, 30],
  ['repo_context_pack', 'max_related_items', 1, 50],
  ['repo_context_pack', 'max_related_snippets_per_file', 1, 5],
  ['repo_context_pack', 'max_related_snippet_chars', 1, 2_000],
  ['repo_context_pack', 'max_related_context_chars', 0, 50_000],
  ['repo_context_pack', 'related_depth', 0, 3],
  ['list-workflows', 'limit', 1, 100],
  ['list-workflows', 'offset', 0],
  ['list-workflows', 'max_content_chars', 10],
  ['get-scratchpad', 'max_content_chars', 10],
  ['get-scratchpad', 'line_range.start', 1],
  ['get-scratchpad-outline', 'max_depth', 1, 6],
  ['tail-scratchpad', 'tail_size.lines', 1],
  ['tail-scratchpad', 'tail_size.chars', 1],
  ['tail-scratchpad', 'tail_size.blocks', 1],
  ['chop-scratchpad', 'lines', 1],
  ['chop-scratchpad', 'blocks', 1],
  ['update-scratchpad', 'line_number', 1],
  ['update-scratchpad', 'start_line', 1],
  ['update-scratchpad', 'end_line', 1],
  ['list-scratchpads', 'limit', 1, 50],
  ['list-scratchpads', 'offset', 0],
  ['list-scratchpads', 'max_content_chars', 10],
  ['search-scratchpad-content', 'context_lines', 0, 50],
  ['search-scratchpad-content', 'context_lines_before', 0, 50],
  ['search-scratchpad-content', 'context_lines_after', 0, 50],
  ['search-scratchpad-content', 'max_context_matches', 1, 20],
  ['search-scratchpad-content', 'max_content_chars', 10],
  ['search-workflows', 'page', 1],
  ['search-workflows', 'limit', 1, 20],
  ['search-scratchpads', 'limit', 1, 20],
  ['search-scratchpads', 'max_context_matches', 1, 20],
  ['search_conversations', 'exclude_recent_user_secs', 0, 600],
  ['search_conversations', 'limit_chats', 1, 100],
  ['search_conversations', 'limit_snippets_per_chat', 1, 10],
  ['search_conversations', 'snippet_window', 1, 400],
  ['get-library-docs', 'page', 1, 10],
  ['get-library-docs', 'library_id', 0],
]

/** What each tool must be given besides. */
const rest: Readonly<Record<string, object>> = {
  repo_semantic_search: { query: 'tide' },
  repo_related_files: { path: 'tide.ts' },
  repo_context_pack: { query: 'tide' },
  'get-scratchpad': { id: 'a' },
  'get-scratchpad-outline': { id: 'a' },
  'tail-scratchpad': { id: 'a' },
  'chop-scratchpad': { id: 'a' },
  'update-scratchpad': { id: 'a', mode: 'replace', content: '' },
  'list-scratchpads': { workflow_id: 'a' },
  'search-scratchpad-content': { id: 'a', query: 'tide' },
  'search-workflows': { query: 'tide' },
  'search-scratchpads': { query: 'tide' },
  search_conversations: { intent_query: 'tide' },
  'get-library-docs': { library_id: 1, topic: 'tide' },
}

const operations = new Map((await loadOperations()).map((operation) => [operation.name, operation]))

const isTaken = (tool: string, path: string, value: number): boolean | undefined => {
  const [key = '', below] = path.split('.')
  const given = { [key]: below === undefined ? value : { [below]: value } }
  return operations.get(tool)?.input.safeParse({ ...rest[tool], ...given }).success
}

describe('a number that the replaced program takes is taken, and no other', () => {
  for (const [tool, path, least, most] of ranges)
    it(`${tool} ${path}`, () => {
      expect([least - 1, least, least + 0.5].map((value) => isTaken(tool, path, value))).toEqual([false, true, false])
      if (most !== undefined) expect([most, most + 1].map((value) => isTaken(tool, path, value))).toEqual([true, false])
    })
})
