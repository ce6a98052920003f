import { msg } from '@wuku/messages/terminal'
import { commandLine } from '@wuku/text/show/shell-words'
import { groupCommand, type Action } from '../action-groups.ts'
import { usage } from '../arguments.ts'
import { failEmptySearch } from '../flags.ts'
import { append, create, list, show, tail } from './pad-actions.ts'

const actions: Readonly<Record<string, Action>> = {
  list: {
    description: 'Workflows, most recently updated first',
    flags: ['scope', 'all', 'limit'],
    calls: ['list-workflows', 'list-scratchpads'],
    does: list,
  },
  show: {
    description: 'A whole scratchpad, or the contents of a workflow',
    takes: '<id>',
    flags: ['lineNumbers'],
    calls: ['resolve-pad-id', 'get-workflow', 'list-scratchpads', 'tail-scratchpad'],
    does: show,
  },
  append: {
    description: 'Append a block from the arguments or a pipe',
    takes: '<id> [text]',
    joins: true,
    calls: ['resolve-pad-id', 'append-scratchpad'],
    does: append,
  },
  new: {
    description: 'A new scratchpad; its text comes from a pipe',
    takes: '<title>',
    readsWords: true,
    flags: ['in', 'scope'],
    calls: ['resolve-pad-id', 'create-workflow', 'create-scratchpad'],
    does: create,
  },
  tail: {
    description: 'Its last lines',
    takes: '<id>',
    flags: ['lines', 'follow'],
    calls: ['resolve-pad-id', 'tail-scratchpad', 'follow-scratchpad'],
    does: tail,
  },
  search: {
    description: 'Which workflow was that?',
    takes: '<words>',
    joins: true,
    needs: { words: ['a query', 'Write: wuku pads search "React 组件"'] },
    flags: ['scope', 'limit', 'page', 'failEmpty'],
    calls: ['search-workflows'],
    input: ({ words: { words: query }, flags: { scope, ...others } }) => ({ query, project_scope: scope, ...others }),
  },
}

export const padsCommand = groupCommand({
  name: 'pads',
  title: 'Workflows and scratchpads: list, show, append, new, tail, search',
  examples: [
    { description: 'The most recently updated; any unique prefix of an id will do', line: 'wuku pads' },
    {
      description: 'A whole scratchpad, or the contents of a workflow',
      line: 'wuku pads show 3f2a9c1e --line-numbers',
    },
    { description: 'Append a block from the arguments or a pipe', line: 'wuku pads append 3f2a9c1e "Tide at noon"' },
    { description: 'A new scratchpad in the workflow of this name', line: 'wuku pads new --in "React 專案" Findings' },
    { description: 'Follow what agents write', line: 'wuku pads tail 3f2a9c1e --follow' },
    { description: 'Which workflow was that?', line: 'wuku pads search "React 组件"' },
  ],
  actions,
  flags: {
    '--words A,B': 'Its id, title, text or query.',
    '--scope TEXT': 'list, search: only this project. new: project of the workflow.',
    '--all': 'list: every workflow with every scratchpad.',
    '--limit, -n N': 'list, search: maximum number of workflows. Default: 10 and 5.',
    '--page N': 'search: page number.',
    ...failEmptySearch,
    '--line-numbers': 'show: lines as `12: text`.',
    '--in TEXT': 'new: the workflow, by its name or id; created if no active one has the name.',
    '--lines N': 'tail: number of lines. Default: 50.',
    '--follow, -f': 'tail: keep printing what is added, until Ctrl-C.',
  },
  id: /^[0-9a-f-]{4,}$/i,
  needs: { id: ['an id', 'List ids with: wuku pads'] },
  tooMany: (word, action) =>
    usage(
      msg('unexpectedArgument4', { word }),
      action === 'list' ? msg('read', { command: commandLine`wuku pads show ${word}` }) : 'See: wuku pads --help',
    ),
})
