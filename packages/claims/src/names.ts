import { historyFolder } from '@wuku/core/ports/history-page'
import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { DatedClaim } from '@wuku/kernel/base/engine'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import { holds, unknown, type Verdict } from '@wuku/text/claims/judged'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { rememberingReader, type ReadText } from '@wuku/text/terms/reading'
import { isDefinition, namePathOf, unpackOutline } from '@wuku/code/outline'
import { roleOf } from '@wuku/code/roles'
import { answersTo, readName } from '@wuku/code/symbols/name'
import { newestCommits, type IndexedCommit, type Look } from './commits-of.ts'

type Verdicts = ReadonlyMap<DatedClaim, Verdict>

/** Texts about a project name the same things again and again, and nothing but its index has a say in what became of them. */
const JUDGED: CacheTopic<Map<string, Verdict>> = { capacity: 20 }
const MAX_JUDGED = 5_000
const keyOf = ({ kind, value, file = '' }: DatedClaim): string => [kind, value, file].join('\n')

export async function judgeNames(claims: readonly DatedClaim[], look: Look): Promise<Verdicts> {
  if (claims.length === 0) return new Map()
  const { view, about } = look
  const at = { view, source: about.source.id }
  const known = await about.engine.sources.cache.ofSource(JUDGED, at, async () => new Map<string, Verdict>())
  const open = new Map(claims.flatMap((claim) => (known.has(keyOf(claim)) ? [] : [[keyOf(claim), claim]])))
  const found = await lookUpNames([...open.values()], look)
  const verdicts = new Map([...open].map(([key, claim]) => [key, found.get(claim) ?? unknown]))
  for (const [key, verdict] of verdicts) if (known.size < MAX_JUDGED) known.set(key, verdict)
  return new Map(claims.map((claim) => [claim, verdicts.get(keyOf(claim)) ?? known.get(keyOf(claim)) ?? unknown]))
}

/** Symbols by their definitions, scripts by manifests, the others by occurring anywhere in the code; what is missing, by the commit that took it out. */
async function lookUpNames(claims: readonly DatedClaim[], look: Look): Promise<Verdicts> {
  const found = new Map<DatedClaim, Verdict>()
  if (claims.length === 0) return found
  const { view, about } = look
  const symbols = claims.filter(({ kind }) => kind === 'symbol')
  for (const [claim, count] of await definitions(symbols, look))
    if (count > 0) found.set(claim, count === 1 ? holds : unknown)
  const open = claims.filter((claim) => !found.has(claim))
  const read = rememberingReader()
  const all = open.map((claim) => [claim, { spellings: spellingsOf(claim), ...termsOf(claim, read) }] as const)
  const { holders } = await view.terms.stats([...new Set(all.flatMap(([, { terms }]) => terms))], [about.source.id])
  // A word that neither files nor commits have proves nothing.
  const words = new Map(
    all.filter(([, { required }]) => required.length > 0 && required.every((term) => holders.has(term))),
  )
  const occurrences = await occurrencesOf(words, look)
  for (const [claim, state] of occurrences) if (state === 'yes' && claim.kind !== 'symbol') found.set(claim, holds)
  const absent = open.filter((claim) => occurrences.get(claim) === 'no')
  const missing = await ownNames(absent, look)
  const lookups = missing.map((claim) => words.get(claim) ?? { terms: [] })
  const commits = await newestCommits(look, lookups)
  const removals = missing.map((claim, at) => removal(claim, words.get(claim)?.spellings ?? [], commits[at] ?? []))
  const files = new Set(removals.flatMap((removed) => removed?.changed ?? []))
  const present = await view.documents.at([...files].map((path) => ({ source: about.source.id, path })))
  const paths = new Set(present.map(({ path }) => path))
  for (const [at, claim] of missing.entries()) {
    const { date = '', commit, changed } = removals[at] ?? {}
    // A file that was left by the commit and is gone now took the name with it: which commit that was is not known.
    const isKnown = commit !== undefined && (changed === undefined || paths.has(changed))
    if (date !== '') found.set(claim, { state: 'gone', date, ...(isKnown && { commit }) })
  }
  return found
}

/**
 * Without names in something that is no part of this project, now or before: what a class of another package has, or a
 * variable, may have a namesake here that went.
 */
async function ownNames(claims: readonly DatedClaim[], look: Look): Promise<readonly DatedClaim[]> {
  const outer = new Map<DatedClaim, DatedClaim>()
  for (const claim of claims) {
    const { file: _, ...rest } = claim
    const owner = claim.kind === 'symbol' ? readName(claim.value).around.at(-1) : undefined
    if (owner !== undefined) outer.set(claim, { ...rest, value: owner })
  }
  if (outer.size === 0) return claims
  const known = await lookUpNames([...outer.values()], look)
  const within = { sources: [look.about.source.id] }
  const files = await look.view.terms.documentsWith([...outer.values()].map(stemOf), within)
  return claims.filter((claim) => {
    const owner = outer.get(claim)
    return !owner || known.has(owner) || files.has(stemOf(owner))
  })
}

const stemOf = ({ value }: DatedClaim): string => markTerm('stem', value)

/** Number of definitions with the exact name of each symbol. A file in the same line picks one of several. */
async function definitions(claims: readonly DatedClaim[], { view, about }: Look) {
  const names = new Map(claims.map((claim) => [claim, readName(claim.value)]))
  const marks = new Set([...names.values()].map(({ last }) => markTerm('def', last)))
  const holders = await view.terms.documentsWith([...marks], { sources: [about.source.id] })
  const found = [...names.values()].map(({ last }) =>
    [...(holders.get(markTerm('def', last)) ?? [])].slice(0, MAX_DEFINING),
  )
  const ids = [...new Set(found.flat())].slice(0, MAX_FILES)
  const [outlines, documents] = await Promise.all([view.documents.outlines(ids), view.documents.byId(ids)])
  const symbols = new Map(
    documents.flatMap(({ id, path }) =>
      outlines.has(id) ? [[id, { path, ...unpackOutline(outlines.get(id)) }] as const] : [],
    ),
  )
  return new Map(
    [...names].map(([claim, name], at) => {
      const answers = (found[at] ?? []).flatMap((id) => {
        const file = symbols.get(id)
        const defined = (file?.symbols ?? []).filter(
          (symbol, place, all) =>
            // Most symbols are none of this name, and their paths need not be read.
            symbol.name.endsWith(name.last) &&
            isDefinition(symbol) &&
            answersTo(name, namePathOf(all, place), file?.path ?? '') === 'exact',
        )
        return defined.map(() => `/${file?.path}`)
      })
      const inFile = answers.filter((path) => claim.file !== undefined && path.endsWith(`/${claim.file}`))
      return [claim, inFile.length === 1 ? 1 : answers.length]
    }),
  )
}

/** Files of one name, and of all. */
const [MAX_DEFINING, MAX_FILES] = [60, 400]

const exact = (text: string): RegExp => new RegExp(`(?<![\\w$-])${text.replaceAll(/[$.]/g, '\\$&')}(?![\\w$-])`)

const lastOf = (value: string): string => value.split(/\.|::|#/).at(-1) ?? value

/** As code may spell it: a flag without its dashes, joined as names are. */
function spellingsOf({ kind, value }: DatedClaim): readonly RegExp[] {
  if (kind === 'script')
    return [new RegExp(`"${value.replaceAll('.', '\\.')}"\\s*:|^${value.replaceAll('.', '\\.')}\\s*:`, 'm')]
  if (kind !== 'flag') return [exact(lastOf(value))]
  const name = value.slice(2)
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [...new Set([value, name, camel, name.replaceAll('-', '_')])].map(exact)
}

/**
 * The terms of each word: as a whole, and in parts. A text holds the parts wherever it says the name, also within
 * `process.env.NAME`.
 */
function termsOf({ kind, value }: DatedClaim, read: ReadText): Pick<Wording, 'terms' | 'required'> {
  const { count, first, terms, memory } = read(kind === 'symbol' ? lastOf(value) : value)
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

/** Whether any file says it; `unsure` where too many might. The best passages mostly do, so that the others are not read. */
async function occurrencesOf(
  words: ReadonlyMap<DatedClaim, Wording>,
  look: Look,
  limit = FIRST_READ,
): Promise<ReadonlyMap<DatedClaim, 'yes' | 'no' | 'unsure'>> {
  const { view } = look
  const sources = [look.about.source.id]
  const documents = [...words.keys()].some(({ kind }) => kind === 'script') ? await manifestsOf(view, sources) : []
  const found = await chunksWithTerms(
    view,
    [...words].map(([{ kind }, { terms, required }]) => ({
      terms,
      required,
      within: { sources, ...(kind === 'script' && { documents }) },
      limit,
    })),
  )
  const chunks = [...new Set(found.flat().map(({ chunk }) => chunk))]
  const passages = new Map((await view.chunks.passages(chunks)).map((each) => [each.chunk, each] as const))
  const states = new Map(
    [...words].map(([claim, { spellings }], at) => {
      const own = found[at] ?? []
      const isMatched = own.some(({ chunk }) => matches(passages.get(chunk), claim, spellings))
      return [claim, isMatched ? 'yes' : own.length === limit ? 'unsure' : 'no'] as const
    }),
  )
  const unsure = new Map([...words].filter(([claim]) => states.get(claim) === 'unsure'))
  if (unsure.size === 0 || limit === MAX_READ) return states
  return new Map([...states, ...(await occurrencesOf(unsure, look, MAX_READ))])
}

const FIRST_READ = 6
const MAX_READ = 300

async function manifestsOf(view: StoreView, sources: readonly SourceId[]): Promise<readonly DocumentId[]> {
  const stems = ['package', 'composer', 'deno', 'makefile', 'gnumakefile', 'justfile'].map((stem) =>
    markTerm('stem', stem),
  )
  return [...(await view.terms.documentsWith(stems, { sources })).values()].flatMap((ids) => [...ids])
}

const matches = (
  passage: { readonly chunk: ChunkId; readonly text: string; readonly document: { readonly path: string } } | undefined,
  { kind }: DatedClaim,
  spellings: readonly RegExp[],
): boolean =>
  passage !== undefined &&
  mayName(passage.document.path, kind) &&
  spellings.some((spelling) => spelling.test(passage.text))

interface Removal {
  readonly date: string
  readonly commit?: string
  /** The file in which the commit took out a definition, and which it left there. */
  readonly changed?: string
}

/**
 * Code must have defined a name before it can be gone: one that it only used may belong to another package, and one in a
 * comment may be an example. The newest commit that says the name took it out, unless it adds it too. The commit is reported
 * if it removed a definition. Excerpts may hide a later one than that of a mere use, whose day is kept as a lower bound.
 */
function removal(
  { kind, value }: DatedClaim,
  spellings: readonly RegExp[],
  commits: readonly IndexedCommit[],
): Removal | undefined {
  const defines = definesFor(kind, value)
  let removed: Removal | undefined
  for (const { sha, day, changes, files } of commits) {
    let file: IndexedCommit['files'][number] | undefined
    let changed: string | undefined
    const [put, taken]: readonly [boolean[], boolean[]] = [[], []]
    for (const line of changes) {
      if (line.startsWith('@ ')) file = files.find(({ path }) => `${line} `.startsWith(`@ ${path} `))
      // Behind the path of a file that was removed stand names that it defined.
      const isNames = line.startsWith('@ ') && file?.how === 'removed'
      const text = line.slice(2 + (isNames ? (file?.path.length ?? 0) : 0))
      if ((file && !mayName(file.path, kind)) || !spellings.some((spelling) => spelling.test(text))) continue
      if (line.startsWith('+ ')) put.push(defines(text))
      // A flag may be one of another program, of which the code had only the name.
      else if ((isNames || line.startsWith('- ')) && (kind !== 'flag' || text.includes(value))) {
        taken.push(isNames || defines(text))
        if (taken.at(-1) && file?.how === 'changed') changed = file.path
      }
    }
    if (!removed && put.length > 0) return undefined
    if (taken.length > 0)
      removed ??= { date: day, ...(taken.includes(true) && { commit: sha, ...(changed && { changed }) }) }
    if (removed && [...put, ...taken].includes(true)) return removed
  }
  return undefined
}

/** Whether a line defines a name, as far as one line can say it; each that has a flag or a script does. */
function definesFor(kind: DatedClaim['kind'], value: string): (line: string) => boolean {
  if (kind === 'flag' || kind === 'script') return () => true
  const name = lastOf(value).replaceAll('$', String.raw`\$`)
  const forms = [
    String.raw`\b(?:${KEYWORDS})\s+(?:\([^()]*\)\s*)?(?:[\w$]+(?:\.|::))*${name}(?![\w$])`,
    String.raw`^(?:[\w$]+\.)*${name}\s*(?::[^=(]*)?\s=(?![=>])`,
    String.raw`^(?!(?:${STATEMENTS})\b)[\w$<>[\].?&*:@ ]*(?<!\bnew)[ *&]${name}\s*(?:\([^;]*$|(?::[^=(]*)?=(?![=>]))`,
    String.raw`^(?!(?:${STATEMENTS})\b)(?:\w+ )*${name}\s*\([^;()]*\)[^;()]*\{$`,
    String.raw`^['"]?${name}['"]?\s*:\s*(?:async\b|function\b|\([^()]*\)\s*=>|\w+\s*=>)`,
    // Programs read a variable by its name as a text, and ask for one that builds set.
    ...(kind === 'environment'
      ? [String.raw`(?:['"\x60$]|\$\{|env\.)${name}\b|^(?:export )?${name}=|^#\s*(?:el)?if.*\b${name}\b`]
      : []),
  ]
  const defining = new RegExp(forms.join('|'))
  return (line) => !NO_DEFINITION.test(line) && defining.test(line)
}

const KEYWORDS =
  'function\\*?|def\\w*|class|fn|func?|interface|type|struct|enum|union|trait|module|macro_rules!|const|static|let|var|val|sub|record|object|namespace'
const STATEMENTS =
  'return|await|throw|new|else|yield|assert|raise|if|elif|while|not|case|when|go|defer|in|do|and|or|puts|print|echo'
const NO_DEFINITION =
  /^(?:\/[/*]|\*|#(?!\s*(?:define|if|elif))|--|<!--|(?:pub )?use |import\b|from\b|using\b)|\b(?:require|import)\(/
