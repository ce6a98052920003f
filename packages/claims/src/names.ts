import { historyFolder } from '@wuku/core/ports/history-page'
import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { ClaimedProject, DatedClaim } from '@wuku/kernel/base/engine'
import { holds, unknown, type Verdict } from '@wuku/text/claims/judged'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { rememberingReader, type ReadText } from '@wuku/text/terms/reading'
import { isDefinition, namePathOf, unpackOutline } from '@wuku/code/outline'
import { roleOf } from '@wuku/code/roles'
import { answersTo, readName } from '@wuku/code/symbols/name'
import { newestCommits, type IndexedCommit } from './commits-of.ts'

type Verdicts = ReadonlyMap<DatedClaim, Verdict>

/** Symbols by their definitions, scripts by manifests, the others by occurring anywhere in the code; what is missing, by the commit that took it out. */
export async function judgeNames(
  claims: readonly DatedClaim[],
  view: StoreView,
  about: ClaimedProject,
): Promise<Verdicts> {
  const found = new Map<DatedClaim, Verdict>()
  if (claims.length === 0) return found
  const defined = await definitions(
    claims.filter(({ kind }) => kind === 'symbol'),
    view,
    about,
  )
  for (const [claim, count] of defined) if (count > 0) found.set(claim, count === 1 ? holds : unknown)
  const open = claims.filter((claim) => !found.has(claim))
  const read = rememberingReader()
  const words = new Map(open.map((claim) => [claim, { spellings: spellingsOf(claim), ...termsOf(claim, read) }]))
  const occurrences = await occurrencesOf(words, view, about)
  for (const [claim, state] of occurrences) if (state === 'yes' && claim.kind !== 'symbol') found.set(claim, holds)
  const missing = open.filter((claim) => occurrences.get(claim) === 'no')
  const commits = await newestCommits(
    view,
    about.source,
    missing.map((claim) => words.get(claim) ?? { terms: [] }),
  )
  for (const [at, claim] of missing.entries()) {
    const removed = removal(claim, words.get(claim)?.spellings ?? [], commits[at] ?? [])
    if (removed) found.set(claim, removed)
  }
  return found
}

/** How many definitions answer to each symbol, as it is written. */
async function definitions(
  claims: readonly DatedClaim[],
  view: StoreView,
  { source }: ClaimedProject,
): Promise<ReadonlyMap<DatedClaim, number>> {
  const names = new Map(claims.map((claim) => [claim, readName(claim.value)]))
  const found = await chunksWithTerms(
    view,
    [...names.values()].map(({ last }) => ({
      terms: [markTerm('def', last)],
      within: { sources: [source.id] },
      limit: MAX_CHUNKS,
    })),
  )
  const ids = [...new Set(found.flat().map(({ document }) => document))].slice(0, MAX_FILES)
  const [outlines, documents] = await Promise.all([view.documents.outlines(ids), view.documents.byId(ids)])
  const symbols = new Map(
    documents.flatMap(({ id, path }) =>
      outlines.has(id) ? [[id, { path, ...unpackOutline(outlines.get(id)) }] as const] : [],
    ),
  )
  return new Map(
    [...names].map(([claim, name], at) => {
      const own: ReadonlySet<DocumentId> = new Set(found[at]?.map(({ document }) => document))
      const answers = [...own].flatMap((id) => {
        const file = symbols.get(id)
        return (file?.symbols ?? []).filter(
          (symbol, place, all) =>
            // Most symbols are none of this name, and their paths need not be read.
            symbol.name.endsWith(name.last) &&
            isDefinition(symbol) &&
            answersTo(name, namePathOf(all, place), file?.path ?? '') === 'exact',
        )
      })
      return [claim, answers.length]
    }),
  )
}

const [MAX_CHUNKS, MAX_FILES] = [60, 400]

const exact = (text: string): RegExp => new RegExp(`(?<![\\w$-])${text.replaceAll(/[$.]/g, '\\$&')}(?![\\w$-])`)

/** As code may spell it: a flag without its dashes, joined as names are. */
function spellingsOf({ kind, value }: DatedClaim): readonly RegExp[] {
  if (kind === 'script')
    return [new RegExp(`"${value.replaceAll('.', '\\.')}"\\s*:|^${value.replaceAll('.', '\\.')}\\s*:`, 'm')]
  if (kind !== 'flag') return [exact(value.split(/\.|::|#/).at(-1) ?? value)]
  const name = value.slice(2)
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [...new Set([value, name, camel, name.replaceAll('-', '_')])].map(exact)
}

/**
 * The terms of each word: as a whole, and in parts. A text holds the parts wherever it says the name, also within
 * `process.env.NAME`.
 */
function termsOf({ value }: DatedClaim, read: ReadText): Pick<Wording, 'terms' | 'required'> {
  const { count, first, terms, memory } = read(value)
  const words = Array.from({ length: count }, (_, at) =>
    Array.from(terms.slice(first[at], first[at + 1]), (term) => memory.terms[term] ?? ''),
  )
  const required = words.flatMap(([whole = '', ...parts]) => (parts.length > 0 ? parts : [whole]))
  return {
    terms: [...new Set([...words.flatMap(([whole = '']) => whole), ...required])],
    required: [...new Set(required)],
  }
}

/** Documentation may name what is no longer there; a program that makes it is code. */
const isCode = (path: string): boolean =>
  !path.startsWith(`${historyFolder}/`) && (!PAGE.test(path) || roleOf(path) !== 'docs')
const PAGE = /(?:\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|txt|html?)|\/[^./]+)$/i
const mayName = (path: string, kind: DatedClaim['kind']): boolean =>
  kind === 'script' ? MANIFEST.test(path) : isCode(path)
const MANIFEST = /(?:^|\/)(?:package\.json|composer\.json|deno\.jsonc?|(?:GNU)?[Mm]akefile|[Jj]ustfile|.+\.mk)$/

interface Wording {
  readonly spellings: readonly RegExp[]
  readonly terms: readonly string[]
  readonly required: readonly string[]
}

/** Whether any file says it; `unsure` where too many might. */
async function occurrencesOf(
  given: ReadonlyMap<DatedClaim, Wording>,
  view: StoreView,
  { source }: ClaimedProject,
): Promise<ReadonlyMap<DatedClaim, 'yes' | 'no' | 'unsure'>> {
  const words = new Map([...given].filter(([, { terms }]) => terms.length > 0))
  const manifests = new Set(
    [...words.keys()].some(({ kind }) => kind === 'script') ? await manifestsOf(view, source.id) : [],
  )
  const found = await chunksWithTerms(
    view,
    [...words].map(([{ kind }, { terms, required }]) => ({
      terms,
      required,
      within: { sources: [source.id], ...(kind === 'script' && { documents: [...manifests] }) },
      limit: MAX_READ,
    })),
  )
  const chunks = [...new Set(found.flat().map(({ chunk }) => chunk))]
  const passages = new Map((await view.chunks.passages(chunks)).map((each) => [each.chunk, each] as const))
  return new Map(
    [...words].map(([claim, { spellings }], at) => {
      const own = found[at] ?? []
      const isMatched = own.some(({ chunk }) => matches(passages.get(chunk), claim, spellings))
      return [claim, isMatched ? 'yes' : own.length === MAX_READ ? 'unsure' : 'no']
    }),
  )
}

const MAX_READ = 300

async function manifestsOf(view: StoreView, source: SourceId): Promise<readonly DocumentId[]> {
  const stems = ['package', 'composer', 'deno', 'makefile', 'gnumakefile', 'justfile'].map((stem) =>
    markTerm('stem', stem),
  )
  return [...(await view.terms.documentsWith(stems, { sources: [source] })).values()].flatMap((ids) => [...ids])
}

const matches = (
  passage: { readonly chunk: ChunkId; readonly text: string; readonly document: { readonly path: string } } | undefined,
  { kind }: DatedClaim,
  spellings: readonly RegExp[],
): boolean =>
  passage !== undefined &&
  mayName(passage.document.path, kind) &&
  spellings.some((spelling) => spelling.test(passage.text))

/** The newest commit that says it in what it changed of code, where it took it out and did not put it elsewhere. */
function removal(
  { kind }: DatedClaim,
  spellings: readonly RegExp[],
  commits: readonly IndexedCommit[],
): Verdict | undefined {
  const says = (line: string): boolean => spellings.some((spelling) => spelling.test(line))
  for (const { sha, day, changes, files } of commits) {
    let file: IndexedCommit['files'][number] | undefined
    let isOut = false
    for (const line of changes) {
      if (line.startsWith('@ ')) file = files.find(({ path }) => `${line} `.startsWith(`@ ${path} `))
      if (file && !mayName(file.path, kind)) continue
      if (line.startsWith('+ ') && says(line.slice(2))) return undefined
      isOut ||= (line.startsWith('- ') || (line.startsWith('@ ') && file?.how === 'removed')) && says(line.slice(2))
    }
    if (isOut) return { state: 'gone', commit: sha, date: day }
  }
  return undefined
}
