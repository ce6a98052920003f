import type { Background } from '../core/words.ts'

/** The nearest that count as the tail by which the others are judged: many more than are ever the answer. */
const TAIL = 200
/** The tail is no more than this share of all, or its slope would be that of the middle. */
const SHARE = 1 / 4
/** The slope is taken from the end of the tail to the end of its first quarter: the few that answer do not bend it. */
const STEEP = 4
/** Upper limit of a deviation: vectors that are all alike except for a few have no slope, and no difference counts for more than this. */
const LEAST_SCALE = 0.05

/**
 * How surprising a cosine is: `-ln` of the chance that a text which has nothing to do with the question comes as near. Told
 * by the list's own tail, not by a bell curve around the mean, since a subject that many texts share is no surprise. Past
 * the first quarter of the tail the chance falls as that of a bell curve does, faster and faster. It never falls with the
 * cosine; 0 is no surprise at all.
 */
export function createSurprise(cosines: readonly number[], background: Background): (cosine: number) => number {
  const among = Math.max(background.among, cosines.length, 1)
  const end = Math.max(1, Math.min(cosines.length, Math.ceil(among * SHARE), TAIL))
  const quarter = Math.ceil(end / STEEP)
  const [low, high] = [cosines[end - 1] ?? 0, cosines[quarter - 1] ?? 0]
  const drop = Math.log(end / quarter)
  const scale = Math.max(drop > 0 ? (high - low) / drop : 0, background.deviation * LEAST_SCALE) || 1
  const atEnd = Math.log(among / end)
  return (cosine) => {
    const steps = (cosine - low) / scale
    const beyond = Math.max(0, steps - drop)
    return Math.max(0, atEnd + steps + (beyond * beyond) / (4 * (atEnd + drop || 1)))
  }
}
