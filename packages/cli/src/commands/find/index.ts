import { msg } from '@wuku/messages/cli'
import { flagTable } from '@wuku/terminal/flags'
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
import { find, type SearchOperations, type Passage } from '@wuku/terminal/find/session'
import type { Reading } from '@wuku/terminal/find/state'
import { createHighlighter } from '@wuku/terminal/highlight'
import { paintFor } from '@wuku/terminal/terminal'
import { canUseScreen, openScreen } from './screen.ts'
import type { CommandsInput, LocalShell } from '../../local-shell.ts'

/** `wuku` alone in a terminal. */
export const findCommand = ({ environment: { env } }: CommandsInput): Command<LocalShell> => ({
  name: 'find',
  title: 'Search as you type, in this terminal',
  positional: ['query...'],
  flags: () => flagTable({ '--query TEXT': 'Words to begin with.' }),
  examples: [
    { description: 'The same as wuku alone', line: 'wuku find' },
    { description: 'Begin with some words', line: 'wuku find signing keys' },
  ],
  async run({ query = '' }, shell): Promise<Outcome> {
    if (shell.json || !canUseScreen(env)) throw noTerminal()
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

const noTerminal = (): WukuError => usage(msg('findNeedsTerminalWriteRead'))

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
