import { saturate } from '../../core/strength.ts'
import type { Candidate, ChunkId, StoredDocument } from '../../core/words.ts'
import type { StoreView, TextProbe } from '../../ports/store.ts'
import { byScoreThenChunk, type RankedDocument } from '../../ranking/documents.ts'
import { matchName, type NamedWord } from '../../ranking/names.ts'
import { splitCompound } from '../../text/compounds.ts'
import type { FilePolicy, RankingPolicy } from '../kind.ts'
import type { ReadWord } from './context.ts'
import { definitionTerms } from './definitions.ts'
import { filesCalled } from './called.ts'
import type { SearchPlan } from './plan.ts'

interface FileContext {
  readonly plan: SearchPlan
  readonly ranking: RankingPolicy
  readonly files: FilePolicy
  readonly view: StoreView
  readonly wordOf: ReadWord
  /** What narrows the search. */
  readonly probe: TextProbe
}

/** Files by their words, by what they define, by their names and by the part that they play. */
export async function rankFiles(
  shares: readonly Candidate[],
  context: FileContext,
): Promise<readonly RankedDocument[]> {
  const words = namedWords(context)
  const chunks = uniteChunks(shares, await definers(context), await filesCalled(words, context))
  const byDocument = Map.groupBy(chunks, ({ document }) => document)
  const documents = await context.view.documentsById([...byDocument.keys()])
  const asked = rolesAsked(words)
  return documents
    .map((document) => rankFile(document, byDocument.get(document.id) ?? [], { ...context, words, asked }))
    .toSorted(byScoreThenChunk)
}

const namedWords = ({ plan, wordOf }: FileContext): readonly NamedWord[] =>
  plan.words.filter(({ isCjk }) => !isCjk).map(({ raw, ideal }) => ({ forms: wordOf(raw).folded, weight: ideal }))

/** Chunks that define a name of the query, each with its share of a sure definition. */
async function definers({ plan, view, probe }: FileContext): Promise<readonly Candidate[]> {
  const terms = definitionTerms(plan.words)
  if (terms.length === 0) return []
  const found = await view.lexical({ ...probe, terms, required: [], excluded: [] })
  const sure = saturate(1, probe.k1)
  return found.map((each) => ({ ...each, score: Math.min(1, each.score / sure) }))
}

interface FileChunk extends Candidate {
  /** Share of the query's words. `score` is this with what it defines. */
  readonly body: number
  readonly defines: number
}

function uniteChunks(
  bodies: readonly Candidate[],
  definitions: readonly Candidate[],
  called: readonly Candidate[],
): readonly FileChunk[] {
  const chunks = new Map<ChunkId, FileChunk>()
  for (const each of called) chunks.set(each.chunk, { ...each, body: 0, defines: 0 })
  for (const each of bodies) chunks.set(each.chunk, { ...each, body: each.score, defines: 0 })
  for (const each of definitions)
    chunks.set(each.chunk, { ...each, body: chunks.get(each.chunk)?.body ?? 0, defines: each.score })
  return [...chunks.values()]
}

interface Judge extends FileContext {
  readonly words: readonly NamedWord[]
  readonly asked: ReadonlySet<string>
}

/** Everything that speaks for a file adds up; the sum, however large, becomes a score under 1. */
function rankFile(document: StoredDocument, chunks: readonly FileChunk[], judge: Judge): RankedDocument {
  const { files, ranking, words, asked } = judge
  const scored = chunks.map((each) => ({ ...each, score: each.body + files.definition * each.defines }))
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one))
  const bodies = chunks.map(({ body }) => body).toSorted((a, b) => b - a)
  const [first = 0, second = 0, third = 0] = bodies
  const defines = Math.max(...chunks.map((each) => each.defines))
  const { stem, folders } = nameParts(document.path)
  const name = matchName(stem, words)
  const evidence =
    first +
    ranking.support[0] * second +
    ranking.support[1] * third +
    files.definition * defines +
    files.name * name.ofName +
    files.nameSays * name.ofQuery +
    files.folder * matchName(folders, words).ofQuery
  const role = document.meta['role']
  const part = typeof role === 'string' && !asked.has(role) ? (files.roles[role] ?? 1) : 1
  return { document: document.id, best, score: 1 - Math.exp(-part * evidence) }
}

/** Names that every folder has say what the folder is called. */
const IMPERSONAL = /^(?:index|__init__|mod|main|lib|init)$/

/** `src/net/tcp_stream.rs` is `tcp`, `stream` in `src`, `net`. */
export function nameParts(path: string): { readonly stem: readonly string[]; readonly folders: readonly string[] } {
  const segments = path.split('/')
  const file = segments.pop() ?? ''
  const stem = file.replace(/(?<=.)\..*$/, '')
  const named = IMPERSONAL.test(stem) ? (segments.pop() ?? stem) : stem
  return { stem: partsOf(named), folders: segments.slice(-3).flatMap(partsOf) }
}

const partsOf = (name: string): readonly string[] => splitCompound(name).map(({ text }) => text)

/** Words by which people ask for what is usually ranked behind. */
const roleWords: { readonly [role: string]: readonly string[] } = {
  test: ['test', 'tests', 'spec', 'specs', 'testing'],
  mock: ['mock', 'mocks', 'stub', 'stubs'],
  fixture: ['fixture', 'fixtures'],
  example: ['example', 'examples', 'demo', 'sample'],
  docs: ['docs', 'documentation', 'readme', 'guide', 'changelog'],
  config: ['config', 'configuration', 'settings'],
  lock: ['lockfile'],
}

const rolesAsked = (words: readonly NamedWord[]): ReadonlySet<string> =>
  new Set(
    Object.entries(roleWords)
      .filter(([, said]) => words.some(({ forms }) => forms.some((form) => said.includes(form))))
      .map(([role]) => role),
  )
