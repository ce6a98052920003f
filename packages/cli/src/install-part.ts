import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import {
  addsPart,
  findPart,
  partArguments,
  partFolder,
  parts,
  preparePartFolder,
  type Part,
} from '@wuku/core/parts/part'
import { cancelled, messageOf, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/cli'
import type { Shell } from '@wuku/terminal/command-types'
import { withProgress } from '@wuku/terminal/progress'
import { shellText } from '@wuku/text/show/shell-words'
import { ok, type Finding } from './finding.ts'
import type { Settings } from '@wuku/settings/app-settings'

/** Shows what is fetched; `false` where the part was there already. */
export async function installWhereMissing(part: Part, { home, offline }: Settings, shell: Shell): Promise<boolean> {
  if (findPart(part, home) !== undefined) return false
  // Also before a refusal: the command that it names needs these files.
  preparePartFolder(part, home)
  if (offline) throw new WukuError('offline', msg('offlineNothingFetched', { command: byHand(part, home) }))
  const message = msg('npmInstalls', { name: part.package, megabytes: part.megabytes })
  await withProgress(shell, ({ step }) => {
    step({ stage: 'part', done: 0, total: undefined, said: message })
    return install(part, home, shell.signal)
  })
  return true
}

/** By npm, as a user would; what npm is set up with, such as a mirror, counts here too. */
async function install(part: Part, home: string, signal: AbortSignal): Promise<void> {
  const words = [...partArguments(part, home), '--loglevel=error']
  // On Windows npm is a script of the shell, to which a folder with blanks would be several words.
  const isWindows = process.platform === 'win32'
  const child = spawn('npm', isWindows ? words.map((word) => `"${word}"`) : words, {
    cwd: partFolder(part, home),
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: isWindows,
    signal,
  })
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [code, message] = await Promise.all([ended, text(child.stderr)]).catch((error: unknown) => {
    throw signal.aborted ? cancelled() : failed(part, home, String(messageOf(error)))
  })
  if (code !== 0 || findPart(part, home) === undefined) throw failed(part, home, lastLine(message))
}

function failed(part: Part, home: string, reason: string): WukuError {
  const facts = { name: part.package, command: byHand(part, home) }
  const message =
    reason === '' ? msg('npmCouldNotInstall', facts) : msg('npmCouldNotInstallSince', { ...facts, reason })
  return new WukuError('model-missing', message)
}

const byHand = (part: Part, home: string): string => `npm ${partArguments(part, home).map(shellText).join(' ')}`

const lastLine = (message: string): string => message.trim().split('\n').at(-1)?.slice(0, 300) ?? ''

/** None is needed: what is missing is named with the command that adds it. */
export const examineParts = (home: string): readonly Finding[] =>
  Object.values(parts).map((part) =>
    ok(
      `part ${part.name}`,
      findPart(part, home) === undefined
        ? msg('partNotInstalled', { megabytes: part.megabytes, without: part.without, command: addsPart(part) })
        : msg('partGives', { name: part.package, gives: part.gives }),
    ),
  )
