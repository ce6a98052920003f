import { policy } from '@wuku/core/policy'
import { once } from '@wuku/core/once'
import { saturate } from '@wuku/core/strength'
import type { Candidate, ChunkId, DocumentId, StoredDocument } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { byScoreThenChunk, type RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { stepped, type ScoreStep } from '@wuku/index-core/ranking/score-trace'
import { createNameMatcher, type NamedWord } from '@wuku/index-core/ranking/name-match'
import type { FilePolicy } from '@wuku/kernel/base/kind'
import type { DocumentsRequest } from '@wuku/kernel/base/searched'
import { chunksWithTerms, LOOKUP_K1 } from '@wuku/kernel/chunks-with-terms'
import type { FileName, ReadName } from '@wuku/kernel/query/file-names'
import { topicWords } from '@wuku/kernel/query/plan'
import { commitEvidence, createImporters, type EvidenceJudge } from '../ranking.ts'
import { definitionTerms, openingVerb, placesIn, rolesIn } from './asked-names.ts'

/** Evidence for a file that is called, defines and says everything asked for, in two of its chunks. */
export const maxEvidence = ({ name, nameContains, folder, definition, more }: FilePolicy): number =>
  1 + more.first + definition + name + nameContains + folder

/** Evidence for files apart from their words and names. */
const evidenceOfFiles = [createImporters(), commitEvidence]

type FileMatches = Awaited<ReturnType<typeof readFileMatches>>

/** All that needs no candidates: it is looked up while words are. */
export async function readFileMatches(context: DocumentsRequest) {
  const { view, plan, probe, sources } = context
  const words = namedWords(context)
  const [definitions, called, evidence] = await Promise.all([
    definers(context),
    filesCalled(context),
    Promise.all(
      evidenceOfFiles.map(async ({ of, ...each }) => ({
        ...each,
        // Once, however often these are ranked.
        judge: once(await of({ view, sources, probe, plan, cache: context.reading.sourceCache })),
      })),
    ),
  ])
  return { words, definitions, called, evidence }
}

/** Files by their words, by what they define, by their names, by the part that they play, and by what else is known of them. */
export async function rankFiles(shares: readonly Candidate[], matches: FileMatches, context: DocumentsRequest) {
  const { words } = matches
  const chunks = uniteChunks(shares, matches, context.files)
  const byDocument = Map.groupBy(chunks, ({ document }) => document)
  const [documents, ...judges] = await Promise.all([
    context.view.documents.byId([...byDocument.keys()]),
    ...matches.evidence.map(async ({ judge, ...each }) => ({ ...each, judge: await judge() })),
  ])
  const queriedRoles = new Set([...rolesIn(words), ...context.roles])
  const matchTopic = createNameMatcher(topicWords(context.plan.topic, context.reading.wordOf))
  const [verb, places] = [openingVerb(context.plan.words)?.toLowerCase(), placesIn(context.plan.words)]
  const judge = { ...context, words, queriedRoles, matchName: createNameMatcher(words), matchTopic, verb, places }
  const judged = documents.map((document) => judgeFile(document, byDocument.get(document.id) ?? [], judge))
  return (await addEvidence(withTests(judged, judge), judges)).map(toRanked).toSorted(byScoreThenChunk)
}

function namedWords({ plan, reading }: DocumentsRequest): readonly NamedWord[] {
  const verb = openingVerb(plan.words)
  return plan.words
    .filter(({ isCjk }) => !isCjk)
    .map(({ raw, ideal }) => ({ forms: raw === verb ? [] : reading.wordOf(raw).folded, weight: ideal }))
}

/** Chunks that define a name of the query, each with its share of a sure definition. */
async function definers({ plan, view, probe }: DocumentsRequest): Promise<readonly Candidate[]> {
  const terms = definitionTerms(plan.words, plan.names.fullNames)
  if (terms.length === 0) return []
  const [found = []] = await chunksWithTerms(view, [{ ...whereOf(probe), terms, limit: policy.files.maxDefiners }])
  const saturated = saturate(1, LOOKUP_K1)
  return found.map((each) => ({ ...each, score: Math.min(1, each.score / saturated) }))
}

const whereOf = ({ within }: TextProbe) => (within ? { within } : {})

interface FileChunk extends Candidate {
  /** Share of the query's words. `score` is this with what it defines. */
  readonly body: number
  readonly defines: number
}

function uniteChunks(bodies: readonly Candidate[], { definitions, called }: FileMatches, { definition }: FilePolicy) {
  const chunks = new Map<ChunkId, FileChunk>()
  const put = ({ chunk, document }: Candidate, body: number, defines: number): void =>
    void chunks.set(chunk, { chunk, document, body, defines, score: body + definition * defines })
  for (const each of called) put(each, 0, 0)
  for (const each of bodies) put(each, each.score, 0)
  for (const each of definitions) put(each, chunks.get(each.chunk)?.body ?? 0, each.score)
  return [...chunks.values()]
}

interface Judge extends DocumentsRequest {
  readonly words: readonly NamedWord[]
  readonly queriedRoles: ReadonlySet<string>
  readonly matchName: ReturnType<typeof createNameMatcher>
  readonly matchTopic: ReturnType<typeof createNameMatcher>
  /** The word that opens a task, and names no file. */
  readonly verb: string | undefined
  readonly places: readonly string[]
}

/** Packages have the scope before their name, and sometimes their folders do. */
const isAt = (path: string, places: readonly string[]): boolean =>
  places.length > 0 &&
  path
    .toLowerCase()
    .split('/')
    .slice(0, -1)
    .some((folder) => places.some((place) => folder === place || folder.endsWith(`-${place}`)))

interface JudgedFile {
  readonly document: StoredDocument
  readonly best: FileChunk
  readonly others: readonly ChunkId[]
  /** Share of the query's words that its best chunk holds. */
  readonly share: number
  readonly evidence: number
  readonly part: number
  /** Evidence by its origin, kept where scores are explained. */
  readonly evidenceParts?: readonly EvidencePart[]
}

type EvidencePart = readonly [by: ScoreStep, evidence: number]

function judgeFile(document: StoredDocument, chunks: readonly FileChunk[], judge: Judge): JudgedFile {
  const { files, queriedRoles, reading, matchName } = judge
  const best = chunks.reduce((one, other) => (other.score > one.score ? other : one))
  const bodies = chunks.map(({ body }) => body).toSorted((a, b) => b - a)
  const { stem, folders } = reading.nameOf(document.path)
  const name = matchName(stem)
  const words = bodies.slice(0, policy.files.maxChunks).reduce((sum, body, at) => sum + body * shareOf(at, files), 0)
  const definition = files.definition * Math.max(...chunks.map(({ defines }) => defines))
  const named = files.name * name.ofName + files.nameContains * name.ofQuery
  const folder = files.folder * matchName(folders).ofQuery
  const topic = files.topic * (isAt(document.path, judge.places) ? 1 : topicShare({ stem, folders }, judge))
  const joined = stem.join('')
  const fullName = files.fullName * (joined === judge.verb ? 0 : (judge.plan.names.fullNames.get(joined) ?? 0))
  const evidence = words + definition + named + fullName + folder + topic
  const role = document.meta['role']
  const part = typeof role === 'string' && !queriedRoles.has(role) ? (files.roles[role] ?? 1) : 1
  const share = bodies[0] ?? 0
  const judged = { document, best, others: besides(best, chunks), share, evidence, part }
  if (judge.explain !== true) return judged
  const of: readonly EvidencePart[] = [
    ['words', share],
    ['more_passages', words - share],
    ['definition', definition],
    ['name', named + fullName],
    ['folder', folder],
    ['topic', topic],
  ]
  return { ...judged, evidenceParts: of }
}

/** All of the file's name is the topic, or folders have it among their names. */
function topicShare({ stem, folders }: FileName, { matchTopic, plan }: Judge): number {
  if (plan.topic.length === 0) return 0
  const { ofName, ofQuery } = matchTopic(stem)
  return Math.max(ofName * ofQuery, matchTopic(folders).ofQuery)
}

/** The best chunk counts whole, each further one less than the one before. */
const shareOf = (at: number, { more: { first, next } }: FilePolicy): number => (at === 0 ? 1 : first * next ** (at - 1))

/** The sum, however large, becomes a score under 1. */
function toRanked({ document, best, others, evidence, part, evidenceParts }: JudgedFile): RankedDocument {
  const score = squeezed(part * evidence)
  const ranked = { document: document.id, best, others, score }
  if (!evidenceParts) return ranked
  let sum = 0
  const trace = evidenceParts.map(([by, adds]) => ({ by, score: squeezed((sum += adds)) }))
  return stepped({ ...ranked, trail: trace }, 'role', score)
}

const squeezed = (evidence: number): number => 1 - Math.exp(-evidence)

function withTests(judged: readonly JudgedFile[], { files, reading }: Judge): readonly JudgedFile[] {
  const evidence = testEvidence(judged, reading.nameOf)
  return judged.map((file) => {
    const share = evidence.get(file.document.id)
    if (share === undefined) return file
    const tests = files.tested * share
    const evidenceParts = file.evidenceParts && [...file.evidenceParts, ['tests', tests] as const]
    return { ...file, evidence: file.evidence + tests, ...(evidenceParts && { evidenceParts }) }
  })
}

async function addEvidence(
  judged: readonly JudgedFile[],
  judges: readonly { readonly weight: number; readonly by: ScoreStep; readonly judge: EvidenceJudge }[],
): Promise<readonly JudgedFile[]> {
  const ranked = judged.toSorted((a, b) => b.part * b.evidence - a.part * a.evidence || a.best.chunk - b.best.chunk)
  const documents = ranked.map(({ document }) => document)
  const shares = await Promise.all(judges.map(({ judge }) => judge(documents)))
  const matches = new Map<DocumentId, number>()
  for (const [at, { weight }] of judges.entries())
    for (const [id, share] of shares[at] ?? []) matches.set(id, (matches.get(id) ?? 0) + weight * share)
  return ranked.map((file) => ({
    ...file,
    evidence: file.evidence + (matches.get(file.document.id) ?? 0),
    ...(file.evidenceParts && { evidenceParts: [...file.evidenceParts, ...evidencePartsOf(file)] }),
  }))

  function evidencePartsOf({ document }: JudgedFile): readonly EvidencePart[] {
    return judges.map(({ weight, by }, at) => [by, weight * (shares[at]?.get(document.id) ?? 0)] as const)
  }
}

const besides = (best: FileChunk, chunks: readonly FileChunk[]): readonly ChunkId[] =>
  chunks
    .filter(({ chunk, score }) => chunk !== best.chunk && score >= best.score * policy.files.nearly)
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, policy.files.maxOthers)
    .map(({ chunk }) => chunk)

/** Files whose name a word of the query begins, or that begins it. The name is compared later; here they come into question. */
async function filesCalled({ view, probe, plan: { names } }: DocumentsRequest): Promise<readonly Candidate[]> {
  if (names.terms.length === 0) return []
  const called = { ...whereOf(probe), terms: names.terms, limit: policy.files.maxNamed }
  const [found = []] = await chunksWithTerms(view, [called])
  return found.map((each) => ({ ...each, score: policy.files.nothing }))
}

export interface ScoredFile {
  readonly document: StoredDocument
  /** How well its words answer. */
  readonly share: number
}

/**
 * Tests describe in everyday words the files that they test, and are seldom asked for themselves: the best of its tests
 * is evidence for a file. Names connect them: `test_router.py`, `router.spec.ts`, and `HttpRouterTest.php` for
 * `Http/Router.php`. Imports would connect more of them, but would have to be resolved for each search.
 */
export function testEvidence(files: readonly ScoredFile[], nameOf: ReadName): ReadonlyMap<DocumentId, number> {
  const evidence = new Map<DocumentId, number>()
  const tests = files.filter(isTest).map(({ document, share }) => ({ says: share, ...nameOfTest(document, nameOf) }))
  if (tests.length === 0) return evidence
  const subjects = subjectsOf(tests, files, nameOf)
  for (const { says: share, ...test } of tests)
    for (const { id } of testedBy(test, subjects.get(test.stem.at(-1)) ?? []))
      evidence.set(id, Math.max(share, evidence.get(id) ?? 0))
  return evidence
}

const isTest = ({ document, share }: ScoredFile): boolean => document.meta['role'] === 'test' && share > 0

/** Words that the name of a test adds to that of its subject. */
const testWords: ReadonlySet<string> = new Set(['test', 'tests', 'spec', 'specs'])

function nameOfTest({ path }: StoredDocument, nameOf: ReadName): FileName {
  const { stem, folders } = nameOf(path)
  return { stem: stem.filter((part) => !testWords.has(part)), folders }
}

interface Subject extends FileName {
  readonly id: DocumentId
}

/**
 * Files that may be tested, by the last part of their name: most of the hundreds of files have nothing to do with any test.
 */
function subjectsOf(tests: readonly FileName[], files: readonly ScoredFile[], nameOf: ReadName) {
  const subjects = new Map(tests.map(({ stem }): [string | undefined, Subject[]] => [stem.at(-1), []]))
  for (const { document } of files) {
    const { stem, folders } = nameOf(document.path)
    if (document.meta['role'] !== 'test') subjects.get(stem.at(-1))?.push({ id: document.id, stem, folders })
  }
  return subjects
}

/** Subjects whose names agree most with that of the test. */
function testedBy(test: FileName, subjects: readonly Subject[]): readonly Subject[] {
  const named = subjects.filter((subject) => isNamedBy(test, subject))
  if (named.length === 0) return []
  const agreements = named.map((subject) => agreementOf(test, subject))
  const bestAgreement = Math.max(...agreements)
  const tested = named.filter((_, at) => agreements[at] === bestAgreement)
  return tested.length > policy.files.maxTests ? [] : tested
}

/** The test's name ends with the file's, and what it says before that are folders of the file. */
function isNamedBy(test: FileName, { stem, folders }: FileName): boolean {
  const before = test.stem.length - stem.length
  return (
    before >= 0 &&
    stem.every((part, at) => part === test.stem[before + at]) &&
    test.stem.slice(0, before).every((part) => folders.includes(part))
  )
}

/** A part of the stem outweighs all folders. */
function agreementOf(test: FileName, { stem, folders }: FileName): number {
  const testParts = new Set([...test.stem, ...test.folders])
  return 100 * stem.length + testParts.intersection(new Set(folders)).size
}
