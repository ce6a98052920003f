import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { readFileSync } from 'node:fs'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { table } from '../table.ts'
import { openHouse } from './house.ts'

interface Question {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

interface Cost {
  readonly tool: string
  readonly isChinese: boolean
  readonly text: number
  readonly json: number
}

/** Measured before answers left out nulls, empty lists and what repeats the question; the questions were others. */
const before: Readonly<Record<string, string>> = {
  recall: '1,949 / 2,528',
  sources: '425 / 1,252',
  'query-docs': '3,154 / 3,925',
}

const readQuestions = (): readonly Question[] =>
  readFileSync(new URL('questions.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question)

/** Tokens of each answer as the one kind of client shows it to its model, and as the other does. */
export async function measureAnswers(): Promise<readonly Cost[]> {
  const house = await openHouse()
  try {
    const costs: Cost[] = []
    for (const question of readQuestions())
      costs.push(costOf(question, await house.call(question.tool, question.arguments)))
    return costs
  } finally {
    await house.close()
  }
}

const costOf = ({ tool, arguments: asked }: Question, answer: CallToolResult): Cost => ({
  tool,
  isChinese: /\p{Script=Han}/u.test(JSON.stringify(asked)),
  text: countTokens(textOf(answer)),
  json: countTokens(JSON.stringify(answer.structuredContent)),
})

const textOf = ({ content }: CallToolResult): string =>
  content
    .map((block) => {
      if (block.type === 'text') return block.text
      return block.type === 'resource' && 'text' in block.resource ? block.resource.text : ''
    })
    .join('\n')

export function costTable(costs: readonly Cost[]): string {
  const byTool = Map.groupBy(costs, ({ tool }) => tool)
  const recalls = byTool.get('recall') ?? []
  const rows = [
    ...[...byTool].map(([tool, those]) => costRow(tool, those)),
    costRow('all', costs),
    costRow(
      'recall in English',
      recalls.filter(({ isChinese }) => !isChinese),
    ),
    costRow(
      'recall in Chinese',
      recalls.filter(({ isChinese }) => isChinese),
    ),
  ]
  return table(['tool', 'number', 'as text', 'as JSON', 'JSON against text', 'before: text / JSON'], rows)
}

function costRow(name: string, costs: readonly Cost[]): readonly string[] {
  const mean = (pick: (cost: Cost) => number): number => costs.reduce((sum, cost) => sum + pick(cost), 0) / costs.length
  const [text, json] = [mean((cost) => cost.text), mean((cost) => cost.json)]
  const more = `${json < text ? '−' : '+'}${Math.abs(100 * (json / text - 1)).toFixed(1)} %`
  return [name, String(costs.length), whole(text), whole(json), more, before[name] ?? '']
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')
