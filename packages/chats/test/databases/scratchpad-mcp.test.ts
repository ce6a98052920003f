import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openScratchpadMcp } from '../../src/databases/scratchpad-mcp.ts'
import type { ArchivedEntry, PadArchive } from '@wuku/core/ports/pad-archive'
import { makeDatabase, sample, type Made, type Rows } from './databases.ts'
import { scratchFolder } from '../../../../test/scratch.ts'

let folder = ''
let temporary = ''
let file = ''
const open: DatabaseSync[] = []

beforeEach(() => {
  folder = scratchFolder()
  temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  mkdirSync(join(folder, 'home'))
  file = join(folder, 'home', 'scratchpad.db')
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const db of open.splice(0)) db.close()
})

function make(made: Made, rows: Rows = sample): DatabaseSync {
  const db = makeDatabase(file, made, rows)
  open.push(db)
  return db
}

async function readAll(): Promise<readonly ArchivedEntry[]> {
  const archive = await openScratchpadMcp(file)
  try {
    return await entriesOf(archive)
  } finally {
    await archive.close()
  }
}

async function entriesOf(archive: PadArchive): Promise<readonly ArchivedEntry[]> {
  const entries: ArchivedEntry[] = []
  for await (const entry of archive.read()) entries.push(entry)
  return entries
}

/** What anybody could notice of the database from outside. */
const traces = () =>
  readdirSync(join(folder, 'home')).map((name) => {
    const { mtimeMs, ctimeMs, size, ino } = statSync(join(folder, 'home', name))
    return { name, mtimeMs, ctimeMs, size, ino, bytes: readFileSync(join(folder, 'home', name)).toString('base64') }
  })

const workflow = (id: string, more: object = {}) => {
  const { name, description = null, created, updated } = sample.workflows.find((row) => row.id === id) ?? never()
  return {
    is: 'workflow',
    id,
    name,
    description,
    scope: null,
    isActive: true,
    createdAt: created * 1000,
    updatedAt: updated * 1000,
    ...more,
  }
}
const pad = (id: string) => {
  const { workflow: of, title, content, created, updated } = sample.pads.find((row) => row.id === id) ?? never()
  return { is: 'pad', id, workflow: of, title, content, createdAt: created * 1000, updatedAt: updated * 1000 }
}
function never(): never {
  throw new Error('There is no such row.')
}

describe('a database of scratchpad-mcp', () => {
  it.each<[made: Made, harbour: object, tides: object]>([
    [{ schema: 1 }, {}, {}],
    [{ schema: 2 }, {}, { isActive: false }],
    [{ schema: 3 }, { scope: 'shop' }, { isActive: false }],
    [{ schema: 4 }, { scope: 'shop' }, { isActive: false }],
    [{ schema: 4, journal: 'DELETE' }, { scope: 'shop' }, { isActive: false }],
  ])('%j is read as it is, and not touched', async (made, harbour, tides) => {
    make(made)
    const before = traces()
    const archive = await openScratchpadMcp(file)
    expect([archive.root, archive.workflows, archive.pads]).toEqual([file, 2, 3])
    expect(await entriesOf(archive)).toEqual([
      workflow('a2e9-tides', tides),
      pad('p-2'),
      workflow('b1f0-harbour', harbour),
      pad('p-3'),
      pad('p-1'),
    ])
    expect(readdirSync(temporary)).toHaveLength(1)
    expect(statSync(join(temporary, readdirSync(temporary)[0] ?? '')).mode & 0o777).toBe(0o700)
    await archive.close()
    expect(traces()).toEqual(before)
    expect(readdirSync(temporary)).toEqual([])
  })

  it('is read with what only its log holds, while the program that writes it runs', async () => {
    const db = make({ schema: 4 }, { workflows: [], pads: [] })
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.exec(`INSERT INTO workflows (id, name) VALUES ('late', 'In the log')`)
    db.exec(`BEGIN; INSERT INTO workflows (id, name) VALUES ('never', 'Not committed')`)
    const before = traces()
    expect(before.map(({ name }) => name)).toEqual(['scratchpad.db', 'scratchpad.db-shm', 'scratchpad.db-wal'])
    expect(await readAll()).toMatchObject([{ is: 'workflow', id: 'late', name: 'In the log' }])
    expect(traces()).toEqual(before)
  })

  it('is read as it was before a write that is half done', async () => {
    const content = 'tide '.repeat(2_000)
    const pads = Array.from({ length: 100 }, (_, at) => ({
      id: `p${at}`,
      workflow: 'w',
      title: 't',
      content,
      created: 1,
      updated: 1,
    }))
    const db = make(
      { schema: 4, journal: 'DELETE' },
      { workflows: [{ id: 'w', name: 'W', created: 1, updated: 1 }], pads },
    )
    // So small a cache that pages go to the file before the end of the transaction.
    db.exec(`PRAGMA cache_size = 5; BEGIN; UPDATE scratchpads SET content = 'lost'`)
    expect(traces().map(({ name }) => name)).toEqual(['scratchpad.db', 'scratchpad.db-journal'])
    const read = await readAll()
    expect(read.filter((entry) => entry.is === 'pad' && entry.content === content)).toHaveLength(100)
  })

  it('needs nothing of the search tables, whose tokenizer may not be here', async () => {
    make({ schema: 4 }).close()
    const db = new DatabaseSync((open.splice(0), file), { defensive: false })
    db.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'porter unicode61', 'simple')`)
    db.close()
    expect(await readAll()).toHaveLength(5)
  })
})

describe('rows that are broken', () => {
  it.each<[says: string, sql: string, expected: readonly object[]]>([
    [
      'a scratchpad whose workflow is missing',
      `PRAGMA foreign_keys = OFF; INSERT INTO scratchpads (id, workflow_id, title, content) VALUES ('stray', 'gone', 'Lost', 'x')`,
      [{ is: 'problem', path: 'scratchpads/stray', said: expect.stringContaining('workflow is missing') }],
    ],
    [
      'bytes that are no UTF-8',
      `UPDATE scratchpads SET content = CAST(x'e6bdae20ff21' AS TEXT) WHERE id = 'p-2'`,
      [
        { is: 'problem', path: 'scratchpads/p-2', said: expect.stringContaining('UTF-8') },
        { id: 'p-2', content: '潮 \uFFFD!' },
      ],
    ],
    [
      'a name that is torn',
      `UPDATE workflows SET name = CAST(x'ff41' AS TEXT) WHERE id = 'a2e9-tides'`,
      [
        { is: 'problem', path: 'workflows/a2e9-tides' },
        { is: 'workflow', name: '\uFFFDA' },
      ],
    ],
    [
      'no id',
      `UPDATE scratchpads SET id = NULL WHERE id = 'p-2'`,
      [{ is: 'problem', path: 'scratchpads/row 2', said: expect.stringContaining('not imported') }],
    ],
    [
      'an id that nobody could type',
      `UPDATE scratchpads SET id = 'a' || char(10) || 'b' WHERE id = 'p-2'`,
      [{ is: 'problem', path: 'scratchpads/a\nb' }],
    ],
    [
      'times that are none',
      `UPDATE scratchpads SET created_at = 'soon', updated_at = 1e300 WHERE id = 'p-2'`,
      [
        { is: 'problem', path: 'scratchpads/p-2', said: expect.stringContaining('1970') },
        { id: 'p-2', createdAt: 0, updatedAt: 0 },
      ],
    ],
    [
      'a text that is stored as bytes, or as a number',
      `UPDATE scratchpads SET title = 12, content = x'6869' WHERE id = 'p-2'`,
      [{ is: 'pad', id: 'p-2', title: '12', content: 'hi' }],
    ],
  ])('%s', async (_says, sql, expected) => {
    make({ schema: 4 }).exec(`DROP TRIGGER scratchpads_fts_insert; ${sql}`)
    const before = new Set(['b1f0-harbour', 'p-1', 'p-3', ...(expected.length < 2 ? ['a2e9-tides'] : [])])
    const read = (await readAll()).filter((entry) => entry.is === 'problem' || !before.has(entry.id))
    for (const each of expected) expect(read).toContainEqual(expect.objectContaining(each))
  })

  it('ids that come twice, where a table has lost its key', async () => {
    const db = make({ schema: 4 })
    db.exec(
      `CREATE TABLE copy AS SELECT * FROM scratchpads; DROP TABLE scratchpads; ALTER TABLE copy RENAME TO scratchpads`,
    )
    db.exec(`INSERT INTO scratchpads SELECT * FROM scratchpads WHERE id = 'p-1'`)
    const read = await readAll()
    expect(read.filter((entry) => entry.is === 'pad')).toHaveLength(3)
    expect(read.filter((entry) => entry.is === 'problem')).toMatchObject([{ path: 'scratchpads/p-1' }])
  })
})

describe('what is no database of scratchpad-mcp', () => {
  const sql = (text: string) => () => {
    const db = new DatabaseSync(file)
    db.exec(text)
    db.close()
  }
  const known = (columns: string) =>
    `CREATE TABLE schema_info (key, value); CREATE TABLE workflows (id, name, description, created_at, updated_at);
     CREATE TABLE scratchpads (${columns});`
  const all = 'id, workflow_id, title, content, created_at, updated_at'
  it.each<[says: string, make: () => void, message: RegExp]>([
    ['a folder', () => mkdirSync(file), /is not an SQLite database/],
    ['an empty file', () => writeFileSync(file, ''), /is not an SQLite database/],
    ['a text', () => writeFileSync(file, 'SQLite format 4\0, as it were'), /is not an SQLite database/],
    ['a database of another program', sql('CREATE TABLE notes (id)'), /it has no table "schema_info"/],
    [
      'one that has only some of the tables',
      sql('CREATE TABLE schema_info (key, value)'),
      /it has no table "workflows"/,
    ],
    ['one whose columns are others', sql(known('id, title')), /its table "scratchpads" has no column "workflow_id"/],
    [
      'one whose table is a view',
      sql(`CREATE TABLE schema_info (key, value); CREATE VIEW workflows AS SELECT 1 AS id`),
      /it has no table "workflows"/,
    ],
    ['one without a schema number', sql(known(all)), /has schema undefined; schemas 1 to 4 are supported/],
    ['one of tomorrow', sql(`${known(all)} INSERT INTO schema_info VALUES ('version', '5')`), /has schema 5;/],
    [
      'one in UTF-16',
      sql(`PRAGMA encoding = 'UTF-16le'; ${known(all)} INSERT INTO schema_info VALUES ('version', '4')`),
      /its texts are not UTF-8/,
    ],
    ['only a header', () => writeFileSync(file, 'SQLite format 3\0'), /is damaged: file is not a database/],
  ])('%s', async (_says, prepare, message) => {
    prepare()
    await expect(readAll()).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(message) })
    expect(readdirSync(temporary)).toEqual([])
  })

  it('one whose pages are damaged', async () => {
    const content = 'tide '.repeat(20_000)
    make(
      { schema: 4, journal: 'DELETE' },
      { workflows: sample.workflows, pads: sample.pads.map((row) => ({ ...row, content })) },
    )
    const bytes = readFileSync(file)
    bytes.fill(0xee, 40_000)
    writeFileSync(file, bytes)
    await expect(readAll()).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('is damaged'),
      remedy: expect.stringContaining('.recover'),
    })
    expect(readdirSync(temporary)).toEqual([])
  })

  it('a link to a pipe or a device is not waited for', async () => {
    symlinkSync('/dev/zero', file)
    await expect(readAll()).rejects.toMatchObject({ code: 'bad-input' })
  })

  it.each(['-wal', '-journal'])('a pipe in the place of its %s is not waited for', async (part) => {
    make({ schema: 4, journal: 'DELETE' })
    execFileSync('mkfifo', [file + part])
    expect(await readAll()).toHaveLength(5)
  })
})

describe('while another process writes without a pause', () => {
  const start = async (journal: string) => {
    const script = join(import.meta.dirname, 'write-on.ts')
    const child = spawn(process.execPath, [script, file, journal], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    await once(child.stdout, 'data')
  }
  const only = { workflows: [{ id: 'w', name: '0', created: 1, updated: 1 }], pads: [] }

  it('the copy is of one moment', async () => {
    make({ schema: 4 }, only)
    await start('WAL')
    const [first, ...latestFirst] = await readAll()
    const pads = latestFirst.toReversed()
    expect(pads.length).toBeGreaterThanOrEqual(20)
    expect(first).toMatchObject({ is: 'workflow', name: String(pads.length) })
    expect(pads.map((entry) => entry.is === 'pad' && entry.content)).toEqual(
      pads.map((_, at) => `潮${at + 1}`.repeat(500)),
    )
  })

  it('a file that never is the same twice is refused, with what to do', async () => {
    const content = 'tide '.repeat(1_000_000)
    make(
      { schema: 4, journal: 'DELETE' },
      {
        ...only,
        // A copy takes longer than any pause of the writer.
        pads: Array.from({ length: 12 }, (_, at) => ({
          id: `old${at}`,
          workflow: 'w',
          title: 't',
          content,
          created: 1,
          updated: 1,
        })),
      },
    )
    await start('MEMORY')
    await expect(readAll()).rejects.toMatchObject({
      code: 'store-busy',
      remedy: expect.stringContaining('Close the programs'),
    })
    expect(readdirSync(temporary)).toEqual([])
  })
})
