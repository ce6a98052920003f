import { performance } from 'node:perf_hooks'

/** Milliseconds of each run of `work`, one after the other. */
export async function timeEach(times: number, work: (nth: number) => Promise<unknown>): Promise<readonly number[]> {
  const milliseconds: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const started = performance.now()
    await work(nth)
    milliseconds.push(performance.now() - started)
  }
  return milliseconds
}
