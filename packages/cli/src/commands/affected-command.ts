import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { Command } from '@wuku/terminal/command-types'

const MAX_BYTES = 50_000_000

/** `git diff | wuku affected`: a patch comes from a pipe, where no commit is named. */
export const affectedCommand = (command: Command): Command => ({
  ...command,
  async run(input, shell) {
    if (input['revision'] !== undefined || input['diff'] !== undefined || shell.stdin.isTerminal)
      return command.run(input, shell)
    const diff = await readPatch(shell.stdin.bytes(shell.signal))
    return command.run(diff.trim() === '' ? input : { ...input, diff }, shell)
  },
})

/** What is too long is not read to its end: it may have none. */
async function readPatch(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length > MAX_BYTES) throw new WukuError('too-large', msg('diffTooLarge'))
  }
  return Buffer.concat(parts).toString()
}
