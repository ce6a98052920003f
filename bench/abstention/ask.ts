import { limits } from '@wuku/core/limits'
import type { Confidence } from '@wuku/index-core/ranking/confidence'
import { askOperation } from '../ask-operation.ts'
import { ndcg } from '../quality/metrics.ts'
import { openScratchHouse, type ScratchHouse } from '../quality/houses/open.ts'
import { sha1 } from '../corpus.ts'
import type { Answer, Door } from './doors.ts'
import type { House, HouseQuestion } from './sets.ts'

export interface Asked {
  readonly isOwn: boolean
  readonly isLong: boolean
  /** Question of another set in the language of the house. */
  readonly isAlike: boolean
  /** One in three, which no threshold was chosen by. */
  readonly isHeldBack: boolean
  readonly sure: Confidence
  readonly shown: number
  readonly score: number
  /** nDCG@10 as it is shown, and with all that was left out. */
  readonly gain: number
  readonly whole: number
}

export interface SetOutcome {
  readonly name: string
  /** The tool that was asked. */
  readonly door: string
  readonly asked: readonly Asked[]
}

/** Foreign questions of each kind: as many of each other set. */
const FOREIGN = { questions: 12, prompts: 4 }

/** All questions through each of the doors that lead to it. */
export async function askHouse(
  house: House,
  { all, doors }: { readonly all: readonly House[]; readonly doors: readonly Door[] },
): Promise<readonly SetOutcome[]> {
  const opened = await openHouse(house)
  const outcomes: SetOutcome[] = []
  for (const door of doors.filter(({ kinds }) => kinds.includes(house.kind)))
    outcomes.push({ name: house.name, door: door.name, asked: await askThrough(door, { house, all, opened }) })
  await opened.close()
  return outcomes
}

interface Asking {
  readonly house: House
  readonly all: readonly House[]
  readonly opened: ScratchHouse
}

async function askThrough(door: Door, { house, all, opened }: Asking): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  const put = async (question: HouseQuestion, about: Pick<Asked, 'isOwn' | 'isLong' | 'isAlike'>) =>
    asked.push(await askOne(question, about, { house, opened, door }))
  for (const question of house.questions) await put(question, { isOwn: true, isLong: false, isAlike: true })
  for (const question of house.prompts) await put(question, { isOwn: true, isLong: true, isAlike: true })
  for (const other of all.filter(({ corpus }) => isForeign(corpus, house.corpus))) {
    const isAlike = other.language === house.language
    for (const question of spread(other.questions, FOREIGN.questions))
      await put(question, { isOwn: false, isLong: false, isAlike })
    for (const question of spread(other.prompts, FOREIGN.prompts))
      await put(question, { isOwn: false, isLong: true, isAlike })
  }
  return asked
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
    else await opened.engine.sources.add({ root, kind: house.kind, name, options: {} })
  await opened.engine.index.update({ sources: [] })
  return opened
}

async function askOne(
  { text, grades, excluded, scope }: HouseQuestion,
  about: Pick<Asked, 'isOwn' | 'isLong' | 'isAlike'>,
  { house, opened: { engine }, door }: Pick<Asking, 'house' | 'opened'> & { readonly door: Door },
): Promise<Asked> {
  const library = house.libraries.includes(scope) ? scope : libraryFor(text, house)
  const question = { text: text.slice(0, limits.queryChars), scope: library }
  const short = await door.ask({ ...question, weak: false }, house.kind, engine)
  const whole = about.isOwn ? await door.ask({ ...question, weak: true }, house.kind, engine) : short
  const gainOf = ({ found }: Answer): number => {
    const kept = [...new Set(found)].filter((name) => !excluded.has(name))
    return about.isOwn ? ndcg(kept, grades, 10) : 0
  }
  return {
    ...about,
    isHeldBack: Number.parseInt(sha1(text).slice(0, 6), 16) % 3 === 0,
    sure: short.sure,
    shown: short.found.length,
    score: short.score,
    gain: gainOf(short),
    whole: gainOf(whole),
  }
}

/** A question that belongs elsewhere is asked of any of them, always of the same. */
const libraryFor = (text: string, { libraries }: House): string =>
  libraries[Number.parseInt(sha1(text).slice(0, 6), 16) % Math.max(1, libraries.length)] ?? ''
