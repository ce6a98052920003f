import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'

const wuku = join(import.meta.dirname, '..', '..', 'bin', 'wuku.js')

/** A user of whose machine nothing is known but what a measurement writes; used through the doors that users have. */
export interface SecretsHouse {
  write(files: Readonly<Record<string, string>>): void
  run(...args: readonly string[]): string
  commit(folder: string, messages: readonly string[]): void
  /** Answers of the MCP server, as text, in the order of the calls. */
  ask(calls: readonly (readonly [name: string, input: object])[], folder?: string): Promise<readonly string[]>
  /** All bytes of the data folder, and what is packed in the database, in small letters; `blobs`: originals alone. */
  stored(part: 'index' | 'blobs'): string
  remove(): void
}

export function openSecretsHouse(): SecretsHouse {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-secrets-')))
  const data = join(home, 'data')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, WUKU_HOME: data, NO_COLOR: '1' }
  const git = (folder: string, args: readonly string[], input = ''): void =>
    void execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@sea.test', '-c', 'gc.auto=0', ...args], {
      cwd: join(home, folder),
      env,
      input,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  return {
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(home, path)), { recursive: true })
        writeFileSync(join(home, path), text)
      }
    },
    run(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [wuku, ...args], {
        cwd: home,
        env,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      })
      if (status !== 0) throw new Error(`wuku ${args.join(' ')} ended with ${status}: ${stderr}`)
      return stdout + stderr
    },
    commit(folder, messages) {
      git(folder, ['init', '-q', '-b', 'main'])
      git(folder, ['add', '.'])
      git(folder, ['commit', '-qm', 'Tides'])
      for (const message of messages)
        git(folder, ['commit', '-q', '--allow-empty', '--cleanup=verbatim', '-F', '-'], message)
    },
    async ask(calls, folder = '.') {
      const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      const args = [wuku, 'mcp', '--tools', 'all']
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args, cwd: join(home, folder), env, stderr: 'ignore' }),
      )
      const answers: string[] = []
      for (const [name, input] of calls)
        answers.push(JSON.stringify(await client.callTool({ name, arguments: { ...input } })))
      await client.close()
      return answers
    },
    stored: (part) => storedIn(data, part),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

function storedIn(data: string, part: 'index' | 'blobs'): string {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  const isOriginal = (folder: string): boolean => folder.startsWith(join(data, 'blobs'))
  const bytes = files
    .filter(({ parentPath }) => isOriginal(parentPath) === (part === 'blobs'))
    .map((file) => readFileSync(join(file.parentPath, file.name)))
  const unpacked = part === 'blobs' ? [] : unpackedIn(join(data, 'wuku.sqlite'))
  return [...bytes, ...unpacked]
    .map((each) => each.toString('latin1'))
    .join('\n')
    .toLowerCase()
}

function unpackedIn(database: string): readonly Buffer[] {
  const db = new DatabaseSync(database, { readOnly: true })
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'`).all()
  const cells = tables.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .flatMap((row) => Object.values(row)),
  )
  db.close()
  return cells.filter(isPacked).map((cell) => zstdDecompressSync(cell as Uint8Array))
}

/** By the first bytes of a frame of zstd. */
const isPacked = (cell: unknown): boolean => cell instanceof Uint8Array && cell[0] === 0x28 && cell[1] === 0xb5
