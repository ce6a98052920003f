import { dayOf } from '@wuku/kernel/day'
import { failureLine } from '@wuku/chats/outcomes/command-outcomes'
import { signatureOf } from '@wuku/chats/outcomes/command-signature'
import { isTransient } from '@wuku/chats/outcomes/mine-runs'
import { fill, type Language } from '@wuku/storehouses/print-session-context'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import type { HookEvent, HookReply } from './event.ts'
import { inForce, type Failure, type Memory, type Order } from './memory.ts'
import phrases from './phrases.json' with { type: 'json' }
import { isAbout, topicOf } from './topics.ts'

export type Phrases = typeof phrases.en
/** Sentences for the agent, in the language of its user. */
export const phrasesIn = (language: Language): Phrases => phrases[language]

export interface Decision extends HookReply {
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
export function decide(event: HookEvent, memory: Memory, words = phrases.en): readonly Decision[] {
  const { moment, command = '', folder, error = '', path = '' } = event
  const solved = memory.failures.flatMap((failure) => (failure.fix ? [{ ...failure, fix: failure.fix }] : []))
  const same = solved.filter(isOf(command, folder))
  if (moment === 'before-command') return same.map((failure) => refusal(failure, words))
  if (moment === 'before-edit') return aboutPath(path, memory.orders).map((order) => editRefusal(order, words))
  if (moment === 'after-failure') {
    const line = failureLine(error) ?? ''
    const alike = solved.filter((each) => isQuoted(each, line))
    return isTransient({ output: error }) ? [] : [...same, ...alike].map((failure) => solution(failure, words))
  }
  return moment === 'prompt' ? onPrompt(event, { solved, orders: memory.orders, words }) : []
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

function refusal(failure: Solved, words: Phrases): Decision {
  const { id, signature, count, exitCode: code, at, line, isShared, folder, fix } = failure
  const date = dayOf(at)
  const timesIn = ({ once, times }: Phrases): string => (count === 1 ? once : fill(times, { count }))
  const endedIn = ({ exit, last }: Phrases): string => fill(code === undefined ? last : exit, { code, date })
  const where = fix.folder === folder ? '' : fill(words.where, { folder: fix.folder })
  const facts = { times: timesIn(words), ended: endedIn(words), command: fix.command, where }
  return {
    refuses: true,
    text: fill(isShared ? words.failedShared : words.failed, facts),
    reason: `"${signature}" failed ${timesIn(phrases.en)}: ${line ?? endedIn(phrases.en)}`,
    items: [id],
    citation: fix.citation,
  }
}

function aboutPath(path: string, orders: readonly Order[]): readonly Order[] {
  const full = `/${path.replaceAll('\\', '/')}/`
  const named = orders.filter((order) => order.path !== undefined && full.includes(`/${order.path}/`))
  return inForce(named, orders, 1)
}

const editRefusal = ({ id, at, text, path, citation }: Order, { edit }: Phrases): Decision => ({
  refuses: true,
  text: fill(edit, { date: dayOf(at), text: quote(text), citation }),
  reason: `An order of the user names ${path}.`,
  items: [id],
  citation,
})

const solution = ({ id, at, line, signature, fix: { command, citation } }: Solved, words: Phrases): Decision => ({
  refuses: false,
  text: fill(words.solved, {
    date: dayOf(at),
    command,
    citation,
    line: line === undefined ? '' : fill(words.line, { line: quote(line) }),
  }),
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
  { solved, orders, words }: { solved: readonly Solved[]; orders: readonly Order[]; words: Phrases },
) {
  const topic = topicOf(prompt.replaceAll(/<(\w[\w-]*)>[^]*?<\/\1>/g, ' '))
  const named = inForce(
    orders.filter(({ text }) => isAbout(text, topic)),
    orders,
    MAX_ORDERS,
  )
  const reminder = {
    refuses: false,
    text: [words.orders, ...named.map(orderLine)].join('\n'),
    reason: 'The prompt is about what these orders name.',
    items: named.map(({ id }) => id),
    ...(named[0] && { citation: named[0].citation }),
  }
  return [
    ...solved.filter((each) => isQuoted(each, prompt)).map((each) => solution(each, words)),
    ...(named.length > 0 ? [reminder] : []),
  ]
}

const MAX_ORDERS = 2

export const orderLine = ({ text, at, citation }: Order): string => `- ${dayOf(at)}: ${quote(text)} ${citation}`

/** On one line, and no tag. */
export const quote = (text: string): string =>
  JSON.stringify(withoutHidden(text).replaceAll(/\s+/g, ' ').slice(0, 240).toWellFormed())
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
