import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { ownersAccess } from '../../engine/access.ts'
import { glanceAtSqlite } from '../../adapters/sqlite/open.ts'
import type { PathContext } from '../../ports/contexts.ts'
import { readSettings, type Settings, type Surroundings } from '../settings.ts'
import { findWorkspace } from '../user-path.ts'
import { gatherFacts } from './facts.ts'
import { writeSessionContext, type Language } from './write.ts'

export interface SessionContextWish {
  /** The name of the program that asks; it may want another form than text. */
  readonly asker: string
  readonly language: Language
  /** The data folder; that of the settings when absent. */
  readonly home?: string
}

/** Options that it does not know are another version's. */
export function readWish(tokens: readonly string[]): SessionContextWish {
  const after = (flag: string): string | undefined => {
    const at = tokens.indexOf(flag)
    return at < 0 ? undefined : tokens[at + 1]
  }
  const home = after('--home')
  return {
    asker: after('--for') ?? '',
    language: after('--lang') === 'zh' ? 'zh' : 'en',
    ...(home !== undefined && { home }),
  }
}

/** Milliseconds: a session is not held up by what it could also go without. */
const INPUT_PATIENCE = 300
const STORE_PATIENCE = 50

/**
 * What the hook of an agent prints. A session begins whether or not there is anything to tell: whatever fails, this says
 * nothing and ends well. Nothing is made or written, not even the data folder.
 */
export async function tellSessionContext({ asker, language, home }: SessionContextWish): Promise<void> {
  try {
    const env = home === undefined ? process.env : { ...process.env, WUKU_HOME: home }
    const surroundings = { env, platform: process.platform, userFolder: homedir() }
    const text = await contextOf(surroundings, language)
    if (text !== '') process.stdout.write(inFormOf(asker, text))
  } catch {
    // Told by `wuku doctor`.
  }
}

async function contextOf(surroundings: Surroundings, language: Language): Promise<string> {
  const settings = await readSettings(surroundings)
  if (!settings.sessionContext || !existsSync(settings.store)) return ''
  const folder = folderOf(await readInput(process.stdin, INPUT_PATIENCE)) ?? process.cwd()
  const { code, home } = settings
  const workspace = await findWorkspace({ home, code: { ...code, project: '', shellFolder: '' } }, surroundings, folder)
  if (workspace === undefined) return ''
  const contexts = await contextsOf(settings)
  const facts = await glanceAtSqlite(settings.store, STORE_PATIENCE, (store) =>
    store.read(ownersAccess, (view) => gatherFacts(view, workspace, contexts)),
  )
  return writeSessionContext(facts, language)
}

async function contextsOf({ file }: Settings): Promise<readonly PathContext[]> {
  if (!existsSync(file)) return []
  const { openContexts } = await import('../settings-section.ts')
  return openContexts({ file, alone: (work) => work(async () => {}) }).list()
}

function inFormOf(asker: string, text: string): string {
  if (asker === 'cursor') return `${JSON.stringify({ additional_context: text })}\n`
  if (asker === 'copilot-cli') return `${JSON.stringify({ additionalContext: text })}\n`
  if (asker !== 'gemini' && asker !== 'qwen-code') return text
  const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: text }
  return `${JSON.stringify({ hookSpecificOutput })}\n`
}

/** What a program hands to its hook, as far as it says where the session is: each has its own name for that. */
export function folderOf(input: string): string | undefined {
  const said = parse(input)
  const roots: unknown = said['workspace_roots']
  const candidates: readonly unknown[] = [said['cwd'], said['working_dir'], Array.isArray(roots) ? roots[0] : undefined]
  return candidates.find((each): each is string => typeof each === 'string' && each !== '')
}

function parse(input: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(input)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const LONGEST_INPUT = 1_000_000

/** To its end, or as much as came in time: a program that leaves the pipe open holds nobody up. */
function readInput(stream: NodeJS.ReadStream, patience: number): Promise<string> {
  if (stream.isTTY) return Promise.resolve('')
  return new Promise((done) => {
    let text = ''
    const finish = (): void => {
      clearTimeout(timer)
      stream.destroy()
      done(text)
    }
    const timer = setTimeout(finish, patience)
    stream.setEncoding('utf8')
    stream.on('data', (part: string) => {
      text += part
      if (text.length > LONGEST_INPUT) finish()
    })
    stream.on('end', finish).on('error', finish)
  })
}
