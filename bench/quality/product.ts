import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../src/app/compose.ts'
import { readSettings } from '../../src/app/settings.ts'
import type { Engine } from '../../src/engine/engine.ts'
import type { SearchMode } from '../../src/engine/search/types.ts'
import { writeFiles } from './files.ts'
import { fileName } from '../../src/text/file-names.ts'
import { PRODUCT } from './set-results.ts'
import type { Contestant } from './contestant.ts'
import type { Question, QuestionSet } from './sets.ts'

/** An embedding model that the product is asked with as well; its key is taken from the environment, as usual. */
export interface AskedEmbedder {
  readonly url: string
  readonly model: string
  readonly provider: string
}

/** The product as its users have it, by words; and where there is a model, by meaning and by both, on the same vectors. */
export function products(cache: string, embedder: AskedEmbedder | undefined): readonly Contestant[] {
  const houses = new Map<QuestionSet, { readonly opened: Promise<House>; guests: number }>()
  const modes: readonly SearchMode[] = embedder ? ['lexical', 'semantic', 'hybrid'] : ['lexical']
  return modes.map((mode) => ({
    name: mode === 'lexical' ? PRODUCT : `${PRODUCT} ${mode}`,
    async takeIn(set) {
      const house = houses.get(set) ?? { opened: openHouse(set, cache, embedder), guests: modes.length }
      houses.set(set, house)
      const { engine, home } = await house.opened
      const ids = new Map(set.documents.map(({ path, id }) => [path, id]))
      return {
        ask: async (question) =>
          (await search(engine, set, { ...question, mode })).map((path) => ids.get(path) ?? path),
        async close() {
          if (--house.guests > 0) return
          await engine.close()
          rmSync(home, { recursive: true, force: true })
        },
      }
    },
  }))
}

interface House {
  readonly engine: Engine
  readonly home: string
}

async function openHouse(set: QuestionSet, cache: string, embedder: AskedEmbedder | undefined): Promise<House> {
  const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const engine = await openIn(home, embedder)
  await index(engine, set, writeFiles(set, cache))
  if (embedder) await engine.models.embed({ sources: [] })
  return { engine, home }
}

async function openIn(home: string, embedder: AskedEmbedder | undefined): Promise<Engine> {
  const asked = embedder && {
    WUKU_EMBEDDER_PROVIDER: embedder.provider,
    WUKU_EMBEDDER_URL: embedder.url,
    WUKU_EMBEDDER_MODEL: embedder.model,
    WUKU_EMBEDDER_KEY: process.env['WUKU_EMBEDDER_KEY'],
    // How good a model is does not depend on how long it takes.
    WUKU_EMBEDDER_PATIENCE: '60000',
  }
  const surroundings = { env: { WUKU_HOME: home, ...asked }, platform: process.platform, userFolder: homedir() }
  return compose(await readSettings(surroundings), surroundings)
}

/** A document that was not taken in would lower every figure without a word. */
async function index(engine: Engine, set: QuestionSet, root: string): Promise<void> {
  await engine.sources.add({ root, kind: 'notes', name: set.name, options: {} })
  const report = await engine.index.update({ sources: [set.name] })
  const missing = set.documents.length - report.added
  if (missing > 0) console.error(`${set.name}: ${missing} documents were not indexed.`, report.problems.slice(0, 3))
}

type Asked = Question & { readonly mode: SearchMode }

async function search(engine: Engine, set: QuestionSet, { text, scope, mode }: Asked): Promise<readonly string[]> {
  const { hits } = await engine.search.find({
    query: text,
    kinds: ['notes'],
    sources: [set.name],
    ...(scope && { under: fileName(scope) }),
    limit: 100,
    of: 'documents',
    mode,
  })
  return hits.map((hit) => hit.document.path)
}
