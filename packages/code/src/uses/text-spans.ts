import { once } from '@wuku/core/once'
import { countWhile } from '@wuku/core/binary-search'

export interface Span {
  readonly start: number
  readonly end: number
  readonly where: 'comment' | 'string'
}

interface StringRule {
  readonly open: string
  readonly close: string
  readonly isRaw?: true
  /** It may go over several lines. */
  readonly isLong?: true
  /** Begins code within the string, which ends with its bracket. */
  readonly hole?: string
}

interface Lexis {
  readonly line: readonly string[]
  readonly block: readonly (readonly [open: string, close: string])[]
  readonly strings: readonly StringRule[]
  /** Literals between slashes. */
  readonly hasPatterns?: true
}

const plain = (quote: string, hole?: string): StringRule => ({
  open: quote,
  close: quote,
  ...(hole !== undefined && { hole }),
})
const long = (quote: string, hole?: string): StringRule => ({ ...plain(quote, hole), isLong: true })
const raw = (open: string, close: string): StringRule => ({ open, close, isRaw: true, isLong: true })

/** One character; lifetimes and primes are written with the same sign. */
const CHARACTER: StringRule = { open: String.raw`'(?=(?:\\[^'\n]{1,10}|[^'\\\n]{1,2})')`, close: "'" }
/** Apostrophes stand in words. */
const APOSTROPHE: StringRule = { open: String.raw`(?<![\p{L}\p{N}])'`, close: "'" }

const blockOfC = [['/*', '*/']] as const
const likeC: Lexis = { line: ['//'], block: blockOfC, strings: [plain('"'), CHARACTER] }
const threeQuoted = (hole?: string): Lexis => ({ ...likeC, strings: [long('"""', hole), plain('"', hole), CHARACTER] })
const script: Lexis = {
  line: ['//'],
  block: blockOfC,
  strings: [plain('"'), APOSTROPHE, long('`', '${')],
  hasPatterns: true,
}
const page: Lexis = { line: [], block: [['<!--', '-->']], strings: [plain('"'), APOSTROPHE] }
const hash: Lexis = { line: ['#'], block: [], strings: [] }

/** All others are read as TypeScript is. */
const lexes: { readonly [language: string]: Lexis } = {
  c: likeC,
  'c++': { ...likeC, strings: [raw(String.raw`R"\(`, ')"'), ...likeC.strings] },
  'c#': { ...likeC, strings: [raw('"""', '"""'), { ...raw(String.raw`\$?@\$?"`, '"') }, plain('"', '{'), CHARACTER] },
  java: threeQuoted(),
  kotlin: threeQuoted('${'),
  scala: threeQuoted('${'),
  swift: threeQuoted('\\('),
  dart: { ...threeQuoted('${'), strings: [long('"""', '${'), long("'''", '${'), plain('"', '${'), APOSTROPHE] },
  go: { ...likeC, strings: [raw('`', '`'), plain('"'), CHARACTER] },
  rust: { ...likeC, strings: [raw('b?r#"', '"#'), raw('b?r"', '"'), long('"'), CHARACTER] },
  zig: likeC,
  python: {
    ...hash,
    strings: [
      { ...long('"""', '{'), open: '[rRbB]{0,2}[fF][rR]?"""' },
      { ...plain('"', '{'), open: '[rR]?[fF][rR]?"' },
      { ...plain("'", '{'), open: "[rR]?[fF][rR]?'" },
      long('"""'),
      long("'''"),
      plain('"'),
      APOSTROPHE,
    ],
  },
  ruby: {
    ...hash,
    block: [['\n=begin', '\n=end']],
    strings: [long('"', '#{'), { ...APOSTROPHE, isLong: true }],
    hasPatterns: true,
  },
  elixir: { ...hash, strings: [long('"""', '#{'), long('"', '#{'), APOSTROPHE] },
  bash: { ...hash, line: ['(?<=^|[\\s;])#'], strings: [long('"', '$('), { ...raw("'", "'") }] },
  php: { line: ['//', '#(?!\\[)'], block: blockOfC, strings: [long('"', '{$'), { ...APOSTROPHE, isLong: true }] },
  lua: {
    line: ['--(?!\\[\\[)'],
    block: [['--[[', ']]']],
    strings: [raw(String.raw`\[\[`, ']]'), plain('"'), APOSTROPHE],
  },
  sql: { line: ['--'], block: blockOfC, strings: [plain('"'), { ...raw("'", "'") }] },
  haskell: { line: ['--'], block: [['{-', '-}']], strings: [plain('"'), CHARACTER] },
  html: page,
  markdown: page,
}

/** Here-documents of shells, Ruby and PHP: their name, and whether the text below ends with it. */
const HERE = String.raw`<<<?[-~]?(["']?)(?<here>[A-Z_][A-Z0-9_]*)\1`
const withHere: ReadonlySet<string | null> = new Set(['bash', 'ruby', 'php'])
/** Nothing else than a value may stand behind these. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|\b(?:return|typeof|case|in|of|and|or|if|unless|when))\s*$/
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y

interface Reader {
  readonly lexis: Lexis
  /** The next opening token: at the top level, and within a string, where brackets are counted. */
  readonly atTop: RegExp
  readonly inHole: RegExp
  readonly tokens: readonly RegExp[]
}

function readerFor(lexis: Lexis, language: string): Reader {
  const groups = [
    ...lexis.block.map(([open], at) => `(?<b${at}>${RegExp.escape(open)})`),
    ...lexis.line.map((sign, at) => `(?<l${at}>${sign})`),
    ...lexis.strings.map(({ open }, at) => `(?<s${at}>${/^["'`]+$/.test(open) ? RegExp.escape(open) : open})`),
    ...(withHere.has(language) ? [HERE] : []),
    ...(lexis.hasPatterns ? ['(?<p>/)'] : []),
  ]
  const brackets = ['(?<open>[{(])', '(?<close>[})])']
  return {
    lexis,
    atTop: new RegExp(groups.join('|'), 'gmu'),
    inHole: new RegExp([...groups, ...brackets].join('|'), 'gmu'),
    tokens: lexis.strings.map(tokenFor),
  }
}

/** The end of a string, or an escape or an interpolation in it. */
function tokenFor({ close, hole, isRaw }: StringRule): RegExp {
  const holes = hole === undefined ? [] : hole === '{' ? [String.raw`\{\{`, String.raw`\{`] : [RegExp.escape(hole)]
  const parts = [...holes, ...(isRaw ? [] : [String.raw`\\[^]`]), RegExp.escape(close), String.raw`\n`]
  return new RegExp(parts.join('|'), 'gu')
}

/** Each is made when a text in its language is first read. */
const readers = new Map(
  Object.entries({ ...lexes, '': script }).map(([name, lexis]) => [name, once(() => readerFor(lexis, name))]),
)

/** Text is not nested so deep, nor broken so often; such a one was made to exhaust the stack, or to last. */
const DEEPEST = 30
const MAX_BROKEN = 20

/** Comments and strings of a whole text, in its order. Code within a string is code. */
export function spansOf(text: string, language: string | null): readonly Span[] {
  const reader = readers.get(language ?? '')?.() ?? readers.get('')?.()
  if (!reader) return []
  const spans: Span[] = []
  readCode({ text, ...reader, language, spans, broken: 0 }, 0, 0)
  return spans
}

interface Reading extends Reader {
  readonly text: string
  readonly language: string | null
  readonly spans: Span[]
  /** Strings with code in them that had no end. */
  broken: number
}

/** Up to the bracket that closes the hole, where it is in one; answers where that is. */
function readCode(reading: Reading, from: number, depth: number): number {
  const { text, lexis } = reading
  const next = new RegExp(depth > 0 ? reading.inHole : reading.atTop)
  let brackets = 0
  for (next.lastIndex = from; ;) {
    const found = next.exec(text)
    if (!found?.groups) return text.length
    const { groups, index } = found
    const [kind = ''] = Object.entries(groups).find(([, value]) => value !== undefined) ?? []
    if (kind === 'open') brackets++
    else if (kind === 'close') {
      if (depth > 0 && brackets === 0) return next.lastIndex
      brackets--
    } else if (kind === 'here') next.lastIndex = readHere(reading, groups['here'] ?? '', next.lastIndex)
    else if (kind === 'p') next.lastIndex = patternEnd(reading, index)
    else {
      const at = Number(kind.slice(1))
      const [, close = ''] = lexis.block[at] ?? []
      if (kind.startsWith('b')) next.lastIndex = endWith(reading, index, { start: next.lastIndex, close })
      else if (kind.startsWith('l')) next.lastIndex = endWith(reading, index, { start: index, close: '\n' })
      else next.lastIndex = readString(reading, at, { index, start: next.lastIndex, depth })
    }
  }
}

function endWith({ text, spans }: Reading, start: number, { start: from, close }: { start: number; close: string }) {
  const found = text.indexOf(close, from)
  const end = found < 0 ? text.length : found + (close === '\n' ? 0 : close.length)
  spans.push({ start, end, where: 'comment' })
  return end
}

/** The text below the line, up to a line that is the name. */
function readHere({ text, spans }: Reading, name: string, from: number): number {
  const start = text.indexOf('\n', from)
  const closing = new RegExp(String.raw`\n[ \t]*${name}\b`, 'g')
  closing.lastIndex = start
  const end = start < 0 ? undefined : closing.exec(text)?.index
  if (end === undefined) return from
  spans.push({ start, end, where: 'string' })
  return end
}

function patternEnd({ text, spans }: Reading, at: number): number {
  PATTERN.lastIndex = at
  if (!BEFORE_PATTERN.test(text.slice(Math.max(0, at - 12), at)) || !PATTERN.test(text)) return at + 1
  spans.push({ start: at, end: PATTERN.lastIndex, where: 'string' })
  return PATTERN.lastIndex
}

/** A string of one line that does not end in it is none. */
function readString(
  reading: Reading,
  nth: number,
  { index, start, depth }: { readonly index: number; readonly start: number; readonly depth: number },
): number {
  const { text, spans } = reading
  const [rule, token] = [reading.lexis.strings[nth], reading.tokens[nth]]
  if (!rule || !token) return start
  const where = isDocstring(reading, rule, index) ? 'comment' : 'string'
  const before = spans.length
  let from = index
  for (let at = start; ;) {
    token.lastIndex = at
    const found = token.exec(text)
    const sign = found?.[0]
    if (!found || (sign === '\n' && !rule.isLong)) break
    at = token.lastIndex
    if (sign === rule.close) {
      spans.push({ start: from, end: at, where })
      return at
    }
    if (sign !== undefined && sign === rule.hole && depth < DEEPEST) {
      spans.push({ start: from, end: at - sign.length, where })
      at = readCode(reading, at, depth + 1)
      from = at
    }
  }
  spans.length = before
  if (rule.hole !== undefined) reading.broken++
  return rule.isLong || reading.broken > MAX_BROKEN ? text.length : start
}

/** A string that is a statement of its own says what is around it. */
const isDocstring = ({ text, language }: Reading, { close }: StringRule, at: number): boolean =>
  close.length === 3 &&
  (language === 'python' || language === 'elixir') &&
  /(?:^|\n)[ \t]*(?:@(?:module|type)?doc\s+(?:~[sS])?)?$/.test(text.slice(Math.max(0, at - 60), at))

export function whereIs(spans: readonly Span[], at: number): 'code' | Span['where'] {
  const span = spans[countWhile(spans.length, (place) => (spans[place]?.end ?? 0) <= at)]
  return span && span.start <= at ? span.where : 'code'
}
