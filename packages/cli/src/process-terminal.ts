import { english, type Speaker } from '@wuku/messages/message'
import { fstatSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { addAbortSignal, Writable, type Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { guarded, type Sink, type StandardInput, type Terminal } from '@wuku/terminal/terminal'

export interface StandardStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly fd?: number }

/** The streams of the process, unless others are given. */
export function openTerminal(
  translate: Speaker = english,
  { stdout, stderr }: Pick<StandardStreams, 'stdout' | 'stderr'> = process,
  env: Variables = process.env,
): Terminal {
  return { out: sinkOf(stdout, translate, env), err: sinkOf(stderr, translate, env) }
}

/** The input is opened when it is read: most commands read none. */
export function openInput(streams: StandardStreams): StandardInput {
  return {
    get isTerminal() {
      return streams.stdin.isTTY === true
    },
    ask: (question, signal) => askLine(streams.stdin, question, { signal, output: streams.stderr }),
    async askSecret(question, signal) {
      streams.stderr.write(question)
      // The line editor takes over what the terminal would echo, and writes it nowhere.
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      const line = await askLine(streams.stdin, '', { signal, output: nowhere })
      streams.stderr.write('\n')
      return line
    },
    bytes: (signal) => addAbortSignal(signal, streams.stdin),
  }
}

async function askLine(
  input: StandardStreams['stdin'],
  question: string,
  { signal, output }: { readonly signal: AbortSignal; readonly output: Writable },
): Promise<string> {
  const lineReader = createInterface({ input, output, terminal: input.isTTY === true })
  const closed = new Promise<string>((resolve) => lineReader.once('close', () => resolve('')))
  try {
    return await Promise.race([lineReader.question(question, { signal }), closed]).catch(() => '')
  } finally {
    lineReader.close()
  }
}

type Variables = Readonly<Record<string, string | undefined>>

function sinkOf(stream: OutputStream, translate: Speaker, env: Variables): Sink {
  exitOnBrokenPipe(stream)
  const { fd } = stream
  const isTerminal = stream.isTTY === true
  const hasColours = wantsColours(isTerminal, env)
  return {
    write: guarded({
      write: fd !== undefined && isFile(fd) ? (text) => writeAll(fd, text) : (text) => void stream.write(text),
      // Forced colours mean that a terminal shows the output in the end: only our own colour codes pass.
      isTerminal: isTerminal || hasColours,
    }),
    isTerminal,
    hasColours,
    translate,
    ...(showsLinks(isTerminal, env) && { link: linkToFile }),
    get columns() {
      return stream.columns || 80
    },
  }
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

/** On a disk that runs full a write takes a part and says so by its length alone, which streams of Node do not look at. */
function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}

/** For a reader who did not say otherwise; FORCE_COLOR and CLICOLOR_FORCE mean a pipe too, such as to `less -R`. */
export function wantsColours(isTerminal: boolean, env: Variables = process.env): boolean {
  const { FORCE_COLOR: forced, CLICOLOR_FORCE: alsoForced } = env
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if (env['NO_COLOR']) return false
  if (alsoForced && alsoForced !== '0') return true
  return isTerminal && env['CLICOLOR'] !== '0' && env['TERM'] !== 'dumb'
}

/**
 * Terminals that are known to show OSC 8 links; others print nothing of them, or all. FORCE_HYPERLINK decides for one that
 * is not known: a pipe is none.
 */
export function showsLinks(isTerminal: boolean, env: Variables = process.env): boolean {
  const { FORCE_HYPERLINK: forced = '', TERM: term = '' } = env
  if (!isTerminal || forced === '0' || forced === 'false') return false
  if (forced !== '') return true
  if (env['NO_COLOR'] || env['CI'] || term === 'dumb') return false
  return (
    PROGRAMS.has(env['TERM_PROGRAM'] ?? '') ||
    /^(?:xterm-(?:kitty|ghostty)|alacritty|foot|contour|rio)/.test(term) ||
    Number(env['VTE_VERSION'] ?? 0) >= 5000 ||
    ['WT_SESSION', 'KONSOLE_VERSION', 'DOMTERM'].some((name) => env[name])
  )
}

const PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio', 'Tabby'])

/** With the name of the machine: over SSH a click must not open a file of the other one. */
export function linkToFile(text: string, path: string): string {
  const { href } = pathToFileURL(path)
  const address = process.platform === 'win32' ? href : href.replace('file://', `file://${hostname()}`)
  return `\u001B]8;;${address.replaceAll(/[^\w.~%/:-]/g, encoded)}\u001B\\${text}\u001B]8;;\u001B\\`
}

const encoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** The reader of a pipe may end first, as in `wuku recall x | head -1`: there is no reader left to inform. */
function exitOnBrokenPipe(stream: Writable): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}
