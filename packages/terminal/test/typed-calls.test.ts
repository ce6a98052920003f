import { expect, it } from 'vitest'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { asTyped } from '../src/typed-calls.ts'

const operations = await loadOperations()

it.each<[remedy: string, typed: string]>([
  ['Find its id with search_conversations.', 'Find its id with `wuku chats search "<words>"`.'],
  ['See search_conversations with intent_query "recent".', 'See `wuku chats`.'],
  ['Call repo_reindex with dry_run false, or wait.', 'Run `wuku index`, or wait.'],
  ['See what there is with "sources".', 'See what there is with `wuku sources`.'],
  ['`status` lists them; the status is shown.', '`wuku status` lists them; the status is shown.'],
  ['Or call embedding_probe to see why.', 'Or run `wuku call embedding_probe` to see why.'],
  [
    'Open it: "update-workflow-status" with workflow_id "a1" and is_active true.',
    `Open it: \`wuku call update-workflow-status '{"workflow_id":"a1","is_active":true}'\`.`,
  ],
  ['Or "update-user" with status "active".', 'Or `wuku users set <user> --status active`.'],
  ['Did you mean notes/search-workflows.md or a_search_conversations?', ''],
  ['Example: {"query":"how are keys rotated","status":true}', ''],
  ['Choose among the sources, or open "wuku sources".', ''],
])('in a terminal a remedy names commands: %s', (remedy, typed) =>
  expect(asTyped(remedy, operations)).toBe(typed || remedy),
)

it('every tool name is replaced by its command', () => {
  const names = operations.map(({ name }) => name).filter((name) => /[-_]/.test(name))
  const left = names.filter((name) => !/`wuku [^`]+`/.test(asTyped(`Ask ${name}.`, operations)))
  expect(left).toEqual([])
})
