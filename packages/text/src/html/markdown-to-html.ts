import MarkdownItReader, { type MarkdownIt, type Token } from 'markdown-it'
import { removedElements, isElement } from './allowed.ts'
import { cleanHtml, type Link } from './clean.ts'
import { highlightLines, type Pace } from './code.ts'
import { languageCalled } from './languages.ts'
import { noMarks, writeMarked, type FindMarks } from './highlight-spans.ts'

export interface MarkdownRequest {
  readonly text: string
  /** Lines to show, with the whole blocks around them; absent: all. */
  readonly lines?: { readonly from: number; readonly to: number } | undefined
  /** Shown number of a line; by default its own. */
  lineOf?(line: number): number
  /** Target of a link; `undefined`: none. */
  link(href: string): Link | undefined
  readonly marks?: FindMarks
  readonly pace: Pace
}

/** Clean HTML of GitHub's Markdown. */
export async function markdownToHtml(request: MarkdownRequest): Promise<string> {
  const { text, marks = noMarks, link } = request
  const reader = readerFor(text)
  const tokens = shownTokens(reader.parse(text, {}), request.lines)
  nameHeadings(tokens)
  const isKnown = tagsOf(text)
  for (const token of tokens) await prepare(token, request, isKnown)
  const html = reader.renderer.render(tokens, reader.options, {})
  return cleanHtml(html, { link, write: (words) => writeMarked(words, marks(words)) })
}

/** Most `<` of a text with HTML in it: the work grows with their square. */
const MAX_TAGS = 20_000

const readerFor = (text: string): MarkdownIt => (text.split('<', MAX_TAGS + 1).length > MAX_TAGS ? plainReader : reader)

const reader = createReader(true)
const plainReader = createReader(false)

function createReader(html: boolean): MarkdownIt {
  const made = new MarkdownItReader({ html, linkify: true, typographer: false, breaks: false })
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  // The cleaner alone decides about targets.
  made.validateLink = () => true
  made.core.ruler.after('inline', 'tasks', ({ tokens }) => markTasks(tokens))
  return made
}

/** Replaces parts of a token that the renderer would write otherwise. */
async function prepare(token: Token, { lineOf = (line) => line, pace }: MarkdownRequest, isKnown: IsKnownTag) {
  const { type, map, nesting, content } = token
  if (map && nesting >= 0) token.attrSet('data-line', String(lineOf(map[0] + 1)))
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
  if (align !== undefined) token.attrSet('align', align)
  if (type === 'fence' || type === 'code_block') {
    token.content = `<pre${attributesOf(token)}><code>${await codeOf(token, pace)}</code></pre>\n`
    token.type = 'html_block'
  } else if (type.startsWith('html_')) token.content = knownTags(content, isKnown)
  for (const child of token.children ?? [])
    if (child.type === 'html_inline') child.content = knownTags(child.content, isKnown)
}

const attributesOf = (token: Token): string => {
  const line = token.attrGet('data-line')
  return line === null ? '' : ` data-line="${line}"`
}

/** Top-level blocks with one of the lines in them. */
function shownTokens(tokens: Token[], lines: MarkdownRequest['lines']): Token[] {
  if (!lines) return tokens
  let isShown = false
  return tokens.filter(({ level, nesting, map }) => {
    if (level === 0 && nesting >= 0) isShown = map !== null && map[0] + 1 <= lines.to && map[1] >= lines.from
    return isShown
  })
}

async function codeOf({ content, info }: Token, pace: Pace): Promise<string> {
  const lines = await highlightLines({ text: content.replace(/\n$/, ''), language: languageOf(info), pace })
  return lines.join('\n')
}

/** The first word of what stands behind the fence: `ts title="a.ts"`, `{.python .numberLines}`, `js:line-numbers`. */
const languageOf = (info: string): string | undefined => languageCalled(/[\w+#-]+/.exec(info)?.[0] ?? '')

type IsKnownTag = (name: string, isClosing: boolean) => boolean

/** Escapes `<Foo>`, and the opening of an element without an end whose content would go. */
const knownTags = (html: string, isKnown: IsKnownTag): string =>
  html.replaceAll(/<(\/?)([A-Za-z][^\s/>]*)|<(?=[^!?])/g, (tag, slash = '', name = '') =>
    isKnown(String(name).toLowerCase(), slash !== '') ? tag : `&lt;${tag.slice(1)}`,
  )

/** Asked once for each tag in their order. */
function tagsOf(text: string): IsKnownTag {
  const ends = new Map<string, number>()
  const countEnds = (name: string): number => text.split(new RegExp(`</${name}\\b`, 'i')).length - 1
  return (name, isClosing) => {
    if (isClosing || !removedElements.has(name)) return isElement(name)
    const left = ends.get(name) ?? countEnds(name)
    ends.set(name, left - 1)
    return left > 0
  }
}

/** Gives headings the ids of GitHub; the cleaner adds its prefix. */
function nameHeadings(tokens: readonly Token[]): void {
  const slugCounts = new Map<string, number>()
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const name = slugOf(wordsOf(tokens[at + 1]))
    const count = slugCounts.get(name) ?? 0
    slugCounts.set(name, count + 1)
    token.attrSet('id', count === 0 ? name : `${name}-${count}`)
  }
}

const wordsOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'html_inline' ? '' : content)).join('')

const slugOf = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
    .slice(0, 190)

/** Turns `[x]` at the beginning of an item into a character: a form is not allowed. */
function markTasks(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const item = tokens[at - 2]
    const words = token.children?.[0]
    const box = /^\[([ xX])\]\s/.exec(words?.content ?? '')
    if (token.type !== 'inline' || item?.type !== 'list_item_open' || words?.type !== 'text' || !box) continue
    const isDone = box[1] !== ' '
    item.attrSet('class', `task ${isDone ? 'task-done' : 'task-open'}`)
    words.content = `${isDone ? '☑' : '☐'} ${words.content.slice(box[0].length)}`
  }
}
