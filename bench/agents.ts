/** What an agent pays before its first question, and whether descriptions lead to the right tool. Writes `results/agents.md`. */
import { storehouses } from '../src/app/storehouses.ts'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { writeFileSync } from 'node:fs'
import { loadOperations } from '../src/app/operations.ts'
import { kinds, type Kind } from '../src/core/words.ts'
import { writeInstructions } from '../src/surfaces/mcp/guide.ts'
import { toolsetNames } from '../src/surfaces/mcp/toolsets.ts'
import { chooseForTasks, isChinese, type Choice } from './tool-choice/choose.ts'
import { definitionsOf, listedIn, tokensOf, type Profile } from './tool-choice/definitions.ts'

const operations = await loadOperations()

/** Measured on the commit before there was a default: every tool was offered, and instructions spoke of all. */
const before = { tools: 66, withoutOutput: 15_460, withOutput: 33_995, instructions: 487 }

const profiles: readonly (readonly [says: string, profile: Profile])[] = [
  ['default, nothing here', { tools: '', inside: [] }],
  ['default, notes alone', { tools: '', inside: ['notes'] }],
  ['default, all five', { tools: '', inside: kinds }],
  ['default, all five, --read-only', { tools: '', inside: kinds, readOnly: true }],
  ...[...toolsetNames.slice(1), 'all'].map((tools) => [`--tools ${tools}`, { tools, inside: kinds }] as const),
]

function profileRow([says, profile]: (typeof profiles)[number]): string {
  const definitions = definitionsOf(operations, profile)
  const bare = definitions.map(({ outputSchema: _output, ...definition }) => definition)
  return `| ${says} | ${definitions.length} | ${tokensOf(bare)} | ${tokensOf(definitions)} |`
}

function instructionsRow(what: string, inside: readonly Kind[]): string {
  const tools = new Set(listedIn(operations, { tools: '', inside }).map(({ operation }) => operation.name))
  const holds = storehouses.filter(({ kind }) => inside.includes(kind)).map(({ says }) => says)
  const text = writeInstructions({ tools, holds })
  return `| ${what} | ${text.length} | ${countTokens(text)} |`
}

function choiceRow(says: string, choices: readonly Choice[]): string {
  const within = (rank: number) => choices.filter((choice) => choice.rank > 0 && choice.rank <= rank).length
  const share = (count: number) => `${((100 * count) / choices.length).toFixed(1)} %`
  return `| ${says} | ${choices.length} | ${within(1)} (${share(within(1))}) | ${share(within(3))} |`
}

const [tasks, unseen] = [chooseForTasks(operations, 'tasks'), chooseForTasks(operations, 'unseen')]
const missed = [...tasks, ...unseen].filter(({ rank }) => rank !== 1)

writeFileSync(
  'bench/results/agents.md',
  `# What an agent pays, and what it chooses

Made by \`npm run bench:agents\`. Tokens are those of o200k, of each definition as JSON with name, description, inputSchema and, where there is one, outputSchema.

## Definitions of tools

| profile | tools | without output schemas | as listed |
|---|--:|--:|--:|
| before: every tool was the default | ${before.tools} | ${before.withoutOutput} | ${before.withOutput} |
${profiles.map(profileRow).join('\n')}

## Instructions

| what is inside | characters | tokens |
|---|--:|--:|
| before, everything | 1988 | ${before.instructions} |
${instructionsRow('nothing', [])}
${instructionsRow('notes', ['notes'])}
${instructionsRow('all five', kinds)}

## Which tool a task leads to

No model chose here. A lexical stand-in ranks the tools of the default (all five storehouses) for each task by BM25 over name, title, description and search hint, as \`more_tools\` does. The hints were worded with \`tool-choice/tasks.jsonl\` in view (before that, 94 of its 120 were right): its figure says that the words are there, and not how a model would choose. \`unseen.jsonl\` was written afterwards, and nothing was changed for it. Both files name the tool for a run with a real model; the first one its arguments too.

| tasks | number | right tool at the top | among three |
|---|--:|--:|--:|
${choiceRow('all', tasks)}
${choiceRow(
  'English',
  tasks.filter((task) => !isChinese(task)),
)}
${choiceRow('Chinese', tasks.filter(isChinese))}
${choiceRow('unseen', unseen)}

Not at the top:

| task | right | place | at the top instead |
|---|---|--:|---|
${missed.map(({ task, tool, rank, instead }) => `| ${task} | ${tool} | ${rank || '-'} | ${instead} |`).join('\n')}
`,
)
