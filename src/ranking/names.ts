/** How well what a file is called meets what is asked: a name is the shortest description that its author gave. */

export interface NamedWord {
  /** The whole and its parts, folded: `getUserById` is `getuserbyid`, `get`, `user`, `by`, `id`. */
  readonly forms: readonly string[]
  /** How telling the word is beside the others of the query. */
  readonly weight: number
}

export interface NameMatch {
  /** 0 to 1: how much of the name the query says. */
  readonly ofName: number
  /** 0 to 1: how much of the query the name says. */
  readonly ofQuery: number
}

/** `parts` of a name, folded. A word and a part meet when one begins with the other: `auth` and `authentication`. */
export function matchName(parts: readonly string[], words: readonly NamedWord[]): NameMatch {
  if (parts.length === 0 || words.length === 0) return { ofName: 0, ofQuery: 0 }
  const whole = parts.join('')
  const ofParts = parts.map((part) => Math.max(0, ...words.map(({ forms }) => meeting(forms, part))))
  const ofWords = words.map(({ forms }) => Math.max(meeting(forms, whole), ...parts.map((part) => meeting(forms, part))))
  const isWhole = words.some(({ forms }) => forms.includes(whole))
  return {
    ofName: isWhole ? 1 : sum(ofParts) / parts.length,
    ofQuery: sum(words.map(({ weight }, at) => weight * (ofWords[at] ?? 0))) / sum(words.map(({ weight }) => weight)),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Beginnings shorter than this are met by chance. */
const SHORTEST = 3

/** The best of all forms: 1 when they are the same, the share of the longer one when one begins with the other. */
function meeting(forms: readonly string[], part: string): number {
  let best = 0
  for (const form of forms) {
    if (form === part) return 1
    const [short, long] = form.length < part.length ? [form, part] : [part, form]
    if (short.length >= SHORTEST && long.startsWith(short)) best = Math.max(best, Math.sqrt(short.length / long.length))
  }
  return best
}
