import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freshFolder, sizeOf } from '../speed/run.ts'
import type { Contestant } from './contestant.ts'
import { fill, fillCached } from './fill.ts'
import type { InProcess } from './in-process.ts'
import type { Query } from './queries.ts'
import { measureSearching, type Searching } from './searching.ts'
import type { DraftWorkflow } from './workload.ts'
import { measureWriters, type Crew, type Writers } from './writers.ts'
import { measureAppends, measureCreates } from './writing.ts'

export interface Plan {
  readonly workload: readonly DraftWorkflow[]
  /** Fewer of the same, for appends next to less text. */
  readonly few: readonly DraftWorkflow[]
  readonly queries: readonly Query[]
  readonly crew: Crew
  readonly scratch: string
  readonly cache: string
}

/** All figures of one program. */
export interface Measures {
  readonly name: string
  readonly storedBytes: number
  readonly searching: Searching
  /** Milliseconds. */
  readonly appendsBesideFew: readonly number[]
  readonly appends: readonly number[]
  readonly creates: readonly number[]
  readonly writers: Writers
}

export interface RunOptions {
  /** Whether what it was filled with may be taken from an earlier run. */
  readonly cached: boolean
}

export async function runContestant(contestant: Contestant, plan: Plan, { cached }: RunOptions): Promise<Measures> {
  const { workload, few, queries, crew, scratch, cache } = plan
  const prepared = async (name: string, texts: readonly DraftWorkflow[]): Promise<string> => {
    const home = freshFolder(join(scratch, name))
    await (cached ? fillCached(contestant, { home, cache }, texts) : fill(contestant, home, texts))
    return home
  }
  const say = (what: string): void => console.log(`  ${contestant.name}: ${what}`)
  say('filling')
  const appendsBesideFew = await measureAppends(contestant, await prepared('few', few), workload)
  const home = await prepared('all', workload)
  const storedBytes = sizeOf(home)
  say('searching')
  const searching = await measureSearching(contestant, home, queries)
  say('writing')
  const appends = await measureAppends(contestant, home, workload)
  const creates = await measureCreates(contestant, home, workload)
  const writers = await measureWriters(contestant, home, crew)
  return { name: contestant.name, storedBytes, searching, appendsBesideFew, appends, creates, writers }
}

/** Without a process between; on what `runContestant` has left of wuku. */
export async function runInProcess({ scratch, queries }: Plan): Promise<InProcess> {
  const file = join(scratch, 'queries.json')
  writeFileSync(file, JSON.stringify(queries.map(({ text }) => text)))
  const script = fileURLToPath(new URL('in-process.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, join(scratch, 'all', 'wuku'), file])
  return JSON.parse(stdout) as InProcess
}
