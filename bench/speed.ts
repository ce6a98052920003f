import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { machine } from './machine.ts'
import { sayAbsent } from './speed/absent.ts'
import { openCorpora } from './speed/corpora.ts'
import { measureLimits } from './speed/limits.ts'
import type { SizeOutcome, SpeedOutcome } from './speed/outcome.ts'
import type { Peer } from './speed/peer.ts'
import { installQmd, qmdPeer } from './speed/qmd.ts'
import type { Questions } from './speed/queries.ts'
import { renderSpeed } from './speed/report.ts'
import { freshFolder, run, type Corpus, type Measures } from './speed/run.ts'
import { wukuPeer } from './speed/wuku.ts'

const USUAL_SIZES = '2000,20000,200000'

const USAGE = `node bench/speed.ts [options]
  --corpus <folder>   Markdown files in English, Chinese and other languages; default .cache/corpus/md-200k
  --sizes <numbers>   so many of them, chosen by the SHA-1 of their paths; default ${USUAL_SIZES}
  --peer qmd|none     who else is measured; default qmd, installed from npm into .cache
Only a run of the default sizes is written to bench/results/speed.md; any other to .cache/bench/speed.md.
"node bench/corpus.ts" says how to make the usual corpus.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', default: join(repository, '.cache', 'corpus', 'md-200k') },
    sizes: { type: 'string', default: USUAL_SIZES },
    peer: { type: 'string', default: 'qmd' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main().catch(explain)

async function main(): Promise<void> {
  const started = Date.now()
  const [load = NaN] = loadavg()
  await build()
  const scratch = freshFolder(join(cache, 'speed'))
  const { sizes: documents, leftOut, questions, parts, grow } = openCorpora(flags.corpus, wantedSizes(), scratch)
  const absent = [...(await sayAbsent(leftOut))]
  const peers = await openPeers(absent)
  const sizes: SizeOutcome[] = []
  for (const size of documents) sizes.push(await measureSize(grow(size), { questions, peers, scratch, absent }))
  rmSync(scratch, { recursive: true, force: true })
  const minutes = (Date.now() - started) / 60_000
  const made = new Date().toISOString().slice(0, 10)
  save({ made, machine: machine(), load, minutes, absent, parts, queries: questions.queries, sizes })
}

/** The measured program is the one that users run. */
async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
}

function wantedSizes(): readonly number[] {
  const sizes = flags.sizes.split(',').map(Number)
  if (sizes.every((size) => Number.isInteger(size) && size > 0)) return sizes
  throw new Error(`"${flags.sizes}" are not sizes. Write them as --sizes ${USUAL_SIZES}.`)
}

type OpenPeer = (home: string) => Peer

async function openPeers(absent: string[]): Promise<readonly OpenPeer[]> {
  const ours = wukuPeer.bind(undefined, repository)
  if (flags.peer === 'none') return [ours]
  try {
    const installed = await installQmd(cache)
    return [ours, (home) => qmdPeer(installed, home)]
  } catch (error) {
    absent.push(`qmd could not be installed: ${firstLine(error)}`)
    return [ours]
  }
}

interface Setting {
  readonly questions: Questions
  readonly peers: readonly OpenPeer[]
  readonly scratch: string
  readonly absent: string[]
}

async function measureSize(corpus: Corpus, { questions, peers, scratch, absent }: Setting): Promise<SizeOutcome> {
  const documents = `${corpus.paths.length.toLocaleString('en')} documents`
  say(`${documents}, ${(corpus.bytes / 1e6).toFixed(1)} MB: limits`)
  const limits = await measureLimits(corpus, questions.queries, scratch)
  const measures: Measures[] = []
  for (const open of peers) {
    const peer = open(freshFolder(join(scratch, 'home')))
    say(`${documents}: ${peer.name}`)
    try {
      measures.push(await run(peer, corpus, questions))
    } catch (error) {
      absent.push(`${peer.name} did not come through ${documents}: ${firstLine(error)}`)
    }
  }
  return { corpus, limits, measures }
}

function save(outcome: SpeedOutcome): void {
  const isUsual = outcome.sizes.map(({ corpus }) => corpus.paths.length).join(',') === USUAL_SIZES
  const folder = isUsual ? join(repository, 'bench', 'results') : cache
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'speed.md'), renderSpeed(outcome))
  console.log(`\n${renderSpeed(outcome)}\nWritten to ${join(folder, 'speed.md')}.`)
}

function say(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

function explain(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
