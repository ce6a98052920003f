import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setTimeout } from 'node:timers/promises'
import { openAgent, wuku, type Agent, type Machine } from './freshness/agent.ts'
import { deeds, measureDelays, type Storehouse } from './freshness/delays.ts'
import { machine as machineFacts } from './machine.ts'
import { table } from './table.ts'

const USAGE = `node bench/freshness.ts [options]
  --times <n>    how often each is done; default 20
  --files <n>    of a big repository; default 200000, 0 leaves it out
  --keep <folder>  where the big repository and its index are made, and found the next time`

const repository = fileURLToPath(new URL('..', import.meta.url))
const { values: flags } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    files: { type: 'string', default: '200000' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

/** The tools that are asked here, whatever a folder holds when the server starts. */
const searching = ['--tools', 'core,code']

const says = (answer: string, word: string, path: string): boolean => answer.includes(word) && answer.includes(path)

const notesIn = (folder: string): Storehouse => ({
  name: 'notes',
  folder,
  ending: '.md',
  text: (word) => `# A note\n\nThe ${word} was seen at the harbour.\n`,
  finds: async (agent, word, path) => says(await agent.ask('recall', { query: word }), word, path),
})

const codeIn = (folder: string): Storehouse => ({
  name: 'code',
  folder,
  ending: '.ts',
  text: (word) => `export function count${word}(): number {\n  return 1\n}\n`,
  finds: async (agent, word, path) => says(await agent.ask('find_symbol', { query: `count${word}` }), word, path),
})

/** 300 notes and a repository of 300 files, added as anybody would. */
function openMachine(): Machine & { readonly storehouses: readonly Storehouse[] } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-freshness-')))
  const [notes, folder] = [join(home, 'notes'), join(home, 'shop')]
  for (let at = 0; at < 300; at++) {
    write(join(notes, `part${at % 20}/note${at}.md`), `# Note ${at}\n\nSomething about tide ${at}.\n`)
    write(join(folder, `part${at % 20}/file${at}.ts`), `export function tide${at}(): number {\n  return ${at}\n}\n`)
  }
  const machine = { home, folder }
  wuku(machine, 'add', notes, '--kind', 'notes', '--quiet')
  wuku(machine, 'add', folder, '--kind', 'code', '--quiet')
  return { ...machine, storehouses: [notesIn(notes), codeIn(folder)] }
}

function write(place: string, text: string): void {
  mkdirSync(join(place, '..'), { recursive: true })
  writeFileSync(place, text)
}

const sortedAt = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

const whole = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : 'never')

async function delayRows(servers: number, times: number): Promise<string[][]> {
  const machine = openMachine()
  const agents: Agent[] = []
  for (let at = 0; at < servers; at++) agents.push(await openAgent(machine, ...searching))
  // The last one is asked: of two it is the one that does not watch.
  const asked = agents.at(-1) as Agent
  await setTimeout(4_000)
  const rows: string[][] = []
  for (const storehouse of machine.storehouses) {
    const delays = await measureDelays(storehouse, asked, times)
    for (const deed of deeds) {
      const found = delays.get(deed) ?? []
      rows.push([storehouse.name, String(servers), deed, whole(sortedAt(found, 0.5)), whole(Math.max(...found))])
      console.log(rows.at(-1)?.join(' '))
    }
  }
  for (const agent of agents) await agent.close()
  rmSync(machine.home, { recursive: true, force: true })
  return rows
}

/** Files in folders of 20, as a large repository has them. */
function openBig(files: number): Machine {
  const home = flags.keep ?? realpathSync(mkdtempSync(join(tmpdir(), 'wuku-freshness-big-')))
  const machine = { home, folder: join(home, 'repo') }
  if (existsSync(join(home, 'data'))) return machine
  for (let at = 0; at < files; at++) {
    const folder = Math.floor(at / 20)
    write(
      join(machine.folder, `p${folder % 100}/q${folder}/file${at}.ts`),
      `export function thing${at}(): number {\n  return ${at}\n}\n`,
    )
  }
  wuku(machine, 'add', machine.folder, '--kind', 'code', '--name', 'big', '--quiet')
  return machine
}

interface Start {
  readonly initialize: number
  /** Milliseconds of questions in the first seconds. */
  readonly questions: readonly number[]
  readonly memory: number
  readonly busy: number
  /** Seconds of processor time in a quiet half minute. */
  readonly quiet: number
}

async function startOnce(machine: Machine, ...args: readonly string[]): Promise<Start> {
  const agent = await openAgent(machine, ...searching, ...args)
  const questions: number[] = []
  const began = performance.now()
  while (performance.now() - began < 8_000) {
    const asked = performance.now()
    await agent.ask('find_symbol', { query: 'thing77' })
    questions.push(performance.now() - asked)
    await setTimeout(100)
  }
  await setTimeout(12_000)
  const [memory, busy] = [agent.memory(), agent.busy()]
  await setTimeout(30_000)
  const quiet = agent.busy() - busy
  await agent.close()
  return { initialize: agent.started, questions, memory, busy, quiet }
}

async function bigRows(files: number): Promise<{ readonly starts: string[][]; readonly delays: string[][] }> {
  const machine = openBig(files)
  const starts: string[][] = []
  for (const [said, args] of [
    ['watched', []],
    ['`--no-watch`', ['--no-watch']],
  ] as const) {
    const each: Start[] = []
    for (let at = 0; at < 3; at++) each.push(await startOnce(machine, ...args))
    const median = (pick: (start: Start) => number): number => sortedAt(each.map(pick), 0.5)
    const questions = each.flatMap((start) => start.questions)
    starts.push([
      said,
      whole(median(({ initialize }) => initialize)),
      whole(sortedAt(questions, 0.5)),
      whole(Math.max(...questions)),
      whole(median(({ memory }) => memory)),
      median(({ busy }) => busy).toFixed(1),
      median(({ quiet }) => quiet).toFixed(2),
    ])
    console.log(starts.at(-1)?.join(' '))
  }
  const agent = await openAgent(machine, ...searching)
  await setTimeout(15_000)
  const found = await measureDelays(codeIn(machine.folder), agent, 5)
  await agent.close()
  if (!flags.keep) rmSync(machine.home, { recursive: true, force: true })
  const delays = deeds.map((deed) => {
    const all = found.get(deed) ?? []
    return [deed, whole(sortedAt(all, 0.5)), whole(Math.max(...all))]
  })
  return { starts, delays }
}

async function main(): Promise<void> {
  const times = Number(flags.times)
  const rows = [...(await delayRows(1, times)), ...(await delayRows(2, times))]
  const big = Number(flags.files) > 0 ? await bigRows(Number(flags.files)) : undefined
  const text = [
    '# Fresh by itself',
    'Written by `npm run bench:freshness`; do not edit.',
    `${new Date().toISOString().slice(0, 10)}; ${machineFacts()}; load average ${loadavg()[0]?.toFixed(0)} at the end.`,
    `Milliseconds from a change on disk until an agent finds what is new, or no more what is gone, asked again every 20 ms through a real MCP client of \`wuku mcp\`; ${times} times each. 300 notes and a repository of 300 files, added without a flag. With two servers on one store the one is asked that does not watch. The goal is 2,000.`,
    table(['storehouse', 'servers', 'change', 'p50', 'max'], rows),
    ...(big
      ? [
          `## A repository of ${Number(flags.files).toLocaleString('en')} files in ${(Number(flags.files) / 20).toLocaleString('en')} folders`,
          'Starting a server, three times: milliseconds until `initialize` is answered; milliseconds of questions that follow one another in the first 8 seconds, while the repository is looked through; after 20 seconds megabytes held and seconds of processor time; seconds of processor time in the 30 quiet seconds after.',
          table(['', 'initialize', 'question p50', 'question max', 'MB', 'busy s', 'quiet s'], big.starts),
          'Milliseconds until a change is found, five times each:',
          table(['change', 'p50', 'max'], big.delays),
        ]
      : []),
  ].join('\n\n')
  const target = join(repository, 'bench', 'results')
  writeFileSync(join(target, 'freshness.md'), `${text}\n`)
}

if (flags.help) console.log(USAGE)
else await main()
