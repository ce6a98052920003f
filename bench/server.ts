import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { chooseFiles, markdownFiles } from './corpus.ts'
import { machine } from './machine.ts'
import { measureInside } from './server/inside.ts'
import { installLoad, type Load, type Request, type RunLoad } from './server/load.ts'
import { startWuku, type Program } from './server/program.ts'
import { renderServer, renderSoak, withPart, type ServerOutcome } from './server/report.ts'
import { callOver, inTurn, newQuestions, queryOver, recallOver } from './server/requests.ts'
import { uploadAtOnce } from './server/uploads.ts'
import { soak } from './server/soak.ts'
import { memoryOf } from './pads/memory.ts'
import { openCorpora } from './speed/corpora.ts'
import { bareEnvironment } from './speed/peer.ts'
import { installQmd, qmdPeer } from './speed/qmd.ts'
import { freshFolder } from './speed/run.ts'

const USAGE = `node bench/server.ts [options]
  --corpus <folder>   Markdown files; default .cache/corpus/md-200k
  --size <number>     so many of them; default 20000
  --seconds <number>  of each load; default 10
  --peer qmd|none     who else is measured; default qmd, installed from npm into .cache
  --soak <minutes>    instead: mixed load with a kill -9 every three minutes
"node bench/corpus.ts" says how to make a corpus.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', default: join(repository, '.cache', 'corpus', 'md-200k') },
    size: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    peer: { type: 'string', default: 'qmd' },
    soak: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const seconds = Number(flags.seconds)

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const [load = NaN] = loadavg()
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const scratch = freshFolder(join(cache, 'server'))
  const { sizes, questions, grow, parts } = openCorpora(flags.corpus, [Number(flags.size)], scratch)
  const { folder, bytes } = grow(sizes[0] ?? 0)
  const home = freshFolder(join(scratch, 'home'))
  say('indexing')
  wuku(home, 'add', folder, '--kind', 'notes', '--name', 'bench', '--quiet')
  const texts = questions.queries.map(({ text }) => text)
  if (flags.soak !== undefined) {
    const outcome = await soak({ repository, home, questions: texts, minutes: Number(flags.soak) })
    save(renderSoak(outcome, { machine: machine(), load }), sizes[0] ?? 0)
    rmSync(scratch, { recursive: true, force: true })
    return
  }
  const runLoad = await installLoad(cache)
  const ours = await measureOurs({ home, texts, runLoad, more: moreDocuments(scratch, folder) })
  const peers = flags.peer === 'none' ? [] : [await measureQmd({ scratch, folder, texts, runLoad })]
  const outcome = { machine: machine(), load, documents: sizes[0] ?? 0, bytes, parts, ours, peers }
  save(renderServer(outcome), outcome.documents)
  rmSync(scratch, { recursive: true, force: true })
}

function wuku(home: string, ...args: readonly string[]): string {
  const env = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') }
  return execFileSync(process.execPath, [join(repository, 'bin', 'wuku.js'), ...args], { env, encoding: 'utf8' })
}

interface Measuring {
  readonly home: string
  readonly texts: readonly string[]
  readonly runLoad: RunLoad
  /** A second folder, which is indexed while clients search. */
  readonly more: string
}

async function measureOurs({ home, texts, runLoad, more }: Measuring): Promise<ServerOutcome['ours']> {
  say('wuku: in this process')
  const inside = await measureInside(home, texts)
  // The first start after a build compiles everything; users have that once.
  await (await startWuku(repository, home)).stop()
  const server = await startWuku(repository, home)
  const { url, headers, startMilliseconds } = server
  const fresh = newQuestions(texts)
  const ask = (clients: number, next: () => Request, perSecond?: number): Promise<Load> =>
    runLoad({ url, clients, seconds, next, ...(perSecond !== undefined && { perSecond }) })
  try {
    const recall = recallOver(headers)
    await ask(8, inTurn(texts, recall))
    say('wuku: loads')
    // Slower than answers are given again: each is made.
    const alone = await ask(1, inTurn(texts, recall), 40)
    const cached = await ask(50, inTurn(texts.slice(0, 20), recall))
    const lexical = await ask(50, () => recall(fresh()))
    const paced = await ask(50, () => recall(fresh()), 300)
    const mcp = await ask(20, () => callOver(headers)(fresh()), 100)
    const query = await ask(50, () => queryOver(headers)(fresh()))
    const connected = ask(100, inTurn(texts, recall))
    const memoryBytes = await peakWhile(server, connected)
    await connected
    say('wuku: beside an index run')
    const quiet = await ask(50, () => recall(fresh()), 50)
    const indexing = addThere(server, more)
    const beside = await ask(50, () => recall(fresh()), 50)
    await indexing
    say('wuku: uploads')
    const uploads = await uploadAtOnce(server)
    return { startMilliseconds, inside, alone, cached, lexical, paced, mcp, query, quiet, beside, memoryBytes, uploads }
  } finally {
    await server.stop()
  }
}

/** The largest that the process is while clients are connected and ask. */
async function peakWhile({ pid }: Program, work: Promise<unknown>): Promise<number> {
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid).residentBytes)), 250)
  await work
  clearInterval(timer)
  return peak
}

async function addThere({ url, headers }: Program, root: string): Promise<void> {
  const reply = await fetch(`${url}/api/v1/operations/add`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ root, kind: 'notes', name: 'more' }),
  })
  if (!reply.ok) throw new Error(`The second folder was refused: ${await reply.text()}`)
}

/** Copies of a part of the documents, whose paths and texts differ: nothing of them is shared with the first folder. */
function moreDocuments(scratch: string, folder: string): string {
  const more = freshFolder(join(scratch, 'more'))
  for (const [at, path] of chooseFiles(markdownFiles(folder), 8_000).entries())
    writeFileSync(join(more, `${at}.md`), `${readFileSync(join(folder, path), 'utf8')}\n\nCopy ${at}.\n`)
  return more
}

interface MeasuringQmd extends Pick<Measuring, 'texts' | 'runLoad'> {
  readonly scratch: string
  readonly folder: string
}

async function measureQmd({ scratch, folder, texts, runLoad }: MeasuringQmd): Promise<ServerOutcome['peers'][number]> {
  say('qmd')
  const peer = qmdPeer(await installQmd(cache), freshFolder(join(scratch, 'qmd')))
  const { args, env } = peer.add(folder)
  execFileSync(process.execPath, args, { env, stdio: 'ignore' })
  const service = await peer.serve(1)
  const fresh = newQuestions(texts)
  try {
    const url = service.url ?? ''
    await runLoad({ url, clients: 1, seconds, next: inTurn(texts, queryOver({})) })
    const query = await runLoad({ url, clients: 50, seconds, next: () => queryOver({})(fresh()) })
    const cached = await runLoad({ url, clients: 50, seconds, next: inTurn(texts.slice(0, 20), queryOver({})) })
    return { name: peer.name, query, cached }
  } finally {
    await service.close()
  }
}

function save(part: string, documents: number): void {
  const folder = documents === 20_000 ? join(repository, 'bench', 'results') : cache
  const file = join(folder, 'server.md')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, withPart(existsSync(file) ? readFileSync(file, 'utf8') : '', part))
  console.log(`\n${part}\nWritten to ${file}.`)
}

function say(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
}
