import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { claudeProjectsIn, geminiChatsIn } from '@wuku/chats/feed/chat-places'
import { msg, type Message } from '@wuku/messages/cli'
import type { Source } from '@wuku/core/core-types'
import { fieldsOf, parseObject } from '@wuku/core/lenient-parsing'
import type { Engine } from '@wuku/kernel/base/engine'
import { leftOutBy } from '@wuku/kernel/index/diff'
import { commandLine } from '@wuku/text/show/shell-words'
import { indexing, ok, warn, type Finding } from '../finding.ts'

const DAY = 24 * 60 * 60 * 1000
/** Days ahead for which deletions are announced. */
const AHEAD_DAYS = 7

/** Agents delete their own conversations after some days, without notice. Indexed ones stay; others are lost. */
export async function examineRetention(source: Source, engine: Pick<Engine, 'now' | 'read' | 'index'>) {
  const rule = source.kind === 'chats' ? await ruleOf(source.root) : undefined
  if (!rule) return []
  const now = engine.now()
  const files = await transcriptsIn(rule.folder)
  const expiring = files.filter(({ modifiedAt }) => modifiedAt + (rule.days - AHEAD_DAYS) * DAY < now)
  const manifest = await engine.read((view) => view.sources.manifest(source.id))
  const missing = expiring
    .map(({ at }) => relative(source.root, at).split(sep).join('/'))
    .filter((at) => !manifest.has(at))
  const lost = missing.length === 0 ? [] : await withoutLeftOut(missing, source, engine)
  return [findingOf(source, { ...rule, now, expiring, lost: lost.length, leftOut: missing.length - lost.length })]
}

/** Removes paths that are left out on purpose: no run would index them, so the warning would never end. */
async function withoutLeftOut(paths: readonly string[], { kind, name }: Source, engine: Pick<Engine, 'index'>) {
  const { skipped } = await engine.index.update({ sources: [`${kind}/${name}`], dryRun: true })
  const isLeftOut = leftOutBy(skipped.map(({ path }) => path))
  return paths.filter((path) => !isLeftOut(path))
}

interface Rule {
  readonly program: string
  /** As its settings call it. */
  readonly setting: string
  readonly days: number
  readonly folder: string
}

async function ruleOf(root: string): Promise<Rule | undefined> {
  const projects = claudeProjectsIn(root)
  if (projects !== undefined) {
    const days = await daysOfClaudeCode(join(dirname(projects), 'settings.json'))
    return { program: 'Claude Code', setting: 'cleanupPeriodDays', days, folder: projects }
  }
  const chats = geminiChatsIn(root)
  const days = chats === undefined ? undefined : await daysOfGemini(chats)
  if (chats === undefined || days === undefined) return undefined
  return { program: 'Gemini CLI', setting: 'sessionRetention', days, folder: chats }
}

/** Default of Claude Code, if its settings do not say. */
const DAYS_OF_CLAUDE_CODE = 30

async function daysOfClaudeCode(settings: string): Promise<number> {
  const { cleanupPeriodDays } = await settingsAt(settings)
  return typeof cleanupPeriodDays === 'number' ? cleanupPeriodDays : DAYS_OF_CLAUDE_CODE
}

async function daysOfGemini(chats: string): Promise<number | undefined> {
  if (basename(chats) !== 'tmp') return undefined
  const { general } = await settingsAt(join(dirname(chats), 'settings.json'))
  const { sessionRetention } = fieldsOf(general)
  const { enabled, maxAge } = fieldsOf(sessionRetention)
  const found = /^(\d+)([hdwm])$/.exec(enabled === true && typeof maxAge === 'string' ? maxAge : '')
  return found ? (Number(found[1]) * hoursOf[found[2] as keyof typeof hoursOf]) / 24 : undefined
}

const hoursOf = { h: 1, d: 24, w: 168, m: 720 } as const

/** Such files may have comments; where they cannot be read nothing is known of them. */
const settingsAt = async (file: string) => parseObject(await readFile(file, 'utf8').catch(() => ''))

interface Transcript {
  readonly at: string
  readonly modifiedAt: number
}

async function transcriptsIn(folder: string): Promise<readonly Transcript[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const places = entries
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name) && !entry.name.endsWith('.meta.json'))
    .map(({ parentPath, name }) => join(parentPath, name))
  const found: Transcript[] = []
  for (const at of places) {
    const stats = await stat(at).catch(() => undefined)
    if (stats) found.push({ at, modifiedAt: stats.mtimeMs })
  }
  return found
}

interface Outlook extends Rule {
  readonly now: number
  readonly expiring: readonly Transcript[]
  readonly lost: number
  readonly leftOut: number
}

function findingOf({ kind, name }: Source, { program, setting, days, now, expiring, lost, leftOut }: Outlook): Finding {
  const about = `${kind}/${name}`
  const rule = msg('deletesFiles', { program, days, setting })
  if (expiring.length === 0) return ok(about, msg('noneExpires', { rule, ahead: AHEAD_DAYS }))
  const first = Math.min(...expiring.map(({ modifiedAt }) => modifiedAt + days * DAY))
  const when = first <= now ? 'the first as soon as it starts again' : msg('firstOn', { date: dateOf(first) })
  const message = msg('filesExpire', { rule, files: expiring.length, ahead: AHEAD_DAYS, when })
  if (lost === 0) return ok(about, describeIndexed(message, leftOut))
  const notIndexed = msg(lost === 1 ? 'oneNotIndexed' : 'someNotIndexed', { message, lost })
  return warn(about, notIndexed, commandLine`wuku index ${about}`, indexing(about))
}

function describeIndexed(message: Message, leftOut: number): Message {
  if (leftOut === 0) return msg('allAreIndexed', { message })
  return msg(leftOut === 1 ? 'allButOneAreIndexed' : 'allButSomeAreIndexed', { message, leftOut })
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
