import { printJson } from '../../../surfaces/cli/answer.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { paintFor } from '../../../surfaces/cli/terminal.ts'
import { padText } from './layout.ts'
import { readPad } from './read-pad.ts'

export interface Wanted {
  readonly id: string
  readonly lines: number
}

/** The version that was printed. */
export async function printTail({ id, lines }: Wanted, shell: Shell): Promise<number> {
  const { out } = shell.terminal
  const answer = await readPad(shell, id, lines)
  const { content, version } = answer.scratchpad
  if (shell.json) printJson(out, answer)
  else out.write(padText(content, { out, paint: paintFor(out) }))
  return version
}
