import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machine } from './machine.ts'
import { share, table } from './table.ts'
import { measureCost } from './verified/cost.ts'
import { measureDrift, type DriftFigures } from './verified/drift.ts'
import { changeKinds, measureScripted, type ChangeKind, type KindFigures } from './verified/scripted.ts'
import { openWorkshop, wuku, type Workshop } from './verified/workshop.ts'

const USAGE = `node bench/verified.ts --mirrors <folder> [options]
  --mirrors <folder>  git directories of public repositories with their history: <owner>+<name>/repo
  --each <n>          changes of a kind in each repository; default 24
  --only <name,name>  some repositories; the page is not written
  --part cost         what it costs, in place of all else
  --keep <folder>     figures of each repository; one that is found there is not measured again`

const repositories: readonly (readonly [repository: string, language: string, isScripted: boolean])[] = [
  ['elixir-plug/plug', 'Elixir', true],
  ['encode/httpx', 'Python', true],
  ['gin-gonic/gin', 'Go', true],
  ['axios/axios', 'JavaScript', true],
  ['tokio-rs/axum', 'Rust', true],
  ['jqlang/jq', 'C', true],
  ['apache/commons-lang', 'Java', true],
  ['vuejs/vue-cli', 'JavaScript, Chinese', false],
  ['open-mmlab/mmcv', 'Python, Chinese', false],
  ['eggjs/egg', 'TypeScript, Chinese', true],
]

const { values: flags } = parseArgs({
  options: {
    mirrors: { type: 'string', default: '' },
    each: { type: 'string', default: '24' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function main(): void {
  const began = performance.now()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-verified-')))
  const scripted: (readonly [name: string, figures: ReadonlyMap<ChangeKind, KindFigures>])[] = []
  const drifts: (readonly [name: string, language: string, figures: DriftFigures])[] = []
  for (const [repository, language, isScripted] of repositories) {
    const mirror = join(flags.mirrors, repository.replace('/', '+'), 'repo')
    const name = repository.split('/')[1] ?? ''
    if (!existsSync(mirror) || (flags.only !== '' && !flags.only.split(',').includes(name))) continue
    const { drift, changes } = kept(name) ?? measure(openWorkshop(name, mirror, folder), isScripted)
    drifts.push([name, language, drift])
    if (changes.length > 0) scripted.push([name, new Map(changes)])
    console.log(name, Math.round((performance.now() - began) / 1000))
  }
  rmSync(folder, { recursive: true, force: true })
  if (flags.only === '')
    writeFileSync(
      PAGE,
      [
        page(scripted, drifts, (performance.now() - began) / 60_000).trimEnd(),
        ...KEPT.map((title) => sectionOf(pageNow(), title)).filter(Boolean),
      ].join('\n\n') + '\n',
    )
}

interface Measured {
  readonly drift: DriftFigures
  readonly changes: readonly (readonly [ChangeKind, KindFigures])[]
}

const placeOf = (name: string): string | undefined => flags.keep && join(flags.keep, `${name}.json`)

function kept(name: string): Measured | undefined {
  const place = placeOf(name)
  return place !== undefined && existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as Measured) : undefined
}

function measure(shop: Workshop, isScripted: boolean): Measured {
  wuku(shop, 'add', '.', '--kind', 'code', '--name', shop.name, '--quiet')
  const drift = measureDrift(shop)
  const measured = { drift, changes: isScripted ? [...measureScripted(shop, Number(flags.each))] : [] }
  for (const folder of [shop.root, shop.home]) rmSync(folder, { recursive: true, force: true })
  const place = placeOf(shop.name)
  if (place !== undefined) writeFileSync(place, JSON.stringify(measured))
  return measured
}

const ratio = (part: number, whole: number): string => (whole === 0 ? '' : share(part / whole))
const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

function scriptedRow(kind: string, own: readonly KindFigures[]): readonly string[] {
  const [cases, said, right, commits] = [
    sum(own, (each) => each.cases),
    sum(own, (each) => each.said),
    sum(own, (each) => each.right),
    sum(own, (each) => each.rightCommit),
  ]
  return kind === 'untouched'
    ? [kind, String(cases), String(said), ratio(right, cases), '', '']
    : [kind, String(cases), String(said), ratio(right, said), ratio(right, cases), ratio(commits, right)]
}

function driftRow(name: string, own: readonly DriftFigures[]): readonly string[] {
  const of = (pick: (each: DriftFigures) => number): number => sum(own, pick)
  return [
    name,
    ...[
      of((each) => each.sentences),
      of((each) => each.chinese),
      of((each) => each.drifted),
      of((each) => each.said),
    ].map(String),
    ratio(
      of((each) => each.right),
      of((each) => each.said),
    ),
    ratio(
      of((each) => each.rightChinese),
      of((each) => each.saidChinese),
    ),
    ratio(
      of((each) => each.found),
      of((each) => each.drifted),
    ),
  ]
}

type Scripted = readonly (readonly [name: string, figures: ReadonlyMap<ChangeKind, KindFigures>])[]
type Drifts = readonly (readonly [name: string, language: string, figures: DriftFigures])[]

function scriptedTable(scripted: Scripted): string {
  const kinds = changeKinds
    .map((kind) => [kind, scripted.flatMap(([, figures]) => figures.get(kind) ?? [])] as const)
    .filter(([, own]) => own.length > 0)
  const changed = kinds.filter(([kind]) => kind !== 'untouched').flatMap(([, own]) => own)
  const said = sum(
    kinds.flatMap(([, own]) => own),
    (each) => each.said,
  )
  const [cases, right, commits] = [
    sum(changed, (each) => each.cases),
    sum(changed, (each) => each.right),
    sum(changed, (each) => each.rightCommit),
  ]
  return table(
    ['change', 'claims', 'said', 'precision', 'recall', 'right commit'],
    [
      ...kinds.map(([kind, own]) => scriptedRow(kind, own)),
      ['all changes', String(cases), String(said), ratio(right, said), ratio(right, cases), ratio(commits, right)],
    ],
  )
}

const driftTable = (drifts: Drifts): string =>
  table(
    ['repository', 'lines', 'Chinese', 'drifted', 'said', 'precision', 'of Chinese', 'recall'],
    [
      ...drifts.map(([name, , figures]) => driftRow(name, [figures])),
      driftRow(
        'all',
        drifts.map(([, , figures]) => figures),
      ),
    ],
  )

const wrongLines = (scripted: Scripted, drifts: Drifts): readonly string[] =>
  [
    ...drifts.flatMap(([, , { wrong }]) => wrong),
    ...scripted.flatMap(([name, figures]) =>
      [...figures.values()].flatMap(({ wrong }) => wrong.map((each) => `${name}: ${each}`)),
    ),
  ].map((each) => `- ${each.replaceAll('`', '')}`)

const page = (scripted: Scripted, drifts: Drifts, minutes: number): string =>
  `${[
    '# Claims that are verified',
    'Written by `npm run bench:verified`; do not edit.',
    `${new Date().toISOString().slice(0, 10)}; ${machine()}; ${flags.keep ? 'measured in several runs' : `${minutes.toFixed(0)} minutes`}.`,
    '## Scripted changes',
    `${scripted.length} public repositories (${scripted.map(([name]) => name).join(', ')}). Each change is a commit of its own; a note from before claims what was changed, and what was not. Judged by \`wuku verify --json\` alone. Goals: precision .97, recall .95, right commit .95. Packages and scripts are those of a small tool that is added first; all else is what the repositories hold, outside of folders that programs write. For what was untouched, the share that is called so.`,
    scriptedTable(scripted),
    '## Real drift',
    'Lines of documents (logs of changes left out) at five old commits of each repository that name a path or a symbol which was there once. Git alone says what drifted: a path that some commit had and HEAD has not, a word that code had and has no more. The old lines are placed into the folder in which they stood, in the checkout of today. Precision: of lines of which something was said, those in which all of it had drifted; goal .95. Recall: of lines with something that drifted, those of which something was said.',
    driftTable(drifts),
    '## What was wrong',
    wrongLines(scripted, drifts).slice(0, MOST_WRONG).join('\n') || 'Nothing.',
  ].join('\n\n')}\n`

const MOST_WRONG = 60
const PAGE = join(import.meta.dirname, 'results', 'verified.md')

/** Sections that other runs write stay as they are. */
const KEPT = ['Cost', 'Lines of answers, read one by one']
const sectionOf = (text: string, title: string): string =>
  new RegExp(`^## ${title}\\n[^]*?(?=^## |$(?![^]))`, 'm').exec(text)?.[0].trimEnd() ?? ''
const pageNow = (): string => (existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '')

async function writeCost(): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-verified-')))
  try {
    const figures = await measureCost(openWorkshop('axios', join(flags.mirrors, 'axios+axios', 'repo'), folder))
    const section = [
      '## Cost',
      `${new Date().toISOString().slice(0, 10)}; ${machine()}. 100,000 messages of 1,000 conversations about axios, half of which name two of its files or symbols of now or of then; the least of five answers each, with \`claims\` of the policy on and off in turn. Goals: p95 20 ms, 0 where there is no claim, 40 tokens in the mean.`,
      figures,
    ].join('\n\n')
    console.log(section)
    const written = pageNow()
    const before = sectionOf(written, 'Cost')
    writeFileSync(PAGE, before === '' ? `${written.trimEnd()}\n\n${section}\n` : written.replace(before, () => section))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (flags.help || flags.mirrors === '') console.log(USAGE)
else if (flags.part === 'cost') await writeCost()
else main()
