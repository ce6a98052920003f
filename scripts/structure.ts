/**
 * Figures of the structure of the program, written into docs/ARCHITECTURE.md: `npm run structure`. With `-- --before <folder>`,
 * a checkout of one package with what it needs installed, the processor time of a command is compared as well.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { circlesIn, crossings, edges, graphOf, partOf } from '../test/package-graph.ts'
import { ORDER, sources } from '../test/product-sources.ts'

const PAGE = 'docs/ARCHITECTURE.md'
const BEGIN = '[//]: # (figures: npm run structure)'
const END = '[//]: # (end of figures)'

/** `before`: one package, measured the same way. */
interface Figure {
  readonly title: string
  readonly before: string
  readonly now: string
}

/** The page with the figures between its two marks, which show nothing where it is read. */
export function withFigures(page: string, figures: readonly Figure[]): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${PAGE} has no marks for figures.`)
  const rows = figures.map(({ title, before, now }) => `| ${title} | ${before} | ${now} |`)
  const table = ['| | one package | now |', '|---|--:|--:|', ...rows].join('\n')
  return `${page.slice(0, start)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`
}

/** Figures that need no run of the program. */
export function figuresOfSources(): readonly Figure[] {
  const lines = sources.map(({ text }) => text.split('\n').length - 1).toSorted((one, other) => one - other)
  return [
    { title: 'packages', before: '1', now: counted(ORDER.length) },
    { title: 'source files', before: '1,519', now: counted(sources.length) },
    { title: 'lines of source', before: '164,684', now: counted(lines.reduce((sum, each) => sum + each, 0)) },
    { title: 'lines of a file (median)', before: '99', now: counted(lines[lines.length >> 1] ?? 0) },
    {
      title: 'files that exactly one file imports',
      before: '39 %',
      now: `${Math.round(100 * shareOfOneImporter())} %`,
    },
    { title: 'imports that point up', before: '68', now: counted(upwardImports()) },
    { title: 'base names that more than three files have', before: '49', now: counted(repeatedNames()) },
  ]
}

function shareOfOneImporter(): number {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of edges) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  return sources.filter(({ path }) => importers.get(path)?.size === 1).length / sources.length
}

/** Between packages; within one, folders that need each other have one that points up. */
const upwardImports = (): number => crossings().length + circlesIn(graphOf(partOf)).length

function repeatedNames(): number {
  const counts = new Map<string, number>()
  for (const { path } of sources) counts.set(basename(path), (counts.get(basename(path)) ?? 0) + 1)
  return [...counts].filter(([name, count]) => name !== 'index.ts' && count > 3).length
}

const counted = (count: number): string => count.toLocaleString('en')

/** Each file of the program that a process loaded, and those of which it ran a function. */
interface Coverage {
  readonly loaded: number
  readonly run: number
}

interface Report {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

const MAIN = 'packages/cli/src/main.ts'
const FORMER_MAIN = 'src/app/main.ts'

interface Start {
  readonly options?: readonly string[]
  readonly main?: string
  readonly more?: NodeJS.ProcessEnv
}

/** A data folder with notes and code, and a program that runs from source in it. */
function openHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'wuku-structure-'))
  const env = { PATH: process.env['PATH'], HOME: folder, WUKU_HOME: join(folder, 'home'), NO_COLOR: '1' }
  const start = (args: readonly string[], { options = [], main = MAIN, more = {} }: Start = {}): void => {
    const ended = spawnSync(process.execPath, [...options, resolve(main), ...args], {
      env: { ...env, ...more },
      cwd: folder,
      encoding: 'utf8',
    })
    if (ended.status !== 0) throw new Error(`wuku ${args.join(' ')}: ${ended.stderr}`)
  }
  cpSync('docs/guides', join(folder, 'notes'), { recursive: true })
  cpSync('packages/text/src/terms', join(folder, 'code'), { recursive: true })
  start(['add', join(folder, 'notes'), '--kind', 'notes', '--name', 'notes'])
  start(['add', join(folder, 'code'), '--kind', 'code', '--name', 'code'])
  return {
    coverage(...args: readonly string[]): Coverage {
      const reports = mkdtempSync(join(folder, 'coverage-'))
      start(args, { more: { NODE_V8_COVERAGE: reports } })
      return readCoverage(reports)
    },
    seconds(main: string, args: readonly string[]): number {
      const report = join(folder, 'processor')
      start(args, { main, options: ['--import', atExit(report)] })
      return Number(readFileSync(report, 'utf8'))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type House = ReturnType<typeof openHouse>

const atExit = (report: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { writeFileSync } from 'node:fs'
    process.on('exit', () => {
      const { user, system } = process.cpuUsage()
      writeFileSync(${JSON.stringify(report)}, String((user + system) / 1e6))
    })`)}`

function readCoverage(folder: string): Coverage {
  const [loaded, run] = [new Set<string>(), new Set<string>()]
  for (const file of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report
    for (const { url, functions } of result) {
      if (!url.includes('/packages/')) continue
      loaded.add(url)
      // The first is the module itself.
      if (functions.slice(1).some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)) run.add(url)
    }
  }
  return { loaded: loaded.size, run: run.size }
}

const recall = ['recall', 'traditional and simplified characters']

/** Figures from the coverage that V8 reports of the program, run from source. */
const figuresOfRuns = (house: House): readonly Figure[] => [
  { title: 'modules that `wuku --help` loads', before: '829', now: counted(house.coverage('--help').loaded) },
  { title: 'files that run a function for `wuku sources`', before: '163', now: counted(house.coverage('sources').run) },
  {
    title: 'files that run a function for `wuku recall` over notes and code',
    before: '228',
    now: counted(house.coverage(...recall).run),
  },
]

/** Seconds of the processor that a recall of one package took on a machine with nothing else to do. */
const SECONDS_BEFORE = 0.43
const ROUNDS = 7

/** Both versions in turn, since a busy machine slows both: the least of several, as other processes only add to it. */
function figureOfTime(house: House, before: string): Figure {
  const [former, present]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    former.push(house.seconds(join(before, FORMER_MAIN), recall))
    present.push(house.seconds(MAIN, recall))
  }
  const seconds = (SECONDS_BEFORE * Math.min(...present)) / Math.min(...former)
  return { title: TIME, before: `${SECONDS_BEFORE.toFixed(2)} s`, now: `${seconds.toFixed(2)} s` }
}

const TIME = 'processor time of that recall from source, by the ratio of both versions in one run'

/** The row that an earlier run wrote. */
function storedFigure(page: string, title: string): readonly Figure[] {
  const cells =
    page
      .split('\n')
      .find((line) => line.startsWith(`| ${title} |`))
      ?.split(' | ') ?? []
  return cells.length === 0 ? [] : [{ title, before: cells[1] ?? '', now: (cells[2] ?? '').replace(/ \|$/, '') }]
}

function writeFigures(before: string | undefined): void {
  if (before !== undefined && !existsSync(join(before, FORMER_MAIN)))
    throw new Error(`${before} has no ${FORMER_MAIN}.`)
  const page = readFileSync(PAGE, 'utf8')
  const house = openHouse()
  try {
    const time = before === undefined ? storedFigure(page, TIME) : [figureOfTime(house, before)]
    writeFileSync(PAGE, withFigures(page, [...figuresOfSources(), ...figuresOfRuns(house), ...time]))
  } finally {
    house.remove()
  }
}

if (import.meta.main) writeFigures(parseArgs({ options: { before: { type: 'string' } } }).values.before)
