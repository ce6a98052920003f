import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { machine } from '../machine.ts'
import { cacheFolder, repository, resultsFolder } from './places.ts'
import { openCorpus } from './speed/corpora.ts'
import { renderSpeed, type CorpusReport, type SpeedReport } from './speed/report.ts'
import { run, runMany, type Many, type Program } from './speed/run.ts'
import { isBuilt, scythePeer } from './speed/scythe.ts'
import { wukuPeer } from './speed/wuku.ts'

const USAGE = `node bench/code.ts --speed [options]
  --only <name,...>   vitest, rails, babel; default all
  --many <n,...>      numbers of small files; default 33000,100000; none leaves them out
  --peer <folder>     scythe-context-mcp (github.com/Lianye-Scythe/scythe-context-mcp), built;
                      default .cache/bench/scythe-context-mcp when it is there; none leaves it out
  --peer-node <file>  the Node that it was built for; default the one that runs this
Only a run over everything is written to bench/results/code-speed.md; any other to .cache/bench/code-speed.md.`

const options = {
  only: { type: 'string', default: 'vitest,rails,babel' },
  many: { type: 'string', default: '33000,100000' },
  peer: { type: 'string', default: join(cacheFolder, 'scythe-context-mcp') },
  'peer-node': { type: 'string', default: process.execPath },
  help: { type: 'boolean', default: false },
} as const

/** More files than this are more than scythe-context-mcp can store, and it tries for minutes. */
const MOST_FOR_PEER = 33_000

export async function measureSpeed(args: readonly string[]): Promise<void> {
  const { values: flags } = parseArgs({ args: [...args], options })
  if (flags.help) return console.log(USAGE)
  await build()
  const scratch = join(cacheFolder, 'code', 'speed')
  const peer = findPeer(flags.peer, flags['peer-node'])
  const programs = [{ name: 'wuku', open: wukuPeer }, ...(peer ? [peer] : [])]
  const absent = peer ? [] : ['scythe-context-mcp was not measured: there is no built one at hand.']
  const corpora: CorpusReport[] = []
  for (const name of flags.only.split(',')) {
    const corpus = openCorpus(name)
    if (!corpus) absent.push(`${name} was not measured: make its tree with "node bench/code/repositories.ts".`)
    else corpora.push(await measureCorpus(corpus, programs, scratch))
  }
  const many = await measureMany(flags.many, programs, scratch)
  rmSync(scratch, { recursive: true, force: true })
  const isWhole = flags.only === options.only.default && flags.many === options.many.default && absent.length === 0
  save({ made: new Date().toISOString().slice(0, 10), machine: machine(), absent, corpora, many }, isWhole)
}

/** The measured program is the one that users run. */
async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
}

function findPeer(folder: string, node: string): Program | undefined {
  const built = { folder: resolve(folder), node }
  if (folder === 'none' || !isBuilt(built)) return undefined
  return { name: 'scythe-context-mcp', open: (tree, home) => scythePeer(built, tree, home) }
}

async function measureCorpus(
  corpus: NonNullable<ReturnType<typeof openCorpus>>,
  programs: readonly Program[],
  scratch: string,
): Promise<CorpusReport> {
  console.log(`${corpus.name}: ${corpus.files} files, ${corpus.queries.length} queries`)
  const measures = []
  for (const program of programs) measures.push(await run(program, corpus, scratch))
  return { corpus, measures }
}

async function measureMany(numbers: string, programs: readonly Program[], scratch: string): Promise<readonly Many[]> {
  const many: Many[] = []
  for (const wanted of numbers === 'none' ? [] : numbers.split(',').map(Number))
    for (const program of programs)
      if (program.name === 'wuku' || wanted <= MOST_FOR_PEER) many.push(await runMany(program, wanted, scratch))
  return many
}

function save(report: SpeedReport, isWhole: boolean): void {
  const folder = isWhole ? resultsFolder : cacheFolder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'code-speed.md'), renderSpeed(report))
  console.log(`\n${renderSpeed(report)}\nWritten to ${join(folder, 'code-speed.md')}.`)
}
