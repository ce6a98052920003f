import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../src/app/compose.ts'
import { readSettings } from '../../src/app/settings.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { writeFiles } from './files.ts'
import { fileName } from './paths.ts'
import { PRODUCT } from './report.ts'
import type { Contestant } from './contestant.ts'
import type { Question, QuestionSet } from './sets.ts'

/** The product as its users have it: a notes source in a data folder of its own, asked in this process. */
export const product = (cache: string): Contestant => ({
  name: PRODUCT,
  async takeIn(set) {
    const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
    const engine = await openIn(home)
    await index(engine, set, writeFiles(set, cache))
    const ids = new Map(set.documents.map(({ path, id }) => [path, id]))
    return {
      ask: async (question) => (await search(engine, set, question)).map((path) => ids.get(path) ?? path),
      async close() {
        await engine.close()
        rmSync(home, { recursive: true, force: true })
      },
    }
  },
})

async function openIn(home: string): Promise<Engine> {
  const surroundings = { env: { WUKU_HOME: home }, platform: process.platform, userFolder: homedir() }
  return compose(await readSettings(surroundings), surroundings)
}

/** A document that was not taken in would lower every figure without a word. */
async function index(engine: Engine, set: QuestionSet, root: string): Promise<void> {
  await engine.addSource({ root, kind: 'notes', name: set.name, options: {} })
  const report = await engine.index({ sources: [set.name] })
  const missing = set.documents.length - report.added
  if (missing > 0) console.error(`${set.name}: ${missing} documents were not indexed.`, report.problems.slice(0, 3))
}

async function search(engine: Engine, set: QuestionSet, { text, scope }: Question): Promise<readonly string[]> {
  const { hits } = await engine.search({
    query: text,
    kinds: ['notes'],
    sources: [set.name],
    ...(scope && { under: fileName(scope) }),
    limit: 100,
    of: 'documents',
  })
  return hits.map((hit) => hit.document.path)
}
