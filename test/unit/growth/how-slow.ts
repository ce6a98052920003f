/** Of what this thread does: what others do on the machine meanwhile does not count. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds of a piece of work of some size. */
export type Timed = (size: number) => number

export const timed =
  (work: (size: number) => void): Timed =>
  (size) => {
    const started = cpuMilliseconds()
    work(size)
    return cpuMilliseconds() - started
  }

/** A piece again and again, until there are so many characters. */
export const repeated = (piece: string, characters: number): string =>
  piece.repeat(Math.ceil(characters / piece.length))

/** What takes the square of its size takes some hundred milliseconds; all else takes a few. */
const SOON = 30
/** Four times the size may take so many times the time. */
const MOST = 8
const RUNS = 3
/** Milliseconds after which it need not be tried with more. */
const PATIENCE = 1_000

/** Why it is too slow, if so. Most work is done before it must be known how its time grows; what looks slow is tried with more. */
export function whySlow(time: Timed, size: number): string | undefined {
  const best = (of: number): number => Math.min(...Array.from({ length: RUNS }, () => time(of)))
  if (time(size) < SOON) return undefined
  const [few, many] = [best(size / 4), best(size)]
  if (many < SOON || many < MOST * few) return undefined
  const most = many > PATIENCE ? Infinity : best(size * 4)
  if (most < MOST * many) return undefined
  return `${[few, many, most].map((each) => Math.round(each)).join(', ')} ms, each for four times as much`
}
