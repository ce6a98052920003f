export type LineRange = readonly [from: number, to: number]

/** To the last line. */
const END = Number.MAX_SAFE_INTEGER

/** `1:3,5:`, `1-3,5`, `2..4;7..-1`: each stretch as `parting` parts its two ends; a number alone is one line. */
export function readRanges(written: string, parting: RegExp): readonly LineRange[] {
  return written
    .split(/[,;]/)
    .map((stretch) => stretch.trim())
    .filter((stretch) => stretch !== '')
    .map((stretch): LineRange => {
      const [from = '', to] = stretch.split(parting)
      const first = Math.max(1, numberIn(from, 1))
      return [first, to === undefined ? first : numberIn(to, END)]
    })
}

const numberIn = (written: string, otherwise: number): number => {
  const number = Number.parseInt(written, 10)
  return Number.isNaN(number) || number < 0 ? otherwise : number
}
