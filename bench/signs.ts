import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sha1 } from './corpus.ts'
import { machine } from './machine.ts'
import { mean, ndcg } from './quality/metrics.ts'
import { classes, signedFrom, type Class, type Signed } from './signs/classes.ts'
import { chatsDoor, codeDoor, docsDoor, notesDoor, type Door } from './signs/doors.ts'
import { share, table } from './table.ts'

const USAGE = `node bench/signs.ts [options]
  --corpora <folder>  ir/ and code/ with questions; default ../shared/corpora beside the repository
  --only <name,...>   these sets alone
  --queries <n>       at most so many questions of each set and class, always the same ones; default 60
"node bench/code/repositories.ts" makes the trees of the code sets.`

const NOTES = [
  'claude_docs',
  'codebase_chunks',
  'cosqa',
  'javaguide_zh',
  'dureader_demo',
  'cmrc',
  'xquad_en',
  'xquad_zh',
]
const DOCS = ['docs59-en', 'anchor-zh', 'vue20-zh']
const CODE = ['axios', 'cobra', 'redux']

const repository = fileURLToPath(new URL('..', import.meta.url))
const { values: flags } = parseArgs({
  options: {
    corpora: { type: 'string', default: join(repository, '../shared/corpora') },
    only: { type: 'string' },
    queries: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
})

interface Outcome {
  readonly kind: Class
  readonly set: string
  readonly language: 'English' | 'Chinese'
  readonly asked: number
  readonly bare: number
  /** Nothing was found, and without the signs something was. */
  readonly isLost: boolean
}

async function main(corpora: string, most: number): Promise<void> {
  const doors = doorsIn(corpora).filter(({ name }) => !flags.only || flags.only.split(',').includes(name))
  const outcomes: Outcome[] = []
  for (const door of doors) {
    const own = await askDoor(door, most)
    outcomes.push(...own)
    console.log(`${door.name}\n${tableOf(own)}\n`)
  }
  const target = flags.only ? join(repository, '.cache', 'bench') : join(repository, 'bench', 'results')
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'signs.md'), render(outcomes, doors))
  console.log(tableOf(outcomes))
}

function doorsIn(corpora: string): readonly Door[] {
  const cache = join(repository, '.cache', 'bench', 'quality')
  const ir = join(corpora, 'ir')
  return [
    ...NOTES.map((name) => notesDoor(ir, name, cache)),
    chatsDoor(ir),
    ...DOCS.map((name) => docsDoor(join(corpora, 'docs'), name)),
    ...CODE.filter((name) => existsSync(join(repository, '.cache', 'bench', 'code', 'semble', name))).map((name) =>
      codeDoor(join(corpora, 'code'), name),
    ),
  ]
}

async function askDoor(door: Door, most: number): Promise<readonly Outcome[]> {
  const { questions, ask, close } = await door.open()
  const made = questions.flatMap((question) => signedFrom(question).map((each) => ({ ...each, scope: question.scope })))
  const outcomes: Outcome[] = []
  const sampled = [...Map.groupBy(made, ({ kind }) => kind).values()].flatMap((own) => sample(own, most))
  for (const { kind, asked, bare, grades, scope } of sampled) {
    const [signed, plain] = [await ask(asked, scope), await ask(bare, scope)]
    const isLost = signed.length === 0 && plain.length > 0
    const scores = { asked: ndcg(signed, grades, 10), bare: ndcg(plain, grades, 10) }
    if (process.env['TELL'] && scores.asked < scores.bare) console.error(kind, asked, scores)
    const language = /\p{Script=Han}/u.test(asked) ? 'Chinese' : 'English'
    outcomes.push({ kind, set: door.name, language, ...scores, isLost })
  }
  await close()
  return outcomes
}

const sample = <Each extends Signed>(all: readonly Each[], most: number): readonly Each[] =>
  all.toSorted((a, b) => (sha1(a.asked) < sha1(b.asked) ? -1 : 1)).slice(0, most)

const head = ['questions', 'asked', 'as asked', 'signs removed', 'difference', 'lost']

const tableOf = (outcomes: readonly Outcome[]): string =>
  table(
    head,
    (Object.keys(classes) as Class[]).flatMap((kind) => {
      const own = outcomes.filter((each) => each.kind === kind)
      return own.length === 0 ? [] : [rowOf(classes[kind], own)]
    }),
  )

function rowOf(name: string, own: readonly Outcome[]): readonly string[] {
  const [asked, bare] = [mean(own.map((each) => each.asked)), mean(own.map((each) => each.bare))]
  const lost = own.filter(({ isLost }) => isLost).length
  return [name, String(own.length), share(asked), share(bare), share(asked - bare), String(lost)]
}

function render(outcomes: readonly Outcome[], doors: readonly Door[]): string {
  return `# Questions that hold signs

Written by \`npm run bench:signs\`; do not edit.

${new Date().toISOString().slice(0, 10)}; ${machine()}.

nDCG@10 over the tools that agents have, of the same questions with their quotes, backticks and dashes and without. Most are made from questions without signs, by rule. *Lost*: nothing was found, and without the signs something was.

## By class

${tableOf(outcomes)}

### English

${tableOf(outcomes.filter(({ language }) => language === 'English'))}

### Chinese

${tableOf(outcomes.filter(({ language }) => language === 'Chinese'))}

${doors.map(({ name, tool }) => `## ${name} (\`${tool}\`)\n\n${tableOf(outcomes.filter(({ set }) => set === name))}`).join('\n\n')}
`
}

if (flags.help) console.log(USAGE)
else await main(resolve(flags.corpora), Number(flags.queries))
