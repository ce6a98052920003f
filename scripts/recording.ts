import { spawn, spawnSync } from 'node:child_process'
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { COLUMNS, drawRecording, type Ran, type Scene } from './terminal-svg.ts'

/** Recordings of the terminal in both READMEs: `npm run recording` runs the commands and writes them. */

const root = join(import.meta.dirname, '..')

interface Recording {
  readonly file: string
  readonly language: string
  /** Shown where nothing moves. */
  readonly poster: string
  readonly scenes: readonly (readonly [name: string, ...commands: string[]])[]
}

const english = ['recall how do I rotate the signing key'] as const
const chinese = ['recall 密钥怎么轮换'] as const

export const recordings: readonly Recording[] = [
  {
    file: 'docs/images/terminal.svg',
    language: 'en',
    poster: 'ask',
    scenes: [
      ['index', 'add handbook', 'add shop', 'sources'],
      ['ask', ...english],
      ['问', ...chinese],
      ['connect', 'connect claude-code --guide'],
    ],
  },
  {
    file: 'docs/images/terminal.zh-CN.svg',
    language: 'zh',
    poster: '提问',
    scenes: [
      ['索引', 'add handbook', 'add shop', 'sources'],
      ['提问', ...chinese],
      ['ask', ...english],
      ['接入', 'connect claude-code --guide'],
    ],
  },
]

/** Runs the commands in an empty home, over a handbook and a repository of a few files, and draws them. */
export async function record({ language, poster, scenes }: Recording, more: NodeJS.ProcessEnv = {}): Promise<string> {
  // As the program prints it: a temporary folder may be a link.
  const home = await realpath(await mkdtemp(join(tmpdir(), 'wuku-recording-')))
  try {
    await cp(join(root, 'test/fixtures/picture'), home, { recursive: true })
    spawnSync('git', ['init', '--quiet', 'shop'], { cwd: home })
    const env = { PATH: process.env['PATH'], HOME: home, TERM: 'xterm-256color', WUKU_LANGUAGE: language, ...more }
    const drawn: Scene[] = []
    for (const [name, ...commands] of scenes) {
      const ran: Ran[] = []
      for (const command of commands) ran.push(await runInTerminal(command, home, env))
      drawn.push({ name, ran })
    }
    return drawRecording(drawn, poster)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function runInTerminal(command: string, home: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const line = `stty cols ${COLUMNS} rows 40; '${process.execPath}' '${join(root, 'bin/wuku.js')}' ${command}`
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const printed = await text(child.stdout)
  if ((await code) !== 0) throw new Error(`wuku ${command} failed:\n${printed}`)
  return { command: `wuku ${command}`, printed: atRest(printed).replaceAll(home, '~') }
}

/** A line that was rewritten shows what was written last. */
const atRest = (printed: string): string =>
  printed
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r').at(-1)?.replaceAll('\u001B[K', '') ?? '')
    .join('\n')

if (process.argv[1] === import.meta.filename)
  for (const recording of recordings) {
    await writeFile(join(root, recording.file), await record(recording))
    process.stdout.write(`${recording.file}\n`)
  }
