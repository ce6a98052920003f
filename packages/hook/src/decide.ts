import { failureLine } from '@wuku/chats/outcomes/command-outcomes'
import { signatureOf } from '@wuku/chats/outcomes/command-signature'
import { isTransient } from '@wuku/chats/outcomes/mine-runs'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import type { HookEvent } from './event.ts'
import { inForce, type Failure, type Memory, type Order } from './memory.ts'
import { isAbout, topicOf } from './topics.ts'

/** Something to say, before it is said. */
export interface Decision {
  readonly refuses: boolean
  readonly text: string
  readonly reason: string
  readonly items: readonly string[]
  readonly citation?: string
}

/** Hooks and agents must stay repairable, whatever was learnt about them. */
const SETTINGS =
  /(?:^|[\\/\s"'])\.(?:claude|codex|gemini|qwen|copilot|cursor|opencode|kiro)(?:[\\/]|$)|settings(?:\.local)?\.json|hooks\.json|opencode\.jsonc?|mcp\.json|(?:CLAUDE|AGENTS|GEMINI|QWEN)\.md/i
/** Prompts of programs, and commands for them. */
const MACHINE = /^\s*(?:<|\/\w|[[{]|caveat:|this session is being continued|stop hook feedback)/i
const LONGEST_PROMPT = 20_000

/** Whether the event can have an answer at all, without a look at the store. */
export function mayMatter({ moment, command = '', path = '', prompt = '', folder }: HookEvent): boolean {
  if (moment === 'before-command') return !SETTINGS.test(command) && signatureOf(command, folder) !== undefined
  if (moment === 'before-edit') return path !== '' && !SETTINGS.test(path)
  if (moment === 'prompt') return prompt !== '' && prompt.length <= LONGEST_PROMPT && !MACHINE.test(prompt)
  return moment !== 'other'
}

/** Answers to an event that is about one command, file or prompt, best first. */
export function decide(event: HookEvent, memory: Memory): readonly Decision[] {
  const { moment, command = '', folder, error = '', path = '' } = event
  const solved = memory.failures.flatMap((failure) => (failure.fix ? [{ ...failure, fix: failure.fix }] : []))
  const same = solved.filter(isOf(command, folder))
  if (moment === 'before-command') return same.map(refusal)
  if (moment === 'before-edit') return aboutPath(path, memory.orders).map(editRefusal)
  if (moment === 'after-failure') {
    const line = failureLine(error) ?? ''
    const alike = solved.filter((each) => isQuoted(each, line))
    return isTransient({ output: error }) ? [] : [...same, ...alike].map(solution)
  }
  return moment === 'prompt' ? onPrompt(event, { solved, orders: memory.orders }) : []
}

type Solved = Failure & { readonly fix: NonNullable<Failure['fix']> }

/** Matches failures of this command in this folder; a missing program is missing in every folder. */
function isOf(command: string, folder: string): (failure: Solved) => boolean {
  const signature = signatureOf(command, folder)
  const plain = (place = folder): string => place.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase()
  return (failure) => {
    if (!signature || failure.fix.command === command.trim()) return false
    if (failure.isMissing) return failure.signature === signature.program
    return failure.signature === signature.text && plain(failure.folder) === plain(signature.folder)
  }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function refusal({ id, signature, count, exitCode, at, line, isShared, folder, fix }: Solved): Decision {
  const times = count === 1 ? 'once' : `${count} times`
  const ended = `${exitCode === undefined ? '' : `exit ${exitCode}, `}last ${dayOf(at)}`
  const where = isShared ? 'Failed before in shared conversations' : 'Failed here'
  const worked = `What worked: ${fix.command}${fix.folder === folder ? '' : ` (in ${fix.folder})`}.`
  return {
    refuses: true,
    text: `${where} ${times} (${ended}). ${worked} Run it again unchanged to go ahead.`,
    reason: `"${signature}" failed ${times}: ${line ?? ended}`,
    items: [id],
    citation: fix.citation,
  }
}

function aboutPath(path: string, orders: readonly Order[]): readonly Order[] {
  const full = `/${path.replaceAll('\\', '/')}/`
  const named = orders.filter((order) => order.path !== undefined && full.includes(`/${order.path}/`))
  return inForce(named, orders, 1)
}

const editRefusal = (order: Order): Decision => ({
  refuses: true,
  text: `The user said on ${dayOf(order.at)}: ${quote(order.text)} (${order.citation}). If this edit is in line with it, make it again unchanged to go ahead.`,
  reason: `An order of the user names ${order.path}.`,
  items: [order.id],
  citation: order.citation,
})

const solution = ({ id, at, line, signature, fix: { command, citation } }: Solved): Decision => ({
  refuses: false,
  text: `The same failure${line === undefined ? '' : ` (${quote(line)})`} on ${dayOf(at)} was solved by: ${command} (${citation})`,
  reason: `"${signature}" failed so before.`,
  items: [id],
  citation,
})

/** Shorter lines say too little. */
const SHORTEST_LINE = 16
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\d\s]+/g, ' ')
const isQuoted = ({ line = '' }: Failure, text: string): boolean =>
  line.length >= SHORTEST_LINE && plain(text).includes(plain(line))

function onPrompt(
  { prompt = '' }: HookEvent,
  { solved, orders }: { solved: readonly Solved[]; orders: readonly Order[] },
) {
  const words = topicOf(prompt.replaceAll(/<(\w[\w-]*)>[^]*?<\/\1>/g, ' '))
  const named = inForce(
    orders.filter(({ text }) => isAbout(text, words)),
    orders,
    MAX_ORDERS,
  )
  const reminder = {
    refuses: false,
    text: ['Standing orders of the user that this is about:', ...named.map(orderLine)].join('\n'),
    reason: 'The prompt is about what these orders name.',
    items: named.map(({ id }) => id),
    ...(named[0] && { citation: named[0].citation }),
  }
  return [...solved.filter((each) => isQuoted(each, prompt)).map(solution), ...(named.length > 0 ? [reminder] : [])]
}

const MAX_ORDERS = 2

export const orderLine = ({ text, at, citation }: Order): string => `- ${dayOf(at)}: ${quote(text)} ${citation}`

/** On one line, and no tag. */
export const quote = (text: string): string =>
  JSON.stringify(withoutHidden(text).replaceAll(/\s+/g, ' ').slice(0, 240).toWellFormed())
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
