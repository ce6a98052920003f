import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openHouse } from './cli-house.ts'
import { runCommand, runInProcess } from './run-command.ts'

const house = openHouse()
beforeAll(async () => {
  await house.wuku('add', house.notes, '--kind', 'notes', '--name', 'demo')
})

/** One of each family of commands; none changes what another prints. */
const commands: readonly (readonly string[])[] = [
  ['help', 'recall'],
  ['nonsense'],
  ['add', 'nowhere', '--kind', 'notes'],
  ['sources', '--json'],
  ['recall', 'Saltmarsh'],
  ['recall', '潮汐', '--json'],
  ['search', 'barge Cormorant', '--json'],
  ['get', 'demo/tides.md'],
  ['call', 'status', '{}'],
  ['pads', 'list', '--json'],
  ['docs', 'list', '--json'],
  ['connect', 'claude-code', '--dry-run'],
  ['doctor'],
  ['completions', 'bash'],
  ['uninstall', '--dry-run'],
]

it.each(commands.map((args) => ({ args, line: args.join(' ') })))(
  '`wuku $line` prints in a thread what it prints in a process',
  async ({ args }) => {
    const place = { cwd: house.folder, env: house.env }
    expect(await runCommand(args, place)).toEqual(await runInProcess(args, place))
  },
)

it('finds the folder that it was started in, as a process does', async () => {
  const place = { cwd: join(house.folder, 'notes'), env: house.env }
  expect(await runCommand(['add', 'plans', '--kind', 'notes', '--dry-run'], place)).toEqual(
    await runInProcess(['add', 'plans', '--kind', 'notes', '--dry-run'], place),
  )
})
