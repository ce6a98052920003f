import type { Sink, Terminal } from '../surfaces/cli/terminal.ts'

/** The process's own streams. */
export function processTerminal(): Terminal {
  return { out: sinkOf(process.stdout), err: sinkOf(process.stderr) }
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  quietWhenNobodyReads(stream)
  const isTerminal = stream.isTTY === true
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    hasColours: wantsColours(isTerminal),
    get columns() {
      return stream.columns || 80
    },
  }
}

/** For a reader who did not say otherwise; FORCE_COLOR and CLICOLOR_FORCE mean a pipe too, such as to `less -R`. */
export function wantsColours(isTerminal: boolean, env: NodeJS.ProcessEnv = process.env): boolean {
  const { FORCE_COLOR: forced, CLICOLOR_FORCE: alsoForced } = env
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if (env['NO_COLOR']) return false
  if (alsoForced && alsoForced !== '0') return true
  return isTerminal && env['CLICOLOR'] !== '0' && env['TERM'] !== 'dumb'
}

/** `wuku recall x | head -1`: the reader left, and there is nobody to tell. */
function quietWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}
