import { setOf } from '@wuku/core/list-helpers'
import { codeSpan, escapeWords } from '../writing/write-markdown.ts'

/** Definitions gathered from a file before it is read. */
export interface Meanings {
  /** `|name|` to its text, as written. */
  readonly substitutions: ReadonlyMap<string, string>
  /** In characters; spent by what is put in for names, so that a small file cannot become a huge page. */
  readonly budget: { left: number }
  /** The title under a label, as written. */
  readonly labels: ReadonlyMap<string, string>
}

/** Inline markup of a paragraph as Markdown. Linear: the search for each closing mark never goes back. */
export function inlineMarkdown(text: string, meanings: Meanings): string {
  const close = closers(text)
  const written: string[] = []
  let plain = 0
  const flush = (end: number): void => void written.push(plainWords(text.slice(plain, end)))
  const opening = new RegExp(OPENING)
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const span = readSpan({ text, at: found.index, role: found[1], mark: found[2] ?? '', close, meanings })
    if (!span) {
      opening.lastIndex = found.index + found[0].length
      continue
    }
    flush(found.index)
    written.push(span.markdown)
    plain = span.end
    opening.lastIndex = span.end
  }
  flush(text.length)
  return written.join('')
}

/** A mark opens behind a blank, a bracket or a quote; CJK text has no blanks, so what is no letter or digit of ASCII will do. */
const OPENING = /(?<![\w\\`*:])(?::([\w.+:-]{1,60}):(?=`))?(``|`|\*\*(?!\*)|\*(?!\*)|\|(?=\S)|_`)(?=\S)/g

interface Opening {
  readonly text: string
  readonly at: number
  readonly role: string | undefined
  readonly mark: string
  readonly close: (mark: string, from: number) => number
  readonly meanings: Meanings
}

interface SpanRead {
  readonly markdown: string
  readonly end: number
}

function readSpan(opening: Opening): SpanRead | undefined {
  const { text, at, role, mark, close } = opening
  const start = at + mark.length + (role === undefined ? 0 : role.length + 2)
  const end = close(mark, start)
  if (end <= start) return undefined
  const inner = text.slice(start, end)
  if (mark === '``') return { markdown: codeSpan(inner), end: end + 2 }
  if (mark === '*' || mark === '**')
    return { markdown: `${mark}${escapeWords(unescaped(inner))}${mark}`, end: end + mark.length }
  if (mark === '|') return substituted(opening, inner, end + 1)
  if (mark === '_`') return { markdown: escapeWords(unescaped(inner)), end: end + 1 }
  return interpreted(opening, inner, end + 1)
}

/** Between backquotes: a role before or behind it, else a link. */
function interpreted({ text, role, meanings }: Opening, inner: string, end: number): SpanRead {
  const words = inner.replaceAll(/\s+/g, ' ')
  if (role !== undefined) return { markdown: roleWords(role, words, meanings), end }
  const after = AFTER.exec(text.slice(end, end + 70))
  if (after?.[1] !== undefined) return { markdown: roleWords(after[1], words, meanings), end: end + after[0].length }
  if (after) return { markdown: escapeWords(unescaped(withoutTarget(words))), end: end + after[0].length }
  // Without a role it is mostly the name of a parameter, or a slip of someone who writes Markdown.
  return { markdown: /\s/.test(words) ? roleWords('', words, meanings) : codeSpan(words.replace(/^[~!]/, '')), end }
}

const AFTER = /^(?::([\w.+:-]{1,60}):|__?)/

function substituted({ text, meanings }: Opening, name: string, end: number): SpanRead | undefined {
  if (name.includes('\n') || name.length > 80) return undefined
  const meaning = meanings.substitutions.get(name.toLowerCase())
  const isKnown = meaning !== undefined || /^(?:version|release|today)$/.test(name)
  if (!isKnown) return undefined
  const isWithin = (meanings.budget.left -= meaning?.length ?? 0) > 0
  // A meaning that has substitutions of its own could grow without end.
  const none: Meanings = { ...meanings, substitutions: new Map<string, string>() }
  const behind = /^__?/.exec(text.slice(end, end + 2))?.[0].length ?? 0
  return { markdown: meaning === undefined || !isWithin ? name : inlineMarkdown(meaning, none), end: end + behind }
}

const withoutTarget = (words: string) => /^(.*\S)\s*<[^<>]*>$/s.exec(words)?.[1] ?? words.replace(/^<(.*)>$/s, '$1')

const unescaped = (words: string): string => words.replaceAll(/\\\s/g, '').replaceAll(/\\(.)/gsu, '$1')

/** Handles references after words: `name_`, `[1]_`; a backslash escapes the next character. */
function plainWords(text: string): string {
  const words = text.includes('_')
    ? text.replaceAll(REFERENCE, '$1').replaceAll(/(\[[^\]\s]{1,60}\])_(?!\w)/g, '$1')
    : text
  const dashed = words.includes('---') ? words.replaceAll(/(?<=\s)---(?=\s)/g, '—') : words
  return escapeWords(dashed.includes('\\') ? unescaped(dashed) : dashed)
}

const REFERENCE = /(?<![\w.+-])([A-Za-z0-9](?:[\w.+-]*[A-Za-z0-9])?)__?(?![\w(])/g

/**
 * Position of the next closing mark at or behind `from`. Calls with ascending positions scan the text once for each mark.
 */
function closers(text: string): (mark: string, from: number) => number {
  const next = new Map<string, number>()
  return (mark, from) => {
    const known = next.get(mark)
    if (known !== undefined && (known === -1 || known > from)) return known
    const pattern = new RegExp(CLOSING[mark] ?? /$^/g)
    pattern.lastIndex = Math.max(from, known ?? 0)
    const found = pattern.exec(text)?.index ?? -1
    next.set(mark, found)
    return found
  }
}

const CLOSING: Readonly<Record<string, RegExp>> = {
  '``': /(?<=\S)``(?!`)/g,
  '`': /(?<=[^\s\\])`/g,
  '_`': /(?<=[^\s\\])`/g,
  '**': /(?<=[^\s\\])\*\*(?![\w])/g,
  '*': /(?<=[^\s\\])\*(?![\w*])/g,
  '|': /(?<=[^\s\\])\|(?!\w)/g,
}

/** Text that a reader sees for a role, such as `` :func:`~os.path.join` ``: `` `join()` ``. */
function roleWords(role: string, content: string, { labels }: Meanings): string {
  const name = role.toLowerCase().split(':').at(-1) ?? ''
  const { words, target } = splitTarget(content)
  if (calls.has(name)) return codeSpan(target === undefined ? called(shortened(words, target)) : words)
  if (names.has(name)) return codeSpan(shortened(words, target))
  if (codes.has(name)) return codeSpan(name === 'file' || name === 'samp' ? withoutBraces(content) : words)
  const sign = issues.has(name) ? '#' : numbered.get(name)
  if (sign !== undefined) return escapeWords(target === undefined ? `${sign}${words}` : words)
  if (name === 'ref' || name === 'numref') return escapeWords(labelled(words, target, labels))
  if (name === 'menuselection') return escapeWords(menuPath(words))
  if (name === 'strong') return `**${escapeWords(words)}**`
  if (name === 'emphasis' || name === 'dfn') return `*${escapeWords(words)}*`
  return escapeWords(words.replace(/^!/, ''))
}

const menuPath = (words: string): string =>
  words
    .replaceAll('&', '')
    .split('-->')
    .map((step) => step.trim())
    .join(' > ')

/** `words <target>`; without a target the words are the target. */
function splitTarget(content: string): { readonly words: string; readonly target?: string } {
  const found = /^(.*\S)\s*<([^<>]*)>$/s.exec(content)
  const words = (found?.[1] ?? content).replaceAll(/\\(.)/gsu, '$1')
  return found ? { words, target: found[2] ?? '' } : { words }
}

/** `~a.b.c` shows its last name only, `!a.b` makes no link. */
function shortened(words: string, target: string | undefined): string {
  const name = words.replace(/^!/, '')
  if (target !== undefined || !name.startsWith('~')) return name.replace(/^\.(?=\w)/, '')
  const written = name.slice(1)
  const [path = ''] = written.split('(', 1)
  const last = path.slice(Math.max(...['.', ':', '#'].map((sign) => path.lastIndexOf(sign))) + 1)
  return last === '' ? written : last
}

const called = (name: string): string => (/^[\w.:~]+$/.test(name) ? `${name}()` : name)

const labelled = (words: string, target: string | undefined, labels: ReadonlyMap<string, string>): string =>
  target === undefined ? (labels.get(words.toLowerCase()) ?? words) : words

const withoutBraces = (content: string): string => content.replaceAll(/(?<!\\)[{}]/g, '').replaceAll('\\\\', '\\')

const calls = setOf('func meth cfunc')
const names = setOf(
  'class mod attr data exc obj const type member macro enum enumerator var struct union deco property namespace concept expr texpr',
)
const codes = setOf(
  'code literal file samp program option envvar keyword token kbd makevar regexp mimetype command setting lookup tfilter ' +
    'ttag djadmin confval rst:dir dir cli macro c-expr math',
)
const issues = setOf('issue gh ticket pr pull')
const numbered: ReadonlyMap<string, string> = new Map([
  ['pep', 'PEP '],
  ['rfc', 'RFC '],
  ['bpo', 'bpo-'],
  ['cve', 'CVE-'],
])
