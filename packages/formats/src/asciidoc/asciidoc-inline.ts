import { setOf } from '@wuku/core/list-helpers'
import { codeSpan, escapeWords, rewrite } from '../writing/write-markdown.ts'

/** Inline markup as Markdown: links and references are their words. */
export const inlineMarkdown = (text: string, titles: ReadonlyMap<string, string>): string =>
  // Roles such as `[.term]` are for style sheets.
  renderLine(text.replaceAll(/\[[.#][^[\]\s]{1,60}\](?=[*_`#+])/g, ''), titles, 0)

const renderLine = (text: string, titles: ReadonlyMap<string, string>, depth: number): string =>
  depth > DEEPEST
    ? escapeWords(text)
    : rewrite(text, TOKEN, ({ groups = {}, 0: match }) => renderToken({ groups, match, titles, depth }), plainWords)

/** Bold in italic in bold. */
const DEEPEST = 4

const TOKEN = new RegExp(
  [
    String.raw`\\(?<escaped>[*_${'`'}#^~+{<[]|[\w-]+:)`,
    String.raw`\+\+\+(?<raw>[^+]{0,1000})\+\+\+|\+\+(?<raw2>[^+]{1,1000})\+\+|pass:[\w,]{0,20}\[(?<pass>[^\]]{0,1000})\]`,
    String.raw`["']${'`'}(?<quoted>[^${'`'}]{1,1000})${'`'}["']`,
    String.raw`${'``'}(?<code2>[^${'`'}](?:[^${'`'}]|${'`'}(?!${'`'})){0,1000})${'``'}|(?<![\w${'`'}])${'`'}(?<code>[^${'`'}\s](?:[^${'`'}]{0,1000}[^${'`'}\s])?)${'`'}(?!\w)`,
    String.raw`<<(?<reference>[^<>,]{1,200})(?:,(?<words>[^<>]{0,500}(?:<[^<>]{1,100}>)?[^<>]{0,100}))?>>`,
    String.raw`\[\[(?<anchor>[^\[\]]{1,200})\]\]|\(\(\((?<index>[^()]{1,300})\)\)\)|\(\((?<term>[^()]{1,300})\)\)`,
    String.raw`(?<![\w/])(?<url>(?:https?|ftp|irc)://[^\s<>\[\]"'${'`'}]{1,1000})(?:\[(?<urlWords>[^\]]{0,500})\])?`,
    String.raw`(?<![\w:])(?<macro>[a-z][a-z0-9-]{1,20}):(?!:)(?<target>[^\s:\[\]"][^\s\[\]]{0,500})?\[(?<inside>(?:[^\]\\]|\\.){0,500})\]`,
    String.raw`(?:\[[^\[\]\s]{1,80}\])?(?:##(?<mark2>[^#]{1,500})##|(?<![\w#&])#(?<mark>[^#\s](?:[^#]{0,500}[^#\s])?)#(?!\w))`,
    String.raw`\*\*(?<bold2>[^*]{1,1000})\*\*|(?<![\w*\\;:}])\*(?<bold>[^*\s](?:[^*]{0,1000}[^*\s])?)\*(?!\w)`,
    String.raw`__(?<italic2>[^_]{1,1000})__|(?<![\w_\\;:}])_(?<italic>[^_\s](?:(?:[^_]|_(?=\w)){0,1000}[^_\s])?)_(?!\w)`,
    String.raw`(?<![\w+])\+(?<plus>[^+\s](?:[^+\n]{0,500}[^+\s])?)\+(?!\w)`,
    String.raw`\^(?<above>[^\s^]{1,40})\^|~(?<below>[^\s~]{1,40})~`,
    String.raw`(?<break>\s\+)$`,
  ].join('|'),
  'gm',
)

interface Token {
  readonly groups: Readonly<Record<string, string | undefined>>
  readonly match: string
  readonly titles: ReadonlyMap<string, string>
  readonly depth: number
}

function renderToken(token: Token): string {
  const { groups, match, titles, depth } = token
  const inner = (text: string): string => renderLine(text, titles, depth + 1)
  const { escaped, anchor, index, reference, words, url, urlWords, macro } = groups
  const code = groups['code'] ?? groups['code2']
  if (escaped !== undefined) return escapeWords(escaped)
  if (code !== undefined)
    return codeSpan(code.replaceAll(/^\+(.+)\+$/gs, '$1').replaceAll(/\\(?=[{*_#<+])/g, '')) || match
  const raw = groups['raw'] ?? groups['raw2'] ?? groups['pass'] ?? groups['plus']
  if (raw !== undefined) return escapeWords(raw.replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, ''))
  if (anchor !== undefined || index !== undefined) return ''
  if (reference !== undefined)
    return words === undefined ? escapeWords(referenceWords(reference, titles)) : inner(words.trim())
  if (url !== undefined) return urlWords === undefined ? url : linkWords(urlWords, inner) || url
  if (macro !== undefined) return macroWords(token, inner)
  const bold = groups['bold'] ?? groups['bold2']
  if (bold !== undefined) return `**${inner(bold)}**`
  const italic = groups['italic'] ?? groups['italic2']
  if (italic !== undefined) return `*${inner(italic)}*`
  if (groups['quoted'] !== undefined) return `${match.charAt(0)}${inner(groups['quoted'])}${match.charAt(0)}`
  if (groups['break'] !== undefined) return '  '
  return inner(groups['term'] ?? groups['mark'] ?? groups['mark2'] ?? groups['above'] ?? groups['below'] ?? '')
}

function macroWords({ groups, match, titles }: Token, inner: (text: string) => string): string {
  const { macro = '', target = '', inside = '' } = groups
  const words = inside.replaceAll('\\]', ']')
  if (wordless.has(macro)) return ''
  if (codes.has(macro)) return codeSpan(words)
  switch (macro) {
    case 'link':
    case 'mailto':
      return linkWords(words, inner) || target
    case 'xref':
      return linkWords(words, inner) || escapeWords(referenceWords(target, titles))
    case 'indexterm2':
      return inner(words)
    case 'btn':
      return `**${inner(words)}**`
    case 'menu':
      return inner([target, ...words.split('>').map((word) => word.trim())].filter((word) => word !== '').join(' > '))
    case 'footnote':
    case 'footnoteref':
      return words === '' ? '' : ` (${inner(words)})`
    default:
      // A macro of some extension, as git's own `linkgit:git-log[1]`.
      return target === ''
        ? escapeWords(match)
        : `${escapeWords(target)}${/^\d$/.test(words) ? `(${words})` : words === '' ? '' : ` ${inner(words)}`}`
  }
}

const wordless = setOf('image icon indexterm anchor bibanchor')
const codes = setOf('kbd stem latexmath asciimath')

/** `text,window=_blank`, `text^`. */
function linkWords(inside: string, inner: (text: string) => string): string {
  const quoted = /^"([^"]*)"/.exec(inside)?.[1]
  return inner((quoted ?? inside.replace(/,\s*[\w-]+=.*$/s, '')).replace(/\^$/, '').trim())
}

/** The title for an id, else the most meaningful part of the path. */
function referenceWords(target: string, titles: ReadonlyMap<string, string>): string {
  const [path = '', id] = target.split('#')
  const words = titles.get(id ?? path) ?? titles.get(path)
  if (words !== undefined) return words
  return id !== undefined && id !== '' ? id : (path.split('/').at(-1) ?? path).replace(/\.adoc$/, '')
}

const plainWords = (text: string): string =>
  escapeWords(text.replaceAll(/&(?:nbsp|#160);/g, ' ').replaceAll(/(?<=\w)--(?=\w)/g, '—'))
