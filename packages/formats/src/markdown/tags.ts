import { plainInline } from '@wuku/text/markdown/plain-inline'
import { decodeEntities } from './entities.ts'

export interface Tag {
  readonly name: string
  readonly isClosing: boolean
  readonly end: number
  /** As written. */
  readonly attributes: string
}

/** The tag that begins at `at`; attributes may hold `>` in quotes and in braces, as those of components do. */
export function readTagAt(text: string, at: number): Tag | undefined {
  tagName.lastIndex = at
  const found = tagName.exec(text)
  if (!found) return undefined
  const [match, slash, name = ''] = found
  const end = tagEnd(text, at + match.length)
  if (end < 0) return undefined
  return { name, isClosing: slash === '/', end, attributes: text.slice(at + match.length, end - 1) }
}

const tagName = /<(\/?)([A-Za-z][\w.:-]*)(?=[\s>/]|$)/y
/** In characters. */
const LONGEST = 2_000
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
export function wordsOfTag({ name, isClosing, attributes }: Tag): string {
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
  br: ['\n', '\n'],
  hr: apart,
  p: apart,
  blockquote: apart,
  ul: apart,
  ol: apart,
  li: ['\n- ', ''],
  dt: ['\n\n**', '**\n\n'],
  dd: apart,
  summary: ['\n\n**', '**\n\n'],
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
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
export const isMarkup = ({ name, attributes, isClosing }: Tag, closed: ReadonlySet<string>): boolean =>
  isClosing || htmlTags.has(name.toLowerCase()) || attributes.endsWith('/') || closed.has(name)
