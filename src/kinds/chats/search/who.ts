import type { ChatResult } from './shapes.ts'

type Said = Pick<ChatResult['snippets'][number], 'role' | 'source' | 'text' | 'branch'>

/** A call begins with the line that names its tool; what a tool answered is its words and nobody's. */
export function whoSaid({ role, source, text, branch }: Said): string {
  const who = source === 'tool' ? toolIn(text) : role
  return branch ? `${who}, taken back` : who
}

const toolIn = (text: string): string => {
  const [, name] = /^…?Tool ([^\n]{1,80})(?:\n|$)/.exec(text) ?? []
  return name === undefined ? 'tool' : `tool ${name}`
}

/** Text without the line that `whoSaid` already covers. */
export const saidBy = ({ source, text }: Said): string =>
  source === 'tool' ? text.replace(/^…?Tool [^\n]{1,80}\n/, '') : text
