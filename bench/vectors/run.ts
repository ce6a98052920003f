import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { createCorpus } from './corpus.ts'
import { fill, sourceOf } from './fill.ts'
import type { Asked, Asking, Measured } from './measure.ts'
import { createPeer } from './peer.ts'
import { createTruth } from './truth.ts'

export interface Size {
  readonly count: number
  readonly dimensions: number
  readonly queries: number
  /** Questions whose nearest are found by going through all. */
  readonly judged: number
  readonly withPeer: boolean
}

export interface Outcome extends Size, Omit<Measured, 'all' | 'small' | 'tiny' | 'deep'> {
  readonly all: Part
  readonly small: Part
  readonly tiny: Part
  readonly deep: Part
  readonly vectorsPerSecond: number
  readonly bytesPerVector: number
  readonly peer?: { readonly milliseconds: readonly number[]; readonly recall: number }
}

export interface Part {
  readonly milliseconds: readonly number[]
  readonly waited: readonly number[]
  /** Share found of the ten nearest among all that the filter admits. */
  readonly recall: number
}

export async function runSize(size: Size, scratch: string, extension: string | undefined): Promise<Outcome> {
  const corpus = createCorpus(size.count, size.dimensions)
  const queries = Array.from({ length: size.judged }, (_, nth) => corpus.vector(size.count + nth))
  const truths = queries.map((query) => [10, 10, 10].map((depth) => createTruth(query, depth)))
  const peer = extension && size.withPeer ? createPeer(extension, join(scratch, 'peer.db'), size.dimensions) : undefined
  const file = join(scratch, `${size.count}.sqlite`)
  const store = await openSqlite(file)
  const filled = await fill(store, corpus, (nth, vector) => {
    for (const [whole, small, tiny] of truths) {
      whole?.add(nth, vector)
      if (sourceOf(nth) === 0) small?.add(nth, vector)
      if (sourceOf(nth) === 1) tiny?.add(nth, vector)
    }
    peer?.add(nth, vector)
  })
  await store.close()
  const bytesPerVector = statSync(file).size / size.count
  const { set, sources, numbers, vectorsPerSecond } = filled
  const measured = measure({ file, set, sources, ...size }, scratch)
  const part = (asked: readonly Asked[], which: number): Part => ({
    milliseconds: asked.map(({ milliseconds }) => milliseconds),
    waited: asked.map(({ waited }) => waited),
    recall: recallOf(
      asked.map(({ chunks }) => chunks.slice(0, 10).map((chunk) => numbers[chunk] ?? -1)),
      truths.map((truth) => truth[which]?.nearest() ?? []),
    ),
  })
  const nearest = truths.map(([whole]) => whole?.nearest() ?? [])
  const outcome = {
    ...size,
    ...measured,
    all: part(measured.all, 0),
    small: part(measured.small, 1),
    tiny: part(measured.tiny, 2),
    deep: part(measured.deep, 0),
    vectorsPerSecond,
    bytesPerVector,
    ...(peer && { peer: askPeer(peer.finish(), queries, nearest) }),
  }
  for (const name of [file, join(scratch, 'peer.db')]) rmSync(name, { force: true })
  return outcome
}

function measure(asking: Asking, scratch: string): Measured {
  const [task, answer] = [join(scratch, 'task.json'), join(scratch, 'answer.json')]
  writeFileSync(task, JSON.stringify(asking))
  const script = fileURLToPath(new URL('measure.ts', import.meta.url))
  execFileSync(process.execPath, [script, task, answer], { stdio: 'inherit' })
  return JSON.parse(readFileSync(answer, 'utf8')) as Measured
}

const recallOf = (found: readonly (readonly number[])[], truth: readonly (readonly number[])[]): number => {
  const hits = truth.flatMap((nearest, at) => nearest.map((nth): number => (found[at]?.includes(nth) ? 1 : 0)))
  return hits.reduce((sum, hit) => sum + hit, 0) / hits.length
}

function askPeer(
  peer: ReturnType<ReturnType<typeof createPeer>['finish']>,
  queries: readonly Float32Array[],
  truth: readonly (readonly number[])[],
): NonNullable<Outcome['peer']> {
  const answers = queries.map((query) => peer.ask(query))
  peer.close()
  return {
    milliseconds: answers.map(({ milliseconds }) => milliseconds),
    recall: recallOf(
      answers.map(({ numbers }) => numbers),
      truth,
    ),
  }
}
