import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Command, Flag, Input } from '../../../surfaces/cli/command.ts'
import { nearest } from '../../../text/edit.ts'
import type { Action } from './action.ts'

export const chatsCommand: Command = {
  name: 'chats',
  title: 'Conversations with agents: list, search, show, export, resume, timeline, stats, files',
  positional: ['action', 'words...'],
  flags: () => flags,
  examples: [
    { says: 'The newest; ids may be cut to a beginning that no other has', line: 'wuku chats' },
    { says: 'Which one was that?', line: 'wuku chats search "虚拟列表 scrolling" --since 2026-10-01' },
    { says: 'All of one, with what tools said', line: 'wuku chats show 7f3c9a12 --tools' },
    { says: 'To a file, to be kept', line: 'wuku chats export 7f3c9a12 --format markdown' },
    { says: 'What to type to go on with it', line: 'wuku chats resume 7f3c9a12' },
    { says: 'What was done yesterday', line: 'wuku chats timeline yesterday' },
    { says: 'Tokens and time by week and model', line: 'wuku chats stats --by week,model' },
    { says: 'Who changed this file, and when', line: 'wuku chats files src/cart.ts --edited' },
  ],
  async run({ action: name = 'list', words = [], ...given }, shell) {
    const action = actionNamed(String(name))
    refuseFlags(String(name), action, given)
    return (await action.load())({ words: words as readonly string[], flags: given }, shell)
  },
}

interface Known {
  /** Keys of the flags that mean something to it. */
  readonly flags: readonly string[]
  /** Loaded when asked for: the other commands must not pay for it at every start. */
  load(): Promise<Action>
}

const filters = ['project', 'agent', 'since', 'until', 'limit']

const actions: Readonly<Record<string, Known>> = {
  list: { flags: filters, load: async () => (await import('./list.ts')).list },
  search: { flags: [...filters, 'fuzzy'], load: async () => (await import('./list.ts')).search },
  show: { flags: ['tools', 'thinking'], load: async () => (await import('./show.ts')).show },
  export: { flags: ['format', 'tools', 'thinking'], load: async () => (await import('./export.ts')).exportChats },
  resume: { flags: [], load: async () => (await import('./resume.ts')).resume },
  timeline: { flags: [...filters, 'all'], load: async () => (await import('./timeline.ts')).timeline },
  stats: { flags: [...filters, 'by'], load: async () => (await import('./stats.ts')).stats },
  files: { flags: [...filters, 'edited'], load: async () => (await import('./files.ts')).files },
}
const names = Object.keys(actions)

const flags: readonly Flag[] = [
  { key: 'action', names: ['--action'], takes: 'text', says: `One of ${names.join(', ')}. Default: list.` },
  { key: 'words', names: ['--words'], takes: 'list', says: 'Its id, words, day or path.' },
  {
    key: 'project',
    names: ['--project'],
    takes: 'text',
    says: 'Only of this folder: its path, the end of it, or its name.',
  },
  { key: 'agent', names: ['--agent'], takes: 'text', says: 'Only of this program, such as claude-code.' },
  { key: 'since', names: ['--since'], takes: 'text', says: 'From this day on: 2026-11-20, yesterday, 昨天.' },
  { key: 'until', names: ['--until'], takes: 'text', says: 'Up to this day and with it.' },
  { key: 'limit', names: ['--limit', '-n'], takes: 'number', says: 'Most conversations or groups.' },
  { key: 'fuzzy', names: ['--fuzzy'], takes: 'nothing', says: 'search: also misspelt and related words.' },
  { key: 'tools', names: ['--tools'], takes: 'nothing', says: 'show, export: all that tools were told and answered.' },
  { key: 'thinking', names: ['--thinking'], takes: 'nothing', says: 'show, export: also what the model thought.' },
  {
    key: 'format',
    names: ['--format'],
    takes: 'text',
    says: 'export: markdown, json, jsonl or pairs. Default: markdown.',
  },
  { key: 'all', names: ['--all'], takes: 'nothing', says: 'timeline: also runs that no person sat at.' },
  { key: 'by', names: ['--by'], takes: 'list', says: 'stats: one or two of agent, model, project, day, week, month.' },
  { key: 'edited', names: ['--edited'], takes: 'nothing', says: 'files: only where it was changed.' },
]

function actionNamed(name: string): Known {
  const action = actions[name]
  if (action && names.includes(name)) return action
  const [near] = nearest(name, names, { max: 2, limit: 1 })
  const isId = /^[0-9a-f-]{6,}$/i.test(name)
  const hint = isId ? `wuku chats show ${name}` : near ? `wuku chats ${near}` : undefined
  throw usage(
    `"${name}" is nothing that "wuku chats" does.`,
    hint ? `Did you mean "${hint}"?` : `It knows ${names.join(', ')}. See: wuku chats --help`,
  )
}

/** A flag that does nothing would be believed to do something. */
function refuseFlags(name: string, action: Known, given: Input): void {
  const stray = Object.keys(given).find((key) => !action.flags.includes(key))
  if (stray === undefined) return
  const typed = flags.find(({ key }) => key === stray)?.names[0] ?? stray
  throw usage(`"wuku chats ${name}" has no flag ${typed}.`, 'See: wuku chats --help')
}
