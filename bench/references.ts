import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SOURCE } from './code/ask.ts'
import { cacheFolder, resultsFolder } from './code/places.ts'
import type { Product } from './house/build.ts'
import { machine } from './machine.ts'
import { mean } from './quality/metrics.ts'
import { questionsOf, type ReferenceQuestion } from './references/questions.ts'
import { openTree, parsedFiles, symbolTrees } from './symbols/trees.ts'
import { share, table } from './table.ts'

const USAGE = `node bench/references.ts [options]
  --only <name,...>  these repositories alone, such as axios
  --each <n>         questions of each kind and repository; default 6
  --missed           print the questions whose place is not first, or not printed
"node bench/code/repositories.ts" makes the trees.`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    each: { type: 'string', default: '6' },
    missed: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

interface Asked extends ReferenceQuestion {
  readonly repository: string
  /** Whether its file is first, and whether the line is among what the pack prints of it. */
  readonly isFirst: boolean
  readonly isPrinted: boolean
}

interface Packed {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly more?: readonly { readonly startLine: number; readonly endLine: number }[]
}

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const asked: Asked[] = []
  for (const tree of symbolTrees(flags.only?.split(','))) {
    const product = await openTree(tree)
    const questions = questionsOf(tree.tree, await parsedFiles(product), Number(flags.each))
    for (const question of questions)
      asked.push({ ...question, repository: tree.name, ...(await ask(question, product)) })
    await product.close()
    console.log(`${tree.name}: ${questions.length} asked`)
  }
  if (flags.missed)
    for (const { isFirst, isPrinted, repository, path, line, text } of asked)
      if (!isFirst || !isPrinted)
        console.log(`\n${repository}/${path}:${line} ${isFirst ? 'not printed' : 'not first'}\n${text}`)
  const report = render(asked)
  const file = join(flags.only === undefined ? resultsFolder : cacheFolder, 'references.md')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, report)
  console.log(`\n${report}\nWritten to ${file}.`)
}

async function ask({ text, path, line }: ReferenceQuestion, product: Product) {
  const input = { query: text, project_path: SOURCE }
  const { results } = await product.call<{ results: readonly Packed[] }>('repo_semantic_search', input)
  const pack = await product.call<{ primaryResults: readonly Packed[] }>('repo_context_pack', input)
  const printed = pack.primaryResults
    .filter((each) => each.path === path)
    .flatMap((each) => [each, ...(each.more ?? [])])
  return {
    isFirst: results[0]?.path === path,
    isPrinted: printed.some(({ startLine, endLine }) => startLine <= line && line <= endLine),
  }
}

function render(asked: readonly Asked[]): string {
  const rows = [...Map.groupBy(asked, ({ kind, form }) => `${kind}: ${form}`)].map(([name, own]) => rowOf(name, own))
  const all = [...Map.groupBy(asked, ({ kind }) => kind)].map(([name, own]) => rowOf(`${name}, all`, own))
  const repositories = new Set(asked.map(({ repository }) => repository))
  return `# Exact references

Written by \`npm run bench:references\`; do not edit.

${new Date().toISOString().slice(0, 10)}; ${machine()}.

Questions made of the code of ${repositories.size} public repositories, by patterns and not by the product: stack frames as twelve kinds of programs write them, with paths of another machine; methods of a class in a sentence; messages of errors and logs with values in place of their placeholders, of which the longest literal part stands in one file. *First*: the file is the first of \`repo_semantic_search\`. *Printed*: \`repo_context_pack\` shows the line, with 4,000 tokens.

${table(['question', 'asked', 'first', 'printed'], [...all, ...rows])}
`
}

function rowOf(name: string, own: readonly Asked[]): readonly string[] {
  const shareOf = (holds: (each: Asked) => boolean): string => share(mean(own.map((each) => (holds(each) ? 1 : 0))))
  return [name, String(own.length), shareOf(({ isFirst }) => isFirst), shareOf(({ isPrinted }) => isPrinted)]
}
