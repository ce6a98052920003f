/** A stretch of a query that signs set off: where it stands, and what stands in it. */
export interface Sign {
  /** `quoted`: "…". `titled`: quotation marks of Chinese, curly ones, backticks. `fence`: a block of code. */
  readonly kind: 'quoted' | 'titled' | 'fence' | 'minus' | 'prefix'
  readonly start: number
  readonly end: number
  readonly operand: string
  /** Before a quote. */
  readonly mark?: '-' | '+'
}

/**
 * Every alternative ends at the first sign that it cannot hold, so that each character is read a few times, however the
 * signs stand. An operator begins at a blank or at the start, so that `state-of-the-art`, `C--` and `2 * 3` are text. A
 * quote without its partner is text, and so is that of `27" screen`.
 */
const SIGNS = new RegExp(
  [
    /```(?<fence>[^]*?)(?:```|$)/u,
    /`(?<code>[^`\n]+)`/u,
    /(?:(?<=^|\s)(?<mark>[-+])|(?<=^|[\s([{<,:=、，。：；？！（]|\p{Script=Han}))"(?<quoted>[^"\n]+)"(?=$|[\s,.;:!?)\]}>/、，。：；？！）]|\p{Script=Han})/u,
    /“(?<curly>[^“”\n]+)”|「(?<corner>[^「」\n]+)」|『(?<white>[^『』\n]+)』|《(?<title>[^《》\n]+)》/u,
    /(?<=^|\s)-(?<minus>[\p{L}\p{N}][^\s"]*)/u,
    /(?<=^|\s)(?<prefix>[\p{L}\p{N}][\p{L}\p{N}_]*)\*(?=$|\s)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

/** In their order; what they enclose holds no others. */
export const signsIn = (query: string): readonly Sign[] =>
  Array.from(query.matchAll(SIGNS), (found): Sign => {
    const { fence, code, mark, quoted, curly, corner, white, title, minus, prefix } = found.groups ?? {}
    const place = { start: found.index, end: found.index + found[0].length }
    if (fence !== undefined) return { ...place, kind: 'fence', operand: fence }
    if (minus !== undefined) return { ...place, kind: 'minus', operand: minus }
    if (prefix !== undefined) return { ...place, kind: 'prefix', operand: prefix }
    if (quoted === undefined)
      return { ...place, kind: 'titled', operand: code ?? curly ?? corner ?? white ?? title ?? '' }
    return { ...place, kind: 'quoted', operand: quoted, ...((mark === '-' || mark === '+') && { mark }) }
  }).filter(({ operand }) => /[\p{L}\p{N}]/u.test(operand))

/** Text outside all signs; each sign becomes a blank. */
export function outsideOf(query: string, signs: readonly Sign[]): string {
  let end = 0
  const parts: string[] = []
  for (const sign of signs) {
    parts.push(query.slice(end, sign.start))
    end = sign.end
  }
  return [...parts, query.slice(end)].join(' ')
}

/** Words between blanks; of scripts without blanks two characters are about one. */
export const countWords = (text: string): number =>
  text
    .split(/[\s、，。：；？！]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .reduce((sum, word) => sum + Math.max(1, Math.ceil([...word.matchAll(/\p{Script=Han}/gu)].length / 2)), 0)
