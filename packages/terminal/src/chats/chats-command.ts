import { groupCommand } from '../action-groups.ts'
import { chatsActions } from './chat-actions.ts'
import type { Flag } from '../command-types.ts'
import { failEmptySearch } from '../flags.ts'

const flags: readonly Flag[] = [
  {
    key: 'action',
    names: ['--action'],
    takes: 'text',
    description: `One of ${Object.keys(chatsActions).join(', ')}. Default: list.`,
  },
  { key: 'words', names: ['--words'], takes: 'list', description: 'Its id, words, day or path.' },
  {
    key: 'project',
    names: ['--project'],
    takes: 'text',
    description: 'Only this working folder: its path, the end of it, or its name.',
  },
  { key: 'agent', names: ['--agent'], takes: 'text', description: 'Only this program, such as claude-code.' },
  { key: 'since', names: ['--since'], takes: 'text', description: 'From this day on: 2026-11-20, yesterday, 昨天.' },
  { key: 'until', names: ['--until'], takes: 'text', description: 'Up to and including this day.' },
  {
    key: 'limit',
    names: ['--limit', '-n'],
    takes: 'number',
    description: 'Maximum number of conversations or groups.',
  },
  { key: 'fuzzy', names: ['--fuzzy'], takes: 'nothing', description: 'search: include misspelt and related words.' },
  {
    key: 'weak',
    names: ['--weak'],
    takes: 'nothing',
    description: 'search: include hits that are far weaker than the best.',
  },
  {
    key: 'tools',
    names: ['--tools'],
    takes: 'nothing',
    description: 'show, export: include the input and output of tools.',
  },
  {
    key: 'thinking',
    names: ['--thinking'],
    takes: 'nothing',
    description: "show, export: include the model's thinking.",
  },
  {
    key: 'format',
    names: ['--format'],
    takes: 'text',
    description: 'export: markdown, json, jsonl or pairs. Default: markdown.',
  },
  {
    key: 'all',
    names: ['--all'],
    takes: 'nothing',
    description: 'timeline: include automated runs, without a person.',
  },
  {
    key: 'by',
    names: ['--by'],
    takes: 'list',
    description: 'stats: one or two of agent, model, project, day, week, month.',
  },
  failEmptySearch,
  { key: 'edited', names: ['--edited'], takes: 'nothing', description: 'files: only changes, not reads.' },
]

export const chatsCommand = groupCommand({
  name: 'chats',
  title: 'Conversations with agents: list, search, show, export, resume, timeline, stats, files',
  examples: [
    { description: 'The newest; any unique prefix of an id will do', line: 'wuku chats' },
    { description: 'Which one was that?', line: 'wuku chats search "虚拟列表 scrolling" --since 2026-10-01' },
    { description: 'A whole conversation, with tool output', line: 'wuku chats show 7f3c9a12 --tools' },
    { description: 'Export to a file', line: 'wuku chats export 7f3c9a12 --format markdown' },
    { description: 'The command to resume it', line: 'wuku chats resume 7f3c9a12' },
    { description: 'What was done yesterday', line: 'wuku chats timeline yesterday' },
    { description: 'Tokens and time by week and model', line: 'wuku chats stats --by week,model' },
    { description: 'Who changed this file, and when', line: 'wuku chats files src/cart.ts --edited' },
  ],
  actions: chatsActions,
  flags,
  id: /^[0-9a-f-]{6,}$/i,
  needs: { id: ['an id', 'List ids with: wuku chats'] },
})
