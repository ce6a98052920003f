import { largest } from '@wuku/core/list-helpers'
/** A stretch of a paragraph: words of the page, our own markup, or code. */
export interface InlinePart {
  readonly is: 'words' | 'sign' | 'code'
  readonly text: string
}

/** Markdown within a line. Characters of the text are escaped only where they would be read as Markdown. */
export function markdownOf(parts: readonly InlinePart[]): string {
  const pairs = pairsIn(parts)
  return parts.map((part) => renderPart(part, pairs)).join('')
}

/** The same for lines of their own, which could begin something. */
export const ownLines = (markdown: string): string => markdown.replaceAll(misreadStart, escapedStart)

/** Code between as many backticks as it needs. */
export function codeSpan(code: string): string {
  const longest = largest([...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${code} ${fence}` : `\`${code}\``
}

type Pairs = typeof noPairs

/** Which signs of the words can have a partner in the same paragraph: alone they mean nothing. */
const noPairs = { ticks: false, stars: false, underscores: false, links: false }

function pairsIn(parts: readonly InlinePart[]): Pairs {
  const words = parts.map((part) => (part.is === 'words' ? part.text : ' ')).join('')
  if (!/[`*_[]/.test(words)) return noPairs
  const has = (is: InlinePart['is']): boolean => parts.some((part) => part.is === is)
  return {
    ticks: has('code') || /`[^`]*`/.test(words),
    stars: /\*[^*]*\*/.test(words) || has('sign'),
    underscores: /(?:^|[^\p{L}\p{N}_])_+[^\s_]/u.test(words) && /[^\s_]_+(?:$|[^\p{L}\p{N}_])/u.test(words),
    links: words.includes(']('),
  }
}

function renderPart({ is, text }: InlinePart, pairs: Pairs): string {
  if (is === 'code') return codeSpan(text)
  if (is === 'sign' || !/[\\`*_<[&]/.test(text)) return text
  return text.replaceAll(/[\\`*_<[&]/g, (sign, at: number) => (isMisread(text, at, pairs) ? `\\${sign}` : sign))
}

function isMisread(text: string, at: number, pairs: Pairs): boolean {
  const before = text.charAt(at - 1)
  const after = text.charAt(at + 1)
  switch (text.charAt(at)) {
    case '\\':
      return /[!-/:-@[-`{-~]/.test(after)
    case '`':
      return pairs.ticks
    case '*':
      return pairs.stars && !(isBlank(before) && isBlank(after))
    case '_':
      return pairs.underscores && !(isWordSign(before) && isWordSign(after)) && !(isBlank(before) && isBlank(after))
    case '<':
      return /[A-Za-z/!?]/.test(after)
    case '[':
      return pairs.links
    default:
      return entity.test(text.slice(at, at + 34))
  }
}

const isBlank = (sign: string): boolean => sign.trim() === ''
const isWordSign = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign)
const entity = /^&(?:#\w{1,8}|[A-Za-z]\w{1,30});/

/** Lines that would begin a heading, a list, a quote, a fence or a rule, or underline the line before. */
const misreadStart = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|\d{1,9}(?=[.)](?:\s|$))|>|~~~|=+(?=\s*$)|--+(?=\s*$))/gm
const escapedStart = (start: string): string => (/^\d/.test(start) ? `${start}\\` : `\\${start}`)
