import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cacheFolder } from '../code/places.ts'
import { mean } from '../quality/metrics.ts'
import { peakOfTrees } from '../speed/processes.ts'
import { share, table } from '../table.ts'
import type { CallersQuestion, JudgedTree } from './question.ts'

/** A program that is asked by its commands, as a person would, with an empty home. */
interface Program {
  readonly name: string
  readonly index: (tree: string) => readonly string[]
  readonly ask: (question: CallersQuestion, tree: string) => readonly string[]
  /** Files with a caller, from what it printed. */
  readonly filesOf: (printed: string) => readonly string[]
  /** The folder of its index. */
  readonly folder: (tree: string, home: string) => string
}

const PEERS = ['@colbymchenry/codegraph@1.6.1', 'gitnexus@1.6.12']

const lastName = (name: string): string => name.split(/[.:#]+/).at(-1) ?? name

const wuku = (name: string, groups: RegExp): Program => ({
  name,
  index: (tree) => [process.execPath, 'bin/wuku.js', 'add', tree],
  ask: ({ name: symbol, path }, tree) => {
    const input = { name: symbol, path, project_path: tree, max_results: 1_000, budget: 100_000 }
    return [process.execPath, 'bin/wuku.js', 'call', 'find_references', JSON.stringify(input), '--json']
  },
  filesOf: (printed) =>
    (JSON.parse(printed) as { files: { path: string; lines: { where?: string; by?: string }[] }[] }).files.flatMap(
      ({ path, lines }) =>
        lines.some(({ where, by = 'name' }) => (where === undefined || where === 'import') && groups.test(by))
          ? [path]
          : [],
    ),
  folder: (_tree, home) => join(home, '.local', 'share', 'wuku'),
})

const programs = (bin: string): readonly Program[] => [
  wuku('wuku, certain and likely', /^(?!name$)/),
  wuku('wuku, all', /^/),
  {
    name: 'codegraph',
    index: (tree) => [join(bin, 'codegraph'), 'init', tree],
    ask: ({ name, path }, tree) => [
      join(bin, 'codegraph'),
      'callers',
      '-p',
      tree,
      '-f',
      path,
      lastName(name),
      '--json',
      '--limit',
      '1000',
    ],
    filesOf: (printed) =>
      (
        JSON.parse(printed) as { callers?: { filePath: string }[]; definitions?: { callers: { filePath: string }[] }[] }
      ).definitions?.flatMap(({ callers }) => callers.map(({ filePath }) => filePath)) ?? [],
    folder: (tree) => join(tree, '.codegraph'),
  },
  {
    name: 'gitnexus',
    index: (tree) => [join(bin, 'gitnexus'), 'analyze', tree, '--index-only'],
    ask: ({ name, path }, tree) => [
      join(bin, 'gitnexus'),
      'context',
      lastName(name),
      '-f',
      path,
      '-l',
      '1000',
      '-r',
      tree,
    ],
    filesOf: (printed) => {
      const { incoming = {} } = JSON.parse(printed.slice(printed.indexOf('{\n'))) as {
        incoming?: Record<string, { filePath: string }[]>
      }
      // A class that holds a method does not use it.
      const uses = Object.entries(incoming).filter(([kind]) => !/^(?:has_|contains|defines)/.test(kind))
      return uses.flatMap(([, all]) => all.map(({ filePath }) => filePath))
    },
    folder: (tree) => join(tree, '.gitnexus'),
  },
]

interface Cost {
  readonly cpu: number
  readonly peak: number
  readonly size: number
}

interface Answered {
  readonly program: string
  readonly tree: string
  readonly recall: number
  readonly precision: number | undefined
  readonly cpu: number
}

/** Each program on copies of the same trees, one after another, with the same definitions. */
export async function comparePeers(trees: readonly JudgedTree[]): Promise<string> {
  const bin = install()
  const answered: Answered[] = []
  const costs = new Map<string, Cost[]>()
  for (const tree of trees) {
    const questions = await tree.questions(filesBelow(tree.tree))
    for (const program of programs(bin)) {
      const { cost, answers } = await tryProgram(program, tree, questions)
      costs.set(program.name, [...(costs.get(program.name) ?? []), cost])
      answered.push(...answers)
      console.log(`${program.name} on ${tree.name}: recall ${share(mean(answers.map(({ recall }) => recall)))}`)
    }
  }
  return render(answered, costs)
}

async function tryProgram(program: Program, { name, tree }: JudgedTree, questions: readonly CallersQuestion[]) {
  const folder = join(cacheFolder, 'peers', program.name.replaceAll(/\W+/g, '-'))
  rmSync(folder, { recursive: true, force: true })
  const [copy, home] = [join(folder, 'tree'), join(folder, 'home')]
  mkdirSync(home, { recursive: true })
  cpSync(tree, copy, { recursive: true, dereference: true })
  if (!existsSync(join(copy, '.git'))) execFileSync('git', ['init', '-q', copy])
  const indexed = await run(program.index(copy), home)
  const answers: Answered[] = []
  for (const question of questions) {
    const { printed, cpu } = await run(program.ask(question, copy), home)
    answers.push({ program: program.name, tree: name, cpu, ...judge(question, filesFrom(program, printed)) })
  }
  return { cost: { cpu: indexed.cpu, peak: indexed.peak, size: sizeOf(program.folder(copy, home)) }, answers }
}

/** A program that knows no such definition says so in words. */
function filesFrom({ filesOf }: Program, printed: string): readonly string[] {
  try {
    return filesOf(printed)
  } catch {
    return []
  }
}

function judge({ uses }: CallersQuestion, listed: readonly string[]) {
  const right = new Set(uses.map(({ path }) => path))
  const found = new Set(listed.map((path) => path.replace(/^\.\//, '')))
  const hits = [...right].filter((path) => found.has(path)).length
  return { recall: hits / right.size, precision: found.size === 0 ? undefined : hits / found.size }
}

/** The shell knows the processor time of all that it waited for. */
function run(command: readonly string[], home: string): Promise<{ printed: string; cpu: number; peak: number }> {
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: '', DO_NOT_TRACK: '1', CODEGRAPH_TELEMETRY: '0' }
  const script = 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null'
  const child = spawn('bash', ['-c', script, 'bash', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, timed, peak] = ['', '', 0]
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  child.stderr.on('data', (data: Buffer) => (timed += data.toString()))
  const watch = setInterval(() => {
    const now = child.pid === undefined ? 0 : peakOfTrees([child.pid])
    if (now > peak) peak = now
  }, 50)
  return new Promise((resolve) =>
    child.once('close', () => {
      clearInterval(watch)
      const cpu = timed.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
      resolve({ printed, peak, cpu: 1_000 * cpu.reduce((sum, seconds) => sum + seconds, 0) })
    }),
  )
}

function install(): string {
  const folder = join(cacheFolder, 'peers-npm')
  if (!existsSync(join(folder, 'node_modules', 'gitnexus'))) {
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...PEERS], { stdio: 'ignore' })
  }
  return join(folder, 'node_modules', '.bin')
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/^\.git\/|(?:^|\/)node_modules\//.test(path))

const sizeOf = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    : 0

function render(answered: readonly Answered[], costs: ReadonlyMap<string, readonly Cost[]>): string {
  const sum = (own: readonly Cost[], of: (cost: Cost) => number): number => own.reduce((all, cost) => all + of(cost), 0)
  const rows = [...Map.groupBy(answered, ({ program }) => program)].map(([program, own]) => {
    const cost = costs.get(program) ?? []
    return [
      program,
      String(own.length),
      share(mean(own.map(({ recall }) => recall))),
      share(mean(own.flatMap(({ precision }) => precision ?? []))),
      String(own.filter(({ precision }) => precision === undefined).length),
      mean(own.map(({ cpu }) => cpu)).toFixed(0),
      (sum(cost, ({ cpu }) => cpu) / 1_000).toFixed(1),
      (Math.max(...cost.map(({ peak }) => peak)) / 1e6).toFixed(0),
      (sum(cost, ({ size }) => size) / 1e6).toFixed(1),
    ]
  })
  return `## Beside other programs

${PEERS.join(' and ')}, in the same run, on copies of the same trees, asked for the same definitions by their commands (\`codegraph callers\`, \`gitnexus context\`, \`wuku call find_references\`), each a process of its own. They tell functions and not lines, so *files* with a use are compared: share of them that are listed, and share of the listed that have one (of answers that list any). CPU of a question contains the start of the program. Indexing is of all trees together, without embeddings; memory is the sum of peaks of its processes.

${table(
  [
    'program',
    'asked',
    'recall',
    'precision',
    'nothing listed',
    'ms CPU',
    'index s CPU',
    'index MB of memory',
    'MB on disk',
  ],
  rows,
)}
`
}
