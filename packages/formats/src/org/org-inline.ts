import { codeSpan, escapeWords, rewrite } from '../writing/write-markdown.ts'

/** Inline markup as Markdown: links into the web stay links, all others are their words. */
export const inlineMarkdown = (text: string): string => renderText(text, 0)

/** Bold in italic in bold. */
const DEEPEST = 4

const renderText = (text: string, depth: number): string =>
  depth > DEEPEST ? escapeWords(text) : rewrite(text, TOKEN, ({ groups = {} }) => renderToken(groups, depth))

/** Chinese has no blanks around marks: next to its characters a mark opens and closes as it does next to a blank. */
const BEFORE = String.raw`(?<=^|[\s\-–—("'{\p{Script=Han}，。；：、（《“])`
const AFTER = String.raw`(?=$|[\s\-–—.,;:!?'")}\[\\\p{Script=Han}，。；：、！？）》”])`

/** Between marks of one kind; lengths are bounded, so that no text of marks alone is read again and again. */
const between = (name: string, mark: string): string =>
  String.raw`${BEFORE}${mark}(?<${name}>[^\s${mark}](?:[^${mark}]{0,1000}[^\s${mark}])?)${mark}${AFTER}`

const TOKEN = new RegExp(
  [
    String.raw`\[\[(?<target>[^\[\]\n]{1,1000})\](?:\[(?<words>[^\[\]]{1,500})\])?\]`,
    String.raw`\[fn:(?<note>[\w-]{1,50})\]`,
    String.raw`\[fn:[\w-]{0,50}:(?<aside>[^\[\]]{1,1000})\]`,
    String.raw`<<<?(?<radio>[^<>\n]{1,200})>>>?`,
    String.raw`@@[\w-]{1,20}:(?<raw>[^@]{0,1000})@@`,
    between('verbatim', '='),
    between('code', '~'),
    between('bold', '\\*'),
    between('italic', '/'),
    between('underline', '_'),
    between('strike', '\\+'),
    String.raw`(?<break>\\\\)[ \t]*$`,
  ].join('|'),
  'gmu',
)

function renderToken(groups: Readonly<Record<string, string | undefined>>, depth: number): string {
  const inner = (text: string): string => renderText(text, depth + 1)
  const { target, words, note, aside: parenthetical, radio, bold, italic, strike } = groups
  const code = groups['verbatim'] ?? groups['code']
  if (code !== undefined) return codeSpan(code)
  if (target !== undefined) return linkWords(target, words === undefined ? undefined : inner(words))
  if (note !== undefined) return `[^${note}]`
  if (parenthetical !== undefined) return `(${inner(parenthetical.trim())})`
  if (bold !== undefined) return `**${inner(bold)}**`
  if (italic !== undefined) return `*${inner(italic)}*`
  if (strike !== undefined) return `~~${inner(strike)}~~`
  return inner(radio ?? groups['underline'] ?? '')
}

function linkWords(target: string, words: string | undefined): string {
  if (/^(?:https?|mailto):/i.test(target) && !/[\s()<>]/.test(target))
    return words === undefined ? `<${target}>` : `[${words}](${target})`
  return words ?? placeWords(target)
}

/** `file:ebb.org::*Spring tides` says two things; an id says nothing. */
function placeWords(target: string): string {
  if (/^id:/i.test(target)) return ''
  const [file = '', place = ''] = target.replace(/^file:/i, '').split('::')
  return escapeWords(
    [file, place.replace(/^[*#]/, '')]
      .filter((each) => each !== '')
      .join(': ')
      .replace(/^[*#]/, ''),
  )
}
