import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { markdownFiles, chooseFiles } from '../corpus.ts'
import { measure, type Cost } from './command.ts'
import type { Peer, Server } from './peer.ts'
import type { Query } from './queries.ts'

export interface Corpus {
  readonly name: string
  readonly folder: string
  readonly files: number
  readonly bytes: number
  readonly queries: readonly Query[]
}

/** All figures of one program on one corpus. */
export interface Measures {
  readonly peer: string
  readonly door: string
  readonly documents: number
  readonly cold: Cost
  readonly indexBytes: number
  readonly unchanged: Cost
  readonly edited: Cost
  /** From the change of one file to the answer that holds it; not a number when it was not found. */
  readonly foundSeconds: number
  readonly processes: readonly Cost[]
  readonly answers: readonly Answer[]
}

export interface Answer extends Query {
  readonly milliseconds: number
  readonly hits: number
}

const COLD_PROCESSES = 20
const WARM_UP = 20

/** A word that no corpus holds. */
const NEW_WORD = 'quillabrandt'

export async function run(peer: Peer, corpus: Corpus, scratch: string): Promise<Measures> {
  const folder = join(scratch, 'documents')
  cpSync(corpus.folder, folder, { recursive: true })
  const cold = await measure(peer.add(folder))
  const indexBytes = sizeOf(peer.storage)
  const unchanged = await measure(peer.update())
  editOneInHundred(folder)
  const edited = await measure(peer.update())
  const foundSeconds = await untilFound(peer, folder)
  const processes: Cost[] = []
  for (const { text } of corpus.queries.slice(0, COLD_PROCESSES)) processes.push(await measure(peer.search(text)))
  const answers = await askAll(peer, corpus.queries)
  rmSync(scratch, { recursive: true, force: true })
  const { name, door } = peer
  const documents = peer.documentsIn(cold.output)
  return { peer: name, door, documents, cold, indexBytes, unchanged, edited, foundSeconds, processes, answers }
}

function editOneInHundred(folder: string): void {
  const paths = markdownFiles(folder)
  for (const path of chooseFiles(paths, Math.ceil(paths.length / 100)))
    appendFileSync(join(folder, path), '\nOne more line.\n')
}

async function untilFound(peer: Peer, folder: string): Promise<number> {
  writeFileSync(join(folder, markdownFiles(folder)[0] ?? 'new.md'), `# Changed\n\nNow it says ${NEW_WORD}.\n`)
  const update = await measure(peer.update())
  const search = await measure(peer.search(NEW_WORD))
  return peer.hitsIn(search.output) > 0 ? update.seconds + search.seconds : NaN
}

async function askAll(peer: Peer, queries: readonly Query[]): Promise<readonly Answer[]> {
  const server = await peer.serve()
  try {
    for (const { text } of queries.slice(-WARM_UP)) await server.ask(`${text} warm`)
    const answers: Answer[] = []
    for (const query of queries) answers.push(await timed(server, query))
    return answers
  } finally {
    await server.close()
  }
}

async function timed(server: Server, query: Query): Promise<Answer> {
  const started = performance.now()
  const hits = await server.ask(query.text)
  return { ...query, milliseconds: performance.now() - started, hits }
}

/** Bytes of all files below a folder. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

export function freshFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
