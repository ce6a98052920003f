import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Speech } from './embedding/answers.ts'
import { measureCost, type Cost } from './embedding/measure.ts'
import { machine } from './machine.ts'
import { figure, table } from './table.ts'

const USAGE = `node bench/embedding.ts [options]
  --texts <n>   texts in a round; default 12800
  --rounds <n>  default 5
Only a whole run is written to bench/results/embedding.md; any other to .cache/bench/embedding.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const usual = { texts: '12800', rounds: '5' }
const { values: flags } = parseArgs({
  options: {
    texts: { type: 'string', default: usual.texts },
    rounds: { type: 'string', default: usual.rounds },
    help: { type: 'boolean', default: false },
  },
})

/** Milliseconds of the client's CPU a text. */
const GOAL = 0.2
const TEXT_CHARS = 1_200

const speeches: readonly Omit<Speech, 'dimensions'>[] = [
  { protocol: 'openai', encoding: 'numbers', texts: 128 },
  { protocol: 'openai', encoding: 'base64', texts: 128 },
  { protocol: 'gemini', encoding: 'numbers', texts: 100 },
]

async function main(): Promise<void> {
  const texts = passages(Number(flags.texts))
  const costs: Cost[] = []
  for (const dimensions of [384, 1_024])
    for (const speech of speeches) {
      const cost = await measureCost({ ...speech, dimensions }, { texts, rounds: Number(flags.rounds) })
      console.log(`${nameOf(cost)}: ${figure(cost.cpu)} ms`)
      costs.push(cost)
    }
  save(render(costs))
}

/** Parts of the house's own documentation, in English and Chinese, as long as chunks are; each is another text. */
function passages(count: number): readonly string[] {
  const whole = [
    'README.md',
    'README.zh-CN.md',
    'docs/ARCHITECTURE.md',
    'docs/guides/docs.md',
    'docs/guides/docs.zh-CN.md',
  ]
    .map((path) => readFileSync(join(repository, path), 'utf8'))
    .join('\n')
  return Array.from({ length: count }, (_, at) => {
    const start = (at * 331) % (whole.length - TEXT_CHARS)
    return `${at}: ${whole.slice(start, start + TEXT_CHARS).toWellFormed()}`
  })
}

const nameOf = ({ speech: { protocol, encoding, dimensions } }: Cost): string =>
  `${protocol === 'gemini' ? 'Gemini, batch' : 'OpenAI'}, ${encoding === 'base64' ? 'Base64' : 'numbers'}, ${dimensions}`

const render = (costs: readonly Cost[]): string =>
  [
    '# What asking for vectors costs',
    `Made by \`npm run bench:embedding\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
    `A server in another process on this machine answers at once with vectors that were written before, so what is left is ` +
      `our own work: wording, cutting into batches, sending, reading, checking. ${flags.texts} texts of ${TEXT_CHARS} characters, ` +
      `128 in a request (Gemini: 100), four requests side by side; median of ${flags.rounds} rounds after one that is not counted; CPU of all ` +
      `threads of the client. Goal: at most ${GOAL} ms a text.`,
    table(
      ['server', 'bytes a text', 'CPU ms a text', 'wall ms a text', 'of it JSON.parse ms', 'reached'],
      costs.map((cost) => [
        nameOf(cost),
        figure(cost.bytes),
        cost.cpu.toFixed(3),
        cost.wall.toFixed(3),
        cost.parse.toFixed(3),
        cost.cpu <= GOAL ? 'yes' : '**no**',
      ]),
    ),
    'Numbers stand in all the digits that servers in Python send of 32 bits, some 21 bytes each; OpenAI sends about half as many. ' +
      '`JSON.parse` alone, measured on the same bytes, is the least that an answer in numbers can cost; Base64 has hardly any of it, ' +
      'which is why it is asked for first.',
  ].join('\n\n') + '\n'

function save(text: string): void {
  const isWhole = flags.texts === usual.texts && flags.rounds === usual.rounds
  const folder = isWhole ? join(repository, 'bench', 'results') : join(repository, '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'embedding.md'), text)
  console.log(text)
}

// Last, since it uses constants of this file.
if (flags.help) console.log(USAGE)
else await main()
