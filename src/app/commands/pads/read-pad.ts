import { WukuError } from '../../../core/errors.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { type PadText, ask } from './layout.ts'

export interface ReadPad {
  readonly scratchpad: PadText
  readonly message: string
}

/** The end of a scratchpad, or all of it: nothing is left out for its length. */
export async function readPad(shell: Shell, id: string, lines?: number): Promise<ReadPad> {
  const part = lines === undefined ? { full_content: true } : { tail_size: { lines } }
  const answer = await ask<Answer>(shell, 'tail-scratchpad', { id, ...part })
  const { scratchpad, message } = answer
  if (!scratchpad) throw new WukuError('not-found', message, 'It was just deleted. See: wuku pads')
  return { ...answer, scratchpad }
}

interface Answer {
  readonly scratchpad: PadText | null
  readonly message: string
}
