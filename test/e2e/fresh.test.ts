import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCodeHouse, type CodeAgent, type CodeHouse } from './code/code-house.ts'
import { writeFiles } from '../scratch.ts'

/** A machine with a folder of notes and a repository, added as they come, and agents with a server each. */
interface Watched {
  readonly house: CodeHouse
  readonly agents: readonly CodeAgent[]
  note(path: string, text: string): void
  readonly notes: string
}

async function openWatched({
  servers = 1,
  add = [] as readonly string[],
  mcp = [] as readonly string[],
} = {}): Promise<Watched> {
  const house = openCodeHouse()
  const notes = join(house.root, '..', 'notes')
  const note = (path: string, text: string): void => writeFiles(notes, { [path]: text })
  note('tides.md', '# Tides\n\nThe moon pulls the sea.\n')
  note('old/harbour.md', '# Harbour\n\nThe cormorant dredges.\n')
  expect(house.run('add', notes, '--kind', 'notes', ...add).status).toBe(0)
  expect(house.run('add', house.root, '--kind', 'code', ...add).status).toBe(0)
  const agents: CodeAgent[] = []
  for (let at = 0; at < servers; at++) agents.push(await house.agent(house.root, mcp))
  return { house, agents, note, notes }
}

/** Asks again and again. Generous: the machine of a test is a busy one; how long it takes is measured in bench/freshness.ts. */
const until = (holds: () => Promise<boolean>): Promise<void> => expect.poll(holds, { interval: 100 }).toBe(true)

const finds = async (agent: CodeAgent, query: string, file: string): Promise<boolean> => {
  const { content } = await agent.client.callTool({ name: 'recall', arguments: { query } })
  return JSON.stringify(content).includes(file)
}

const defines = async (agent: CodeAgent, symbol: string): Promise<readonly string[]> => {
  const { content } = await agent.client.callTool({ name: 'find_symbol', arguments: { query: symbol } })
  return [...JSON.stringify(content).matchAll(/src\/fresh\/\w+\.ts/g)].map(([path]) => path)
}

describe('a running server, of what was added as it comes,', () => {
  it('finds notes that are edited and new, and no more what is gone or was called otherwise', async () => {
    const {
      agents: [agent],
      note,
      notes,
    } = await openWatched()
    if (!agent) throw new Error('No agent.')
    note('tides.md', '# Tides\n\nThe quokka pulls the sea.\n')
    await until(() => finds(agent, 'quokka', 'tides.md'))
    note('deep/new/plan.md', '# Plan\n\nThe axolotl is fed.\n')
    await until(() => finds(agent, 'axolotl', 'deep/new/plan.md'))
    renameSync(join(notes, 'old'), join(notes, 'later'))
    await until(() => finds(agent, 'cormorant', 'later/harbour.md'))
    await until(async () => !(await finds(agent, 'cormorant', 'old/harbour.md')))
    rmSync(join(notes, 'tides.md'))
    await until(async () => !(await finds(agent, 'quokka', 'tides.md')))
  })

  it('finds definitions that are edited, new, renamed and gone, in every server of one store', async () => {
    const { agents, house } = await openWatched({ servers: 2 })
    const all = async (symbol: string, expected: readonly string[]): Promise<void> => {
      for (const agent of agents)
        await until(async () => JSON.stringify([...new Set(await defines(agent, symbol))]) === JSON.stringify(expected))
    }
    house.write('src/fresh/one.ts', 'export function quokkaPrice(): number {\n  return 1\n}\n')
    await all('quokkaPrice', ['src/fresh/one.ts'])
    house.write('src/fresh/one.ts', 'export function axolotlPrice(): number {\n  return 1\n}\n')
    await all('axolotlPrice', ['src/fresh/one.ts'])
    renameSync(join(house.root, 'src/fresh/one.ts'), join(house.root, 'src/fresh/two.ts'))
    await all('axolotlPrice', ['src/fresh/two.ts'])
    house.remove('src/fresh/two.ts')
    await all('axolotlPrice', [])
  })

  it('takes in what another process adds while it runs', async () => {
    const {
      agents: [agent],
      house,
    } = await openWatched()
    if (!agent) throw new Error('No agent.')
    const more = join(house.root, '..', 'more')
    mkdirSync(more)
    expect(house.run('add', more, '--kind', 'notes').status).toBe(0)
    writeFileSync(join(more, 'late.md'), '# Late\n\nThe narwhal came.\n')
    await until(() => finds(agent, 'narwhal', 'late.md'))
  })
})

it('a running server, of a library that was taken from a folder, finds pages that are edited, new, renamed and gone', async () => {
  const { agents, house } = await openWatched()
  const [agent] = agents
  if (!agent) throw new Error('No agent.')
  const root = join(house.root, '..', 'docs')
  const page = (path: string, text: string): void => writeFileSync(join(root, path), text)
  mkdirSync(root)
  page('tides.md', '# Tides\n\nThe moon pulls the sea.\n')
  page('bay.md', '# Bay\n\nThe pelican dredges.\n')
  expect(house.run('docs', 'import', root, '--name', 'almanac', '--version', '1.0').status).toBe(0)
  await until(() => finds(agent, 'pelican', 'bay.md'))
  page('tides.md', '# Tides\n\nThe quokka pulls the sea.\n')
  await until(() => finds(agent, 'quokka', 'tides.md'))
  page('plan.md', '# Plan\n\nThe axolotl is fed.\n')
  await until(() => finds(agent, 'axolotl', 'plan.md'))
  renameSync(join(root, 'bay.md'), join(root, 'port.md'))
  await until(() => finds(agent, 'pelican', 'port.md'))
  await until(async () => !(await finds(agent, 'pelican', 'bay.md')))
  rmSync(join(root, 'plan.md'))
  await until(async () => !(await finds(agent, 'axolotl', 'plan.md')))
})

it.each<[why: string, options: Parameters<typeof openWatched>[0]]>([
  ['that was added with --no-watch', { add: ['--no-watch'] }],
  ['by a server with --no-watch', { mcp: ['--no-watch'] }],
])('nothing is watched: %s, and index brings it up to date', async (_, options) => {
  const {
    agents: [agent],
    note,
  } = await openWatched(options)
  if (!agent) throw new Error('No agent.')
  note('new.md', '# New\n\nThe axolotl is fed.\n')
  // A server that watches has taken it in by now.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await finds(agent, 'axolotl', 'new.md')).toBe(false)
  await agent.client.callTool({ name: 'index', arguments: {} })
  expect(await finds(agent, 'axolotl', 'new.md')).toBe(true)
})
