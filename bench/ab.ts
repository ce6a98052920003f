import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine } from './machine.ts'
import { measure } from './speed/command.ts'
import { openCorpora } from './speed/corpora.ts'
import type { Peer } from './speed/peer.ts'
import { freshFolder, type Corpus } from './speed/run.ts'
import { wukuPeer } from './speed/wuku.ts'
import { figure, table } from './table.ts'

const USAGE = `node bench/ab.ts --against <checkout> [options]
  --against <folder>  another checkout, with its node_modules and built
  --corpus <folder>   Markdown files; default .cache/corpus/md-200k
  --sizes <numbers>   so many of them; default 2000,20000
  --rounds <n>        each version fills a new data folder so often, in turn; default 3
  --questions <n>     of a warm server in each round; default 200
Processor time of two versions in one run: of an index, of a first recall, of a warm one with few and with many words.`

const repository = fileURLToPath(new URL('..', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    against: { type: 'string' },
    corpus: { type: 'string', default: join(repository, '.cache', 'corpus', 'md-200k') },
    sizes: { type: 'string', default: '2000,20000' },
    rounds: { type: 'string', default: '3' },
    questions: { type: 'string', default: '200' },
    help: { type: 'boolean', default: false },
  },
})

/** Milliseconds of the processor, each sample for itself. */
type Samples = Record<'index' | 'first recall' | 'warm recall' | 'recall of 5 words' | 'recall of 40 words', number[]>

async function main(against: string): Promise<void> {
  const versions = [resolve(against), repository]
  for (const folder of versions) buildOnce(folder)
  const scratch = freshFolder(join(repository, '.cache', 'bench', 'ab'))
  const { sizes, questions, grow } = openCorpora(flags.corpus, flags.sizes.split(',').map(Number), scratch)
  const asked = questions.queries.map(({ text }) => text)
  console.log(`${machine()}; processor time in milliseconds, median (and p95); ${flags.rounds} rounds`)
  for (const size of sizes) {
    const corpus = grow(size)
    const samples = versions.map(emptySamples)
    for (let round = 0; round < Number(flags.rounds); round++)
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const [own, folder] = [samples[at], versions[at]]
        if (own && folder)
          await takeRound(wukuPeer(folder, freshFolder(join(scratch, `home-${at}`))), { corpus, asked, own })
      }
    const [before, now] = samples
    if (before && now) console.log(render(size, before, now))
  }
  rmSync(scratch, { recursive: true, force: true })
}

/** The program that users run; a checkout that is built stays as it is. */
function buildOnce(folder: string): void {
  if (folder === repository || !existsSync(join(folder, 'dist')))
    execFileSync(process.execPath, [join(folder, 'scripts', 'build.ts')], { cwd: folder })
}

const emptySamples = (): Samples => ({
  index: [],
  'first recall': [],
  'warm recall': [],
  'recall of 5 words': [],
  'recall of 40 words': [],
})

interface Round {
  readonly corpus: Corpus
  readonly asked: readonly string[]
  readonly own: Samples
}

const COLD = 10

async function takeRound(peer: Peer, { corpus, asked, own }: Round): Promise<void> {
  own.index.push((await measure(peer.add(corpus.folder))).cpuSeconds * 1_000)
  for (const text of asked.slice(0, COLD))
    own['first recall'].push((await measure(peer.search(text))).cpuSeconds * 1_000)
  const service = await peer.serve(1)
  const [client, pid] = [service.clients[0], service.pids[0]]
  if (!client || pid === undefined) throw new Error('There is no server to ask.')
  const timed = async (text: string): Promise<number> => {
    const before = processorTime(pid)
    await client.ask(text)
    return processorTime(pid) - before
  }
  const count = Number(flags.questions)
  for (const text of asked.slice(-count)) await client.ask(text)
  for (const text of asked.slice(0, count)) own['warm recall'].push(await timed(text))
  for (const text of ofWords(asked, 5, count / 4)) own['recall of 5 words'].push(await timed(text))
  for (const text of ofWords(asked, 40, count / 4)) own['recall of 40 words'].push(await timed(text))
  await service.close()
}

/** Questions of exactly so many words, made of those of the corpus in their order. */
function ofWords(asked: readonly string[], words: number, count: number): readonly string[] {
  const all = asked.flatMap((text) => text.replaceAll('"', '').split(/\s+/)).filter((word) => /^[a-z]{3,}$/i.test(word))
  return Array.from({ length: count }, (_, at) => all.slice(at * 7, at * 7 + words).join(' '))
}

/** All threads of a process since its start, in milliseconds, to the microsecond. */
const processorTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )

function render(size: number, before: Samples, now: Samples): string {
  const rows = (Object.keys(now) as (keyof Samples)[]).map((name) => [
    name,
    described(before[name]),
    described(now[name]),
    (at(now[name], 0.5) / at(before[name], 0.5)).toFixed(2),
  ])
  return `\n${size.toLocaleString('en')} pages\n${table(['', 'before', 'now', 'ratio'], rows)}`
}

const described = (values: readonly number[]): string => `${figure(at(values, 0.5))} (${figure(at(values, 0.95))})`

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? NaN

if (flags.help || !flags.against) console.log(USAGE)
else await main(flags.against)
