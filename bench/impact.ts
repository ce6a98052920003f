import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SOURCE } from './code/ask.ts'
import { cacheFolder, resultsFolder, treesFolder } from './code/places.ts'
import { buildAt } from './house/build.ts'
import { openKept } from './house/kept.ts'
import { impactTasks, impactTrees, testsByName } from './impact/tasks.ts'
import { machine } from './machine.ts'
import { mean } from './quality/metrics.ts'
import { share, table } from './table.ts'

const USAGE = `node bench/impact.ts [options]
  --only <name,...>  these repositories alone, such as gin
  --missed           print the changes of which no test is among the first ten
"node bench/code/repositories.ts" makes the trees.`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    missed: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

interface Asked {
  readonly repository: string
  readonly wuku: Score
  readonly byName: Score
  /** Milliseconds of the processor. */
  readonly cpu: number
}

interface Score {
  readonly first: number
  readonly hit: number
  readonly recall: number
}

const DEPTH = 10

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const asked: Asked[] = []
  for (const { name, folder, tip } of impactTrees(flags.only?.split(','))) {
    const house = {
      name: `${folder.replace('/', '-')}`,
      sources: [{ kind: 'code' as const, name: SOURCE, root: join(treesFolder, folder) }],
    }
    const product = await openKept(house, buildAt(), { folder: join(cacheFolder, 'houses'), reuse: 'same' })
    const paths = await product.engine.read(async (view) => (await view.documents.list()).map(({ path }) => path))
    const tasks = await impactTasks({ folder, tip })
    for (const task of tasks) {
      const before = process.cpuUsage()
      const input = { diff: task.patch, project_path: SOURCE }
      const { tests } = await product.call<{ tests: readonly { path: string }[] }>('affected', input)
      const { user, system } = process.cpuUsage(before)
      const found = tests.map(({ path }) => path)
      const wuku = scoreOf(found, task.tests)
      asked.push({
        repository: name,
        wuku,
        byName: scoreOf(testsByName(task, paths), task.tests),
        cpu: (user + system) / 1_000,
      })
      if (flags.missed && wuku.hit === 0)
        console.log(
          `\n${name} ${task.text}\n  wanted ${task.tests.join(', ')}\n  found ${found.slice(0, DEPTH).join(', ')}`,
        )
    }
    await product.close()
    console.log(`${name}: ${tasks.length} asked`)
  }
  const report = render(asked)
  const file = join(flags.only === undefined ? resultsFolder : cacheFolder, 'impact.md')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, report)
  console.log(`\n${report}\nWritten to ${file}.`)
}

function scoreOf(found: readonly string[], wanted: readonly string[]): Score {
  const shown = found.slice(0, DEPTH)
  const hits = wanted.filter((path) => shown.includes(path)).length
  return { first: wanted.includes(found[0] ?? '') ? 1 : 0, hit: Math.min(1, hits), recall: hits / wanted.length }
}

function render(asked: readonly Asked[]): string {
  const groups = [['all', asked] as const, ...Map.groupBy(asked, ({ repository }) => repository)]
  return `# Tests that a change affects

Written by \`npm run bench:impact\`; do not edit.

${new Date().toISOString().slice(0, 10)}; ${machine()}.

Commits of ${groups.length - 1} public repositories that changed both source and tests, asked on a tree from before: \`affected\` is given what each changed outside of its tests, all else by default. *First*, *hit*: a test that the commit changed is the first, or among the first ten. *Recall*: share of these tests among the first ten. Beside it tests by their names alone: those that hold the name of a changed file, nearest folders first. CPU is the mean of one answer.

${table(
  ['repository', 'commits', 'first', 'hit@10', 'recall@10', 'first by name', 'hit@10', 'recall@10', 'ms CPU'],
  groups.map(([name, own]) => rowOf(name, own)),
)}
`
}

function rowOf(name: string, own: readonly Asked[]): readonly string[] {
  return [
    name,
    String(own.length),
    ...([({ wuku }) => wuku, ({ byName }) => byName] satisfies ((each: Asked) => Score)[]).flatMap((score) => [
      share(mean(own.map((each) => score(each).first))),
      share(mean(own.map((each) => score(each).hit))),
      share(mean(own.map((each) => score(each).recall))),
    ]),
    mean(own.map(({ cpu }) => cpu)).toFixed(0),
  ]
}
