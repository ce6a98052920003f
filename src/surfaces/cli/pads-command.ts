import { commandLine } from '../../text/shell-words.ts'
import { groupCommand, shows, type Action } from './actions.ts'
import { usage } from './arguments.ts'
import type { Flag } from './command.ts'
import { append, create, list, show, tail } from './pads-actions.ts'
import { showFound } from './pads-pages.ts'

const actions: Readonly<Record<string, Action>> = {
  list: {
    says: 'Workflows, the last written to first',
    flags: ['scope', 'all', 'limit'],
    calls: ['list-workflows', 'list-scratchpads'],
    does: list,
  },
  show: {
    says: 'All of a scratchpad, or what a workflow holds',
    takes: '<id>',
    flags: ['lineNumbers'],
    calls: ['resolve-pad-id', 'get-workflow', 'list-scratchpads', 'tail-scratchpad'],
    does: show,
  },
  append: {
    says: 'One more block, from the arguments or a pipe',
    takes: '<id> [text]',
    joins: true,
    flags: [],
    calls: ['resolve-pad-id', 'append-scratchpad'],
    does: append,
  },
  new: {
    says: 'A new scratchpad; its text comes from a pipe',
    takes: '<title>',
    readsWords: true,
    flags: ['in', 'scope'],
    calls: ['resolve-pad-id', 'create-workflow', 'create-scratchpad'],
    does: create,
  },
  tail: {
    says: 'Its last lines',
    takes: '<id>',
    flags: ['lines', 'follow'],
    calls: ['resolve-pad-id', 'tail-scratchpad', 'follow-scratchpad'],
    does: tail,
  },
  search: {
    says: 'Which workflow was that?',
    takes: '<words>',
    joins: true,
    needs: { words: ['a query', 'Write: wuku pads search "React 组件"'] },
    flags: ['scope', 'limit', 'page'],
    calls: ['search-workflows'],
    input: ({ words: { words: query }, flags: { scope, ...others } }) => ({ query, project_scope: scope, ...others }),
    show: shows(showFound),
  },
}
const names = Object.keys(actions)

const flags: readonly Flag[] = [
  { key: 'action', names: ['--action'], takes: 'text', says: `One of ${names.join(', ')}. Default: list.` },
  { key: 'words', names: ['--words'], takes: 'list', says: 'Its id, title, text or query.' },
  { key: 'scope', names: ['--scope'], takes: 'text', says: 'list, search: only this project. new: where it belongs.' },
  { key: 'all', names: ['--all'], takes: 'nothing', says: 'list: every workflow with every scratchpad.' },
  { key: 'limit', names: ['--limit', '-n'], takes: 'number', says: 'list, search: most workflows. Default: 10 and 5.' },
  { key: 'page', names: ['--page'], takes: 'number', says: 'search: the next ones are on page 2.' },
  { key: 'lineNumbers', names: ['--line-numbers'], takes: 'nothing', says: 'show: lines as `12: text`.' },
  {
    key: 'in',
    names: ['--in'],
    takes: 'text',
    says: 'new: the workflow, by its name or id; begun when none that is active has the name.',
  },
  { key: 'lines', names: ['--lines'], takes: 'number', says: 'tail: how many. Default: 50.' },
  {
    key: 'follow',
    names: ['--follow', '-f'],
    takes: 'nothing',
    says: 'tail: stay and print what is added, until Ctrl-C.',
  },
]

export const padsCommand = groupCommand({
  name: 'pads',
  title: 'Workflows and scratchpads: list, show, append, new, tail, search',
  examples: [
    { says: 'What was written to last; ids may be cut to a beginning that no other has', line: 'wuku pads' },
    { says: 'All of a scratchpad, or what a workflow holds', line: 'wuku pads show 3f2a9c1e --line-numbers' },
    { says: 'One more block, from the arguments or from a pipe', line: 'wuku pads append 3f2a9c1e "Tide at noon"' },
    { says: 'A scratchpad in a workflow of this name', line: 'wuku pads new --in "React 專案" Findings' },
    { says: 'Read along while agents write', line: 'wuku pads tail 3f2a9c1e --follow' },
    { says: 'Which workflow was that?', line: 'wuku pads search "React 组件"' },
  ],
  actions,
  flags,
  id: /^[0-9a-f-]{4,}$/i,
  needs: { id: ['an id', 'Ids are listed by: wuku pads'] },
  tooMany: (word, action) =>
    usage(
      `"${word}" is one argument too many.`,
      action === 'list' ? `To look at it: ${commandLine`wuku pads show ${word}`}` : 'See: wuku pads --help',
    ),
})
