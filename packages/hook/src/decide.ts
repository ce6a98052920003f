import { failureLine } from '@wuku/chats/outcomes/command-outcomes'
import { signatureOf } from '@wuku/chats/outcomes/command-signature'
import { isTransient } from '@wuku/chats/outcomes/mine-runs'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import type { HookEvent } from './event.ts'
import type { Failure, Memory, Order } from './memory.ts'
import { isAbout, topicOf } from './topics.ts'

/** Something to say, before it is said. */
export interface Decision {
  readonly refuses: boolean
  readonly text: string
  readonly reason: string
  readonly items: readonly string[]
  readonly citation?: string
}

/** Tokens of an answer at most. */
export const tokenLimits = { 'session-start': 300, 'after-compaction': 400, others: 150 } as const

/** What was said in the session, and what the user wants to hear no more. */
export interface Heard {
  /** It was refused, or told since the last compaction. */
  isTold(item: string): boolean
  /** The command of a solution, its script or its file is gone. */
  isGone(failure: Failure): Promise<boolean>
}

/** Whether the event can have an answer at all, without a look at the store. */
export function mayMatter({ moment, command, path, prompt, folder }: HookEvent): boolean {
  if (moment === 'before-command')
    return command !== undefined && !SETTINGS.test(command) && signatureOf(command, folder) !== undefined
  if (moment === 'before-edit') return path !== undefined && !SETTINGS.test(path)
  if (moment === 'prompt') return prompt !== undefined && prompt.length <= LONGEST_PROMPT && !MACHINE.test(prompt)
  return moment !== 'other'
}

const LONGEST_PROMPT = 20_000
/** Prompts of programs, and commands for them. */
const MACHINE = /^\s*(?:<|\/\w|[[{]|caveat:|this session is being continued|stop hook feedback)/i
/** Hooks and agents must stay repairable, whatever was learnt about them. */
const SETTINGS =
  /(?:^|[\\/\s"'])\.(?:claude|codex|gemini|qwen|copilot|cursor|opencode|kiro)(?:[\\/]|$)|settings(?:\.local)?\.json|hooks\.json|opencode\.jsonc?|mcp\.json|(?:CLAUDE|AGENTS|GEMINI|QWEN)\.md$/i

/** At the four moments that are about one command, file or prompt; `undefined`: silence. */
export async function decide(event: HookEvent, memory: Memory, heard: Heard): Promise<Decision | undefined> {
  if (event.moment === 'before-command') return beforeCommand(event, memory, heard)
  if (event.moment === 'before-edit') return beforeEdit(event, memory, heard)
  if (event.moment === 'after-failure') return afterFailure(event, memory, heard)
  return event.moment === 'prompt' ? onPrompt(event, memory, heard) : undefined
}

async function beforeCommand({ command = '', folder }: HookEvent, { failures }: Memory, heard: Heard) {
  const failure = sameCommand(command, folder, failures)
  if (!failure?.fix || heard.isTold(failure.id) || (await heard.isGone(failure))) return undefined
  const { fix, count, exitCode, at, isShared } = failure
  const ended = [...(exitCode === undefined ? [] : [`exit ${exitCode}`]), `last ${dayOf(at)}`].join(', ')
  const where = isShared ? 'Failed before in shared conversations' : 'Failed here'
  const elsewhere = fix.folder === failure.folder ? '' : ` (in ${fix.folder})`
  return {
    refuses: true,
    text: `${where} ${times(count)} (${ended}). What worked: ${fix.command}${elsewhere}. Run it again unchanged to go ahead.`,
    reason: `"${failure.signature}" failed ${times(count)}: ${failure.line ?? ended}`,
    items: [failure.id],
    citation: fix.citation,
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function sameCommand(command: string, folder: string, failures: readonly Failure[]): Failure | undefined {
  const signature = signatureOf(command, folder)
  if (!signature) return undefined
  const own = samePlace(signature.folder ?? folder)
  return failures.find(({ fix, signature: text, isMissing, folder: place }) => {
    if (fix?.command === command.trim()) return false
    return isMissing ? text === signature.program : text === signature.text && samePlace(place) === own
  })
}

const samePlace = (folder: string): string => folder.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase()

async function beforeEdit({ path = '' }: HookEvent, { orders }: Memory, heard: Heard) {
  const full = `/${path.replaceAll('\\', '/')}/`
  const order = orders.findLast(
    (each) => each.path !== undefined && full.includes(`/${each.path}/`) && !heard.isTold(each.id),
  )
  return (
    order && {
      refuses: true,
      text: `The user said on ${dayOf(order.at)}: ${quote(order.text)} (${order.citation}). If this edit is within it, make it again unchanged to go ahead.`,
      reason: `An order of the user names ${order.path}.`,
      items: [order.id],
      citation: order.citation,
    }
  )
}

async function afterFailure({ command = '', folder, error = '' }: HookEvent, { failures }: Memory, heard: Heard) {
  if (isTransient({ output: error })) return undefined
  const line = failureLine(error)
  const solved = failures.filter(({ fix }) => fix)
  const failure = sameCommand(command, folder, solved) ?? solved.find((each) => isSameLine(each.line, line))
  if (!failure?.fix || heard.isTold(failure.id) || (await heard.isGone(failure))) return undefined
  return solution(failure, failure.fix)
}

function solution({ id, at, line, signature }: Failure, { command, citation }: NonNullable<Failure['fix']>): Decision {
  return {
    refuses: false,
    text: `The same failure${line === undefined ? '' : ` (${quote(line)})`} on ${dayOf(at)} was solved by: ${command} (${citation})`,
    reason: `"${signature}" failed so before.`,
    items: [id],
    citation,
  }
}

/** Shorter lines say too little. */
const SHORTEST_LINE = 16
const plain = (line: string): string =>
  line
    .toLowerCase()
    .replaceAll(/[\d\s]+/g, ' ')
    .trim()
const isSameLine = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.length >= SHORTEST_LINE &&
  plain(one) === plain(other).slice(0, plain(one).length)

async function onPrompt(
  { prompt = '' }: HookEvent,
  { orders, failures }: Memory,
  heard: Heard,
): Promise<Decision | undefined> {
  const text = plain(prompt)
  const quoted = failures.find(
    ({ id, fix, line = '' }) => fix && line.length >= SHORTEST_LINE && text.includes(plain(line)) && !heard.isTold(id),
  )
  if (quoted?.fix && !(await heard.isGone(quoted))) return solution(quoted, quoted.fix)
  const words = topicOf(prompt.replaceAll(/<(\w[\w-]*)>[^]*?<\/\1>/g, ' '))
  const named = orders.filter((order) => !heard.isTold(order.id) && isAbout(order, words)).slice(-MAX_ORDERS)
  const [first] = named
  return (
    first && {
      refuses: false,
      text: ['Standing orders of the user that this is about:', ...named.map(orderLine)].join('\n'),
      reason: 'The prompt is about what these orders name.',
      items: named.map(({ id }) => id),
      citation: first.citation,
    }
  )
}

const MAX_ORDERS = 2

export const orderLine = ({ text, at, citation }: Order): string => `- ${dayOf(at)}: ${quote(text)} ${citation}`

/** On one line, and no tag. */
export const quote = (text: string): string =>
  JSON.stringify(
    withoutHidden(text).replaceAll(/\s+/g, ' ').slice(0, 240).toWellFormed().replaceAll('<', '‹').replaceAll('>', '›'),
  )
