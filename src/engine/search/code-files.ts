import { once } from '../../core/once.ts'
import { saturate } from '../../core/strength.ts'
import type { Candidate, ChunkId, DocumentId, SourceId, StoredDocument } from '../../core/words.ts'
import type { StoreView } from '../../ports/store.ts'
import type { TextProbe } from '../../ports/index-view.ts'
import { byScoreThenChunk, type RankedDocument } from '../../ranking/documents.ts'
import { stepped, type ScoreStep } from '../../ranking/trail.ts'
import { createNameMatcher, type NamedWord } from '../../ranking/names.ts'
import type { EvidenceJudge, FilePolicy } from '../kind.ts'
import type { Reading } from './context.ts'
import { definitionTerms, rolesAsked, type FileName } from './file-names.ts'
import { type SearchPlan, topicWords } from './plan.ts'
import { hearTests } from './test-evidence.ts'

/** Evidence for a file that is called, defines and says everything asked for, in two of its chunks. */
export const wholeEvidence = ({ name, nameSays, folder, definition, more }: FilePolicy): number =>
  1 + more.first + definition + name + nameSays + folder

export interface FileContext {
  readonly plan: SearchPlan
  readonly files: FilePolicy
  readonly view: StoreView
  readonly reading: Reading
  /** Filter of the search. */
  readonly probe: TextProbe
  /** Sources that are asked. */
  readonly sources: readonly SourceId[]
  /** Roles that are wanted as much as any other. */
  readonly roles: readonly string[]
  /** Keeps the parts of scores. */
  readonly explain?: boolean | undefined
}

/** Evidence for files apart from their words. */
export interface HeardFiles {
  readonly words: readonly NamedWord[]
  readonly definitions: readonly Candidate[]
  readonly called: readonly Candidate[]
  readonly evidence: readonly HeardEvidence[]
}

interface HeardEvidence {
  readonly weight: number
  readonly by: ScoreStep
  /** Read with the candidates, and once, however often these are ranked. */
  readonly judge: () => Promise<EvidenceJudge>
}

/** All that needs no candidates: it is looked up while words are. */
export async function hearFiles(context: FileContext): Promise<HeardFiles> {
  const { view, plan, probe, sources, files } = context
  const words = namedWords(context)
  const [definitions, called, evidence] = await Promise.all([
    definers(context),
    filesCalled(context),
    Promise.all(
      (files.evidence ?? []).map(async ({ weight, by, of }) => ({
        weight,
        by,
        judge: once(await of({ view, sources, probe, plan, cache: context.reading.sourceCache })),
      })),
    ),
  ])
  return { words, definitions, called, evidence }
}

/** Files by their words, by what they define, by their names, by the part that they play, and by what else is known of them. */
export async function rankFiles(
  shares: readonly Candidate[],
  heard: HeardFiles,
  context: FileContext,
): Promise<readonly RankedDocument[]> {
  const { words, definitions, called } = heard
  const chunks = uniteChunks({ bodies: shares, definitions, called }, context.files)
  const byDocument = Map.groupBy(chunks, ({ document }) => document)
  const [documents, ...judges] = await Promise.all([
    context.view.documents.byId([...byDocument.keys()]),
    ...heard.evidence.map(async ({ weight, by, judge }) => ({ weight, by, judge: await judge() })),
  ])
  const asked = new Set([...rolesAsked(words), ...context.roles])
  const matchTopic = createNameMatcher(topicWords(context.plan.topic, context.reading.wordOf))
  const judge = { ...context, words, asked, matchName: createNameMatcher(words), matchTopic }
  const judged = documents.map((document) => judgeFile(document, byDocument.get(document.id) ?? [], judge))
  return (await addEvidence(withTests(judged, judge), judges)).map(toRanked).toSorted(byScoreThenChunk)
}

const namedWords = ({ plan, reading }: FileContext): readonly NamedWord[] =>
  plan.words
    .filter(({ isCjk }) => !isCjk)
    .map(({ raw, ideal }) => ({ forms: reading.wordOf(raw).folded, weight: ideal }))

/** A name with more definitions gives no hint where to look. */
const MOST_DEFINERS = 100

/** Chunks that define a name of the query, each with its share of a sure definition. */
async function definers({ plan, view, probe }: FileContext): Promise<readonly Candidate[]> {
  const terms = definitionTerms(plan.words, plan.names.whole)
  if (terms.length === 0) return []
  const found =
    (await view.chunks.lexical([{ ...probe, terms, required: [], excluded: [], depth: MOST_DEFINERS }]))[0] ?? []
  const sure = saturate(1, probe.k1)
  return found.map((each) => ({ ...each, score: Math.min(1, each.score / sure) }))
}

interface FileChunk extends Candidate {
  /** Share of the query's words. `score` is this with what it defines. */
  readonly body: number
  readonly defines: number
}

interface HeardChunks extends Pick<HeardFiles, 'definitions' | 'called'> {
  readonly bodies: readonly Candidate[]
}

function uniteChunks({ bodies, definitions, called }: HeardChunks, { definition }: FilePolicy): readonly FileChunk[] {
  const chunks = new Map<ChunkId, FileChunk>()
  const put = ({ chunk, document }: Candidate, body: number, defines: number): void =>
    void chunks.set(chunk, { chunk, document, body, defines, score: body + definition * defines })
  for (const each of called) put(each, 0, 0)
  for (const each of bodies) put(each, each.score, 0)
  for (const each of definitions) put(each, chunks.get(each.chunk)?.body ?? 0, each.score)
  return [...chunks.values()]
}

interface Judge extends FileContext {
  readonly words: readonly NamedWord[]
  readonly asked: ReadonlySet<string>
  readonly matchName: ReturnType<typeof createNameMatcher>
  readonly matchTopic: ReturnType<typeof createNameMatcher>
}

interface JudgedFile {
  readonly document: StoredDocument
  readonly best: FileChunk
  readonly others: readonly ChunkId[]
  /** Share of the query's words that its best chunk holds. */
  readonly says: number
  /** Sum of its evidence. */
  readonly evidence: number
  /** Factor for the role of the file. */
  readonly part: number
  /** Evidence by its origin, kept where scores are explained. */
  readonly pieces?: readonly Piece[]
}

type Piece = readonly [by: ScoreStep, evidence: number]

function judgeFile(document: StoredDocument, chunks: readonly FileChunk[], judge: Judge): JudgedFile {
  const { files, asked, reading, matchName } = judge
  const best = chunks.reduce((one, other) => (other.score > one.score ? other : one))
  const bodies = chunks.map(({ body }) => body).toSorted((a, b) => b - a)
  const { stem, folders } = reading.nameOf(document.path)
  const name = matchName(stem)
  const words = bodies.slice(0, MOST_BODIES).reduce((sum, body, at) => sum + body * shareOf(at, files), 0)
  const definition = files.definition * Math.max(...chunks.map(({ defines }) => defines))
  const named = files.name * name.ofName + files.nameSays * name.ofQuery
  const folder = files.folder * matchName(folders).ofQuery
  const topic = files.topic * topicShare({ stem, folders }, judge)
  const whole = files.whole * (judge.plan.names.whole.get(stem.join('')) ?? 0)
  const evidence = words + definition + named + whole + folder + topic
  const role = document.meta['role']
  const part = typeof role === 'string' && !asked.has(role) ? (files.roles[role] ?? 1) : 1
  const says = bodies[0] ?? 0
  const judged = { document, best, others: besides(best, chunks), says, evidence, part }
  if (judge.explain !== true) return judged
  const of: readonly Piece[] = [
    ['words', says],
    ['more_passages', words - says],
    ['definition', definition],
    ['name', named + whole],
    ['folder', folder],
    ['topic', topic],
  ]
  return { ...judged, pieces: of }
}

/** All of the file's name is the topic, or folders have it among their names. */
function topicShare({ stem, folders }: FileName, { matchTopic, plan }: Judge): number {
  if (plan.topic.length === 0) return 0
  const { ofName, ofQuery } = matchTopic(stem)
  return Math.max(ofName * ofQuery, matchTopic(folders).ofQuery)
}

/** Chunks beyond these make no difference between files. */
const MOST_BODIES = 8

/** The best chunk counts whole, each further one less than the one before. */
const shareOf = (at: number, { more: { first, next } }: FilePolicy): number => (at === 0 ? 1 : first * next ** (at - 1))

/** The sum, however large, becomes a score under 1. */
function toRanked({ document, best, others, evidence, part, pieces }: JudgedFile): RankedDocument {
  const score = squeezed(part * evidence)
  const ranked = { document: document.id, best, others, score }
  if (!pieces) return ranked
  let sum = 0
  const trail = pieces.map(([by, adds]) => ({ by, score: squeezed((sum += adds)) }))
  return stepped({ ...ranked, trail }, 'role', score)
}

const squeezed = (evidence: number): number => 1 - Math.exp(-evidence)

/** Adds the evidence of tests to the files that they test. */
function withTests(judged: readonly JudgedFile[], { files, reading }: Judge): readonly JudgedFile[] {
  const heard = hearTests(judged, reading.nameOf)
  return judged.map((file) => {
    const says = heard.get(file.document.id)
    if (says === undefined) return file
    const tests = files.tested * says
    const pieces = file.pieces && [...file.pieces, ['tests', tests] as const]
    return { ...file, evidence: file.evidence + tests, ...(pieces && { pieces }) }
  })
}

/** Adds further knowledge of the storehouse about the candidates. */
async function addEvidence(
  judged: readonly JudgedFile[],
  judges: readonly { readonly weight: number; readonly by: ScoreStep; readonly judge: EvidenceJudge }[],
): Promise<readonly JudgedFile[]> {
  const ranked = judged.toSorted((a, b) => b.part * b.evidence - a.part * a.evidence || a.best.chunk - b.best.chunk)
  const documents = ranked.map(({ document }) => document)
  const shares = await Promise.all(judges.map(({ judge }) => judge(documents)))
  const heard = new Map<DocumentId, number>()
  for (const [at, { weight }] of judges.entries())
    for (const [id, share] of shares[at] ?? []) heard.set(id, (heard.get(id) ?? 0) + weight * share)
  return ranked.map((file) => ({
    ...file,
    evidence: file.evidence + (heard.get(file.document.id) ?? 0),
    ...(file.pieces && { pieces: [...file.pieces, ...piecesOf(file)] }),
  }))

  function piecesOf({ document }: JudgedFile): readonly Piece[] {
    return judges.map(({ weight, by }, at) => [by, weight * (shares[at]?.get(document.id) ?? 0)] as const)
  }
}

/** Share of the best chunk's score at which another one is worth a look. */
const NEARLY = 0.6
const MOST_OTHERS = 3

const besides = (best: FileChunk, chunks: readonly FileChunk[]): readonly ChunkId[] =>
  chunks
    .filter(({ chunk, score }) => chunk !== best.chunk && score >= best.score * NEARLY)
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, MOST_OTHERS)
    .map(({ chunk }) => chunk)

/** Chunks of the files whose names meet the rarest words; of others the name says too little to bring them in. */
const MOST_FILES = 150
/** So much of a file's score is there before its name is compared in full: what comes in by its name alone begins at nothing. */
const NOTHING = 0.001

/** Files whose name a word of the query begins, or that begins it. The name is compared later; here they come into question. */
async function filesCalled({ view, probe, plan: { names } }: FileContext): Promise<readonly Candidate[]> {
  if (names.terms.length === 0) return []
  const called = { ...probe, terms: names.terms, required: [], excluded: [], depth: MOST_FILES }
  const [found = []] = await view.chunks.lexical([called])
  return found.map((each) => ({ ...each, score: NOTHING }))
}
