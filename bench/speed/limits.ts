import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { markdownFiles } from '../corpus.ts'
import { spaced } from '../quality/fts5.ts'
import type { Command } from './command.ts'

/** What nothing can be faster than. Each runs as a process of its own, so that it is measured as the programs are. */
export const readEverything = (folder: string): Command => limit('read', folder)
export const insertRaw = (folder: string, database: string): Command => limit('insert', folder, database)

const limit = (...args: readonly string[]): Command => ({ args: [fileURLToPath(import.meta.url), ...args], env: {} })

function read(folder: string): void {
  for (const path of markdownFiles(folder)) readFileSync(join(folder, path))
}

/** One transaction and no other work: no chunks, no titles, no text kept for later. */
function insert(folder: string, database: string): void {
  const db = new DatabaseSync(database)
  db.exec(
    `PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE pages USING fts5(body, content = '', tokenize = 'unicode61')`,
  )
  const statement = db.prepare('INSERT INTO pages (rowid, body) VALUES (?, ?)')
  db.exec('BEGIN')
  markdownFiles(folder).forEach((path, at) => statement.run(at, spaced(readFileSync(join(folder, path), 'utf8'))))
  db.exec('COMMIT')
  db.close()
}

if (import.meta.main) {
  const [what, folder = '', database = ''] = process.argv.slice(2)
  if (what === 'read') read(folder)
  else insert(folder, database)
}
