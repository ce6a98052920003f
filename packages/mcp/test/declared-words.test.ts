import { expect, it } from 'vitest'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { kinds } from '@wuku/core/core-types'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import { listedIn } from '../../../bench/tool-choice/definitions.ts'
import { declaredWords } from '../src/tools.ts'
import { leanInput } from '../src/default-tools.ts'

const operations = await loadOperations()
const listed = listedIn(operations, { tools: '', inside: [...kinds, 'writable'] })
const toolCalled = (name: string) => listed.find(({ operation }) => operation.name === name) ?? expect.fail(name)

/** What is said of a call without any argument that is known. */
function refusalOf(name: string): string {
  try {
    acceptArguments(toolCalled(name).operation, { nothingOfTheKind: 1 })
  } catch (thrown) {
    const { message, remedy } = thrown as { message: string; remedy: string }
    return declaredWords(toolCalled(name), listed)(`${message}\n${remedy}`)
  }
  return ''
}

const leanNames = listed.flatMap(({ operation, lean }) => (lean ? [operation.name] : []))

it.each(leanNames)('an error of %s names the arguments that its schema declares, and no others', (name) => {
  const { operation, lean } = toolCalled(name)
  const declared = Object.keys((lean && leanInput(operation, lean).properties) ?? {})
  const named = [...refusalOf(name).matchAll(/^- (\w+): /gm)].map(([, word]) => word)
  expect(named.toSorted()).toEqual(declared.toSorted())
})

it.each([
  ['repo_history', 'Give project_path, or raise max_results.', 'Give project, or raise limit.'],
  ['get-library-docs', '"topic" is missing; a topic is words.', '"query" is missing; a topic is words.'],
  ['gather_chats', 'search_conversations with intent_query "recent"', 'search_conversations with query "recent"'],
  [
    'search_conversations',
    '{"intent_query":"ebb","precision_mode":"fuzzy"}',
    '{"query":"ebb","precision_mode":"fuzzy"}',
  ],
])('advice of %s: %s', (name, advice, worded) => expect(declaredWords(toolCalled(name), listed)(advice)).toBe(worded))

it('the words of a tool that is listed in full are its own', () =>
  expect(declaredWords({ operation: toolCalled('repo_history').operation }, listed)('max_results')).toBe('max_results'))
