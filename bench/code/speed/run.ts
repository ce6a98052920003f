import { appendFileSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { freshFolder, sizeOf } from '../../speed/run.ts'
import { writeSmallFiles, type Corpus } from './corpora.ts'
import type { Peer, Server, Spent } from './peer.ts'
import type { Query } from './queries.ts'

/** A program, given a tree and a place for what it keeps. */
export interface Program {
  readonly name: string
  open(tree: string, home: string): Peer
}

/** All figures of one program on one repository. */
export interface Measures {
  readonly name: string
  readonly files: number
  readonly cold: Spent
  readonly indexBytes: number
  /** Each run over a tree in which nothing changed. */
  readonly unchanged: readonly Spent[]
  readonly indexBytesAfter: number
  readonly found: Spent | undefined
  /** The same in a server that runs; not a number when it was not found. */
  readonly foundWarmSeconds: number
  readonly searches: readonly Timed[]
  /** User and system time of the server for one search, on the mean. */
  readonly searchCpuSeconds: number
  readonly packs: readonly Timed[]
  readonly packTokens: readonly number[]
  readonly serverPeakBytes: number
}

export interface Timed extends Query {
  readonly milliseconds: number
  readonly hits: number
}

const UNCHANGED_RUNS = 5

/** Words that no repository holds. */
const NEW_WORD = 'quillabrandtMarker'
const NEWER_WORD = 'tarnwickelSignal'

export async function run(program: Program, corpus: Corpus, scratch: string): Promise<Measures> {
  const tree = join(freshFolder(scratch), corpus.name)
  cpSync(corpus.folder, tree, { recursive: true, verbatimSymlinks: true })
  const peer = program.open(tree, freshFolder(join(scratch, 'home')))
  say(peer, 'cold')
  const cold = await peer.cold()
  const indexBytes = storedBy(peer)
  say(peer, 'unchanged')
  const unchanged: Spent[] = []
  while (unchanged.length < UNCHANGED_RUNS) unchanged.push(await peer.again())
  const indexBytesAfter = storedBy(peer)
  const files = await peer.files()
  const changing = join(tree, firstSource(tree))
  appendFileSync(changing, `\n// ${NEW_WORD}\n`)
  const found = await peer.find(NEW_WORD)
  say(peer, 'searching')
  const server = await peer.serve()
  try {
    const searched = await askAll(server, corpus)
    const packed = await packAll(server, corpus)
    const foundWarmSeconds = await findWarm(server, changing)
    const answered = { ...searched, ...packed, foundWarmSeconds, serverPeakBytes: server.usage().peakBytes }
    return { name: peer.name, files, cold, indexBytes, unchanged, indexBytesAfter, found, ...answered }
  } finally {
    await server.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

const storedBy = ({ storage }: Peer): number => (existsSync(storage) ? sizeOf(storage) : 0)

const firstSource = (tree: string): string =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|js|rb)$/.test(path) && /(?:^|\/)(?:src|lib)\//.test(path))
    .filter((path) => !/node_modules|fixture|test|\.git\//.test(path))
    .toSorted()[0] ?? 'new.js'

async function findWarm(server: Server, changing: string): Promise<number> {
  appendFileSync(changing, `\n// ${NEWER_WORD}\n`)
  const started = performance.now()
  await server.update()
  const hits = await server.search(NEWER_WORD)
  return hits > 0 ? (performance.now() - started) / 1_000 : NaN
}

async function askAll(server: Server, { queries, warmUp }: Corpus) {
  for (const { text } of warmUp) await server.search(text)
  const before = server.usage().cpuSeconds
  const searches: Timed[] = []
  for (const query of queries) searches.push(await timed(query, () => server.search(query.text)))
  return { searches, searchCpuSeconds: (server.usage().cpuSeconds - before) / queries.length }
}

async function packAll(server: Server, { queries, warmUp }: Corpus) {
  for (const { text } of warmUp) await server.pack(text)
  const packs: Timed[] = []
  const packTokens: number[] = []
  for (const query of queries) {
    const answer = await timed(query, async () => {
      const text = await server.pack(query.text)
      packTokens.push(countTokens(text))
      return text === '' ? 0 : 1
    })
    packs.push(answer)
  }
  return { packs, packTokens }
}

async function timed(query: Query, ask: () => Promise<number>): Promise<Timed> {
  const started = performance.now()
  const hits = await ask()
  return { ...query, milliseconds: performance.now() - started, hits }
}

/** Taking in a number of small files. */
export interface Many {
  readonly name: string
  readonly wanted: number
  readonly bytes: number
  readonly files: number
  readonly cold: Spent | undefined
  readonly unchanged: Spent | undefined
  /** Why there are no figures. */
  readonly said: string
}

/** A program that gives up says so; that is a figure too. */
export async function runMany(program: Program, wanted: number, scratch: string): Promise<Many> {
  const tree = join(freshFolder(scratch), 'many')
  const bytes = writeSmallFiles(tree, wanted)
  const peer = program.open(tree, freshFolder(join(scratch, 'home')))
  const { name } = peer
  say(peer, `${wanted} small files`)
  try {
    const cold = await peer.cold()
    const unchanged = await peer.again()
    return { name, wanted, bytes, files: await peer.files(), cold, unchanged, said: '' }
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
    return { name, wanted, bytes, files: 0, cold: undefined, unchanged: undefined, said }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const say = (peer: Peer, what: string): void => console.log(`  ${peer.name}: ${what}`)
