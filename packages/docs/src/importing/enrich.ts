import { isWukuError } from '@wuku/core/errors'
import type { DocumentId } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Generator } from '@wuku/core/ports/generator'
import type { LibraryVersion } from '@wuku/core/ports/library-store'
import { snippetKey } from '../doc-chunks.ts'
import { ENRICHED } from '../originals.ts'
import type { DocOutline, SnippetFacts } from '../snippets.ts'
import { askForWords, type EnrichedWords } from './ask-for-words.ts'
import type { Task } from './task.ts'

/** Texts of a language model about the snippets of a file, by the beginning of the hash of their text. */
export interface EnrichedFile {
  readonly snippets: { readonly [textHash: string]: EnrichedWords }
}

/** Requests under way at once. */
const SIDE_BY_SIDE = 5
/** A model that fails so often in a row is not asked further. */
const MAX_FAILURES = 5

interface Enriching {
  readonly engine: Engine
  readonly task: Task
}

/**
 * Titles and descriptions of the snippets that show code, by the language model that is set up; what it wrote about the
 * same text before is not asked again. Without a model, or when it fails, what the document says of itself stays.
 * Only masked text leaves the machine. `true`: something was written, and the version is to be indexed again.
 */
export async function enrichVersion(
  staged: LibraryVersion,
  before: LibraryVersion | undefined,
  { engine, task }: Enriching,
): Promise<boolean> {
  const generator = generatorOf(engine)
  if (!generator) return false
  const documents = await engine.read((view) => view.documents.list({ sources: [staged.source] }))
  const state = { done: 0, total: documents.length, failures: 0 }
  let written = false
  for (const { id, path } of documents) {
    task.step('enriching', path, { done: state.done++, total: state.total })
    if (task.signal.aborted || state.failures >= MAX_FAILURES) break
    const pendingSnippets = await snippetsToEnrich(id, engine)
    if (pendingSnippets.length === 0) continue
    const known = before ? await readEnriched(before.originals, path, engine) : {}
    const file = await enrichFile(pendingSnippets, { generator, known, state, path, task })
    if (Object.keys(file.snippets).length === 0) continue
    await engine.files.blobs.put(staged.originals + ENRICHED + path, Buffer.from(JSON.stringify(file)))
    written = true
  }
  return written
}

/** None that is set up and may be asked. */
function generatorOf(engine: Engine): Generator | undefined {
  if (!engine.libraries.settings.enrich) return undefined
  try {
    return engine.models.generator()
  } catch (error) {
    if (isWukuError(error) && (error.code === 'model-missing' || error.code === 'offline')) return undefined
    throw error
  }
}

interface SnippetToEnrich {
  readonly key: string
  readonly text: string
  readonly facts: SnippetFacts
}

const snippetsToEnrich = (id: DocumentId, engine: Engine): Promise<readonly SnippetToEnrich[]> =>
  engine.read(async (view) => {
    const outline = (await view.documents.outlines([id])).get(id) as DocOutline | undefined
    const text = (await view.documents.bodies([id])).get(id) ?? ''
    const chunks = (await view.chunks.of([id])).get(id) ?? []
    return chunks.flatMap(({ start, end }, at) => {
      const facts = outline?.snippets[at]
      const own = text.slice(start, end)
      return facts && facts.type !== 'info' ? [{ key: snippetKey(own), text: own, facts }] : []
    })
  })

async function readEnriched(originals: string, path: string, engine: Engine): Promise<EnrichedFile['snippets']> {
  const bytes = await engine.files.blobs.get(originals + ENRICHED + path)
  return bytes ? (JSON.parse(Buffer.from(bytes).toString()) as EnrichedFile).snippets : {}
}

interface FileWork {
  readonly generator: Generator
  readonly known: EnrichedFile['snippets']
  readonly state: { failures: number }
  readonly path: string
  readonly task: Task
}

async function enrichFile(pendingSnippets: readonly SnippetToEnrich[], work: FileWork): Promise<EnrichedFile> {
  const snippets: Record<string, EnrichedWords> = {}
  for (let at = 0; at < pendingSnippets.length && work.state.failures < MAX_FAILURES; at += SIDE_BY_SIDE) {
    const page = pendingSnippets.slice(at, at + SIDE_BY_SIDE)
    const answers = await Promise.all(page.map((each) => enrichOne(each, work)))
    for (const [index, { key }] of page.entries()) {
      const words = answers[index]
      if (words) snippets[key] = words
    }
  }
  return { snippets }
}

async function enrichOne({ key, text, facts }: SnippetToEnrich, work: FileWork): Promise<EnrichedWords | undefined> {
  const known = work.known[key]
  if (known) return known
  const { generator, state, path, task } = work
  try {
    const words = await askForWords({ source: path, language: facts.language, text }, generator, task.signal)
    state.failures = 0
    return words
  } catch (error) {
    if (task.signal.aborted) return undefined
    state.failures++
    const message = error instanceof Error ? error.message : String(error)
    task.record('document.enrich', 'warning', message, { target: path })
    return undefined
  }
}
