import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, vi } from 'vitest'
import { scratchFolder } from '../../../../test/scratch.ts'
import { openChatDatabase } from '../../src/databases/chat-databases.ts'
import { chatFormats } from '../../src/formats/index.ts'
import type { Journal } from './chat-databases.ts'

/** A folder for each test, with a database in it and a place for copies; connections are closed at its end. */
export const foundRoot = { folder: '', temporary: '', home: '', file: '' }
const open: DatabaseSync[] = []

/** Each file of tests asks for it: hooks of a module that several of them import would run for the first one only. */
export function standOnGround(): void {
  beforeEach(() => {
    foundRoot.folder = scratchFolder()
    foundRoot.temporary = join(foundRoot.folder, 'tmp')
    foundRoot.home = join(foundRoot.folder, 'cli-1')
    foundRoot.file = join(foundRoot.home, 'state.vscdb')
    mkdirSync(foundRoot.temporary)
    mkdirSync(foundRoot.home)
    vi.stubEnv('TMPDIR', foundRoot.temporary)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    closeAll()
  })
}

export type Make = (file: string, journal?: Journal) => DatabaseSync

export const make = (how: Make, journal?: Journal): DatabaseSync => {
  const db = how(foundRoot.file, journal)
  open.push(db)
  return db
}

/** What anybody could notice of the database from outside. */
export const traces = () =>
  readdirSync(foundRoot.home).map((name) => {
    const { mtimeMs, ctimeMs, size, ino } = statSync(join(foundRoot.home, name))
    return { name, mtimeMs, ctimeMs, size, ino, bytes: readFileSync(join(foundRoot.home, name)).toString('base64') }
  })

export async function readAll() {
  const database = await openChatDatabase(foundRoot.file)
  if (!database) return undefined
  try {
    const chats = await database.list()
    const read: string[] = []
    for (const { id } of chats) read.push(Buffer.from((await database.read(id)) ?? []).toString('utf8'))
    return { chats, read, problems: [...database.problems] }
  } finally {
    await database.close()
  }
}

export const stamps = async () =>
  Object.fromEntries(((await readAll())?.chats ?? []).map(({ id, stamp }) => [id, stamp]))

/** Titles and texts, as the formats tell them. */
export async function told(): Promise<readonly string[]> {
  return ((await readAll())?.read ?? []).flatMap((text) => {
    const piece = { path: 'x', part: 1, text, modifiedAt: 0 }
    const conversation = chatFormats.find((format) => format.recognises(piece))?.read(piece).conversation
    const texts = (conversation?.messages ?? []).flatMap(({ role, pieces }) =>
      pieces.map((each) => (each.kind === 'text' ? `${role}: ${each.text}` : each.kind)),
    )
    return [`${conversation?.agent} ${conversation?.id}: ${conversation?.title?.text ?? '-'}`, ...texts]
  })
}

function closeAll(): void {
  for (const db of open.splice(0)) if (db.isOpen) db.close()
}
