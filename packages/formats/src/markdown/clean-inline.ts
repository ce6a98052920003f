import { decodeEntity } from './entities.ts'
import { isMarkup, readTagAt, wordsOfTag } from './tags.ts'

/** Facts about the page around a line. */
export interface PageWords {
  /** Addresses by the lower-case names of references. */
  readonly references: ReadonlyMap<string, string>
  /** Names of tags that are closed somewhere. */
  readonly closed: ReadonlySet<string>
}

/** Prose without tags, entities, images and addresses within the page; code spans stay as they are. */
export function cleanInline(text: string, page: PageWords): string {
  if (!/[`<&\\![{]/.test(text)) return text
  const special = /[`<&\\![{]/g
  const scene: Scene = { ...page, lineStart: lineStarts(text) }
  const parts: string[] = []
  let from = 0
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const at = found.index
    const read = readers[found[0]]?.(text, at, scene)
    if (!read) continue
    parts.push(text.slice(from, at), read.text)
    from = read.end
    special.lastIndex = from
  }
  parts.push(text.slice(from))
  return parts.join('')
}

interface Scene extends PageWords {
  /** Start of the line that holds a position. */
  lineStart(at: number): number
}

/** Must be called with ascending positions: text is scanned only once, however long a line is. */
function lineStarts(text: string): Scene['lineStart'] {
  let start = 0
  let known = 0
  return (at) => {
    const last = text.slice(known, at).lastIndexOf('\n')
    if (last >= 0) start = known + last + 1
    known = at
    return start
  }
}

interface Cleaned {
  readonly end: number
  readonly text: string
}

type Clean = (text: string, at: number, scene: Scene) => Cleaned | undefined

const copyUnchanged = (text: string, at: number, end: number): Cleaned => ({ end, text: text.slice(at, end) })

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const autolink = /<((?:https?|mailto|ftp):[^\s<>]*|[\w.+-]+@[\w.-]+)>|<\/?>/y

const cleanTag: Clean = (text, at, { closed, lineStart }) => {
  const link = matchAt(autolink, text, at)
  if (link) return { end: at + link[0].length, text: link[1] ?? '' }
  const tag = readTagAt(text, at)
  if (!tag || !isMarkup(tag, closed)) return undefined
  const words = wordsOfTag(tag)
  return {
    end: tag.end,
    text:
      words.includes('\n') && isOneLine(text.slice(lineStart(at), at))
        ? words.replaceAll(/\n[\n#>-]*\s?/g, ' ')
        : words,
  }
}

/** Rows of tables and headings end with their line. */
const isOneLine = (before: string): boolean => /^\s*(?:\||#{1,6}\s)/.test(before.slice(0, 100))

const entity = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/iy

/** At the beginning of a line the character could be read as markup. */
const cleanEntity: Clean = (text, at) => {
  const found = matchAt(entity, text, at)
  if (!found) return undefined
  const sign = decodeEntity(found[0])
  return (/[<>#|*+-]/.test(sign) && beginsLine(text, at)) || sign === '|'
    ? copyUnchanged(text, at, at + found[0].length)
    : { end: at + found[0].length, text: sign }
}

/** Line breaks of `String.trim` that are none to Markdown are blanks here as they are there. */
function beginsLine(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && text[before] !== '\n' && /\s/.test(text.charAt(before))) before--
  return before < 0 || text[before] === '\n'
}

const image = /!\[((?:[^[\]\\]|\\.)*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^[\]\n]*\])(?:\{[^{}\n]*\})?/y

const cleanImage: Clean = (text, at) => {
  const found = matchAt(image, text, at)
  return found ? { end: at + found[0].length, text: found[1] ?? '' } : undefined
}

const link =
  /\[((?:[^[\]\\]|\\[^]|\[[^[\]]*\])*)\](?:\(\s*<?((?=\S)[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)|\[([^[\]]*)\])(?:\{:?\s*[.#:\w][^{}\n]*\})?/y
/** In characters; behind a longer address there is a program or a picture. */
const LONGEST_ADDRESS = 200

/** Programs, mail, and places of the same page. */
const ELSEWHERE = /^(?!https?:)[a-z][a-z\d+.-]*:|^#/i

const cleanLink: Clean = (text, at, page) => {
  const found = matchAt(link, text, at)
  if (!found) return undefined
  const [match, label = '', written, reference] = found
  const address = written ?? page.references.get((reference === '' ? label : (reference ?? '')).toLowerCase())
  if (address === undefined) return undefined
  const words = cleanInline(label, page)
  const leads = !ELSEWHERE.test(address) && address.length <= LONGEST_ADDRESS && words.trim() !== ''
  return { end: at + match.length, text: leads && words !== address ? `[${words}](${address})` : words }
}

const shortcode = /\{\{[<%]([^{}]*)[%>]\}\}/y
const jsxText = /\{\s*(?:"([^"\n{}]*)"|'([^'\n{}]*)'|`([^`\n{}$]*)`)\s*\}/y

/** Shortcodes of Hugo, and texts in the braces of JSX. */
const cleanBrace: Clean = (text, at) => {
  const found = matchAt(shortcode, text, at)
  const call = /^\s*(\/?)\s*([\w./-]+)(.*)$/s.exec(found?.[1] ?? '')
  if (found && call) return { end: at + found[0].length, text: wordsOfShortcode(call) }
  const words = matchAt(jsxText, text, at)
  return words ? { end: at + words[0].length, text: words[1] ?? words[2] ?? words[3] ?? '' } : undefined
}

function wordsOfShortcode([, slash, name = '', parameters = '']: RegExpExecArray): string {
  if (slash === '/') return ''
  if (/^(?:note|tip|info|warning|caution|danger|notice)$/.test(name))
    return `> **${name.charAt(0).toUpperCase()}${name.slice(1)}**\n`
  const named = /\b(?:text|title|name|tabName)="([^"]*)"/.exec(parameters)?.[1]
  return named ?? (name.startsWith('tab') ? (/"([^"]*)"/.exec(parameters)?.[1] ?? '') : '')
}

const readers: Readonly<Record<string, Clean>> = {
  '`': (text, at) => copyUnchanged(text, at, codeSpanEnd(text, at)),
  '\\': (text, at) => copyUnchanged(text, at, Math.min(at + 2, text.length)),
  '<': cleanTag,
  '&': cleanEntity,
  '!': cleanImage,
  '[': cleanLink,
  '{': cleanBrace,
}

/** In characters; behind more of them than a paragraph has, marks belong to something else. */
const LONGEST = 2_000

/** The end of the code span that the backticks at `at` open, or of the backticks where nothing closes it. */
export function codeSpanEnd(text: string, at: number): number {
  const length = runLength(text, at)
  for (let next = at + length; next < at + LONGEST; next++) {
    const code = text.charCodeAt(next)
    if (code === 10 && text.charCodeAt(next + 1) === 10) break
    if (Number.isNaN(code)) break
    if (code !== BACKTICK) continue
    const run = runLength(text, next)
    if (run === length) return next + run
    next += run - 1
  }
  return at + length
}

const BACKTICK = 96

function runLength(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === BACKTICK) end++
  return end - at
}
