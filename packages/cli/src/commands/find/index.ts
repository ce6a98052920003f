import { writeSync } from 'node:fs'
import { emitKeypressEvents, type Interface } from 'node:readline'
import { msg } from '@wuku/messages/cli'
import { createKeyReader, type Keypress } from '@wuku/terminal/find/key-reader'
import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { parseCitation } from '@wuku/core/citation'
import { environmentFailure } from '@wuku/core/environment'
import { WukuError } from '@wuku/core/errors'
import type { Operation } from '@wuku/kernel/base/operation'
import { open } from '@wuku/kernel/operations/open-operation'
import { recall } from '@wuku/kernel/operations/recall/recall'
import type { Output as Recalled } from '@wuku/kernel/operations/recall/shape'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Outcome } from '@wuku/terminal/command-types'
import { find, type SearchOperations, type Passage, type Hearing, type Screen } from '@wuku/terminal/find/session'
import type { Reading } from '@wuku/terminal/find/state'
import { createHighlighter } from '@wuku/terminal/highlight'
import { paintFor, guardedText } from '@wuku/terminal/terminal'
import type { CommandsInput, LocalShell } from '../../local-shell.ts'

/** `wuku` alone in a terminal. */
export const findCommand = ({ environment: { env } }: CommandsInput): Command<LocalShell> => ({
  name: 'find',
  title: 'Search as you type, in this terminal',
  positional: ['query...'],
  flags: () => ({ '--query TEXT': 'Words to begin with.' }),
  examples: [
    { description: 'The same as wuku alone', line: 'wuku find' },
    { description: 'Begin with some words', line: 'wuku find signing keys' },
  ],
  async run({ query = '' }, shell): Promise<Outcome> {
    if (shell.json || !canUseScreen(env)) throw usage(msg('findNeedsTerminalWriteRead'))
    const screen = openScreen()
    try {
      await find(String(query), {
        screen,
        operations: operationsFor(shell, env),
        out: shell.terminal.out,
        signal: shell.signal,
      })
    } finally {
      screen.close()
    }
    return 'done'
  },
})

type Env = CommandsInput['environment']['env']

/** Lines around a passage that is read, and tokens that they may have: more than anybody scrolls. */
const AROUND = { before: 200, after: 1_000, budget: 50_000 }
const MAX_HITS = 30

function operationsFor(shell: LocalShell, env: Env): SearchOperations {
  const { bold, yellow } = paintFor(shell.terminal.out)
  return {
    recall: async (query) => (await shell.call<Recalled>(typed, { query, limit: MAX_HITS, budget: 20_000 })).output,
    open: async ({ citation }) => (await shell.call<Passage>(open, { citation, ...AROUND })).output,
    show: (reading) => showOutside(reading, shell, env),
    highlighter: (query) => createHighlighter(query, (found) => bold(yellow(found))),
  }
}

/** Half a word is no question: the log of calls has what is opened. */
const typed: Operation = { ...recall, isUnlogged: true }

/** In the editor of the user, at the line; what is no file of this machine goes through a pager. */
async function showOutside({ hit, citation, lines }: Reading, shell: LocalShell, env: Env): Promise<void> {
  const file = await fileOf(citation, shell)
  const editor = env['VISUAL'] || env['EDITOR']
  const pager = (env['PAGER'] || (process.platform === 'win32' ? 'more' : 'less')).trim().split(/\s+/)
  if (file === undefined) return runOutside(pager, `${lines.join('\n')}\n`)
  if (!editor) return runOutside([...pager, file])
  const [program = '', ...args] = editor.trim().split(/\s+/)
  return runOutside([program, ...args, ...placeFor(program, file, hit.line)])
}

async function fileOf(citation: string, { roots, isHere }: LocalShell): Promise<string | undefined> {
  const { kind, source, path } = parseCitation(citation)
  const root = (await roots?.())?.find((each) => each.kind === kind && each.name === source)?.root
  const file = root === undefined ? undefined : join(root, path)
  return file !== undefined && isHere(file) ? file : undefined
}

/** Arguments by which an editor opens the line; one that is not known gets the file alone. */
export function placeFor(program: string, file: string, line: number): readonly string[] {
  const name = basename(program).replace(/\.(?:exe|cmd)$/i, '')
  if (/^(?:n?vim?|gvim|nano|pico|micro|emacs|emacsclient|kak|joe|ne|less)$/.test(name)) return [`+${line}`, file]
  if (/^(?:code|code-insiders|codium|cursor|windsurf)$/.test(name)) return ['--goto', `${file}:${line}`]
  return /^(?:hx|helix|subl|zed)$/.test(name) ? [`${file}:${line}`] : [file]
}

/** Gets the terminal; ends when the program does. */
async function runOutside([program = '', ...args]: readonly string[], text?: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(program, args, { stdio: [text === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'] })
  child.once('error', (error) => reject(environmentFailure(error) ?? notStarted(program)))
  child.once('close', () => resolve())
  // A pager may end before it has read all.
  child.stdin?.on('error', () => {})
  child.stdin?.end(text)
  return promise
}

const notStarted = (program: string): WukuError => new WukuError('not-found', msg('couldNotStarted', { program }))

/** Both ends are a terminal that can be written anywhere. */
const canUseScreen = (env: NodeJS.ProcessEnv = process.env): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true && env['TERM'] !== 'dumb'

/** A screen of its own, without a cursor while it is drawn; pasted text comes between marks. */
const ENTER_SCREEN = '\u001B[?1049h\u001B[?2004h\u001B[H\u001B[J'
const LEAVE_SCREEN = '\u001B[?2004l\u001B[?25h\u001B[0m\u001B[?1049l'
/** Drawn at once, where the terminal knows how. */
const BEGIN_DRAWING = '\u001B[?2026h\u001B[?25l\u001B[H'
const END_DRAWING = '\u001B[?2026l'

/** A lone escape is one that nothing follows for so long. */
const ESCAPE_MS = 50

/** The terminal of this process as a whole; however the process ends, it is as it was before. */
function openScreen(): Screen & { close(): void } {
  const { stdin, stdout } = process
  let isActive = false
  let hearing: Hearing | undefined
  const readKey = createKeyReader((key) => hearing?.onKey(key))
  const onKey = (text: string | undefined, press: Keypress): void => readKey(text, press)
  const onResize = (): void => hearing?.resized()
  const onEnd = (): void => hearing?.ended()
  const enter = (): void => {
    isActive = true
    stdin.setRawMode(true)
    stdin.resume()
    stdout.write(ENTER_SCREEN)
  }
  // Written at once: the process may be about to end.
  const giveBack = (): void => {
    if (!isActive) return
    isActive = false
    writeSync(stdout.fd, LEAVE_SCREEN)
    if (!stdin.destroyed) stdin.setRawMode(false)
    stdin.pause()
  }
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface)
  stdin.on('keypress', onKey).on('end', onEnd).on('close', onEnd)
  stdout.on('resize', onResize)
  process.once('exit', giveBack)
  // Before the error is printed, which would vanish with the screen.
  process.once('uncaughtExceptionMonitor', giveBack)
  enter()
  return {
    get columns() {
      return stdout.columns || 80
    },
    get rows() {
      return stdout.rows || 24
    },
    show({ lines, cursor }) {
      if (!isActive) return
      const rows = lines.map((line) => `${guardedText(line)}\u001B[0m\u001B[K`).join('\r\n')
      const at = cursor === undefined ? '' : `\u001B[${cursor.row + 1};${cursor.column + 1}H\u001B[?25h`
      stdout.write(`${BEGIN_DRAWING}${rows}\u001B[J${at}${END_DRAWING}`)
    },
    listen: (listener) => void (hearing = listener),
    async lend(work) {
      giveBack()
      try {
        await work()
      } finally {
        enter()
      }
    },
    close() {
      giveBack()
      stdin.off('keypress', onKey).off('end', onEnd).off('close', onEnd)
      stdout.off('resize', onResize)
      process.off('exit', giveBack).off('uncaughtExceptionMonitor', giveBack)
    },
  }
}
