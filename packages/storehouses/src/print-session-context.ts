import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { ownersAccess } from '@wuku/kernel/base/access'
import type { Store, StoreView } from '@wuku/core/ports/store'
import { glanceAtSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { PathContext } from '@wuku/core/core-types'
import { parseObject } from '@wuku/core/lenient-parsing'
import { readSettings, type Settings, type Environment } from '@wuku/settings/app-settings'
import { findWorkspace } from '@wuku/settings/user-path'
import { gatherFacts, type Cited, type SessionFacts } from './session-facts.ts'
import phrases from './phrases.json' with { type: 'json' }
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { estimateTokens } from '@wuku/text/terms/tokens'

export interface SessionContextRequest {
  /** The name of the program that asks; it may want another form than text. */
  readonly asker: string
  readonly language: Language
  /** The data folder; that of the settings when absent. */
  readonly home?: string
}

/** Options that it does not know are another version's. */
export function readRequest(tokens: readonly string[]): SessionContextRequest {
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
const INPUT_TIMEOUT_MS = 300
const STORE_TIMEOUT_MS = 50

/**
 * Output for the hook of an agent. A session begins whether or not there is any: on any failure this prints nothing and
 * succeeds. Nothing is created or written, not even the data folder.
 */
export async function printSessionContext({ asker, language, home }: SessionContextRequest): Promise<void> {
  try {
    const env = home === undefined ? process.env : { ...process.env, WUKU_HOME: home }
    const environment = { env, platform: process.platform, userFolder: homedir() }
    const text = await contextOf(environment, language)
    if (text !== '') process.stdout.write(inFormOf(asker, text))
  } catch {
    // Told by `wuku doctor`.
  }
}

async function contextOf(environment: Environment, language: Language): Promise<string> {
  const settings = await readSettings(environment)
  if (!settings.sessionContext) return ''
  const folder = folderOf(await readInput(process.stdin, INPUT_TIMEOUT_MS)) ?? process.cwd()
  const context = await glance(settings, (view) => openWorkOf(view, { settings, environment, folder, language }))
  return context ?? ''
}

export interface OpenWorkRequest extends Further {
  readonly settings: Settings
  readonly environment: Environment
  readonly folder: string
  readonly language: Language
}

/** Text for a session in a folder; empty where the folder is no workspace. */
export async function openWorkOf(view: StoreView, request: OpenWorkRequest): Promise<string> {
  const { settings, environment, folder, language } = request
  const { code, home } = settings
  const workspace = await findWorkspace({ home, code: { ...code, project: '', shellFolder: '' } }, environment, folder)
  if (workspace === undefined) return ''
  return writeSessionContext(await gatherFacts(view, workspace, await declaredIn(settings)), language, request)
}

/** One look at all of the owner's, without a wait for anybody; `undefined`: there is no store. */
export async function glance<T>(settings: Settings, read: (view: StoreView) => Promise<T>): Promise<T | undefined> {
  const isTeam = settings.team.database.url() !== ''
  if (!isTeam && !existsSync(settings.store)) return undefined
  const readOnce = (store: Pick<Store, 'read'>): Promise<T> => store.read(ownersAccess, read)
  if (!isTeam) return glanceAtSqlite(settings.store, STORE_TIMEOUT_MS, readOnce)
  const { openStore, SHORT_TIMEOUT_MS } = await import('@wuku/settings/team-open-store')
  const store = await openStore(settings, { timeout: SHORT_TIMEOUT_MS })
  try {
    return await readOnce(store)
  } finally {
    await store.close()
  }
}

async function declaredIn({ file }: Settings): Promise<readonly PathContext[]> {
  if (!existsSync(file)) return []
  const { openDeclared } = await import('@wuku/settings/declared')
  return openDeclared(file).contexts()
}

function inFormOf(asker: string, text: string): string {
  if (asker === 'cursor') return `${JSON.stringify({ additional_context: text })}\n`
  if (asker === 'copilot-cli') return `${JSON.stringify({ additionalContext: text })}\n`
  if (asker !== 'gemini' && asker !== 'qwen-code') return text
  const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: text }
  return `${JSON.stringify({ hookSpecificOutput })}\n`
}

/** Folder of the session in the input that a program passes to its hook: each program has its own name for it. */
export function folderOf(input: string): string | undefined {
  const entries = parseObject(input)
  const roots: unknown = entries['workspace_roots']
  const candidates: readonly unknown[] = [
    entries['cwd'],
    entries['working_dir'],
    Array.isArray(roots) ? roots[0] : undefined,
  ]
  return candidates.find((each): each is string => typeof each === 'string' && each !== '')
}

const LONGEST_INPUT = 1_000_000

/**
 * To its end, or as much as came in time: a program that leaves the pipe open holds nobody up. A long input is cut, and
 * read all the same: its writer may fail if nobody reads.
 */
export function readInput(stream: NodeJS.ReadStream, timeout: number): Promise<string> {
  if (stream.isTTY) return Promise.resolve('')
  return new Promise((done) => {
    let text = ''
    const finish = (): void => {
      clearTimeout(timer)
      stream.destroy()
      done(text)
    }
    const timer = setTimeout(finish, timeout)
    stream.setEncoding('utf8')
    stream.on('data', (part: string) => {
      if (text.length <= LONGEST_INPUT) text += part
    })
    stream.on('end', finish).on('error', finish)
  })
}

export type Language = 'en' | 'zh'

/** Lines of others, as they are. */
export interface Further {
  /** The first three go before the open work, the others after it. */
  readonly first?: readonly string[]
  /** Only where no work is open. */
  readonly last?: readonly string[]
}

/** Tokens by an estimate that is seldom off by a tenth: at most 300 in any case. */
const BUDGET = 255
const LONGEST_QUOTE = 90

/**
 * Text for a new session; empty if nothing is open. All foreign text is quoted, on one line, and marked as data: a
 * title that gives orders remains a title.
 */
export function writeSessionContext(
  { work, decisions, orders, descriptions }: SessionFacts,
  language: Language,
  { first = [], last = [] }: Further = {},
): string {
  const words = phrases[language]
  const lines = [
    ...first.slice(0, 3),
    ...(work ? [fill(words.work, { ...work, name: quote(work.name), date: dateOf(work.writtenAt) })] : last),
    ...first.slice(3),
    ...eachOnce([
      ...orders.map((cited) => ({ label: words.order, cited })),
      ...decisions.map((cited) => ({ label: words.decision, cited })),
      ...(work?.newest ? [{ label: words.newest, cited: work.newest }] : []),
    ]).map(({ label, cited: { title, citation } }) => `- ${label} ${quote(title)} ${citation}`),
    ...descriptions.map(({ of, text }) => `- ${words.folder} ${of === '' ? '' : `${quote(of)}: `}${quote(text)}`),
  ]
  const fitting = [words.head]
  for (const line of lines) if (maxTokens([...fitting, line].join('\n')) <= BUDGET) fitting.push(line)
  return fitting.length === 1 ? '' : `${withoutHidden(fitting.join('\n'))}\n`
}

interface Labelled {
  readonly label: string
  readonly cited: Cited
}

const eachOnce = (lines: readonly Labelled[]): readonly Labelled[] =>
  [...new Map(lines.toReversed().map((line) => [line.cited.citation, line])).values()].toReversed()

/** The estimate is of ordinary text: emoji, mathematical letters and seldom words cost more than it says. */
const maxTokens = (text: string): number => estimateTokens(text) + (text.match(SELDOM)?.length ?? 0)
const SELDOM = /[^\0-\x7F\u2010-\u206F\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF]/g

/** On one line, without secrets, tags or what nobody sees. */
function quote(text: string): string {
  const line = withoutHidden(maskSecrets(text.slice(0, 2_000)).text)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = line.length > LONGEST_QUOTE ? `${line.slice(0, graphemeBorder(line, LONGEST_QUOTE))}…` : line
  return JSON.stringify(short.toWellFormed().replaceAll('<', '‹').replaceAll('>', '›'))
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const fill = (phrase: string, values: object): string =>
  phrase.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(Object(values)[name]))
