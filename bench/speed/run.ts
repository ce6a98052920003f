import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askCold, askWarm, type Asked } from './asking.ts'
import { measure, type Cost } from './command.ts'
import type { Peer } from './peer.ts'
import type { Questions } from './queries.ts'

export interface Corpus {
  readonly folder: string
  readonly paths: readonly string[]
  readonly bytes: number
}

/** All figures of one program on one corpus. */
export interface Measures {
  readonly peer: string
  readonly door: string
  readonly documents: number
  /** Not a number if a program does not report it. */
  readonly chunks: number
  readonly cold: Cost
  readonly indexBytes: number
  readonly unchanged: Cost
  /** From the change of one file to the answer that holds it; not a number when it was not found. */
  readonly foundSeconds: number
  readonly processes: readonly Cost[]
  readonly alone: Asked
  readonly together: Asked
}

export const CLIENTS = 8

/** A word that no corpus holds. */
const NEW_WORD = 'quillabrandt'

export async function run(peer: Peer, corpus: Corpus, questions: Questions): Promise<Measures> {
  const cold = await measure(peer.add(corpus.folder))
  return {
    peer: peer.name,
    door: peer.door,
    documents: peer.documentsIn(cold.output),
    cold,
    indexBytes: sizeOf(peer.storage),
    chunks: await countChunks(peer),
    unchanged: await measure(peer.update()),
    foundSeconds: await untilFound(peer, corpus),
    processes: await askCold(peer, questions.queries),
    alone: await askWarm(peer, questions, 1),
    together: await askWarm(peer, questions, CLIENTS),
  }
}

async function countChunks({ chunks }: Peer): Promise<number> {
  return chunks ? chunks.in((await measure(chunks.command)).output) : NaN
}

/** The file says afterwards what it said before: the next program reads the same files. */
async function untilFound(peer: Peer, { folder, paths }: Corpus): Promise<number> {
  const file = join(folder, paths[0] ?? '')
  const before = readFileSync(file)
  writeFileSync(file, `# Changed\n\nNow it says ${NEW_WORD}.\n`)
  try {
    const update = await measure(peer.update())
    const search = await measure(peer.search(NEW_WORD))
    return peer.hitsIn(search.output) > 0 ? update.seconds + search.seconds : NaN
  } finally {
    writeFileSync(file, before)
  }
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
