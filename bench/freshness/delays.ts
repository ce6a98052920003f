import { hash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Agent } from './agent.ts'

export const deeds = ['edit', 'new', 'rename', 'delete'] as const
export type Deed = (typeof deeds)[number]

/** Files that are written, and how an agent finds them. */
export interface Storehouse {
  readonly name: string
  readonly folder: string
  readonly ending: string
  text(word: string): string
  /** Whether the word is found in the file. */
  finds(agent: Agent, word: string, path: string): Promise<boolean>
}

/** Nothing takes longer, or it counts as never. */
const PATIENCE_MS = 30_000

/** Milliseconds from each deed until an agent finds what is new, or no more what is gone. */
export async function measureDelays(
  storehouse: Storehouse,
  agent: Agent,
  times: number,
): Promise<ReadonlyMap<Deed, readonly number[]>> {
  const delays = new Map<Deed, number[]>(deeds.map((deed) => [deed, []]))
  for (let at = 0; at < times; at++)
    for (const [deed, milliseconds] of await liveOnce(storehouse, agent, at)) delays.get(deed)?.push(milliseconds)
  return delays
}

/** A file comes, is edited, called otherwise, and goes. */
async function liveOnce(storehouse: Storehouse, agent: Agent, at: number): Promise<ReadonlyMap<Deed, number>> {
  const { folder, ending, text, finds } = storehouse
  const [path, later] = [`at${at}/first${ending}`, `at${at}/second${ending}`]
  const [word, other] = [wordOf(at * 2), wordOf(at * 2 + 1)]
  const done = new Map<Deed, number>()
  const place = join(folder, path)
  mkdirSync(dirname(place), { recursive: true })
  // The write before must be settled: writes in quick succession are gathered, and would be measured together.
  const measure = async (deed: Deed, act: () => void, holds: () => Promise<boolean>): Promise<void> => {
    await setTimeout(700 + ((at * 137) % 500))
    act()
    done.set(deed, await until(holds))
  }
  await measure(
    'new',
    () => writeFileSync(place, text(word)),
    () => finds(agent, word, path),
  )
  await measure(
    'edit',
    () => writeFileSync(place, text(other)),
    () => finds(agent, other, path),
  )
  await measure(
    'rename',
    () => renameSync(place, join(folder, later)),
    () => finds(agent, other, later),
  )
  await measure(
    'delete',
    () => rmSync(join(folder, later)),
    async () => !(await finds(agent, other, later)),
  )
  return done
}

async function until(holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await holds()))
    if (performance.now() - began > PATIENCE_MS) return Infinity
    else await setTimeout(20)
  return performance.now() - began
}

/** Letters alone, and near no other word: what resembles a word is found too. */
const wordOf = (at: number): string =>
  hash('sha1', String(at), 'hex')
    .slice(0, 12)
    .replaceAll(/./g, (digit) => 'bdfgklmnprstvwxz'[Number.parseInt(digit, 16)] ?? '')
