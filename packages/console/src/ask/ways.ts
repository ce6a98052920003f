import { shellWords } from '../ui/shell-words.ts'
import type { RecallInput } from './recall.ts'

const request = (operation: string, input: object): string =>
  `${shellWords(['curl', `${location.origin}/api/v1/operations/${operation}`])} -H "Authorization: Bearer $WUKU_KEY" ${shellWords(['--json', JSON.stringify(input)])}`

/** How a citation is opened through every door. */
export const waysToOpen = (citation: string): Readonly<Record<'citation' | 'command' | 'rest', string>> => ({
  citation,
  command: shellWords(['wuku', 'open', citation]),
  rest: request('open', { citation }),
})

/** How a question is asked through every door. */
export function waysToAsk(input: RecallInput): Readonly<Record<'askCommand' | 'askMcp' | 'askRest', string>> {
  const { query, kinds, sources, since, weak, mode } = input
  const flags = [
    ...(kinds ? ['--kinds', kinds.join(',')] : []),
    ...(sources ? ['--sources', sources.join(',')] : []),
    ...(since === undefined ? [] : ['--since', since]),
    ...(weak ? ['--weak'] : []),
    ...(mode === undefined ? [] : ['--mode', mode]),
  ]
  return {
    askCommand: shellWords(['wuku', 'recall', query, ...flags]),
    askMcp: JSON.stringify({ method: 'tools/call', params: { name: 'recall', arguments: input } }, undefined, 2),
    askRest: request('recall', input),
  }
}
