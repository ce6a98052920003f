import type { TermTable } from '@wuku/core/ports/store'

/** Strength by term, for each row of the table. */
export const rowsOf = ({ vocabulary, starts, terms, strengths }: TermTable): Map<string, number>[] =>
  [...starts.subarray(1)].map((end, row) => {
    const held = new Map<string, number>()
    for (let entry = starts[row] ?? 0; entry < end; entry++)
      held.set(vocabulary[terms[entry] ?? 0] ?? '', strengths[entry] ?? 0)
    return held
  })
