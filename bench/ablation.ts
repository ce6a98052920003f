import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { mechanisms, type Mechanism } from './ablation/mechanisms.ts'
import { renderAblation } from './ablation/report.ts'
import { PART_USAGE } from './part.ts'

const USAGE = `node bench/ablation.ts [options]
  --part <part>       ${PART_USAGE}
  --queries <n>       at most so many questions of each line, always the same ones; default 60
  --only <name,...>   these sets, lines or groups alone, as in bench/compare.ts
  --without <name,..> these mechanisms alone; default all
  --reuse             open houses of an earlier version of this checkout, though it may have indexed otherwise
  --corpora <folder>  ir/, docs/ and code/ with questions; default ../shared/corpora beside the repository
Asks all sets as the product is, and once more without each thing that it does besides looking up words. What does not pay
on sets that did not suggest it has to go. Writes bench/results/ablation.md when all mechanisms and all sets are asked.`

const repository = fileURLToPath(new URL('..', import.meta.url))

/** Answers of one version to the questions of a set, in their order. */
export interface SetResult {
  readonly name: string
  readonly line: string
  readonly group: string
  /** nDCG, or the loss of a search over everything. */
  readonly values: readonly number[]
  /** Milliseconds of the processor. */
  readonly cpu: number
}

export interface AskOptions {
  readonly corpora: string
  readonly queries: number
  readonly part: string
  readonly only: readonly string[]
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
    queries: { type: 'string', default: '60' },
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
  const chosen = mechanisms.filter(({ name }) => !names || names.includes(name))
  const whole = await ask()
  const trials: Trial[] = []
  for (const mechanism of chosen) {
    trials.push({ mechanism, results: await ask(mechanism) })
    console.error(`${trials.length} of ${chosen.length}: without ${mechanism.name}`)
  }
  const page = renderAblation(whole, trials, { part: flags.part, queries: Number(flags.queries) })
  console.log(page)
  if (flags.only !== undefined || names) return
  mkdirSync(join(repository, 'bench', 'results'), { recursive: true })
  writeFileSync(join(repository, 'bench', 'results', 'ablation.md'), page)
}

async function ask(mechanism?: Mechanism): Promise<readonly SetResult[]> {
  const options: AskOptions = {
    corpora: flags.corpora,
    queries: Number(flags.queries),
    part: flags.part,
    only: flags.only?.split(',') ?? [],
    reuse: flags.reuse ? 'any' : 'same',
  }
  const folder = join(repository, 'bench', 'ablation')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', join(folder, 'without.ts'), join(folder, 'ask.ts'), JSON.stringify(options)],
    { env: { ...process.env, WITHOUT: mechanism?.name ?? '' }, maxBuffer: 2 ** 26 },
  )
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SetResult)
}
