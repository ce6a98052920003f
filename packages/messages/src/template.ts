/** A text with `{0}` for each value in it, cut at its values: one more piece than there are values. */
export interface Template {
  readonly parts: readonly string[]
  /** Number of the value behind each piece but the last. */
  readonly holes: readonly Hole[]
  /** Enough letters of its own to be known by. */
  readonly isDistinct: boolean
}

interface Hole {
  readonly at: number
  /** Written `{0*}`: it may be words of ours too, such as `3 documents`, and not a name. */
  readonly isPhrase: boolean
}

const HOLE = /\{(\d+)(\*?)\}/g

export function readTemplate(text: string): Template {
  const holes = [...text.matchAll(HOLE)].map(([, at, mark]) => ({ at: Number(at), isPhrase: mark === '*' }))
  const parts = text.split(/\{\d+\*?\}/)
  return { parts, holes, isDistinct: lettersOf(parts.join('')) > 3 || isLead(parts[0] ?? '') }
}

/** `Log: {0}`, and not `the {0}`. */
const isLead = (part: string): boolean => lettersOf(part) > 2 && /[A-Z:]/.test(part)

const lettersOf = (text: string): number => text.replaceAll(/[^A-Za-z]/g, '').length

/** Values of a text that was made from the template: each is as short as the piece behind it allows. */
export function valuesIn(text: string, { parts, holes }: Template): readonly string[] | undefined {
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (holes.length === 0) return text === first ? [] : undefined
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return undefined
  const values: string[] = []
  const end = text.length - last.length
  let from = first.length
  for (const [index, { at }] of holes.entries()) {
    const isLast = index === holes.length - 1
    const to = isLast ? end : text.indexOf(parts[index + 1] ?? '', from)
    if (to < from || to > end) return undefined
    values[at] = text.slice(from, to)
    from = to + (isLast ? 0 : (parts[index + 1] ?? '').length)
  }
  return values
}

export function fill({ parts, holes }: Template, values: readonly string[], phrase: (value: string) => string): string {
  const [first = '', ...others] = parts
  return others.reduce((all, part, index) => {
    const { at = 0, isPhrase = false } = holes[index] ?? {}
    const value = values[at] ?? ''
    return isPhrase ? spaced(spaced(all, phrase(value)), part) : all + value + part
  }, first)
}

/** A blank stands between Chinese and Latin, as in the guides. */
export function spaced(left: string, right: string): string {
  if (WIDE_SIGN_END.test(left)) return left + right.replace(/^ +/, '')
  const isSeam = (HAN_END.test(left) && LATIN_START.test(right)) || (LATIN_END.test(left) && HAN_START.test(right))
  return isSeam ? `${left} ${right}` : left + right
}

const WIDE_SIGN_END = /[，。！？：；（）“”]$/
const HAN_END = /\p{Script=Han}$/u
const HAN_START = /^\p{Script=Han}/u
const LATIN_END = /[\w>`"]$/
const LATIN_START = /^[\w<`"-]/
