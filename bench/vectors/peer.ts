import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { cpuNow } from './cpu.ts'

/** sqlite-vec: bits of all, and additionally whole vectors for a rescoring. */
export interface Peer {
  add(nth: number, vector: Float32Array): void
  finish(): PeerFile
}

export interface PeerFile {
  /** Numbers of the ten nearest, in the best of some times. */
  ask(query: Float32Array): { readonly milliseconds: number; readonly numbers: readonly number[] }
  close(): void
}

/** As many as its own top-k takes well: past 200 it costs more than the scan. */
const SIFTED = 200
const TIMES = 2

export function installPeer(folder: string): string | undefined {
  const modules = join(folder, 'node_modules')
  if (!existsSync(join(modules, 'sqlite-vec'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', 'sqlite-vec'], { cwd: folder, stdio: 'ignore' })
  }
  const native = readdirSync(modules).find((name) => name.startsWith('sqlite-vec-'))
  const file = native && readdirSync(join(modules, native)).find((name) => /^vec0\.(so|dylib|dll)$/.test(name))
  return native && file && join(modules, native, file)
}

export function createPeer(extension: string, file: string, dimensions: number): Peer {
  rmSync(file, { force: true })
  const db = new DatabaseSync(file, { allowExtension: true })
  db.loadExtension(extension)
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE bits USING vec0(bits bit[${dimensions}]);
    CREATE TABLE whole (id INTEGER PRIMARY KEY, vector BLOB); BEGIN`)
  const bits = db.prepare('INSERT INTO bits (rowid, bits) VALUES (?, vec_quantize_binary(?))')
  const whole = db.prepare('INSERT INTO whole (id, vector) VALUES (?, ?)')
  return {
    add: (nth, vector) => {
      const bytes = new Uint8Array(vector.buffer)
      bits.run(BigInt(nth + 1), bytes)
      whole.run(nth + 1, bytes)
    },
    finish: () => {
      db.exec('COMMIT')
      const found = db.prepare(
        `SELECT whole.id AS id FROM (SELECT rowid FROM bits WHERE bits MATCH vec_quantize_binary(?) AND k = ${SIFTED}) AS near
         JOIN whole ON whole.id = near.rowid ORDER BY vec_distance_cosine(whole.vector, ?) LIMIT 10`,
      )
      return { ask: (query) => ask(found, query), close: () => db.close() }
    },
  }
}

function ask(statement: StatementSync, query: Float32Array) {
  const bytes = new Uint8Array(query.buffer)
  let [best, numbers]: [number, readonly number[]] = [Infinity, []]
  for (let time = 0; time < TIMES; time++) {
    const started = cpuNow()
    const rows = statement.all(bytes, bytes) as { readonly id: number }[]
    best = Math.min(best, cpuNow() - started)
    numbers = rows.map(({ id }) => id - 1)
  }
  return { milliseconds: best, numbers }
}
