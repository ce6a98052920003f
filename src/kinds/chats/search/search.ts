import { WukuError } from '../../../core/errors.ts'
import type { DocumentId } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import {
  demandedIn,
  enoughHolders,
  hasOperands,
  tellLoosened,
  type Loosened,
} from '../../../engine/search/loosening.ts'
import type { StoreView } from '../../../ports/store.ts'
import { readCatalogue } from '../catalogue.ts'
import { answerBrowsed, answerFound } from './answer.ts'
import { isBrowse, parsedOf, readAsked, type Asked } from './asked.ts'
import { browseConversations } from './browse.ts'
import { chooseConversations } from './choose.ts'
import { mayHoldAll } from './demands.ts'
import { findConversations, type Ground } from './find.ts'
import { hearDates } from './heard-dates.ts'
import { askMeanings, readNear, type Meanings } from './near.ts'
import { pickConversations, type Picked } from './pick.ts'
import { withReplies } from './replies.ts'
import type { SearchInput, SearchOutput } from './shapes.ts'
import { judgeChats } from './sure.ts'

/** Dates in the query are heard as long as they leave anything. */
export async function searchConversations(wanted: SearchInput, engine: Engine): Promise<SearchOutput> {
  const heard = hearDates(wanted, engine.now())
  if (!heard) return searchWindow(wanted, engine)
  const found = heard.wanted && (await searchWindow(heard.wanted, engine))
  if (found && found.results.length > 0) return noting(found, `Only what fits ${heard.said}.`)
  return noting(await searchWindow(wanted, engine), `Nothing fits ${heard.said}: searched as words.`)
}

const noting = (found: SearchOutput, note: string): SearchOutput => ({
  ...found,
  notes: [note, ...(found.notes ?? [])],
})

/** One search for conversations, start to end; all but the look at where they came from is of one moment of the store. */
async function searchWindow(wanted: SearchInput, engine: Engine): Promise<SearchOutput> {
  const meanings = isBrowse(wanted) ? new Map() : await askMeanings(wanted, engine.meaning)
  const { output, documents } = await engine.read((view) => searchView(wanted, view, { engine, meanings }))
  const freshness = await engine.freshness(await engine.read((view) => view.documentsById(documents)))
  const isMissing = documents.map((id) => freshness.get(id) === 'missing')
  return {
    ...output,
    results: output.results.map((each, at) => ({ ...each, ...(isMissing[at] && { source_missing: true as const }) })),
  }
}

interface Searched {
  readonly output: SearchOutput
  /** The first of each result. */
  readonly documents: readonly DocumentId[]
}

async function searchView(
  wanted: SearchInput,
  view: StoreView,
  { engine, meanings }: { readonly engine: Engine; readonly meanings: Meanings },
): Promise<Searched> {
  const bare = await readGround(wanted, view, engine)
  const ground = { ...bare, near: await readNear(meanings, bare) }
  const asked = await readAsked(wanted, view)
  if (isBrowse(wanted)) {
    const browsed = await browseConversations(asked, ground)
    return { output: answerBrowsed(browsed, asked, wanted), documents: browsed.map(({ entry }) => firstOf(entry)) }
  }
  const found = await find(asked, ground)
  const judged = judgeChats(found.picked.shown, {
    asked: found.asked,
    passages: (await view.termStats([])).chunks,
    near: ground.near,
  })
  const shown = wanted.weak ? found.picked.shown : found.picked.shown.slice(0, judged.shown)
  const weaker = found.picked.shown.length - shown.length
  const notes = [
    ...parsedOf(wanted).flatMap(({ told }) => told),
    ...(shown.length > 0 ? tellLoosened(found.loosened) : []),
  ]
  const answer = answerFound({ ...found.picked, shown }, { asked: found.asked, wanted })
  return {
    output: {
      sure: judged.sure,
      ...answer,
      results: await withReplies(answer.results, shown, { view, budget: wanted.budget }),
      ...(weaker > 0 && { weaker }),
      ...(notes.length > 0 && { notes }),
    },
    documents: shown.map(({ entry }) => firstOf(entry)),
  }
}

const firstOf = ({ documents: [first] }: Ground['chosen']['entries'][number]): DocumentId =>
  first?.id ?? (0 as DocumentId)

async function readGround(wanted: SearchInput, view: StoreView, engine: Engine): Promise<Ground> {
  const all = await view.sources()
  const chats = all.filter(({ kind }) => kind === 'chats')
  const house = engine.kinds.find(({ kind }) => kind === 'chats')
  if (!house) throw new Error('There is no storehouse of conversations to search.')
  const now = engine.now()
  const catalogue = await readCatalogue(view)
  const chosen = chooseConversations(wanted, catalogue, { now, asking: engine.currentChat })
  if (catalogue.entries.length === 0) throw nothingThere()
  return {
    view,
    wanted,
    now,
    chosen,
    ranking: house.ranking,
    sources: chats.map(({ id }) => id),
    isEverything: chats.length === all.length,
    near: new Map(),
  }
}

const nothingThere = (): WukuError =>
  new WukuError(
    'not-indexed',
    'There are no conversations here yet.',
    'Take in what agents keep on this machine: "wuku add --agent all"; or an export: "wuku add <file>".',
  )

interface Found {
  readonly picked: Picked
  /** As it was looked up in the end. */
  readonly asked: Asked
  readonly loosened: Loosened
}

/**
 * People quote from memory: where few hold a phrase as it was written, conversations that hold its words stand behind them;
 * and where nothing is left of what a query excludes, nothing is excluded.
 */
async function find(asked: Asked, ground: Ground): Promise<Found> {
  const { wanted, view } = ground
  const picked = await findAsked(asked, ground)
  const queries = parsedOf(wanted)
  const phrases = { said: queries.flatMap(demandedIn), holders: picked.shown.length }
  const enough = Math.max(0, ...queries.map((query) => enoughHolders(query, wanted.limit_chats)))
  const isLoose = picked.shown.length < enough
  const loose = isLoose ? await readAsked(wanted, view, 'exclusions') : asked
  const behind = isLoose ? withOthers(picked, await findAsked(loose, ground), wanted.limit_chats) : picked
  const isMore = behind.shown.length > picked.shown.length
  if (behind.shown.length > 0 || !queries.some(hasOperands))
    return { picked: behind, asked: isMore ? loose : asked, loosened: isMore ? { phrases } : {} }
  const words = await readAsked(wanted, view, 'words')
  const excluded = queries.flatMap((query) => query.excluded)
  return { picked: await findAsked(words, ground), asked: words, loosened: { phrases, excluded } }
}

function withOthers(holding: Picked, loose: Picked, limit: number): Picked {
  const known = new Set(holding.shown.map(({ entry }) => entry))
  const least = Math.min(1, ...holding.shown.map(({ score }) => score))
  const others = loose.shown.filter(({ entry }) => !known.has(entry))
  return {
    shown: [...holding.shown, ...others.map((chat) => ({ ...chat, score: Math.min(chat.score, least) }))].slice(
      0,
      limit,
    ),
    copies: new Map([...loose.copies, ...holding.copies]),
  }
}

async function findAsked(asked: Asked, ground: Ground): Promise<Picked> {
  const among = await mayHoldAll(asked, ground)
  const ranked = among?.size === 0 ? [] : await findConversations(asked.aspects, among, ground)
  return pickConversations(ranked, asked, ground)
}
