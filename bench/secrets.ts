import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { harmless } from '../test/fixtures/secrets/harmless.ts'
import { machine } from './machine.ts'
import { measureSecrets, type Measured } from './secrets/measure.ts'
import { figure, percent, table } from './table.ts'

/** Recall by kind and place, what is masked wrongly, and how fast: `npm run bench:secrets`. */

const repository = fileURLToPath(new URL('..', import.meta.url))
const corpora: readonly (readonly [name: string, folder: string])[] = [
  ['packages of this repository', join(repository, 'packages')],
  ['its tests and docs', join(repository, 'test')],
  ['documentation', join(repository, '../../shared/corpora/docs')],
  ['code', join(repository, '../../shared/corpora/code')],
  ['questions and passages', join(repository, '../../shared/corpora/ir')],
]

const READ = new Set(['.ts', '.md', '.json', '.jsonl', '.tsv', '.txt'])
const MOST_BYTES = 1_500_000

await main()

async function main(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const measured = await measureSecrets(harmless())
  const speed = corpora.filter(([, folder]) => existsSync(folder)).map(([name, folder]) => [name, ...speedOf(folder)])
  const report = render(measured, speed)
  mkdirSync(join(repository, 'bench', 'results'), { recursive: true })
  writeFileSync(join(repository, 'bench', 'results', 'secrets.md'), report)
  console.log(report)
}

function render(
  { kinds, places, leaks, harmless: all, touched, originals }: Measured,
  speed: readonly string[][],
): string {
  const left = (name: string): readonly string[] => [
    ...new Set(leaks.filter(({ place }) => place === name).map(({ kind }) => kind)),
  ]
  const whole = kinds - new Set(leaks.map(({ kind }) => kind)).size
  const rows = places.map((name) => [
    name,
    String(kinds),
    String(kinds - left(name).length),
    left(name).join(', ') || '-',
  ])
  return [
    '# Secrets',
    `Made by \`npm run bench:secrets\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
    `${kinds} kinds of secrets in ${places.length} places, each with a value of its own. A data folder is filled by the command line, everything is asked for over MCP, and then all bytes of the folder are looked through, packed texts unpacked.`,
    `**${whole} of ${kinds} kinds (${percent(whole / kinds)}) leave nothing in any place. Of ${all} harmless texts ${touched.length} are touched (${percent(touched.length / all)}).**`,
    table(['place', 'kinds', 'masked', 'left'], rows),
    ...(touched.length > 0 ? ['Touched though harmless:', touched.map((text) => `- \`${text}\``).join('\n')] : []),
    `Originals of documentation are kept as they came: ${originals} of ${kinds} stand in \`blobs/\`, and the import says so. What is looked through above is all else.`,
    '## Speed',
    'One thread, CPU time, best of five.',
    table(['corpus', 'MB', 'MB/s'], speed),
    '',
  ].join('\n\n')
}

function speedOf(folder: string): readonly string[] {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => READ.has(extname(path)))
    .map((path) => readFileSync(join(folder, path)))
    .filter(({ length }) => length <= MOST_BYTES)
  const bytes = texts.reduce((sum, { length }) => sum + length, 0)
  const read = texts.map((each) => each.toString('utf8'))
  // A corpus that is through within some milliseconds is gone through again.
  const passes = Math.ceil(2e7 / bytes)
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    for (let pass = 0; pass < passes; pass++) for (const text of read) maskSecrets(text)
    return process.cpuUsage(before).user / passes
  })
  return [figure(bytes / 1e6), figure(bytes / Math.min(...runs))]
}
