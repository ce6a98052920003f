import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ended, launcher, manyNotes, openHouse, type House } from './index-house.ts'
import { callOf, initialize, linesOf } from './mcp-home.ts'
import { storeOf } from './store.ts'

/** A shell in which a process may have so many files open. */
const within = (files: number): readonly string[] => [
  '-c',
  `ulimit -n ${files}; exec "$0" "$@"`,
  process.execPath,
  launcher,
]

const surroundings = ({ data }: House): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: dirname(data),
  WUKU_HOME: data,
  NO_COLOR: '1',
  ...storeOf(data),
})

const runWithin = (files: number, house: House, ...args: readonly string[]) =>
  spawnSync('bash', [...within(files), ...args], { env: surroundings(house), encoding: 'utf8' })

/** Notes of several slices, and a repository with a history of its own. */
function fullHouse(): House {
  const house = openHouse(manyNotes(300, 1_000))
  house.write({ '../code/tide.ts': 'export const tideOf = (moon: number): number => moon * 2\n' })
  const git = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-C', join(dirname(house.notes), 'code')]
  for (const step of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'The moon pulls'],
  ])
    spawnSync('git', [...git, ...step])
  return house
}

describe('with 64 open files', () => {
  it('sources are indexed and searched', () => {
    const house = fullHouse()
    for (const args of [
      ['add', house.notes, '--name', 'demo'],
      ['add', join(dirname(house.notes), 'code'), '--kind', 'code', '--name', 'tide'],
      ['index', '--force'],
      ['recall', 'marker7'],
      ['recall', 'tideOf'],
    ])
      expect([args, runWithin(64, house, ...args)]).toEqual([args, expect.objectContaining({ status: 0, stderr: '' })])
    expect(runWithin(64, house, 'recall', 'marker7').stdout).toContain('folder-7/note-7.md')
  })

  it('an agent may ask sixty questions at once', async () => {
    const house = fullHouse()
    house.json('add', house.notes, '--name', 'demo')
    const server = spawn('bash', [...within(64), 'mcp'], { env: surroundings(house) })
    const over = ended(server)
    const ids = Array.from({ length: 60 }, (_, at) => at + 2)
    const messages = [initialize, ...ids.map((id) => callOf(id, 'recall', { query: `marker${id}` }))]
    for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    let stdout = ''
    for await (const part of server.stdout.setEncoding('utf8')) {
      stdout += part as string
      if (linesOf(stdout).length === messages.length) server.stdin.end()
    }
    expect((await over).code).toBe(0)
    const answers = new Map(linesOf(stdout).map((answer) => [answer.id, JSON.stringify(answer)]))
    for (const id of ids) expect(answers.get(id)).toContain(`note-${id}.md`)
  })
})

it.each([[24], [28], [32]])(
  'with %i open files every command succeeds or says in a sentence what to allow',
  (files) => {
    const house = fullHouse()
    house.json('add', house.notes, '--name', 'demo')
    for (const args of [
      ['add', join(dirname(house.notes), 'code'), '--kind', 'code', '--name', 'tide'],
      ['index', '--force'],
      ['recall', 'marker7'],
    ]) {
      const { status, stderr } = runWithin(files, house, ...args)
      // That the call is not in the log may be said, too.
      if (status !== 0) expect([status, stderr]).toEqual([1, expect.stringMatching(/^✗ .*\n {2}→ .*ulimit -n/m)])
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  },
)
