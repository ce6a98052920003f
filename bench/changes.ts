import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askLong, askPacks } from './changes/ask.ts'
import { renderLong, renderPacks } from './changes/report.ts'
import { cacheFolder, resultsFolder } from './code/places.ts'
import { machine } from './machine.ts'
import { PART_USAGE, readPart } from './part.ts'

const USAGE = `node bench/changes.ts packs|long [options]
  --only <name,...>  these repositories alone, such as caddy
  --queries <n>      at most so many tasks of each repository, always the same ones; default all
  --part <part>      ${PART_USAGE}
"node bench/code/repositories.ts --only changes" makes the trees. Only a run over everything is written to bench/results;
any other to .cache/bench.`

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    queries: { type: 'string' },
    part: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const [what] = positionals
if (flags.help || (what !== 'packs' && what !== 'long')) console.log(USAGE)
else await main(what)

async function main(set: 'packs' | 'long'): Promise<void> {
  const asking = {
    ...(flags.only && { only: flags.only.split(',') }),
    chosen: { most: Number(flags.queries ?? Infinity), part: readPart(flags.part) },
  }
  const about = { made: new Date().toISOString().slice(0, 10), machine: machine() }
  const report =
    set === 'packs'
      ? renderPacks({ ...about, asked: await askPacks(asking) })
      : renderLong({ ...about, asked: await askLong(asking) })
  const isWhole = (flags.only ?? flags.queries ?? flags.part) === undefined
  const file = join(isWhole ? resultsFolder : cacheFolder, `${set}.md`)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, report)
  console.log(`\n${report}\nWritten to ${file}.`)
}
