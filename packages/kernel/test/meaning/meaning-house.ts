import { openTestStore } from '../../../../test/test-store.ts'
import { createEngine } from '../../src/create.ts'
import { notes } from '@wuku/notes'
import { notesReader } from '../../../notes/src/note-reader.ts'
import type { Clock } from '@wuku/core/ports/clock'
import { EmbeddingFailed, type Embedder, type EmbedderFacts, type EmbedFailureKind } from '@wuku/core/ports/embedder'
import type { Feed } from '@wuku/core/ports/feed'
import type { Models } from '@wuku/core/ports/models'
import { conceptVector } from '../../../../test/concepts.ts'
import { modelsOf } from '../models-ports.ts'
import { modelsOutsideViews } from '../models-outside-views.ts'
import { plainPorts } from '../plain-ports.ts'

export type Files = Record<string, string>

/** Knows what a few words mean; does as it is told, and remembers what it was asked. */
export interface ConceptEmbedder extends Embedder {
  readonly texts: string[]
  /** Asked before each answer; what it throws is the answer. */
  before: (texts: readonly string[]) => Promise<void> | void
}

export const facts: EmbedderFacts = {
  provider: 'openai',
  model: 'concepts-1',
  isLocal: false,
  manner: 'plain',
  longestText: 10_000,
  dimensions: undefined,
  baseUrl: 'http://127.0.0.1:1/v1',
  endpoint: 'http://127.0.0.1:1/v1/embeddings',
  authMode: 'bearer',
  hasApiKey: false,
}

export function conceptEmbedder(more: Partial<EmbedderFacts> = {}): ConceptEmbedder {
  const texts: string[] = []
  const embedder: ConceptEmbedder = {
    texts,
    before: () => {},
    describe: () => ({ ...facts, ...more }),
    async embed(given) {
      await embedder.before(given)
      texts.push(...given)
      return given.map(conceptVector)
    },
    close: async () => {},
  }
  return embedder
}

export const failing = (kind: EmbedFailureKind): EmbeddingFailed =>
  new EmbeddingFailed({ kind, message: `It says ${kind}.`, remedy: 'Mend it.' })

/** Notes of two people, by the sea and in a garage. */
const twoSources: Readonly<Record<string, Files>> = {
  sea: {
    'tides.md': '# Tides\n\nThe moon pulls the sea twice a day.\n',
    'harbour.md': '# Harbour\n\nDredging starts in March with the barge Cormorant.\n',
    'copy.md': '# Harbour\n\nDredging starts in March with the barge Cormorant.\n',
  },
  garage: { 'tyres.md': '# Tyres\n\nThe automobile waits for new tyres.\n' },
}

/** Its `pass` lets so many milliseconds go by; sleeps end when it passes them. */
export async function openMeaningHouse(models: Partial<Models>, sources = structuredClone(twoSources)) {
  const { clock, pass } = handClock()
  const engine = createEngine(
    plainPorts([notes], [notesReader], {
      ...modelsOutsideViews(openTestStore(), modelsOf(models)),
      clock,
      open: { feed: (source) => feedOf(sources[source.name] ?? {}) },
    }),
  )
  for (const name of Object.keys(sources)) await engine.sources.add({ root: `/${name}`, name, options: {} })
  await engine.index.update({ sources: [] })
  return { engine, sources, pass }
}

const feedOf = (files: Files): Feed => ({
  list: async () => ({
    items: Object.entries(files).map(([path, text]) => ({ path, stamp: text, bytes: text.length, modifiedAt: 0 })),
    skipped: [],
    problems: [],
    complete: true,
  }),
  read: async ({ path, stamp }) => ({ path, stamp, modifiedAt: 0, bytes: Buffer.from(files[path] ?? '') }),
  stamp: async (path) => files[path],
  isThere: async () => true,
})

function handClock(): { readonly clock: Clock; pass(milliseconds: number): void } {
  let now = 1_000
  let sleepers: { readonly until: number; readonly wake: () => void }[] = []
  return {
    clock: {
      now: () => now,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          sleepers.push({ until: now + milliseconds, wake: resolve })
          signal?.addEventListener('abort', () => reject(new Error('Woken.')), { once: true })
        }),
      every: () => () => {},
    },
    pass(milliseconds) {
      now += milliseconds
      for (const { until, wake } of sleepers) if (until <= now) wake()
      sleepers = sleepers.filter(({ until }) => until > now)
    },
  }
}
