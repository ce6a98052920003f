/** Text too long for one document, or a file too long for one item, comes in parts: `path`, `path@2`, `path@3`. */
export const partPath = (whole: string, part: number): string => (part === 1 ? whole : `${whole}@${part}`)

const PART = /@([1-9]\d{0,6})$/

/** The path of which this is a part. */
export const wholeOf = (path: string): string => path.replace(PART, '')

/** From 1. */
export const partOf = (path: string): number => Number(PART.exec(path)?.[1] ?? 1)
