/** Settings for documentation of libraries. */
export interface DocsSettings {
  /** Files with more bytes are refused. */
  readonly fileBytes: number
  /** For documents of one run that cannot be read within their limits. */
  readonly unreadableSeconds: number
  /** Days for which a deleted library or version can be brought back. */
  readonly purgeDays: number
  /** Whether the language model, when one is set up, writes titles and descriptions of snippets that show code. */
  readonly enrich: boolean
  /** Relative weights of the two rankings that are fused. */
  readonly weights: { readonly fullText: number; readonly vectors: number }
  /** Whether of two snippets that are as good the one that was given more often comes first. */
  readonly popularity: boolean
  /** For how long an answer may be given again; 0 for never. */
  readonly cacheSeconds: number
  /** Days for which calls and activities are kept. */
  readonly recordDays: number
  /** Milliseconds after which a server fetches a library again; 0: never. */
  readonly refreshEvery: number
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
/** Longer than anybody waits, and short enough for every clock. */
const LONGEST_PERIOD = 3_650 * units.d

/** How periods are written. */
export const PERIOD = /^(?:off|0|[1-9]\d{0,5}[mhdw])$/

/** `7d` or `12h` in milliseconds, 0 for `off`; `undefined` for what is no period. */
export function readPeriod(written: string): number | undefined {
  if (!PERIOD.test(written)) return undefined
  const unit = written.at(-1) as keyof typeof units
  return unit in units ? Math.min(Number(written.slice(0, -1)) * units[unit], LONGEST_PERIOD) : 0
}

/** In the longest unit that fits. */
export function formatPeriod(milliseconds: number): string {
  if (milliseconds === 0) return 'off'
  const unit = (['w', 'd', 'h'] as const).find((each) => milliseconds % units[each] === 0) ?? 'm'
  return `${milliseconds / units[unit]}${unit}`
}
