import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comparedSets } from '../compare/sets.ts'
import { choose, readPart } from '../part.ts'
import { buildAt } from '../house/build.ts'
import { openKept } from '../house/kept.ts'
import type { AskOptions, SetResult } from '../ablation.ts'

/** Asks all sets of one version of the product, in a process of its own; prints a line for each. */
const { corpora, queries, part, only, reuse } = JSON.parse(process.argv[2] ?? '') as AskOptions
const cache = join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'bench')
const houses = { folder: join(cache, 'houses'), reuse } as const
const build = buildAt()

const sets = comparedSets(resolve(corpora), join(cache, 'quality')).filter(
  ({ name, line, group }) => only.length === 0 || [name, line, group].some((each) => only.includes(each)),
)
for (const [, own] of Map.groupBy(sets, ({ line }) => line))
  for (const set of own) {
    const { house, questions } = await set.open()
    const chosen = choose(questions, { part: readPart(part), most: Math.ceil(queries / own.length) })
    if (!house || chosen.length === 0) continue
    const product = await openKept(house, build, houses)
    const before = process.cpuUsage()
    const values: number[] = []
    for (const question of chosen) values.push((await question.ask(product)).value)
    const { user, system } = process.cpuUsage(before)
    await product.close()
    const result: SetResult = { name: set.name, line: set.line, group: set.group, values, cpu: (user + system) / 1_000 }
    console.log(JSON.stringify(result))
  }
