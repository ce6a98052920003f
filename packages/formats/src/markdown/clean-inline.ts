import { plainInline } from '@wuku/text/markdown/plain-inline'
import { decodeEntity, decodeEntities } from './entities.ts'

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

interface Tag {
  readonly name: string
  readonly isClosing: boolean
  readonly end: number
  readonly attributes: string
}

/** The tag that begins at `at`; attributes may hold `>` in quotes and in braces, as those of components do. */
function readTagAt(text: string, at: number): Tag | undefined {
  const found = matchAt(tagName, text, at)
  if (!found) return undefined
  const [match, slash, name = ''] = found
  const end = tagEnd(text, at + match.length)
  if (end < 0) return undefined
  return { name, isClosing: slash === '/', end, attributes: text.slice(at + match.length, end - 1) }
}

const tagName = /<(\/?)([A-Za-z][\w.:-]*)(?=[\s>/]|$)/y
/** Braces within braces; a page that only opens them would be read again from each. */
const DEEPEST = 20

function tagEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < Math.min(text.length, start + LONGEST); at++) {
    const sign = text[at]
    if (sign === '"' || sign === "'") {
      const close = text.slice(at + 1, start + LONGEST).indexOf(sign)
      if (close < 0) return -1
      at += close + 1
    } else if (sign === '{') {
      if (++depth > DEEPEST) return -1
    } else if (sign === '}') depth--
    else if (depth <= 0 && sign === '>') return at + 1
    else if (depth <= 0 && sign === '<') return -1
  }
  return -1
}

/** Text that a reader sees in place of a tag. */
function wordsOfTag({ name, isClosing, attributes }: Tag): string {
  const simple = Object.hasOwn(plainTags, name) ? plainTags[name] : undefined
  if (simple) return simple[isClosing ? 1 : 0]
  if (isClosing || !/^[A-Z]/.test(name)) return ''
  if (name.endsWith('Field')) return wordsOfField(attributes)
  const words = plainInline(decodeEntities(titleIn(attributes)))
  const kind = /^(?:Admonition|Callout|Alert|Aside)$/.test(name)
    ? (/(?:type|kind|variant)=["']?\{?["']?(\w+)/.exec(attributes)?.[1] ?? 'note')
    : name
  if (notes.test(kind))
    return `\n\n> **${kind.charAt(0).toUpperCase()}${kind.slice(1)}${words === '' ? '' : `: ${words}`}**\n\n`
  return words === '' ? '' : `\n\n**${words}**\n\n`
}

/** A parameter or property: `<ParamField path="limit" type="number" required>`. */
function wordsOfField(attributes: string): string {
  const name = /(?:^|\s)(?:name|path|query|body|header)=["'{]+([^"'{}]+)/.exec(attributes)?.[1]
  if (name === undefined) return ''
  const type = /\stype=["'{]+([^"'{}]+)/.exec(attributes)?.[1]
  const facts = [...(type === undefined ? [] : [type]), ...(/\srequired\b/.test(attributes) ? ['required'] : [])]
  return `\n\n**\`${name}\`**${facts.length > 0 ? ` (${facts.join(', ')})` : ''}\n\n`
}

/** A value names a tab only where no label does. */
function titleIn(attributes: string): string {
  for (const name of ['label', 'title', 'heading', 'summary', 'name', 'value']) {
    if (!attributes.includes(`${name}=`)) continue
    const written = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|\\{\\s*["'\`]([^"'\`]*)["'\`]\\s*\\})`).exec(
      attributes,
    )
    if (written) return written[1] ?? written[2] ?? written[3] ?? ''
  }
  return ''
}

const notes = /^(?:note|tip|info|warning|warn|danger|caution|important|success|error|check)$/i

const around = (sign: string): readonly [string, string] => [sign, sign]
const apart: readonly [string, string] = ['\n\n', '\n\n']
const heading = (level: number): readonly [string, string] => [`\n\n${'#'.repeat(level)} `, '\n\n']

/** Text for the opening and the closing tag; all other HTML tags are dropped. */
const plainTags: Readonly<Record<string, readonly [string, string]>> = {
  ...Object.fromEntries(['hr', 'p', 'blockquote', 'ul', 'ol', 'dd'].map((name) => [name, apart])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(level)])),
  br: ['\n', '\n'],
  li: ['\n- ', ''],
  dt: ['\n\n**', '**\n\n'],
  summary: ['\n\n**', '**\n\n'],
  strong: around('**'),
  b: around('**'),
  em: around('*'),
  i: around('*'),
  code: around('`'),
}

const htmlTags = new Set(
  `a abbr address article aside audio b bdi bdo big blockquote body br button caption center cite code col colgroup dd del
  details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img
  input ins kbd label legend li link main mark meta nav noscript object ol optgroup option p picture pre q rp rt ruby s samp
  script section select small source span strike strong style sub summary sup svg path table tbody td template textarea tfoot
  th thead time tr tt u ul var video wbr`.split(/\s+/),
)

/** A tag of HTML, a component that closes itself, or anything that the page closes; others are words in angle brackets. */
const isMarkup = ({ name, attributes, isClosing }: Tag, closed: ReadonlySet<string>): boolean =>
  isClosing || htmlTags.has(name.toLowerCase()) || attributes.endsWith('/') || closed.has(name)
