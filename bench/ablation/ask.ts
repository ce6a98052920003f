import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comparedSets, type AskedSet } from '../compare/sets.ts'
import { choose, readPart } from '../part.ts'
import { buildAt, type Product } from '../house/build.ts'
import { openKept, type HousePlan } from '../house/kept.ts'
import type { AskOptions, SetResult } from '../ablation.ts'

/** Asks sets of one version of the product, in a process of its own; prints a line for each. */
const { corpora, queries, part, only, wanted, known, reuse } = JSON.parse(process.argv[2] ?? '') as AskOptions
const cache = join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'bench')
const houses = { folder: join(cache, 'houses'), reuse } as const
const build = buildAt()

/** Sets ask the same house, and some of them the same questions. */
const opened = new Map<string, Product>()

async function open(house: HousePlan): Promise<Product> {
  const before = opened.get(house.name)
  if (before) return before
  const product = await openKept(house, build, houses)
  const answers = new Map<string, Promise<never>>()
  const once = (way: 'call' | 'told') => (tool: string, input: object) => {
    const key = JSON.stringify([way, tool, input])
    const answer = answers.get(key) ?? (product[way](tool, input) as Promise<never>)
    answers.set(key, answer)
    return answer
  }
  const asked = { ...product, call: once('call'), told: once('told') }
  opened.set(house.name, asked)
  return asked
}

const isOneOf = (names: readonly string[], { name, line, group }: AskedSet): boolean =>
  [name, line, group].some((each) => names.includes(each))

for (const [, own] of Map.groupBy(comparedSets(resolve(corpora), join(cache, 'quality')), ({ line }) => line))
  for (const set of own) {
    if (!isOneOf(wanted, set) || (only.length > 0 && !isOneOf(only, set))) continue
    if (known.includes(`${set.line}/${set.name}`)) continue
    const { house, questions } = await set.open()
    const chosen = choose(questions, { part: readPart(part), most: Math.ceil(queries / own.length) })
    if (!house || chosen.length === 0) continue
    const product = await open(house)
    const before = process.cpuUsage()
    const values: number[] = []
    for (const question of chosen) {
      const { value, overAll = value } = await question.ask(product)
      values.push(overAll)
    }
    const { user, system } = process.cpuUsage(before)
    const result: SetResult = { name: set.name, line: set.line, group: set.group, values, cpu: (user + system) / 1_000 }
    console.log(JSON.stringify(result))
  }
for (const product of opened.values()) await product.close()
