import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../../cli/src/load-operations.ts'
import { inputShape } from '../../src/arguments/shape.ts'
import { defaultTools } from '../../../mcp/src/default-tools.ts'

/** The one word for each idea, and other words for it. */
const ideas: Readonly<Record<string, readonly string[]>> = {
  query: ['topic', 'intent_query', 'intentQuery', 'question', 'q', 'search', 'keywords'],
  limit: ['max_results', 'maxResults', 'limit_chats', 'limitChats', 'top_k', 'n'],
  project: ['project_path', 'projectPath', 'project_scope', 'projectScope', 'workspace', 'repo', 'cwd'],
  library: ['library_id', 'libraryId', 'libraryID', 'libraryName', 'library_name'],
  ids: ['chatIds', 'chat_ids', 'conversation_ids'],
  since: ['after', 'from', 'start', 'since_time', 'time_window', 'timeWindow'],
  until: ['before', 'to', 'end', 'until_time'],
  response_mode: ['responseMode'],
}

const scythe = 'scythe-context names it so'
const besideScythe = 'stands beside the tools of scythe-context, and takes what they take'
const chatwise = 'chatwise-mcp names it so'
const besideChatwise = 'takes what search_conversations of chatwise-mcp takes'
const pads = 'scratchpad-mcp names it so'
const goDocs = 'go-mcp-context names it so'
const context7 = 'Context7 names it so'

/** By operation and argument: why it has a word of its own, where the common one is accepted too. */
const exceptions: Readonly<Record<string, string>> = {
  'repo_context_pack max_results': scythe,
  'repo_context_pack project_path': scythe,
  'repo_semantic_search max_results': scythe,
  'repo_semantic_search project_path': scythe,
  'repo_related_files max_results': scythe,
  'repo_related_files project_path': scythe,
  'repo_grep_suggest max_results': scythe,
  'repo_grep_suggest project_path': scythe,
  'repo_open_ranges project_path': scythe,
  'repo_reindex project_path': scythe,
  'repo_index_status project_path': scythe,
  'repo_doctor project_path': scythe,
  'gemini_embedding_probe project_path': scythe,
  'embedding_probe project_path': besideScythe,
  'find_symbol max_results': besideScythe,
  'find_symbol project_path': besideScythe,
  'find_references max_results': besideScythe,
  'find_references project_path': besideScythe,
  'impact project_path': besideScythe,
  'affected project_path': besideScythe,
  'file_outline project_path': besideScythe,
  'repo_map project_path': besideScythe,
  'repo_history max_results': besideScythe,
  'repo_history project_path': besideScythe,
  'create-workflow project_scope': pads,
  'list-workflows project_scope': pads,
  'get-latest-active-workflow project_scope': pads,
  'search-workflows project_scope': pads,
  'move-workflow project_scope': pads,
  'resolve-pad-id project_scope': pads,
  'search-scratchpads project_scope': pads,
  'search_conversations intent_query': chatwise,
  'search_conversations limit_chats': chatwise,
  'search_conversations time_window': chatwise,
  'gather_chats chatIds': chatwise,
  'delete_conversation chatIds': chatwise,
  'export_conversation chatIds': 'takes what gather_chats of chatwise-mcp takes',
  'timeline time_window': besideChatwise,
  'list-conversations time_window': besideChatwise,
  'find_file_history time_window': besideChatwise,
  'conversation_stats time_window': besideChatwise,
  'gather_chats responseMode': chatwise,
  'search-libraries libraryName': goDocs,
  'get-library-docs library_id': goDocs,
  'get-library-docs topic': goDocs,
  'resolve-library-id libraryName': context7,
  'query-docs libraryId': context7,
}

/** The same letters for something else. */
const otherIdeas: Readonly<Record<string, string>> = {
  'add from': 'the program whose collections are taken over',
  'open before': 'lines before a place',
  'open after': 'lines after a place',
  'handoff to': 'the program that goes on',
  'job-events after': 'events after a number',
  'diff-library-versions from': 'the older version',
  'diff-library-versions to': 'the newer version',
}

const commonWordOf = (word: string): string | undefined =>
  Object.keys(ideas).find((common) => ideas[common]?.includes(word))

const operations = await loadOperations()
const odd = operations.flatMap((operation) => {
  const words = Object.keys(inputShape(operation).properties ?? {})
  return words.flatMap((word) => {
    const common = commonWordOf(word)
    const place = `${operation.name} ${word}`
    return common === undefined || place in otherIdeas ? [] : [{ place, common, operation, words }]
  })
})

describe('arguments of all operations', () => {
  it('are called by the one word for their idea, but where a replaced system has another', () =>
    expect(odd.map(({ place }) => place).toSorted()).toEqual(Object.keys(exceptions).toSorted()))

  it.each(odd)('are accepted by the common word as well: $place, $common', ({ place, common, operation, words }) => {
    const word = place.slice(operation.name.length + 1)
    expect(words.includes(common) || operation.aliases?.[common] === word).toBe(true)
  })

  it('share letters with another idea only where they say so', () => {
    const places = operations.flatMap((operation) =>
      Object.keys(inputShape(operation).properties ?? {}).map((word) => `${operation.name} ${word}`),
    )
    expect(Object.keys(otherIdeas).filter((place) => !places.includes(place))).toEqual([])
  })
})

it.each(defaultTools)(
  'arguments of the tools that are offered by default have the one word for each idea: $name',
  ({ name, arguments: declared }) =>
    expect(declared.filter((word) => commonWordOf(word) !== undefined && !(`${name} ${word}` in otherIdeas))).toEqual(
      [],
    ),
)
