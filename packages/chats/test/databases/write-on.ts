/** Writes to a database of scratchpad-mcp until it is killed: scratchpad after scratchpad, and their number as the workflow's name. */
import { DatabaseSync } from 'node:sqlite'

const [file = '', journal = ''] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = OFF`)
const insert = db.prepare(`INSERT INTO scratchpads (id, workflow_id, title, content) VALUES (?, 'w', 'Tide', ?)`)
const rename = db.prepare(`UPDATE workflows SET name = ? WHERE id = 'w'`)
const nobody = new Int32Array(new SharedArrayBuffer(4))
for (let number = 1; ; number++) {
  db.exec('BEGIN IMMEDIATE')
  insert.run(`p${number}`, `潮${number}`.repeat(500))
  rename.run(String(number))
  db.exec('COMMIT')
  if (number === 20) process.stdout.write('writing\n')
  // A server writes as fast at the most; without it the log is put away every few milliseconds.
  Atomics.wait(nobody, 0, 0, 1)
}
