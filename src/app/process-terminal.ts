import { guarded, type Sink, type Terminal } from '../surfaces/cli/terminal.ts'

/** The process's own streams. Colours only for a reader, and not where NO_COLOR is set. */
export function processTerminal(): Terminal {
  return { out: sinkOf(process.stdout), err: sinkOf(process.stderr) }
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  quietWhenNobodyReads(stream)
  const isTerminal = stream.isTTY === true
  return {
    write: guarded({ write: (text) => void stream.write(text), isTerminal }),
    isTerminal,
    hasColours: isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    get columns() {
      return stream.columns || 80
    },
  }
}

/** `wuku recall x | head -1`: the reader left, and there is nobody to tell. */
function quietWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}
