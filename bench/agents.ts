/**
 * Cost for an agent before its first question and for an answer, and whether descriptions lead to the right tool.
 * Writes `results/agents.md`.
 */
import { storehouses } from '@wuku/storehouses/storehouses'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { writeFileSync } from 'node:fs'
import { loadOperations } from '../packages/cli/src/load-operations.ts'
import { kinds, type Kind } from '@wuku/core/core-types'
import { writeInstructions } from '../packages/mcp/src/guide.ts'
import { toolsetNames } from '@wuku/mcp/toolsets'
import { costTable, measureAnswers } from './answers/cost.ts'
import { headlines } from './headlines.ts'
import { chooseForTasks, isChinese, type Choice, type TaskSet } from './tool-choice/choose.ts'
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
  const holds = storehouses.filter(({ kind }) => inside.includes(kind)).map(({ summary: says }) => says)
  const text = writeInstructions({ tools, holds })
  return `| ${what} | ${text.length} | ${countTokens(text)} |`
}

function choiceRow(says: string, choices: readonly Choice[]): string {
  const within = (rank: number) => choices.filter((choice) => choice.rank > 0 && choice.rank <= rank).length
  const share = (count: number) => `${((100 * count) / choices.length).toFixed(1)} %`
  return `| ${says} | ${choices.length} | ${within(1)} (${share(within(1))}) | ${share(within(3))} |`
}

const chosenIn = (set: TaskSet): readonly Choice[] => chooseForTasks(operations, set)
const [tasks, unseen, unseen2] = [chosenIn('tasks'), chosenIn('unseen'), chosenIn('unseen2')]
const missed = [...tasks, ...unseen, ...unseen2].filter(({ rank }) => rank !== 1)

const costs = await measureAnswers()
const wholeList = costs.find(({ tool }) => tool === 'sources')

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

## What an answer costs

A hundred questions to \`wuku mcp\` with the tools of the default, about this repository: its documentation as notes, its sources as code, its guides as a library, sample conversations and three scratchpads. Half of the questions to \`recall\` are in English, half in Chinese; all are in \`answers/questions.jsonl\`. Mean tokens of an answer: as text, which some clients show to their model, and as JSON, which others show.

${costTable(costs)}

\`before\` holds earlier figures, of other questions: compare the distance between text and JSON, not the sizes. Five of the six questions to \`sources\` name one source; the whole list costs ${wholeList?.text} as text and ${wholeList?.json} as JSON.

The text of \`get-library-docs\` and \`search_conversations\` is JSON too, with every key; what the other clients get is shorter, since it leaves out what is empty or said elsewhere in the answer. JSON costs more than text for \`query-docs\` and \`open\`: line breaks and quotation marks are escaped in it, and each snippet of \`query-docs\` has its whole citation where the text names the file and the heading.

## Which tool a task leads to

No model chose here. A lexical stand-in ranks the tools of the default (all five storehouses) for each task by BM25 over name, title, description and search hint, as \`more_tools\` does. The hints were worded with \`tool-choice/tasks.jsonl\` in view (before that, 94 of its 120 were right): its figure says that the words are there, and not how a model would choose. \`unseen.jsonl\` was written afterwards, and \`unseen2.jsonl\` after that, each before anything was changed for it. All three files name the tool for a run with a real model; the first one its arguments too.

| tasks | number | right tool at the top | among three |
|---|--:|--:|--:|
${choiceRow('all', tasks)}
${choiceRow(
  'English',
  tasks.filter((task) => !isChinese(task)),
)}
${choiceRow('Chinese', tasks.filter(isChinese))}
${choiceRow('unseen', unseen)}
${choiceRow('unseen2', unseen2)}

Not at the top:

| task | right | place | at the top instead |
|---|---|--:|---|
${missed.map(({ task, tool, rank, instead }) => `| ${task} | ${tool} | ${rank || '-'} | ${instead} |`).join('\n')}

## How sure, and how fresh

Headline figures of three other pages, read from them when this page is made; the date is that of their figures. How often a tool says that nothing answers ("none"), where something does and where the question is about something else; and there also how often it says so or shows three passages at most and calls them partial. All are of questions with which no threshold was chosen. Then how long it takes until an agent finds what was changed on disk, for the slowest kind of change.

${headlines()}
`,
)
