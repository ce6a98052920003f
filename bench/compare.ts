import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pairedTable, type Asked, type Pair } from './compare/paired.ts'
import { comparedSets, type AskedQuestion, type AskedSet } from './compare/sets.ts'
import { buildAt, type Build, type Product } from './house/build.ts'
import { forgetOld, openKept, type KeptHouses } from './house/kept.ts'
import { choose, PART_USAGE, readPart } from './part.ts'

const USAGE = `node bench/compare.ts [options]
  --against <folder>  another checkout with its node_modules, asked the same in the same run, question by question
  --part <part>       ${PART_USAGE}
  --queries <n>       at most so many questions of each line, always the same ones; default 60; "all" asks all
  --only <name,...>   these sets, lines or groups alone: cmrc, semble, notes, long notes, chats, docs, code, mixed,
                      mixed prompts, packs, long, prompts
  --reuse             open houses of an earlier version of this checkout, though it may have indexed otherwise: for who
                      changes the order of results alone
  --changed <n>       print the n questions of each line that changed most
  --corpora <folder>  ir/, docs/ and code/ with questions; default ../shared/corpora beside the repository
All sets at once, a line each, through the tools that agents call. Houses are kept in .cache/bench/houses, by what they
hold and by how this version indexes; those that nobody opened for a day are removed.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    against: { type: 'string' },
    part: { type: 'string' },
    queries: { type: 'string', default: '60' },
    only: { type: 'string' },
    reuse: { type: 'boolean', default: false },
    changed: { type: 'string' },
    corpora: { type: 'string', default: join(repository, '../shared/corpora') },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const part = readPart(flags.part)
  const only = flags.only?.split(',')
  const wanted = comparedSets(resolve(flags.corpora), join(cache, 'quality')).filter(
    ({ name, line, group }) => !only || [name, line, group].some((each) => only.includes(each)),
  )
  if (wanted.length === 0) throw new Error('No such set is there. Name a folder of sets with --corpora.')
  const builds = [buildAt(), ...(flags.against ? [buildAt(otherCheckout(flags.against))] : [])]
  const houses: KeptHouses = { folder: join(cache, 'houses'), reuse: flags.reuse ? 'any' : 'same' }
  forgetOld(houses.folder)
  const pairs: Pair[] = []
  for (const [, sets] of Map.groupBy(wanted, ({ line }) => line)) {
    const own: Pair[] = []
    const most = flags.queries === 'all' ? Infinity : Math.ceil(Number(flags.queries) / sets.length)
    for (const set of sets) own.push(...(await askSet(set, { builds, houses, chosen: { part, most } })))
    pairs.push(...own)
    if (own.length > 0) console.log(pairedTable(own).split('\n').slice(2).join('\n'))
    if (flags.changed) console.log(mostChanged(own, Number(flags.changed)))
  }
  console.log(
    `\n${builds
      .toReversed()
      .map(({ name }) => name)
      .join(' → ')}, ${part}\n${pairedTable(pairs)}`,
  )
}

function otherCheckout(folder: string): string {
  if (['packages/cli/src/compose.ts', 'src/app/compose.ts'].some((path) => existsSync(join(folder, path))))
    return folder
  throw new Error(`${folder} is no checkout of wuku.`)
}

interface Asking {
  readonly builds: readonly Build[]
  readonly houses: KeptHouses
  readonly chosen: Parameters<typeof choose>[1]
}

async function askSet(set: AskedSet, { builds, houses, chosen }: Asking): Promise<readonly Pair[]> {
  const { house, questions } = await set.open()
  const wanted = choose(questions, chosen)
  if (!house || wanted.length === 0) return []
  const products: Product[] = []
  const pairs: Pair[] = []
  try {
    for (const build of builds) products.push(await openKept(house, build, houses))
    for (const [at, question] of wanted.entries()) {
      const [ours, theirs] = await askInTurns(question, products, at % 2 === 1)
      if (!ours) continue
      const pair = { set: set.name, text: question.text, ours, theirs }
      for (const line of [set.line, ...(question.also ? [question.also] : [])]) pairs.push({ line, ...pair })
    }
  } finally {
    for (const product of products) await product.close()
  }
  return pairs
}

/** The second build finds the files of the machine warm, so each is first as often as the other. */
async function askInTurns(question: AskedQuestion, products: readonly Product[], isTurned: boolean) {
  const asked: Asked[] = []
  for (const product of isTurned ? products.toReversed() : products) {
    const before = process.cpuUsage()
    const score = await question.ask(product)
    const { user, system } = process.cpuUsage(before)
    asked.push({ ...score, cpu: (user + system) / 1_000 })
  }
  return isTurned ? asked.toReversed() : asked
}

function mostChanged(pairs: readonly Pair[], most: number): string {
  return pairs
    .map((pair) => ({ ...pair, by: pair.ours.value - (pair.theirs?.value ?? 1) }))
    .filter(({ by }) => Math.abs(by) > 1e-9)
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, most)
    .map(
      ({ by, set, text }) =>
        `  ${by > 0 ? '+' : ''}${by.toFixed(3)}  ${set}: ${text.slice(0, 160).replaceAll('\n', ' ')}`,
    )
    .join('\n')
}
