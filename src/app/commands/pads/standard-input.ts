import { addAbortSignal } from 'node:stream'
import { WukuError } from '../../../core/errors.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { paintFor } from '../../../surfaces/cli/terminal.ts'
import { decodeText } from '../../../text/decode.ts'

/** All of standard input as text, without the line break that `echo` puts at its end. */
export async function readStandardInput({ terminal: { err }, signal, quiet }: Shell, most: number): Promise<string> {
  if (process.stdin.isTTY && !quiet)
    err.write(`${paintFor(err).dim('Type the text; Ctrl-D on an empty line ends it.')}\n`)
  const bytes = await readBytes(addAbortSignal(signal, process.stdin), most)
  const decoded = bytes.length === 0 ? { text: '' } : decodeText(bytes)
  if (decoded === 'binary') throw notText()
  return decoded.text.replace(/\r?\n$/, '')
}

/** What is too long for a scratchpad is not read to its end: it may have none. */
async function readBytes(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of stream) {
      parts.push(part)
      length += part.length
      if (length > most + 2) throw tooLong(most)
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? stopped() : error
  }
  return Buffer.concat(parts)
}

const tooLong = (most: number): WukuError =>
  new WukuError(
    'too-large',
    `Standard input holds more than the ${most} bytes that a scratchpad may have.`,
    'Write a part of it. The setting "pads.bytes" is the limit.',
  )

const notText = (): WukuError =>
  new WukuError('bad-input', 'Standard input is not text.', 'Scratchpads hold text: write where the file lies instead.')

const stopped = (): WukuError =>
  new WukuError('cancelled', 'Stopped: nothing was written.', 'Type the text again, and end it with Ctrl-D.')
