import { chunksWithTerms, LOOKUP_K1 } from '@wuku/kernel/chunks-with-terms'
import { rarity, saturate } from '@wuku/core/strength'
import type { Candidate, ChunkId, DocumentId, Passage, SourceId } from '@wuku/core/core-types'
import { unite } from '@wuku/kernel/query/prompt-parts'
import { definitionTerms } from '../search/asked-names.ts'
import type { StoreView } from '@wuku/core/ports/store'
import { analyseQuery } from '@wuku/text/terms/query'

export interface RatedFile {
  readonly document: DocumentId
  readonly score: number
  /** The passage that the question names. */
  readonly named?: ChunkId
}

export interface RatedPassage {
  readonly passage: Passage
  readonly worth: number
}

export interface PassagesRequest {
  readonly question: string
  readonly source: SourceId
  readonly files: readonly RatedFile[]
  readonly maximum: number
}

/** Chunks of all files together that are weighed. */
const DEPTH = 400
/** Weight of a file relative to 1 for the words of a passage. */
const FILE = 0.75

/** Parts of files that a task needs, best first: they hold its words or define its names, in files that answer well. */
export async function passagesOf(view: StoreView, request: PassagesRequest): Promise<readonly RatedPassage[]> {
  const { files, source, maximum } = request
  if (files.length === 0) return []
  const { terms, names } = await weighTerms(request, view)
  const within = { sources: [source], documents: files.map(({ document }) => document) }
  const [mentioning = [], defining = []] = await chunksWithTerms(view, [
    { terms, within, limit: DEPTH },
    { terms: names, within, limit: DEPTH },
  ])
  const evidence = evidenceOf(files)
  const rated = rate([mentioning, defining], files, evidence).slice(0, maximum)
  const passages = await view.chunks.passages(rated.map(({ chunk }) => chunk))
  const worths = new Map(rated.map(({ chunk, score }) => [chunk, score]))
  const found = passages.map((passage) => ({ passage, worth: worths.get(passage.chunk) ?? 0 }))
  return divided(found, evidence)
}

function evidenceOf(files: readonly RatedFile[]): ReadonlyMap<DocumentId, number> {
  const nats = files.map(({ document, score }) => [document, -Math.log(Math.max(1e-9, 1 - score))] as const)
  const best = Math.max(Number.MIN_VALUE, ...nats.map(([, each]) => each))
  return new Map(nats.map(([document, each]) => [document, each / best]))
}

/** Characters of a file after which its next passage counts half; of one that answers less, fewer. */
const HALF = 3_000
/** Share of `HALF` that a file has which hardly answers. */
const LEAST = 0.1

/** Best first, while each further passage of a file counts less: the better a file answers, the more of it is shown. */
function divided(passages: readonly RatedPassage[], evidence: ReadonlyMap<DocumentId, number>) {
  const shown = new Map<DocumentId, number>()
  const left = new Set(passages)
  const valueOf = ({ worth, passage: { document } }: RatedPassage): number =>
    worth / (1 + (shown.get(document.id) ?? 0) / (HALF * (LEAST + (evidence.get(document.id) ?? 0))))
  return passages.map((first) => {
    let best = left.has(first) ? first : undefined
    for (const each of left) if (best === undefined || valueOf(each) > valueOf(best)) best = each
    const next = best ?? first
    left.delete(next)
    const { document, text } = next.passage
    shown.set(document.id, (shown.get(document.id) ?? 0) + text.length)
    return next
  })
}

async function weighTerms({ question, source }: PassagesRequest, view: StoreView) {
  const words = analyseQuery(question).filter(({ weight }) => weight > 0)
  const loud = words.map((word) => word.terms.map(({ term, weight }) => ({ term, weight: weight * word.weight })))
  const united = unite(loud)
  const { chunks, holders } = await view.terms.stats(
    united.map(({ term }) => term),
    [source],
  )
  const terms = united.map(({ term, weight }) => ({ term, weight: weight * rarity(holders.get(term) ?? 0, chunks) }))
  const names = definitionTerms(words.map(({ raw, script }) => ({ raw, isCjk: script === 'cjk' })))
  return {
    terms: terms.filter(({ weight }) => weight > 0),
    names: names.filter(({ weight }) => weight > MIN_NAME_WEIGHT),
  }
}

/** A plain word is the name of something nearly everywhere. */
const MIN_NAME_WEIGHT = 0.7

function rate(
  [mentioning, defining]: readonly [readonly Candidate[], readonly Candidate[]],
  files: readonly RatedFile[],
  evidence: ReadonlyMap<DocumentId, number>,
): readonly Candidate[] {
  const maximum = Math.max(Number.MIN_VALUE, ...mentioning.map(({ score }) => score))
  const fullScore = saturate(1, LOOKUP_K1)
  const worths = new Map<ChunkId, Candidate>()
  for (const each of mentioning) worths.set(each.chunk, { ...each, score: each.score / maximum })
  for (const each of defining) {
    const before = worths.get(each.chunk)?.score ?? 0
    worths.set(each.chunk, { ...each, score: before + DEFINES * Math.min(1, each.score / fullScore) })
  }
  for (const { document, named } of files)
    if (named !== undefined) worths.set(named, { chunk: named, document, score: NAMED })
  const rated = [...worths.values()].map((each) => ({
    ...each,
    score: each.score + FILE * (evidence.get(each.document) ?? 0),
  }))
  return rated.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
}

/** Weight of defining a name of the task, relative to the same, and worth of the passage that it names. */
const [DEFINES, NAMED] = [0.5, 2]
