/** Rows that belong to nothing are counted, not named one by one. */
export interface Strays {
  lost(): void
  unnamed(table: string): void
  problems(): readonly string[]
}

export function strayRows(table: string, whole: string): Strays {
  let lost = 0
  const unnamed = new Map<string, number>()
  return {
    lost: () => void lost++,
    unnamed: (of) => void unnamed.set(of, (unnamed.get(of) ?? 0) + 1),
    problems: () => [
      ...(lost > 0 ? [`${lost} rows of its table "${table}" belong to no existing ${whole}: they are left out.`] : []),
      ...[...unnamed].map(([of, count]) => `${count} rows of its table "${of}" have no usable id: they are left out.`),
    ],
  }
}
