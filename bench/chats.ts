import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { measurePeerQuality, measureQuality } from './chats/quality.ts'
import { renderChats, type ChatsReport } from './chats/report.ts'
import { measureGiant, measurePeer, measureWuku } from './chats/speed.ts'
import { machine } from './machine.ts'
import { PART_USAGE, readPart } from './part.ts'
import { withNewQuality } from './results-page.ts'
import { readPassages } from './pads/sentences.ts'

const USAGE = `node bench/chats.ts [options]
  --sets <folder>      question sets (corpus.jsonl); default ../shared/corpora/ir beside the repository
  --messages <n,...>   sizes of the archive; default 100000,1000000
  --giant <megabytes>  size of one huge session; default 1000, 0 leaves it out
  --peer <folder>      chatwise-mcp (github.com/yoyooyooo/chatwise-mcp), bundled into its folder dist;
                       default .cache/bench/chatwise-mcp when it is there; none leaves it out
  --peer-node <file>   the Node that it was built for; default the one that runs this
  --queries <n>        at most so many questions of each set, always the same ones; default all
  --part <part>        ${PART_USAGE}
  --no-quality         speed alone
  --no-speed           quality alone
Only a whole run, or all of the quality alone, is written to bench/results/chats.md; any other to .cache/bench/chats.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')
const usual = { messages: '100000,1000000', giant: '1000' }

const { values: flags } = parseArgs({
  allowNegative: true,
  options: {
    sets: { type: 'string', default: join(repository, '../shared/corpora/ir') },
    messages: { type: 'string', default: usual.messages },
    giant: { type: 'string', default: usual.giant },
    peer: { type: 'string', default: join(cache, 'chatwise-mcp') },
    'peer-node': { type: 'string', default: process.execPath },
    queries: { type: 'string' },
    part: { type: 'string' },
    quality: { type: 'boolean', default: true },
    speed: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
})

/** Past this many messages one answer of a program that reads everything takes many seconds. */
const MOST_FOR_PEER = 100_000

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const sets = resolve(flags.sets)
  const cli = join(resolve(flags.peer), 'cli.js')
  const peer = flags.peer !== 'none' && existsSync(join(flags.peer, 'dist')) ? cli : undefined
  const chosen = { most: Number(flags.queries ?? Infinity), part: readPart(flags.part) }
  const quality = flags.quality ? [...(await measureQuality(sets, repository, chosen))] : []
  if (flags.quality && peer)
    quality.push(await measurePeerQuality(sets, { cli: peer, node: flags['peer-node'], chosen }))
  save({
    made: new Date().toISOString().slice(0, 10),
    machine: machine(),
    quality,
    ...(flags.speed ? await measureSpeed(sets, peer) : { speed: [], giant: undefined }),
  })
}

async function measureSpeed(sets: string, peer: string | undefined): Promise<Pick<ChatsReport, 'speed' | 'giant'>> {
  const passages = readPassages([sets])
  const place = { repository, scratch: join(cache, 'chats') }
  const speed = []
  for (const messages of flags.messages.split(',').map(Number)) {
    console.log(`${messages} messages`)
    speed.push(await measureWuku(passages, messages, place))
    if (peer && messages <= MOST_FOR_PEER)
      speed.push(
        await measurePeer(passages, messages, { ...place, peer: resolve(flags.peer), node: flags['peer-node'] }),
      )
  }
  const megabytes = Number(flags.giant)
  return { speed, giant: megabytes > 0 ? await measureGiant(passages, megabytes * 1e6, place) : undefined }
}

function save(report: ChatsReport): void {
  const isWhole = isAll() && flags.quality && flags.speed && flags.peer !== 'none'
  const isQuality = isAll() && flags.quality && !flags.speed
  const folder = isWhole || isQuality ? join(repository, 'bench', 'results') : cache
  const file = join(folder, 'chats.md')
  const page = renderChats(report)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, isQuality ? withNewQuality(file, { made: report.made, page }) : page)
  console.log(`\n${page}\nWritten to ${file}.`)
}

function isAll(): boolean {
  return (flags.queries ?? flags.part) === undefined && flags.messages === usual.messages && flags.giant === usual.giant
}
