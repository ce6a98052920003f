/** Text too long for one document, or a file too long for one item, comes in parts: `path`, `path@2`, `path@3`. */
export const partPath = (path: string, part: number): string => (part === 1 ? path : `${path}@${part}`)

const PART = /@([1-9]\d{0,6})$/

/** The path of which this is a part. */
export const fullPathOf = (path: string): string => path.replace(PART, '')

/** From 1. */
export const partOf = (path: string): number => Number(PART.exec(path)?.[1] ?? 1)
