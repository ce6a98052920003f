export interface Lines {
  readonly from: number
  readonly to: number
}

/** Lines that the end of an address names: `#L10` or `#L10-L20`, in any order. */
export function linesIn(hash: string): Lines | undefined {
  const [, first, last = first] = /^#L(\d{1,8})(?:-L?(\d{1,8}))?$/.exec(hash) ?? []
  if (first === undefined) return undefined
  const [a, b] = [Number(first), Number(last)]
  return a === 0 || b === 0 ? undefined : { from: Math.min(a, b), to: Math.max(a, b) }
}

export const hashOf = ({ from, to }: Lines): string => (from === to ? `#L${from}` : `#L${from}-L${to}`)

/** What a person types: `12`, `12-20`, `L12-L20`. */
export const linesTyped = (text: string): Lines | undefined =>
  linesIn(
    `#L${text
      .trim()
      .replace(/^#?L/i, '')
      .replace(/\s*[-–:]\s*L?/i, '-L')}`,
  )

export const areSame = (a: Lines | undefined, b: Lines | undefined): boolean => a?.from === b?.from && a?.to === b?.to
