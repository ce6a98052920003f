import { WukuError } from '../../../core/errors.ts'
import type { DocumentId } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { StoreView } from '../../../ports/store.ts'
import { readCatalogue } from '../catalogue.ts'
import { answerBrowsed, answerFound } from './answer.ts'
import { isBrowse, queriesOf, readAsked, withoutPhrases, type Asked } from './asked.ts'
import { browseConversations } from './browse.ts'
import { chooseConversations } from './choose.ts'
import { mayHoldAll } from './demands.ts'
import { findConversations, type Ground } from './find.ts'
import { askMeanings, readNear, type Meanings } from './near.ts'
import { pickConversations, type Picked } from './pick.ts'
import type { SearchInput, SearchOutput } from './shapes.ts'

/** One search for conversations, start to end; all but the look at where they came from is of one moment of the store. */
export async function searchConversations(wanted: SearchInput, engine: Engine): Promise<SearchOutput> {
  queriesOf(wanted)
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
  const picked = await find(asked, ground)
  return {
    output: answerFound(picked, { asked, wanted }),
    documents: picked.shown.map(({ entry }) => firstOf(entry)),
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
  const catalogue = await readCatalogue(view, engine)
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

/** People quote from memory: where nothing holds a phrase as it was written, its words are looked for without it. */
async function find(asked: Asked, ground: Ground): Promise<Picked> {
  const picked = await findAsked(asked, ground)
  const loose = picked.shown.length === 0 ? withoutPhrases(asked) : undefined
  return loose ? findAsked(loose, ground) : picked
}

async function findAsked(asked: Asked, ground: Ground): Promise<Picked> {
  const among = await mayHoldAll(asked, ground)
  const ranked = among?.size === 0 ? [] : await findConversations(asked.aspects, among, ground)
  return pickConversations(ranked, asked, ground)
}
