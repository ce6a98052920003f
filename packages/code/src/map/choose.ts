import { tokensOf } from '../symbols/within-budget.ts'
import type { CentralFile } from './central-files.ts'

export interface ChosenFile {
  readonly file: CentralFile
  /** As many of its first symbols. */
  readonly symbols: number
}

/** How much less each further file is worth, and each further symbol of one file. */
const NEXT_FILE = 0.15
const NEXT_SYMBOL = 0.4

/**
 * Fits a map into a budget: the first symbols of the first files before the later ones of either. `lineOf` gives the
 * line of a symbol.
 */
export function chooseForMap(
  files: readonly CentralFile[],
  budget: number,
  lineOf: (file: CentralFile, symbol: number) => string,
): readonly ChosenFile[] {
  const chosen = new Map<number, number>()
  const full = new Set<number>()
  let left = budget
  for (const { at, nth } of inOrderOfWorth(files)) {
    if (full.has(at)) continue
    const file = files[at]
    if (!file) continue
    const cost = (chosen.has(at) ? 0 : FILE_TOKENS + tokensOf(file.path)) + (nth < 0 ? 0 : tokensOf(lineOf(file, nth)))
    if (cost > left) {
      // A shorter symbol of the same file must not stand in for a better one.
      full.add(at)
      continue
    }
    left -= cost
    chosen.set(at, nth + 1)
  }
  return [...chosen]
    .toSorted((a, b) => a[0] - b[0])
    .flatMap(([at, symbols]) => {
      const file = files[at]
      return file ? [{ file, symbols }] : []
    })
}

/** Tokens of an answer for a file in addition to its path and symbols. */
const FILE_TOKENS = 30

/** `nth` is -1 for the file itself. */
function inOrderOfWorth(files: readonly CentralFile[]) {
  const items = files.flatMap(({ symbols }, at) =>
    (symbols.length === 0 ? [-1] : symbols.slice(0, MAX_SYMBOLS).map((_, nth) => nth)).map((nth) => ({
      at,
      nth,
      worth: 1 / ((1 + NEXT_FILE * at) * (1 + NEXT_SYMBOL * Math.max(0, nth))) / (nth < 0 ? 2 : 1),
    })),
  )
  return items.toSorted((a, b) => b.worth - a.worth || a.at - b.at || a.nth - b.nth)
}

/** Symbols of one file; past these its outline is more useful. */
const MAX_SYMBOLS = 30
