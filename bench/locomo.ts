import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { askFriends, readFriends, type ChatsTool } from './chats/friends.ts'
import { buildAt, type Product } from './house/build.ts'
import { openKept } from './house/kept.ts'
import { machine } from './machine.ts'
import { choose, PART_USAGE, readPart } from './part.ts'
import { loadSet, type Question } from './quality/sets.ts'
import { share, table } from './table.ts'

const USAGE = `node bench/locomo.ts [options]
  --part <part>       ${PART_USAGE}
  --corpora <folder>  with ir/locomo_turn and ir/locomo_session; default ../shared/corpora beside the repository
Questions of LoCoMo about ten long friendships: each session is one conversation, a question is asked as it is written, of the
sessions of its own pair of friends, without a model. A hit is a session that holds evidence. Writes bench/results/locomo.md
when all are asked.`

const repository = fileURLToPath(new URL('..', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    part: { type: 'string' },
    corpora: { type: 'string', default: join(repository, '../shared/corpora') },
    help: { type: 'boolean', default: false },
  },
})

const TOOLS = ['recall', 'search_conversations'] as const satisfies readonly ChatsTool[]

async function main(): Promise<void> {
  const cache = join(repository, '.cache', 'bench')
  const sets = join(flags.corpora, 'ir')
  const friends = readFriends(join(sets, 'locomo_turn', 'corpus.jsonl'))
  const house = { name: 'locomo', sources: friends.sources(join(cache, 'friends')) }
  const questions = choose(loadSet(sets, 'locomo_session').questions, { part: readPart(flags.part) })
  const product = await openKept(house, buildAt(), { folder: join(cache, 'houses'), reuse: 'same' })
  const rows: (readonly string[])[] = []
  for (const tool of TOOLS) rows.push([tool, ...figuresOf(await ranksOf(product, questions, { tool, friends }))])
  await product.close()
  const page = `# LoCoMo

Made by \`npm run bench:locomo\` on ${machine()}: ${questions.length.toLocaleString('en')} questions about ${friends.count} sessions of ten pairs of friends (${flags.part ?? 'all'}). Each session is one conversation; a question is asked as it is written, of the sessions of its own pair, with default arguments and without a model. A hit is a session that holds evidence.

${table(['tool', 'hit@1', 'hit@5', 'hit@10', 'MRR'], rows)}
`
  console.log(page)
  if (flags.part === undefined) writeFileSync(join(repository, 'bench', 'results', 'locomo.md'), page)
}

interface Asking {
  readonly tool: ChatsTool
  readonly friends: ReturnType<typeof readFriends>
}

/** The rank of the first session with evidence, from 1; Infinity where none is shown. */
async function ranksOf(product: Product, questions: readonly Question[], { tool, friends }: Asking) {
  const idOf = friends.idOf('sessions')
  const ranks: number[] = []
  for (const question of questions) {
    const { places } = await askFriends(product, question, { tool })
    const sessions = [
      ...new Set(places.map((place) => place.map(idOf).find((id) => question.grades.has(id)) ?? place.map(idOf)[0])),
    ]
    const at = sessions.findIndex((id) => id !== undefined && question.grades.has(id))
    ranks.push(at < 0 ? Infinity : at + 1)
  }
  return ranks
}

function figuresOf(ranks: readonly number[]): readonly string[] {
  const hitsAt = (depth: number): string => share(ranks.filter((rank) => rank <= depth).length / ranks.length)
  return [hitsAt(1), hitsAt(5), hitsAt(10), share(ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length)]
}

if (flags.help) console.log(USAGE)
else await main()
