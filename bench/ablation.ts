import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mechanisms, type Mechanism } from './ablation/mechanisms.ts'
import { renderAblation } from './ablation/report.ts'
import { filesBelow } from './house/stamps.ts'
import { PART_USAGE } from './part.ts'

const USAGE = `node bench/ablation.ts [options]
  --part <part>       ${PART_USAGE}
  --queries <n>       at most so many questions of each line, always the same ones; default 40
  --only <name,...>   these sets, lines or groups alone, as in bench/compare.ts
  --without <name,..> these mechanisms alone, in this order; default all
  --reuse             open houses of an earlier version of this checkout, though it may have indexed otherwise
  --corpora <folder>  ir/, docs/ and code/ with questions; default ../shared/corpora beside the repository
Asks all sets as the product is, and once more without each thing that it does besides looking up words. What does not pay
on sets that did not suggest it has to go. What was asked of this version is kept in .cache/bench/ablation, so a run may be
ended and gone on with. Writes bench/results/ablation.md from all mechanisms that were asked, unless --only is given.`

const repository = fileURLToPath(new URL('..', import.meta.url))

/** Answers of one version to the questions of a set, in their order. */
export interface SetResult {
  readonly name: string
  readonly line: string
  readonly group: string
  /** nDCG, or what a line counts in its place. */
  readonly values: readonly number[]
  /** Milliseconds of the processor. */
  readonly cpu: number
}

export interface AskOptions {
  readonly corpora: string
  readonly queries: number
  readonly part: string
  readonly only: readonly string[]
  /** Groups and lines. */
  readonly wanted: readonly string[]
  /** Sets, as `line/name`. */
  readonly known: readonly string[]
  readonly reuse: 'same' | 'any'
}

/** A mechanism with what all sets say without it. */
export interface Trial {
  readonly mechanism: Mechanism
  readonly results: readonly SetResult[]
}

const { values: flags } = parseArgs({
  options: {
    part: { type: 'string', default: 'all' },
    queries: { type: 'string', default: '40' },
    only: { type: 'string' },
    without: { type: 'string' },
    reuse: { type: 'boolean', default: false },
    corpora: { type: 'string', default: join(repository, '../shared/corpora') },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const names = flags.without?.split(',')
  const chosen = names ? names.flatMap((name) => mechanisms.filter((mechanism) => mechanism.name === name)) : mechanisms
  const kept = keptFolder()
  for (const [at, mechanism] of chosen.entries()) {
    await ask(kept, mechanism.feels)
    await ask(kept, mechanism.feels, mechanism)
    console.error(`${at + 1} of ${chosen.length}: without ${mechanism.name}`)
  }
  const trials = mechanisms.map((mechanism): Trial => ({ mechanism, results: readKept(kept, mechanism) }))
  const asked = trials.filter(({ results }) => results.length > 0)
  const page = renderAblation(readKept(kept), asked, { part: flags.part, queries: Number(flags.queries) })
  console.log(page)
  if (flags.only !== undefined) return
  mkdirSync(join(repository, 'bench', 'results'), { recursive: true })
  writeFileSync(join(repository, 'bench', 'results', 'ablation.md'), page)
}

/** Named after the product's code and the questions, so that another version starts over. */
function keptFolder(): string {
  const hash = createHash('sha256').update([flags.part, flags.queries, ''].join('\0'))
  for (const path of filesBelow(join(repository, 'packages')))
    if (/^[^/]+\/src\/.*\.ts$/.test(path)) hash.update(readFileSync(join(repository, 'packages', path)))
  const folder = join(repository, '.cache', 'bench', 'ablation', hash.digest('hex').slice(0, 16))
  mkdirSync(folder, { recursive: true })
  return folder
}

function keptFile(kept: string, mechanism?: Mechanism): string {
  return join(kept, `${mechanism ? `without ${mechanism.name}` : 'whole'}.jsonl`)
}

function readKept(kept: string, mechanism?: Mechanism): readonly SetResult[] {
  const file = keptFile(kept, mechanism)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SetResult)
}

/** Sets that were asked before are not asked again. */
async function ask(kept: string, wanted: readonly string[], mechanism?: Mechanism): Promise<void> {
  const options: AskOptions = {
    corpora: flags.corpora,
    queries: Number(flags.queries),
    part: flags.part,
    only: flags.only?.split(',') ?? [],
    wanted,
    known: readKept(kept, mechanism).map(({ line, name }) => `${line}/${name}`),
    reuse: flags.reuse ? 'any' : 'same',
  }
  const folder = join(repository, 'bench', 'ablation')
  const asking = spawn(
    process.execPath,
    ['--import', join(folder, 'without.ts'), join(folder, 'ask.ts'), JSON.stringify(options)],
    { env: { ...process.env, WITHOUT: mechanism?.name ?? '' }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  for await (const text of asking.stdout) appendFileSync(keptFile(kept, mechanism), text as Buffer)
}
