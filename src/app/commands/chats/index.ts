import type { Command, Flag } from '../../../surfaces/cli/command.ts'
import { runAction, type Group } from '../actions.ts'

export const chatsCommand: Command = {
  name: 'chats',
  title: 'Conversations with agents: list, search, show, export, resume, timeline, stats, files',
  positional: ['action', 'words...'],
  flags: () => flags,
  examples: [
    { says: 'The newest; any unique prefix of an id will do', line: 'wuku chats' },
    { says: 'Which one was that?', line: 'wuku chats search "虚拟列表 scrolling" --since 2026-10-01' },
    { says: 'A whole conversation, with tool output', line: 'wuku chats show 7f3c9a12 --tools' },
    { says: 'Export to a file', line: 'wuku chats export 7f3c9a12 --format markdown' },
    { says: 'The command to resume it', line: 'wuku chats resume 7f3c9a12' },
    { says: 'What was done yesterday', line: 'wuku chats timeline yesterday' },
    { says: 'Tokens and time by week and model', line: 'wuku chats stats --by week,model' },
    { says: 'Who changed this file, and when', line: 'wuku chats files src/cart.ts --edited' },
  ],
  get actions() {
    return actions
  },
  run: (input, shell) => runAction({ name: 'chats', actions, flags, id: /^[0-9a-f-]{6,}$/i }, input, shell),
}

const filters = ['project', 'agent', 'since', 'until', 'limit']

const actions: Group['actions'] = {
  list: { says: 'The newest conversations', flags: filters, load: async () => (await import('./list.ts')).list },
  search: {
    says: 'Which one was that?',
    takes: '<words>',
    flags: [...filters, 'fuzzy', 'weak'],
    load: async () => (await import('./list.ts')).search,
  },
  show: {
    says: 'A whole conversation',
    takes: '<id>',
    flags: ['tools', 'thinking'],
    load: async () => (await import('./show.ts')).show,
  },
  export: {
    says: 'Export to a file',
    takes: '<ids ...>',
    flags: ['format', 'tools', 'thinking'],
    load: async () => (await import('./show.ts')).exportChats,
  },
  resume: {
    says: 'The command to resume it',
    takes: '<id>',
    flags: [],
    load: async () => (await import('./show.ts')).resume,
  },
  timeline: {
    says: 'Activity by time',
    takes: '[day]',
    flags: [...filters, 'all'],
    load: async () => (await import('./list.ts')).timeline,
  },
  stats: {
    says: 'Tokens and time, by week, model and more',
    flags: [...filters, 'by'],
    load: async () => (await import('./list.ts')).stats,
  },
  files: {
    says: 'Conversations that read or changed a file',
    takes: '<path>',
    flags: [...filters, 'edited'],
    load: async () => (await import('./show.ts')).files,
  },
}
const names = Object.keys(actions)

const flags: readonly Flag[] = [
  { key: 'action', names: ['--action'], takes: 'text', says: `One of ${names.join(', ')}. Default: list.` },
  { key: 'words', names: ['--words'], takes: 'list', says: 'Its id, words, day or path.' },
  {
    key: 'project',
    names: ['--project'],
    takes: 'text',
    says: 'Only this working folder: its path, the end of it, or its name.',
  },
  { key: 'agent', names: ['--agent'], takes: 'text', says: 'Only this program, such as claude-code.' },
  { key: 'since', names: ['--since'], takes: 'text', says: 'From this day on: 2026-11-20, yesterday, 昨天.' },
  { key: 'until', names: ['--until'], takes: 'text', says: 'Up to and including this day.' },
  { key: 'limit', names: ['--limit', '-n'], takes: 'number', says: 'Maximum number of conversations or groups.' },
  { key: 'fuzzy', names: ['--fuzzy'], takes: 'nothing', says: 'search: include misspelt and related words.' },
  { key: 'weak', names: ['--weak'], takes: 'nothing', says: 'search: include hits that are far weaker than the best.' },
  { key: 'tools', names: ['--tools'], takes: 'nothing', says: 'show, export: include the input and output of tools.' },
  { key: 'thinking', names: ['--thinking'], takes: 'nothing', says: "show, export: include the model's thinking." },
  {
    key: 'format',
    names: ['--format'],
    takes: 'text',
    says: 'export: markdown, json, jsonl or pairs. Default: markdown.',
  },
  { key: 'all', names: ['--all'], takes: 'nothing', says: 'timeline: include automated runs, without a person.' },
  { key: 'by', names: ['--by'], takes: 'list', says: 'stats: one or two of agent, model, project, day, week, month.' },
  { key: 'edited', names: ['--edited'], takes: 'nothing', says: 'files: only changes, not reads.' },
]
