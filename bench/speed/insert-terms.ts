import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const BLOCK = 4 * 2 ** 20

/** Blanks alone part the terms, and nothing is changed about them. */
const TABLE = `CREATE VIRTUAL TABLE chunks USING fts5(terms, content = '',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'")`

/** A row for each line of the file, in one transaction, and nothing else: no text is kept for later. */
function insertTerms(file: string, database: string): void {
  const db = new DatabaseSync(database)
  db.exec(`PRAGMA journal_mode = WAL; ${TABLE}; BEGIN`)
  const statement = db.prepare('INSERT INTO chunks (rowid, terms) VALUES (?, ?)')
  let row = 0
  for (const terms of linesOf(file)) statement.run(++row, terms)
  db.exec('COMMIT')
  db.close()
}

/** The file may be larger than any string. */
function* linesOf(file: string): Generator<string> {
  const input = openSync(file, 'r')
  const block = Buffer.alloc(BLOCK)
  let rest: Buffer = Buffer.alloc(0)
  for (let read = readSync(input, block); read > 0; read = readSync(input, block)) {
    const bytes = Buffer.concat([rest, block.subarray(0, read)])
    let start = 0
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', start)) {
      yield bytes.toString('utf8', start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
  closeSync(input)
}

const [file = '', database = ''] = process.argv.slice(2)
insertTerms(file, database)
