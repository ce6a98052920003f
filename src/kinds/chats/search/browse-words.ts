/** What callers write when they want no words looked for, but the newest. */
const words: ReadonlySet<string> = new Set(['*', 'recent', 'latest', 'newest', '最近', '最新'])

export const isBrowsing = (queries: readonly string[]): boolean =>
  queries.length > 0 && queries.every((query) => words.has(query.trim().toLowerCase()))
