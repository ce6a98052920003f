import type { Output } from '../../src/engine/operations/recall/shape.ts'
import { limits } from '../../src/core/limits.ts'
import { askOperation } from '../ask-operation.ts'
import { ndcg } from '../quality/metrics.ts'
import { openScratchHouse, type ScratchHouse } from '../quality/houses/open.ts'
import { sha1 } from '../corpus.ts'
import type { House, HouseQuestion } from './sets.ts'

export interface Asked {
  readonly isOwn: boolean
  readonly isLong: boolean
  /** Of another set in the language of the house. */
  readonly isAlike: boolean
  /** One in three, which no threshold was chosen by. */
  readonly isHeldBack: boolean
  readonly sure: Output['sure']
  readonly shown: number
  readonly score: number
  /** nDCG@10 as it is shown, and with all that was left out. */
  readonly gain: number
  readonly whole: number
}

export interface SetOutcome {
  readonly name: string
  readonly asked: readonly Asked[]
}

/** Foreign questions of each kind: as many of each other set. */
const FOREIGN = { questions: 12, prompts: 4 }

export async function askHouse(house: House, all: readonly House[]): Promise<SetOutcome> {
  const opened = await openHouse(house)
  const asked: Asked[] = []
  const put = async (question: HouseQuestion, about: Pick<Asked, 'isOwn' | 'isLong' | 'isAlike'>) =>
    asked.push(await askOne(question, about, { house, opened }))
  for (const question of house.questions) await put(question, { isOwn: true, isLong: false, isAlike: true })
  for (const question of house.prompts) await put(question, { isOwn: true, isLong: true, isAlike: true })
  for (const other of all.filter(({ corpus }) => isForeign(corpus, house.corpus))) {
    const isAlike = other.language === house.language
    for (const question of spread(other.questions, FOREIGN.questions))
      await put(question, { isOwn: false, isLong: false, isAlike })
    for (const question of spread(other.prompts, FOREIGN.prompts))
      await put(question, { isOwn: false, isLong: true, isAlike })
  }
  await opened.close()
  return { name: house.name, asked }
}

/** Two sets about a library in common are of one house. */
const isForeign = (one: string, other: string): boolean =>
  !one.split(',').some((part) => other.split(',').includes(part))

const spread = <T>(items: readonly T[], most: number): readonly T[] =>
  items.filter((_, at) => Math.floor((at * most) / items.length) !== Math.floor(((at - 1) * most) / items.length))

async function openHouse(house: House): Promise<ScratchHouse> {
  const opened = await openScratchHouse()
  for (const [name, root] of Object.entries(house.folders()))
    if (house.kind === 'docs') await askOperation(opened.engine, 'add', { root, kind: 'docs', name, version: '1.0.0' })
    else await opened.engine.addSource({ root, kind: house.kind, name, options: {} })
  await opened.engine.index({ sources: [] })
  return opened
}

/** Nothing is left out for its length: that is another matter. */
const BUDGET = 200_000

async function askOne(
  { text, grades, excluded }: HouseQuestion,
  about: Pick<Asked, 'isOwn' | 'isLong' | 'isAlike'>,
  { house, opened: { engine } }: { readonly house: House; readonly opened: ScratchHouse },
): Promise<Asked> {
  const input = { query: text.slice(0, limits.queryChars), kinds: [house.kind], budget: BUDGET, mode: 'lexical' }
  const short = await askOperation<Output>(engine, 'recall', input)
  const whole = about.isOwn ? await askOperation<Output>(engine, 'recall', { ...input, weak: true }) : short
  const gainOf = ({ hits }: Output): number => {
    const found = hits.map(({ source, path }) => `${source.replace(/@.*$/, '')}/${path}`)
    return about.isOwn
      ? ndcg(
          found.filter((name) => !excluded.has(name)),
          grades,
          10,
        )
      : 0
  }
  return {
    ...about,
    isHeldBack: Number.parseInt(sha1(text).slice(0, 6), 16) % 3 === 0,
    sure: short.sure,
    shown: short.hits.length,
    score: short.hits[0]?.score ?? 0,
    gain: gainOf(short),
    whole: gainOf(whole),
  }
}
