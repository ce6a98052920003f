import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder, resultsFolder } from './code/places.ts'
import { machine } from './machine.ts'
import { compareReferences, type Referred } from './symbols/references.ts'
import { compareSymbols, type HeldTag } from './symbols/compare.ts'
import { renderSymbols } from './symbols/report.ts'
import { symbolTrees } from './symbols/trees.ts'

/** Missing definitions of each kind that are printed. */
const OF_EACH = 8

const USAGE = `node bench/symbols.ts [options]
  --only <name,...>  these repositories alone, such as axios
  --missing          print the definitions and uses that are missing, some of each kind
Definitions against Universal Ctags (Debian's package universal-ctags, or the program named by CTAGS), and uses against a
search for words. "node bench/code/repositories.ts" makes the trees.`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    missing: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const tags: HeldTag[] = []
  const referred: Referred[] = []
  for (const tree of symbolTrees(flags.only?.split(','))) {
    const own = await compareSymbols(tree)
    const wanted = own.filter(({ reason }) => !reason)
    console.log(`${tree.name}: ${wanted.filter(({ isHeld }) => isHeld).length} of ${wanted.length} definitions`)
    tags.push(...own)
    referred.push(...(await compareReferences(tree, own)))
  }
  if (flags.missing) tellMissing(tags, referred)
  const report = renderSymbols({ made: new Date().toISOString().slice(0, 10), machine: machine(), tags, referred })
  const file = join(flags.only === undefined ? resultsFolder : cacheFolder, 'symbols.md')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, report)
  console.log(`\n${report}\nWritten to ${file}.`)
}

function tellMissing(tags: readonly HeldTag[], referred: readonly Referred[]): void {
  const missing = tags.filter(({ isHeld, reason }) => !isHeld && !reason)
  for (const [kind, own] of Map.groupBy(missing, ({ language, kind: of }) => `${language} ${of}`))
    for (const { repository, path, line, name } of own.slice(0, OF_EACH))
      console.log(`${kind}: ${name}  ${repository}/${path}:${line}`)
  for (const { name, repository, missed } of referred.filter((each) => each.missed.length > 0))
    console.log(`uses of ${name} in ${repository}: ${missed.slice(0, 3).join(' ')}`)
}
