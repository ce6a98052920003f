import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { launcher, type Ended } from '../cli-house.ts'
import { killAt } from '../mcp-home.ts'
import { openPadsAgent, openPadsHouse, type Agent, type PadsHouse } from '../pads-house.ts'
import { runCommand } from '../run-command.ts'

const WRITERS = 4

const wuku = ({ data, env }: Pick<PadsHouse, 'data' | 'env'>, ...args: readonly string[]): Promise<Ended> =>
  runCommand(args, { cwd: dirname(data), env })

/** The marker stands in no other block, and the end shows that none is cut. */
const blockOf = (writer: number, nth: number): string =>
  `writer${writer}x${nth} ${'filling '.repeat(40)}end${writer}x${nth}`

const blocksIn = (content: string): readonly string[] => content.split('\n\n---\n<!--- block start --->\n')

interface Pads {
  readonly ids: readonly string[]
  readonly answered: readonly string[]
  stop(): Promise<void>
}

/** Agents that append without a pause, each in a process of its own. */
async function writePads(house: PadsHouse): Promise<Pads> {
  const agents = await Promise.all(Array.from({ length: WRITERS }, () => house.agent()))
  const { workflow } = await (agents[0] as Agent).call('create-workflow', { name: 'Race' })
  const ids: string[] = []
  for (const [at, agent] of agents.entries()) {
    const made = { workflow_id: workflow.id, title: `log ${at}`, content: '' }
    ids.push((await agent.call('create-scratchpad', made)).scratchpad.id)
  }
  const answered: string[] = []
  const over = new AbortController()
  const writing = agents.map(async (agent, writer) => {
    for (let nth = 0; !over.signal.aborted; nth++) {
      await agent.call('append-scratchpad', { id: ids[writer], content: blockOf(writer, nth) })
      answered.push(blockOf(writer, nth))
    }
  })
  return {
    ids,
    answered,
    async stop() {
      over.abort()
      await Promise.all(writing)
    },
  }
}

/** Runs of the index, one after the other, each with files that are others. */
function indexOnAndOn(house: PadsHouse): { stop(): Promise<void> } {
  const folder = join(dirname(house.data), 'notes')
  const over = new AbortController()
  const running = (async () => {
    for (let round = 0; !over.signal.aborted; round++) {
      writeNotes(folder, round)
      await wuku(house, ...(round === 0 ? ['add', folder, '--kind', 'notes', '--name', 'demo'] : ['index']))
    }
  })()
  return {
    async stop() {
      over.abort()
      await running
    },
  }
}

function writeNotes(folder: string, round: number): void {
  mkdirSync(folder, { recursive: true })
  for (let file = 0; file < 40; file++)
    writeFileSync(join(folder, `n${file}.md`), `# Note ${file}\n\nround${round} ${'harbour lantern '.repeat(50)}\n`)
}

const wholeText = async (agent: Agent, id: string): Promise<string> =>
  (await agent.call('tail-scratchpad', { id, full_content: true })).scratchpad.content

/** The same machine, with another data folder. */
const elsewhere = ({ data, env }: PadsHouse, name: string): Pick<PadsHouse, 'data' | 'env'> => {
  const there = join(dirname(data), name)
  return { data: there, env: { ...env, WUKU_HOME: there } }
}

it('a backup under load holds every write that was answered before it, none by half, and answers the same elsewhere', async () => {
  const house = openPadsHouse()
  const place = join(dirname(house.data), 'backups')
  const pads = await writePads(house)
  const index = indexOnAndOn(house)
  await expect.poll(() => pads.answered.length).toBeGreaterThan(40)
  // On a busy machine the folder may be added later than that, and would not be in the backup.
  await expect.poll(async () => (await wuku(house, 'sources')).stdout).toContain('demo')
  const before = [...pads.answered]
  const { code, stdout, stderr } = await wuku(house, 'backup', place)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('All of it was read back')
  const during = pads.answered.length - before.length
  expect(during).toBeGreaterThan(0)
  await Promise.all([pads.stop(), index.stop()])

  const there = elsewhere(house, 'drill')
  expect((await wuku(house, 'restore', place, '--to', there.data)).code).toBe(0)
  const agent = await openPadsAgent(there.env, [])
  const texts = await Promise.all(pads.ids.map((id) => wholeText(agent, id)))
  const blocks = texts.flatMap(blocksIn).filter((block) => block !== '')
  expect(before.filter((block) => blocks.filter((each) => each === block).length !== 1)).toEqual([])
  for (const [writer, text] of texts.entries())
    for (const [nth, block] of blocksIn(text).entries()) expect(block).toBe(blockOf(writer, nth))
  expect((await wuku(there, 'doctor')).stdout).not.toContain('damaged')
  const demo = (await agent.call('sources', {})).sources.find(({ name }: { name: string }) => name === 'demo')
  expect([0, 40]).toContain(demo?.documents)

  // At rest, so that both have the same.
  await wuku(house, 'backup', place)
  const rest = elsewhere(house, 'rest')
  expect((await wuku(house, 'restore', place, '--to', rest.data)).code).toBe(0)
  for (const query of ['harbour lantern', `writer2x${3}`, 'filling', 'note 7']) {
    const [here, restored] = await Promise.all([house, rest].map((each) => wuku(each, 'recall', query, '--json')))
    expect(hitsOf(restored)).toEqual(hitsOf(here))
    expect(hitsOf(here)).not.toEqual([])
  }
})

const hitsOf = (ended: Ended | undefined): unknown => JSON.parse(ended?.stdout ?? '').hits

/** A store of some megabytes, so that each step takes a while. */
async function openFull(): Promise<PadsHouse & { readonly place: string }> {
  const house = openPadsHouse()
  const folder = join(dirname(house.data), 'notes')
  mkdirSync(folder)
  for (let file = 0; file < 300; file++) {
    const words = Array.from({ length: 900 }, (_, at) => `w${(file * 37 + at * 11) % 4_000}`)
    writeFileSync(join(folder, `n${file}.md`), `# Note ${file}\n\n${words.join(' ')}\n`)
  }
  expect((await wuku(house, 'add', folder, '--kind', 'notes', '--name', 'demo')).code).toBe(0)
  return { ...house, place: join(dirname(house.data), 'backups') }
}

const start = ({ data, env }: PadsHouse, ...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [launcher, ...args], { cwd: dirname(data), env, stdio: 'ignore' })

/** At other steps in each round: a change in the folder is one that the process made. */
async function killedAt(changes: number, folder: string, child: ChildProcess): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const stop = killAt(changes, folder, child.pid ?? 0)
  await once(child, 'exit')
  stop()
}

const statusOf = async (house: Pick<PadsHouse, 'data' | 'env'>): Promise<unknown> =>
  JSON.parse((await wuku(house, 'sources', '--json')).stdout).sources.map(
    ({ name, documents, chunks }: Record<string, unknown>) => [name, documents, chunks],
  )

describe('kill -9', () => {
  it('in the middle of a backup leaves nothing that looks like one, and the store as it was', async () => {
    const house = await openFull()
    const before = await statusOf(house)
    for (let changes = 1; changes <= 6; changes++)
      await killedAt(changes, house.place, start(house, 'backup', house.place))
    const listed = JSON.parse((await wuku(house, 'backup', house.place, '--list', '--json')).stdout)
    expect(listed.damaged).toEqual([])
    for (const { name } of listed.backups) {
      const there = elsewhere(house, name)
      expect((await wuku(house, 'restore', house.place, '--backup', name, '--to', there.data)).code).toBe(0)
      expect(await statusOf(there)).toEqual(before)
    }
    expect(await statusOf(house)).toEqual(before)
    // The next one also removes what was left.
    expect((await wuku(house, 'backup', house.place)).code).toBe(0)
    expect(readdirSync(house.place).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('in the middle of a restore leaves the old store or the new one, whole', async () => {
    const house = await openFull()
    const old = await statusOf(house)
    expect((await wuku(house, 'backup', house.place)).code).toBe(0)
    const there = { ...house, ...elsewhere(house, 'other') }
    writeNotes(join(dirname(house.data), 'few'), 1)
    expect((await wuku(there, 'add', join(dirname(house.data), 'few'), '--kind', 'notes')).code).toBe(0)
    const other = await statusOf(there)
    for (let changes = 1; changes <= 8; changes++) {
      await killedAt(changes, there.data, start(there, 'restore', house.place, '--replace', '--yes', '--unverified'))
      expect([old, other]).toContainEqual(await statusOf(there))
    }
    expect((await wuku(there, 'restore', house.place, '--replace', '--yes', '--unverified')).code).toBe(0)
    expect(await statusOf(there)).toEqual(old)
    expect(readdirSync(there.data).filter((name) => name.startsWith('restoring-'))).toEqual([])
  })
})

/** Each row changes one thing in the folder of a backup. */
it.each<{ readonly what: string; readonly says: string; damage(folder: string): void }>([
  {
    what: 'a byte of the store',
    says: 'has other bytes',
    damage(folder) {
      const path = join(folder, 'store', 'wuku.sqlite')
      const bytes = readFileSync(path)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      writeFileSync(path, bytes)
    },
  },
  {
    what: 'the end of the store',
    says: 'instead of',
    damage(folder) {
      const path = join(folder, 'store', 'wuku.sqlite')
      writeFileSync(path, readFileSync(path).subarray(0, 8_192))
    },
  },
  {
    what: 'the manifest',
    says: 'cannot be read',
    damage(folder) {
      rmSync(join(folder, 'signature.json'))
      writeFileSync(join(folder, 'manifest.json'), '{')
    },
  },
  {
    what: 'its manifest, with the signature of the one before',
    says: 'was changed',
    damage(folder) {
      const path = join(folder, 'manifest.json')
      writeFileSync(path, `${readFileSync(path, 'utf8')} `)
    },
  },
  {
    what: 'a file that no backup has',
    says: 'holds home/evil.sh',
    damage: (folder) => addFile(folder, 'home/evil.sh', 'id\n'),
  },
  ...['TRIGGER stray AFTER INSERT ON chunks BEGIN DELETE FROM documents; END', 'VIEW stray AS SELECT 1'].map(
    (object) => ({
      what: `a store with a ${object.slice(0, 7).trim().toLowerCase()} of its own`,
      says: 'something that no store of wuku has',
      damage(folder: string) {
        const path = join(folder, 'store/wuku.sqlite')
        const db = new DatabaseSync(path)
        db.exec(`CREATE ${object}`)
        db.close()
        addFile(folder, 'store/wuku.sqlite', readFileSync(path))
      },
    }),
  ),
  {
    what: 'its format, which is of a later version',
    says: 'has format 99',
    damage: (folder) => changeManifest(folder, { format: 99 }),
  },
  {
    what: 'the format of the store, which is of a later version',
    says: 'has format 9999',
    damage: (folder) => changeManifest(folder, { store: { kind: 'sqlite', version: 9_999 } }),
  },
  {
    what: 'a path that leads elsewhere',
    says: 'cannot be read',
    damage: (folder) => changeManifest(folder, { files: [{ path: 'home/../../x', bytes: 0, sha256: '0'.repeat(64) }] }),
  },
])('a backup that is not whole is refused, and changes nothing: $what', async ({ damage, says }) => {
  const house = openPadsHouse()
  const folder = join(dirname(house.data), 'notes')
  writeNotes(folder, 1)
  await wuku(house, 'add', folder, '--kind', 'notes')
  const before = await statusOf(house)
  const place = join(dirname(house.data), 'backups')
  const { name } = JSON.parse((await wuku(house, 'backup', place, '--json', '--quiet')).stdout)
  damage(join(place, name))
  const { code, stderr } = await wuku(house, 'restore', join(place, name), '--replace', '--yes', '--unverified')
  expect([code, stderr]).toEqual([1, expect.stringContaining(says)])
  expect(await statusOf(house)).toEqual(before)
})

it('a backup of somebody else is restored only where its key or a flag is given, and the answer says so', async () => {
  const house = openPadsHouse()
  writeNotes(join(dirname(house.data), 'notes'), 1)
  await wuku(house, 'add', join(dirname(house.data), 'notes'), '--kind', 'notes')
  const place = join(dirname(house.data), 'backups')
  const { name, signer } = JSON.parse((await wuku(house, 'backup', place, '--json', '--quiet')).stdout)
  const restored = async (folder: string, ...flags: readonly string[]): Promise<readonly unknown[]> => {
    const there = elsewhere(house, folder)
    const { code, stdout, stderr } = await wuku(there, 'restore', place, ...flags)
    return [code, stdout + stderr]
  }
  expect(await restored('a')).toEqual([1, expect.stringContaining(`not known here: ${signer}`)])
  expect(await restored('b', '--trust', 'wuku-another')).toEqual([1, expect.stringContaining('not known here')])
  expect(await restored('c', '--trust', signer)).toEqual([0, expect.not.stringContaining('signature')])
  rmSync(join(place, name, 'signature.json'))
  expect(await restored('d', '--trust', signer)).toEqual([1, expect.stringContaining('is not signed')])
  expect(await restored('e', '--unverified')).toEqual([0, expect.stringContaining('signature was not asked for')])
})

it.each([
  ['below the data folder', ({ data }: PadsHouse) => join(data, 'backups'), 2, 'lies in the data folder'],
  ['the data folder', ({ data }: PadsHouse) => data, 2, 'lies in the data folder'],
  ['where no folder can be made', () => '/proc/nope/backups', 1, 'cannot be used'],
])('a place for backups: %s is refused at once', async (_, placeIn, code, says) => {
  const house = openPadsHouse()
  const ended = await wuku(house, 'backup', placeIn(house))
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(says)])
})

function addFile(folder: string, path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), bytes)
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const added = { path, bytes: Buffer.from(bytes).length, sha256: createHash('sha256').update(bytes).digest('hex') }
  changeManifest(folder, { files: [...files.filter((file: { path: string }) => file.path !== path), added] })
}

/** As somebody who has no key of the user. */
function changeManifest(folder: string, change: object): void {
  const path = join(folder, 'manifest.json')
  rmSync(join(folder, 'signature.json'), { force: true })
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
}
