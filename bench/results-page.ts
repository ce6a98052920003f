import { existsSync, readFileSync } from 'node:fs'

/** Heading of the figures of quality, which follow those of speed. */
const QUALITY = '## Quality\n'

/** A page with its quality taken again and its times as they were; both days stand in it. */
export function withNewQuality(file: string, { made, page }: { readonly made: string; readonly page: string }): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [kept, taken] = [before, page].map((text) => text.indexOf(QUALITY))
  if (kept === undefined || taken === undefined || kept < 0 || taken < 0) return page
  return `${before.slice(0, kept)}${QUALITY}\nTaken ${made}, after the times above.\n${page.slice(taken + QUALITY.length)}`
}
