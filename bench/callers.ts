import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { madeTrees } from './callers/made.ts'
import { comparePeers } from './callers/peers.ts'
import { askPyright } from './callers/pyright.ts'
import type { CallersQuestion, JudgedTree, Line } from './callers/question.ts'
import { askTypeScript } from './callers/typescript.ts'
import { SOURCE } from './code/ask.ts'
import { cacheFolder, resultsFolder, treesFolder } from './code/places.ts'
import { commitOf } from './code/repositories.ts'
import { buildAt, type Product } from './house/build.ts'
import { openKept } from './house/kept.ts'
import { machine } from './machine.ts'
import { mean } from './quality/metrics.ts'
import { share, table } from './table.ts'

const USAGE = `node bench/callers.ts [options]
  --only <name,...>  these trees alone, such as redux or "made go"
  --peers            ask codegraph and gitnexus from npm too
  --missed           print lines that are missed, and those that are wrongly told
"node bench/code/repositories.ts" makes the trees; the judges are installed from npm below .cache/bench.`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    missed: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const TYPESCRIPT = 'typescript@5.9.3'
const PYRIGHT = 'pyright@1.1.405'

interface Asked {
  readonly tree: JudgedTree
  readonly recall: number
  /** Shares of what is listed so that is right; `undefined` where nothing is. */
  readonly certain: number | undefined
  readonly likely: number | undefined
  readonly byName: number | undefined
  readonly cpu: number
}

async function main(): Promise<void> {
  const modules = install()
  const asked: Asked[] = []
  const trees = [...judgedTrees(modules), ...madeTrees(join(cacheFolder, 'callers'))].filter(
    ({ name }) => flags.only?.split(',').includes(name) ?? true,
  )
  for (const tree of trees) {
    // Made trees are written when they are asked.
    const made = tree.judge === 'by hand' ? await tree.questions([]) : undefined
    const house = { name: `callers-${tree.name}`, sources: [{ kind: 'code' as const, name: SOURCE, root: tree.tree }] }
    const product = await openKept(house, buildAt(), { folder: join(cacheFolder, 'houses'), reuse: 'same' })
    const paths = await product.engine.read(async (view) => (await view.documents.list()).map(({ path }) => path))
    const questions = made ?? (await tree.questions(paths.filter((path) => !path.startsWith('.git/'))))
    for (const question of questions) asked.push({ tree, ...(await ask(question, product)) })
    await product.close()
    console.log(`${tree.name}: ${questions.length} asked`)
  }
  const report = flags.peers ? `${render(asked)}\n${await comparePeers(trees)}` : render(asked)
  const file = join(flags.only === undefined ? resultsFolder : cacheFolder, 'callers.md')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, report)
  console.log(`\n${report}\nWritten to ${file}.`)
}

function install(): string {
  const folder = join(cacheFolder, 'judges')
  if (!existsSync(join(folder, 'node_modules', 'pyright'))) {
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', TYPESCRIPT, PYRIGHT], {
      stdio: 'ignore',
    })
  }
  return folder
}

const judgedTrees = (modules: string): readonly JudgedTree[] =>
  (
    [
      ['redux', 'typescript', TYPESCRIPT, askTypeScript, 12],
      ['axios', 'javascript', TYPESCRIPT, askTypeScript, 12],
      ['httpx', 'python', PYRIGHT, askPyright, 6],
      ['aiohttp', 'python', PYRIGHT, askPyright, 6],
    ] as const
  )
    .map(([name, language, judge, questions, most]) => {
      const tree = join(treesFolder, 'semble', name)
      return {
        name,
        language,
        judge,
        tree,
        questions: (paths: readonly string[]) => questions(tree, paths, { modules, most }),
      }
    })
    .filter(({ tree }) => commitOf(tree) !== undefined)

interface Page {
  readonly files: readonly {
    readonly path: string
    readonly lines: readonly { readonly line: number; readonly where?: string; readonly by?: string }[]
  }[]
  readonly cursor: string | null
}

interface Listed extends Line {
  readonly by: string
}

async function linesOf({ name, path }: CallersQuestion, product: Product): Promise<readonly Listed[]> {
  const listed: Listed[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const input = {
      name,
      path,
      project_path: SOURCE,
      max_results: 1_000,
      budget: 100_000,
      ...(cursor !== undefined && { cursor }),
    }
    const page: Page = await product.call<Page>('find_references', input)
    for (const file of page.files)
      for (const { line, where, by = 'name' } of file.lines)
        if (where === undefined || where === 'import') listed.push({ path: file.path, line, by })
    cursor = page.cursor
  }
  return listed
}

async function ask(question: CallersQuestion, product: Product): Promise<Omit<Asked, 'tree'>> {
  const before = process.cpuUsage()
  const listed = await linesOf(question, product)
  const { user, system } = process.cpuUsage(before)
  const uses = new Set(question.uses.map(keyOf))
  const found = new Set(listed.map(keyOf))
  const code = listed.filter(({ path }) => extensions.test(path))
  const right = (of: readonly Listed[]): number | undefined =>
    of.length === 0 ? undefined : of.filter((each) => uses.has(keyOf(each))).length / of.length
  if (flags.missed) {
    const missed = [...uses].filter((each) => !found.has(each))
    const wrong = code.filter((each) => each.by !== 'name' && !uses.has(keyOf(each)))
    const unsure = code.filter((each) => each.by === 'name' && uses.has(keyOf(each)))
    console.log(`\n${question.path} ${question.name}: ${uses.size} uses`)
    if (missed.length > 0) console.log(`  missed ${missed.join(', ')}`)
    if (wrong.length > 0) console.log(`  wrong ${wrong.map((each) => `${keyOf(each)} (${each.by})`).join(', ')}`)
    if (unsure.length > 0) console.log(`  by name alone ${unsure.map(keyOf).join(', ')}`)
  }
  return {
    recall: [...uses].filter((each) => found.has(each)).length / uses.size,
    certain: right(code.filter(({ by }) => by.startsWith('certain'))),
    likely: right(code.filter(({ by }) => by !== 'name')),
    byName: right(code),
    cpu: (user + system) / 1_000,
  }
}

const keyOf = ({ path, line }: Line): string => `${path}:${line}`

/** Judges know nothing of lines in documents. */
const extensions = /\.(?:[cm]?[jt]sx?|py|go|java|cs)$/

function render(asked: readonly Asked[]): string {
  const groups = [
    ['all', asked] as const,
    ...Map.groupBy(asked, ({ tree }) => `${tree.name} (${tree.language}, ${tree.judge})`),
  ]
  return `# Callers

Written by \`npm run bench:callers\`; do not edit.

${new Date().toISOString().slice(0, 10)}; ${machine()}.

Definitions of public repositories whose uses a language service tells, chosen by hash among those with 2 to 150 lines of use, and of small programs whose uses were marked by hand, with namesakes, aliases and overridden methods. \`find_references\` is given the name and the path. *Recall*: share of the lines of use that are listed, in whatever group. *Certain*: share of the lines listed to be certain that are uses; *and likely*: of those listed to be certain or likely; *all*: of all lines of code. Means over the questions. A language service finds no use of what it knows no type of, as in code without annotations: there a right answer counts as wrong.

${table(
  ['definitions', 'asked', 'recall', 'certain', 'and likely', 'all', 'ms CPU'],
  groups.map(([name, own]) => [
    name,
    String(own.length),
    share(mean(own.map(({ recall }) => recall))),
    ...(['certain', 'likely', 'byName'] as const).map((group) => share(mean(own.flatMap((each) => each[group] ?? [])))),
    mean(own.map(({ cpu }) => cpu)).toFixed(0),
  ]),
)}
`
}

if (flags.help) console.log(USAGE)
else await main()
