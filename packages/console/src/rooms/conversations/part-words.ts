import type { Part } from './conversations.ts'

/** Arguments that say what a call was about, the most telling first. */
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'path',
  'filePath',
  'notebook_path',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
  'name',
] as const
const MOST = 200

/** What a call or a result is, in one line. */
export function lineOf({ type, text, input }: Part): string {
  const told = type === 'tool_call' ? argumentOf(input) : undefined
  return (told ?? text)
    .slice(0, 2 * MOST)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST)
}

function argumentOf(input: Part['input']): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const given = input as Readonly<Record<string, unknown>>
  const telling = TELLING.map((key) => given[key]).find((value) => isWords(value))
  const value = telling ?? Object.values(given).find((each) => isWords(each))
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'string' ? value : undefined
}

const isWords = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'))

export interface Change {
  readonly before: string
  readonly after: string
}

/** An edit as the lines that went and came. */
export function changeIn({ input }: Part): Change | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const { old_string: before, new_string: after } = input as Readonly<Record<string, unknown>>
  return typeof before === 'string' && typeof after === 'string' ? { before, after } : undefined
}
