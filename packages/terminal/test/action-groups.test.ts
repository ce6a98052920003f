import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../cli/src/load-operations.ts'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Action } from '../src/action-groups.ts'
import { chatsCommand } from '../src/chats/chats-command.ts'
import type { Command } from '../src/command-types.ts'
import { docsCommand } from '../src/docs/docs-command.ts'
import { padsCommand } from '../src/pads/pads-command.ts'
import { openChats } from '../../chats/test/search/chats-house.ts'
import { openHouse } from '../../docs/test/docs-house.ts'
import { openPads } from '../../pads/test/pads-house.ts'
import { runLine } from './shell-house.ts'

const commands = [padsCommand, chatsCommand, docsCommand]
const actions = commands.flatMap((command) =>
  Object.entries(command.actions ?? {}).map(([name, action]) => ({
    command,
    line: `${command.name} ${name}`,
    action: action as Action,
  })),
)
const names = new Set((await loadOperations()).map(({ name }) => name))

describe('every action', () => {
  it.each(actions)('$line names operations that exist', ({ action }) => {
    expect(action.calls.filter((name) => !names.has(name))).toEqual([])
    expect(action.calls.length).toBeGreaterThan(0)
  })

  it.each(actions)('$line says what shows its answer, once', ({ action: { input, does } }) =>
    expect(does !== undefined && input !== undefined).toBe(false),
  )
})

/** What these need is on the machine of the user, and no operation answers it. */
const OF_THIS_MACHINE = ['eval/scratch.ts', 'index-sources.ts', 'mcp.ts']

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))

it.each<[folder: string, except: readonly string[]]>([
  ['packages/terminal/src', []],
  ['packages/cli/src/commands', OF_THIS_MACHINE],
])('commands reach data through operations alone in %s', (folder, except) => {
  const reaching = filesOf(folder).filter((path) =>
    /engine\.(?:read|write|search|index)\b|\bview\.|\bEngine\b|ports\/(?:store|pads)/.test(
      readFileSync(join(folder, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
    ),
  )
  expect(reaching.filter((path) => !except.includes(path))).toEqual([])
})

const WORKFLOW = 'abcd1111-0000-4000-8000-000000000001'

async function padsEngine(): Promise<Engine> {
  const { engine } = openPads()
  const at = { createdAt: engine.now(), updatedAt: engine.now() }
  const text = { content: 'ebb', by: 'test', how: 'test' }
  await engine.pads.write('all', async ({ pads }) => {
    const workflow = { id: WORKFLOW, name: 'Tides', description: '潮汐', scope: null, isActive: true }
    await pads.addWorkflow({ ...workflow, ...at })
    await pads.addPad({ id: 'abcd2222-p', workflow: WORKFLOW, title: 'Ebb', ...text, ...at })
  })
  return engine
}

const chatsEngine = async (): Promise<Engine> =>
  (await openChats([{ id: '7f3c9a12-0000-4000-8000-000000000001', title: 'Tides', age: 1, said: ['user: ebb?'] }]))
    .engine

async function docsEngine(): Promise<Engine> {
  const house = openHouse({ projects: {} })
  await house.add('tides', '1', { 'guide.md': '# Guide\n\nThe ebb comes first.\n' })
  await house.add('tides', '2', { 'guide.md': '# Guide\n\nThe flood comes first.\n' })
  return house.engine
}

type Row = readonly [line: readonly string[], ...operations: string[]]

const pads: readonly Row[] = [
  [[], 'list-workflows'],
  [['--all'], 'list-workflows'],
  [['show', 'abcd1'], 'resolve-pad-id', 'get-workflow', 'list-scratchpads'],
  [['show', 'abcd2'], 'resolve-pad-id', 'tail-scratchpad'],
  [['append', 'abcd2', 'flood'], 'resolve-pad-id', 'append-scratchpad'],
  [['new', '--in', 'Tides', 'Flood'], 'resolve-pad-id', 'create-scratchpad'],
  [['new', '--in', 'Winds', 'Gale'], 'resolve-pad-id', 'create-workflow', 'create-scratchpad'],
  [['tail', 'abcd2'], 'resolve-pad-id', 'tail-scratchpad'],
  [['search', 'ebb'], 'search-workflows'],
]
const chats: readonly Row[] = [
  [[], 'search_conversations'],
  [['search', 'ebb'], 'search_conversations'],
  [['search', 'zebra'], 'search_conversations', 'sources'],
  [['show', '7f3c9a12'], 'gather_chats'],
  [['export', '7f3c9a12'], 'export_conversation'],
  [['resume', '7f3c9a12'], 'resume_conversation'],
  [['timeline'], 'timeline'],
  [['stats'], 'conversation_stats'],
  [['files', 'cart.ts'], 'find_file_history'],
]
const docs: readonly Row[] = [
  [[], 'list-libraries'],
  [['show', 'tides'], 'show-library'],
  [['search', 'tides', 'flood'], 'get-library-docs'],
  [['import', './manual'], 'add'],
  [['import', 'https://example.com/docs'], 'import-docs'],
  [['upload', 'tides', 'a.md'], 'add-documents'],
  [['refresh', 'tides'], 'refresh-library'],
  [['set', 'tides', '--keep', 'all'], 'update-library'],
  [['archive', 'tides'], 'update-library'],
  [['delete', 'tides'], 'delete-library'],
  [['delete', 'tides', 'guide.md', '--yes'], 'delete-document'],
  [['restore', 'tides'], 'update-library'],
  [['purge', '--dry-run'], 'purge-libraries'],
  [['files', 'tides'], 'list-documents'],
  [['retry', 'tides'], 'retry-documents'],
  [['releases', 'https://github.com/sea/tides'], 'list-releases'],
  [['which', 'tides'], 'which-version'],
  [['diff', 'tides', '1', '2'], 'diff-library-versions'],
  [['log'], 'library-activity'],
  [['calls'], 'list-calls'],
  [['stats'], 'library-statistics'],
]
const houses: readonly [command: Command, open: () => Promise<Engine>, rows: readonly Row[]][] = [
  [padsCommand, padsEngine, pads],
  [chatsCommand, chatsEngine, chats],
  [docsCommand, docsEngine, docs],
]

describe.each(houses)('every call of a command stands in the log of calls', (command, open, rows) => {
  it.each(rows)(`wuku ${command.name} %j`, async (...row) => {
    const line = row[0] as readonly string[]
    const operations = row.slice(1)
    const logged: string[] = []
    // One that fails is a call too.
    await runLine(command, line, await open(), { input: 'flood', logged }).catch(() => {})
    expect(logged).toEqual(operations.map((name) => `cli ${name}`))
  })

  it('and no action is left out here', () => {
    const called = new Set(rows.map(([[name = 'list']]) => (name.startsWith('-') ? 'list' : name)))
    expect(Object.keys(command.actions ?? {}).filter((name) => !called.has(name))).toEqual([])
  })
})

it.each<[command: Command, line: readonly string[], remedy: RegExp]>([
  [padsCommand, ['serach'], /Did you mean "wuku pads search"/],
  [chatsCommand, ['serach', 'ebb'], /Did you mean "wuku chats search"/],
  [docsCommand, ['frob'], /Actions: list, show, search, import, .*wuku docs --help/],
  [docsCommand, ['/vercel/next.js'], /wuku docs show \/vercel\/next\.js/],
])('an action that is none: $name %j', async (command, line, remedy) => {
  const { engine } = openPads()
  await expect(runLine(command, line, engine)).rejects.toMatchObject({
    code: 'usage',
    message: `"wuku ${command.name}" has no action "${line[0]}".`,
    remedy: expect.stringMatching(remedy),
  })
})
