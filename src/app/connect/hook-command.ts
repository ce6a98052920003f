import { shellText } from '../../text/shell-words.ts'
import type { Hook, HookCommand, ServerCommand } from './client.ts'
import type { Language } from './guide-text.ts'

interface HookWish {
  readonly server: ServerCommand
  readonly language: Language
  /** In a file that others share. */
  readonly isShared: boolean
  readonly platform: NodeJS.Platform
}

/**
 * How a program of this user asks for the context of a session. Of a project nobody knows who has wuku: without it the line
 * ends well, and says nothing.
 */
export function hookCommand({ answersTo }: Hook, { server, language, isShared, platform }: HookWish): HookCommand {
  const wishes = [
    'session-context',
    ...(answersTo ? ['--for', answersTo] : []),
    ...(language === 'en' ? [] : ['--lang', language]),
  ]
  if (isShared) {
    const line = ['wuku', ...wishes].join(' ')
    return {
      line: `${line} || exit 0`,
      powershell: `if (Get-Command wuku -ErrorAction SilentlyContinue) { ${line} }`,
    }
  }
  const home = server.env['WUKU_HOME']
  const words = [server.command, ...server.args.slice(0, server.args.indexOf('mcp'))]
  const rest = [...wishes, ...(home === undefined ? [] : ['--home', home])]
  const quoted = (all: readonly string[]): string => all.map(platform === 'win32' ? windowsWord : shellText).join(' ')
  return { line: quoted([...words, ...rest]), powershell: `& ${quoted([...words, ...rest])}` }
}

/** True to cmd, to PowerShell and to the shell of Git for Windows; no name of a file holds a double quote there. */
const windowsWord = (word: string): string => (/^[\w./:\\+-]+$/.test(word) ? word.replaceAll('\\', '/') : `"${word}"`)

/** Ours is what asks wuku for the context of a session, however it is started. */
export const isOurHook = (item: unknown): boolean =>
  /\bwuku(?:\.js)?(?:\\"|')? session-context\b/.test(JSON.stringify(item) ?? '')
