export interface MarkedPart {
  readonly text: string
  readonly isMarked: boolean
}

/** A text in parts, with the words of a query marked. Latin words are marked from their beginning, as the index holds them by their stems. */
export function markedParts(text: string, words: readonly string[]): readonly MarkedPart[] {
  const pattern = patternFor(words)
  if (!pattern) return [{ text, isMarked: false }]
  const parts: MarkedPart[] = []
  let end = 0
  for (const found of text.matchAll(pattern)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), isMarked: false })
    parts.push({ text: found[0], isMarked: true })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false })
  return parts
}

let latest: { readonly words: string; readonly pattern: RegExp | undefined } | undefined

/** The hits of a question have the same words: their pattern is made once. */
function patternFor(words: readonly string[]): RegExp | undefined {
  const key = words.join('\n')
  if (latest?.words !== key) {
    const wanted = [...new Set(words.map((word) => word.trim()).filter(Boolean))].toSorted(
      (a, b) => b.length - a.length,
    )
    const pattern = wanted.length > 0 ? new RegExp(wanted.map(patternOf).join('|'), 'giu') : undefined
    latest = { words: key, pattern }
  }
  return latest.pattern
}

function patternOf(word: string): string {
  const plain = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return /^[\p{Script=Latin}\d]/u.test(word) ? String.raw`(?<![\p{L}\d])${plain}` : plain
}
