import { createHash } from 'node:crypto'
import { encodeStrength } from '@wuku/core/strength'
import type { ChunkFacts, Json, Kind, SourceId } from '@wuku/core/core-types'
import {
  emptySlice,
  type Amendment,
  type AnalysedDocument,
  type AnalysedSlice,
  type IndexBatch,
  type SourceDraft,
  type TermTable,
} from '@wuku/core/ports/store'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { analyserVersion, createTermCounter } from '@wuku/text/terms/terms'

/** A document as a test says it. Every paragraph is a chunk. */
export interface Sample {
  readonly path: string
  readonly text: string
  readonly item?: string
  readonly title?: string
  readonly stamp?: string
  readonly modifiedAt?: number
  readonly headings?: readonly string[]
  readonly meta?: { readonly [key: string]: Json }
  readonly outline?: Json
  readonly marks?: readonly string[]
}

export const sourceNamed = (name: string, kind: Kind = 'notes'): SourceDraft => ({
  kind,
  name,
  root: `/home/${name}`,
  options: {},
  addedAt: 1_000,
})

export const batchOf = (source: SourceId, parts: Partial<IndexBatch>): IndexBatch => ({
  source,
  remove: [],
  move: [],
  touch: [],
  put: emptySlice,
  ...parts,
})

export const putting = (source: SourceId, samples: readonly Sample[]): IndexBatch =>
  batchOf(source, { put: sliceOf(samples) })

/** `from` under the path, and with the text, of `to`. */
export const moving = (source: SourceId, from: string, to: Sample): IndexBatch =>
  batchOf(source, { move: [moveOf(from, to)] })

export const moveOf = (from: string, to: Sample) => {
  const documents = sliceOf([to])
  const { item, stamp } = documents.documents[0]?.facts ?? { item: '', stamp: '' }
  return { from, to: item, stamp, documents }
}

/** `before` as it is, where `after` still says the same in the same order. */
export const amending = (source: SourceId, before: Sample, after: Sample): IndexBatch =>
  batchOf(source, { amend: [amendmentOf(before, after)] })

export function amendmentOf(before: Sample, after: Sample): Amendment {
  const slice = sliceOf([after])
  // As of a run, that counts the pairs of whole documents alone.
  const { pairs: _, ...document } = slice.documents[0] ?? toDocument(after)
  const old = saidBy(toDocument(before))
  let next = 0
  const kept = saidBy(document).map((said) => {
    const place = old.indexOf(said, next)
    if (place >= 0) next = place + 1
    return place
  })
  return { document, reusedPlaces: kept, terms: pickRows(slice.terms, (row) => (kept[row] ?? -1) < 0) }
}

const saidBy = ({ text, chunks }: AnalysedDocument): string[] =>
  chunks.map(({ start, end }) => text.slice(start, end).trimEnd())

function pickRows({ vocabulary, starts, terms, strengths }: TermTable, isWanted: (row: number) => boolean): TermTable {
  const rows = [...starts.subarray(1)]
    .map((end, row) => ({ start: starts[row] ?? 0, end }))
    .filter((_, at) => isWanted(at))
  const pick = (of: Uint32Array | Uint8Array): number[] =>
    rows.flatMap(({ start, end }) => [...of.subarray(start, end)])
  let end = 0
  return {
    vocabulary,
    starts: Uint32Array.from([0, ...rows.map((row) => (end += row.end - row.start))]),
    terms: Uint32Array.from(pick(terms)),
    strengths: Uint8Array.from(pick(strengths)),
  }
}

export const probeFor = (words: readonly string[], rest: Partial<TextProbe> = {}): TextProbe => ({
  terms: words.map((term) => ({ term, weight: 1 })),
  required: [],
  excluded: [],
  k1: 1.2,
  depth: 10,
  ...rest,
})

export function sliceOf(samples: readonly Sample[]): AnalysedSlice {
  const counter = createTermCounter()
  const starts = [0]
  const terms: number[] = []
  const strengths: number[] = []
  const documents = samples.map((sample) => {
    const { facts, text, chunks, ...rest } = toDocument(sample)
    for (const { start, end, headings } of chunks) {
      counter.addBody(text.slice(start, end))
      for (const said of [facts.title, facts.path, ...headings]) counter.add(said, 0.5)
      for (const mark of sample.marks ?? []) counter.addMark('is', mark, 1)
      counter.drain((term, frequency) => strengths.push(encodeStrength(frequency)) && terms.push(term))
      starts.push(terms.length)
    }
    return { facts, text, chunks, ...rest, pairs: counter.drainPairs() }
  })
  return {
    documents,
    terms: {
      vocabulary: [...counter.vocabulary],
      starts: Uint32Array.from(starts),
      terms: Uint32Array.from(terms),
      strengths: Uint8Array.from(strengths),
    },
  }
}

function toDocument({ path, text, item = path, title = path, ...rest }: Sample): AnalysedDocument {
  return {
    facts: {
      item,
      path,
      title,
      hash: hashOf(text),
      stamp: rest.stamp ?? 'first',
      bytes: Buffer.byteLength(text),
      lines: text.split('\n').length,
      modifiedAt: rest.modifiedAt ?? 1_000,
      meta: rest.meta ?? {},
    },
    analyser: analyserVersion,
    text,
    chunks: paragraphs(text, rest.headings ?? []),
    ...(rest.outline !== undefined && { outline: rest.outline }),
  }
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function paragraphs(text: string, headings: readonly string[]): ChunkFacts[] {
  const chunks: ChunkFacts[] = []
  for (const { 0: paragraph, index } of text.matchAll(/[^\n]+(\n[^\n]+)*\n?/g)) {
    const line = text.slice(0, index).split('\n').length
    const endLine = line + paragraph.trimEnd().split('\n').length - 1
    const anchor = /^#(\w+)/.exec(paragraph)?.[1]
    const facts = { start: index, end: index + paragraph.length, line, endLine, headings }
    chunks.push(anchor === undefined ? facts : { ...facts, anchor })
  }
  return chunks
}
