import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { machine } from './machine.ts'
import { measure } from './speed/command.ts'
import { gatherFiles, gatherSet } from './speed/corpora.ts'
import { insertRaw, readEverything } from './speed/limits.ts'
import { installQmd, qmdPeer } from './speed/qmd.ts'
import { renderSpeed, type CorpusReport, type SpeedReport } from './speed/report.ts'
import { freshFolder, run, sizeOf, type Corpus } from './speed/run.ts'
import { wukuPeer } from './speed/wuku.ts'
import type { Peer } from './speed/peer.ts'

const USAGE = `node bench/speed.ts [options]
  --corpus <folder>   Markdown files; default those of node_modules and /usr/share/doc
  --files <n>         so many of them; default 20000
  --set <folder>      a second corpus: the documents of a question set, with its questions;
                      default ../shared/corpora/ir/javaguide_zh beside the repository
  --peer qmd|none     who else is measured; default qmd, installed from npm into .cache
Only a run with the default number of files is written to bench/results/speed.md; any other to .cache/bench/speed.md.
"node bench/corpus.ts" says how to make the usual corpus.`

const USUAL_FILES = '20000'
const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string' },
    files: { type: 'string', default: USUAL_FILES },
    set: { type: 'string', default: join(repository, '../shared/corpora/ir/javaguide_zh') },
    peer: { type: 'string', default: 'qmd' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main().catch(explain)

async function main(): Promise<void> {
  await build()
  const scratch = freshFolder(join(cache, 'speed'))
  const absent: string[] = []
  const corpora: CorpusReport[] = []
  const installed =
    flags.peer === 'none'
      ? undefined
      : await installQmd(cache).catch((error: Error) => {
          absent.push(`qmd could not be installed: ${error.message.split('\n')[0]}`)
          return undefined
        })
  for (const corpus of gather(scratch, absent)) corpora.push(await measureCorpus(corpus, scratch, installed))
  rmSync(scratch, { recursive: true, force: true })
  save({ made: new Date().toISOString().slice(0, 10), machine: machine(), absent, corpora })
}

/** What users run is what is measured. */
async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
}

function gather(scratch: string, absent: string[]): readonly Corpus[] {
  const folders = flags.corpus ? [flags.corpus] : [join(repository, 'node_modules'), '/usr/share/doc']
  const files = gatherFiles(folders, Number(flags.files), scratch)
  if (existsSync(flags.set)) return [files, gatherSet(flags.set, join(cache, 'quality'))]
  absent.push(`No Chinese corpus was measured: ${flags.set} is not there.`)
  return [files]
}

async function measureCorpus(corpus: Corpus, scratch: string, qmd: string | undefined): Promise<CorpusReport> {
  console.log(
    `${corpus.name}: ${corpus.files} files, ${(corpus.bytes / 1e6).toFixed(1)} MB, ${corpus.queries.length} queries`,
  )
  const database = join(freshFolder(join(scratch, 'limits')), 'raw.sqlite')
  const read = await measure(readEverything(corpus.folder))
  const insert = await measure(insertRaw(corpus.folder, database))
  const limits = { read, insert, insertBytes: sizeOf(join(scratch, 'limits')) }
  const measures = []
  for (const open of peersOf(qmd)) {
    const home = freshFolder(join(scratch, 'run'))
    const peer = open(join(home, 'home'))
    mkdirSync(join(home, 'home'))
    console.log(`  ${peer.name}`)
    measures.push(await run(peer, corpus, home))
  }
  return { corpus, limits, measures }
}

function peersOf(qmd: string | undefined): readonly ((home: string) => Peer)[] {
  return [wukuPeer.bind(undefined, repository), ...(qmd ? [qmdPeer.bind(undefined, qmd)] : [])]
}

function save(report: SpeedReport): void {
  const folder = flags.files === USUAL_FILES ? join(repository, 'bench', 'results') : cache
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'speed.md'), renderSpeed(report))
  console.log(`\n${renderSpeed(report)}\nWritten to ${join(folder, 'speed.md')}.`)
}

function explain(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
