import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { measureQuality, missesOf } from './docs/quality.ts'
import { renderDocs, type DocsReport } from './docs/report.ts'
import { usualFolder } from './docs/corpora.ts'
import { measureSpeed } from './docs/speed.ts'
import { PART_USAGE, readPart } from './part.ts'
import { withNewQuality } from './results-page.ts'
import { machine } from './machine.ts'

const USAGE = `node bench/docs.ts [options]
  --sets <folder>      question sets and their pages; default ../shared/corpora/docs beside the repository
  --markdown <folder>  the library of Markdown; default 220 files of 4.5 MB, made of the pages of the sets
  --html <folder>      the library of HTML, such as the download of docs.python.org; default .cache/bench/docs-html
                       when it is there, else 450 made pages of 38 MB
  --queries <n>        at most so many questions of each set, always the same ones; default all
  --part <part>        ${PART_USAGE}
  --source             run packages/cli/src/main.ts instead of the built program: for who changes it
  --misses             print the questions whose best page did not come first
  --no-quality         speed alone
  --no-speed           quality alone
Only a whole run, or all of the quality alone, is written to bench/results/docs.md; any other to .cache/bench/docs.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  allowNegative: true,
  options: {
    sets: { type: 'string', default: join(repository, '../shared/corpora/docs') },
    markdown: { type: 'string' },
    html: { type: 'string' },
    queries: { type: 'string' },
    part: { type: 'string' },
    source: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    quality: { type: 'boolean', default: true },
    speed: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  if (!flags.source) await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const program = flags.source ? join(repository, 'packages/cli/src/main.ts') : join(repository, 'bin', 'wuku.js')
  const sets = resolve(flags.sets)
  const chosen = { most: Number(flags.queries ?? Infinity), part: readPart(flags.part) }
  const quality = flags.quality ? await measureQuality(sets, program, chosen) : []
  if (flags.misses) console.log(missesOf(quality).join('\n'))
  const given = { sets, markdown: flags.markdown, html: flags.html ?? usualFolder(join(cache, 'docs-html')) }
  const speed = flags.speed ? await measureSpeed(given, { program, scratch: join(cache, 'docs') }) : undefined
  save({ made: new Date().toISOString().slice(0, 10), machine: machine(), quality, speed })
}

function save(report: DocsReport): void {
  const isWhole = isAll() && flags.quality && flags.speed
  const isQuality = isAll() && flags.quality && !flags.speed
  const results = join(repository, 'bench', 'results')
  const folder = isWhole || isQuality ? results : cache
  const file = join(folder, 'docs.md')
  const page = renderDocs(report)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, isQuality ? withNewQuality(file, { made: report.made, page }) : page)
  console.log(`\n${page}\nWritten to ${file}.`)
}

function isAll(): boolean {
  return (flags.queries ?? flags.part) === undefined && !flags.source && flags.markdown === undefined
}
