import { inlineMarkdown } from './inline.ts'

export interface Headline {
  readonly level: number
  /** Markdown. */
  readonly words: string
  readonly tags: readonly string[]
}

/** `** TODO [#A] Spring tides [1/3] :sea:moon:`; the state stays, since people look for it. */
export function readHeadline(line: string): Headline | undefined {
  const found = /^(\*{1,100})[ \t]+(.*)$/.exec(line)
  if (!found) return undefined
  const [, stars = '', rest = ''] = found
  const { words, tags } = splitTags(rest.trim())
  const said = words.replace(/(^|\s)\[#\w\](?=\s|$)/, '$1').replaceAll(/\[(?:\d{1,6}\/\d{1,6}|\d{1,3}%)\]/g, '')
  return { level: stars.length, words: inlineMarkdown(said.replaceAll(/\s{2,}/g, ' ').trim()), tags }
}

function splitTags(text: string): { words: string; tags: readonly string[] } {
  const at = text.lastIndexOf(' ') + 1
  const tags = readTags(text.slice(at))
  return tags.length === 0 ? { words: text, tags } : { words: text.slice(0, at).trimEnd(), tags }
}

/** `:sea:moon:`. */
export const readTags = (text: string): readonly string[] =>
  /^:(?:[\p{L}\p{N}_@#%]+:)+$/u.test(text) ? text.split(':').filter((tag) => tag !== '') : []
