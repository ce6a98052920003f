import { loadavg } from 'node:os'
import type { Program } from '../server/program.ts'
import { call, makePad, textOf } from './calls.ts'

/** Agents that write into scratchpads of their own, all at once. */
export interface Appended {
  readonly writers: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly acknowledged: number
  /** Acknowledged, and not there afterwards. */
  readonly lost: number
  readonly failures: number
  readonly load: number
}

export async function appendAll(program: Program, writers: number, seconds: number): Promise<Appended> {
  const pads = await Promise.all(Array.from({ length: writers }, (_, nth) => makePad(program, nth)))
  const times: number[] = []
  let failures = 0
  const started = performance.now()
  const acknowledged = await Promise.all(
    pads.map(async (id, writer) => {
      const lines: string[] = []
      for (let nth = 0; performance.now() < started + seconds * 1_000; nth++) {
        const line = `Line ${nth} of agent ${writer}: something was found out.`
        const asked = performance.now()
        try {
          await call(program, 'append-scratchpad', { id, content: line })
          lines.push(line)
        } catch {
          failures++
        }
        times.push(performance.now() - asked)
      }
      return lines
    }),
  )
  const elapsed = (performance.now() - started) / 1_000
  const kept = await Promise.all(pads.map((id) => textOf(program, id)))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.floor(part * sorted.length)] ?? NaN
  const all = acknowledged.flat().length
  return {
    writers,
    perSecond: all / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    acknowledged: all,
    lost: acknowledged.flatMap((lines, pad) => lines.filter((line) => !kept[pad]?.includes(line))).length,
    failures,
    load: loadavg()[0] ?? NaN,
  }
}
