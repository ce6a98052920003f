import type { ChatFormat, FormatInput, DraftBlock, FormatOutput, Role } from '../conversation.ts'
import type { GrowingMessage } from './draft.ts'
import { parseTimestamp } from './fields.ts'
import { callOf } from './tools.ts'
import { append } from '@wuku/core/list-helpers'

/** The history that Aider keeps in Markdown, one run of it. */
export const aider: ChatFormat = {
  agent: 'aider',
  recognises: ({ path, text }) => HISTORY.test(path) || HEADER.test(text.slice(0, 500).trimStart()),
  read: (input) => ({ ...readRun(input), problems: [] }),
}

const HISTORY = /(?:^|\/)[^/]*\.aider\.chat\.history\.md(?:\/([^/]+))?$/
const HEADER = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/

function readRun(input: FormatInput): Pick<FormatOutput, 'conversation'> {
  const lines = input.text.split('\n').map((line) => line.replace(/\r$/, ''))
  const [, started] = HEADER.exec(lines.find((line) => line.trim() !== '')?.trimStart() ?? '') ?? []
  const messages = readMessages(lines.filter((line) => !HEADER.test(line)))
  if (messages.length === 0) return {}
  // The header is in the local time of a zone that nobody wrote down; it is taken for UTC.
  const startedAt = parseTimestamp(started)
  return {
    conversation: { agent: 'aider', id: nameOf(input, started), project: input.projectRoot, startedAt, messages },
  }
}

/** Runs have no ids: it is the time at which one began, and the folder that it began in. */
function nameOf({ path, part, projectRoot = '' }: FormatInput, started: string | undefined): string {
  const [historyPath = '', run] = HISTORY.exec(path) ?? []
  const folder = (projectRoot || path.slice(0, path.length - historyPath.length))
    .split(/[/\\]/)
    .findLast((each) => each !== '')
  const time = run ?? started?.replace(' ', 'T').replaceAll(':', '-') ?? `run-${part}`
  return [time, folder].filter((each) => each !== undefined).join('-')
}

type Speaker = 'user' | 'tool' | 'assistant'

function readMessages(lines: readonly string[]): readonly GrowingMessage[] {
  const run: Run = { messages: [], model: undefined }
  for (const { speaker, text } of blocksOf(lines)) {
    if (speaker === 'tool') readOutput(run, text)
    else if (text.trim() !== '' && !(speaker === 'user' && isRepeatedQuestion(run, text))) {
      if (speaker === 'user' && text === AFTER_FAILURE) markFailed(run)
      begin(run, speaker, [{ kind: 'text', text: speaker === 'user' ? text : text.trim() }])
    }
  }
  return run.messages
}

/** The file repeats a question that was asked with a command, without the command. */
function isRepeatedQuestion({ messages }: Run, text: string): boolean {
  const last = messages.at(-1)
  const [before] = last?.role === 'user' ? last.pieces : []
  const command = before?.kind === 'text' ? COMMAND.exec(before.text)?.[0] : undefined
  return command !== undefined && before?.kind === 'text' && before.text.slice(command.length).trim() === text.trim()
}

const COMMAND = /^\/[a-z-]+\s/

/** Aider suggests this question after a command whose output was added to the chat, if it failed. */
const AFTER_FAILURE = "What's wrong? Fix"

function markFailed({ messages }: Run): void {
  const blocks = messages.at(-1)?.pieces ?? []
  const last = blocks.pop()
  if (last) blocks.push(last.kind === 'result' ? { ...last, isError: true } : last)
}

interface Run {
  readonly messages: GrowingMessage[]
  model: string | undefined
}

/** Lines of one speaker that follow each other. An empty line ends what a user or a tool said. */
function blocksOf(lines: readonly string[]) {
  const speakerOf = createSpeakerDetector(lines)
  const blocks: { speaker: Speaker; lines: string[] }[] = []
  for (const line of lines) {
    const speaker = speakerOf(line)
    const last = blocks.at(-1)
    const text = speaker === 'assistant' ? line : line.slice(line.indexOf(' ') + 1).trimEnd()
    if (last?.speaker === speaker) last.lines.push(text)
    else blocks.push({ speaker, lines: [text] })
  }
  return blocks.map((block) => ({ speaker: block.speaker, text: block.lines.join('\n') }))
}

/**
 * Lines that Aider writes for the user and for itself end with two spaces, unlike headings and quotations in an answer.
 * If a history has lost those spaces, every line with such a beginning counts.
 */
function createSpeakerDetector(lines: readonly string[]): (line: string) => Speaker {
  const marks = [['#### ', 'user'] as const, ['> ', 'tool'] as const].map(([mark, speaker]) => ({
    mark,
    speaker,
    end: lines.some((line) => line.startsWith(mark) && line.endsWith('  ')) ? '  ' : '',
  }))
  return (line) => marks.find(({ mark, end }) => line.startsWith(mark) && line.endsWith(end))?.speaker ?? 'assistant'
}

function begin({ messages, model }: Run, role: Role, blocks: DraftBlock[]): void {
  const own = role === 'assistant' ? model : undefined
  messages.push({ id: `${messages.length + 1}`, role, model: own, pieces: blocks })
}

/** Output of Aider is attached to the answer that caused it. */
function readOutput(run: Run, text: string): void {
  run.model = MODEL.exec(text)?.[1] ?? run.model
  const last = run.messages.at(-1)
  const blocks: readonly DraftBlock[] = [...text.split('\n').flatMap(callIn), { kind: 'result', text }]
  if (!last || last.role === 'user') return begin(run, 'tool', [...blocks])
  append(last.pieces, blocks)
  if (last.role === 'assistant') countTokens(last, text)
}

const MODEL = /^(?:Main model|Models?): (\S+)/m
const ADDED = /^Added (.+) to the chat\.?$/
const APPLIED = /^Applied edit to (.+)$/
const MANY = /^\d+ (?:files|lines? of output)$/

function callIn(line: string): readonly DraftBlock[] {
  const edited = APPLIED.exec(line)?.[1]
  const path = edited ?? ADDED.exec(line)?.[1]
  if (path === undefined || MANY.test(path)) return []
  const isEdited = edited !== undefined
  return [callOf({ call: undefined, name: isEdited ? 'edit' : 'add', args: { path }, files: [{ path, isEdited }] })]
}

function countTokens(message: GrowingMessage, text: string): void {
  const [sent, received] = ['sent', 'received'].map((word) => roundedCount(new RegExp(COUNT + word).exec(text)))
  if (sent === undefined || received === undefined) return
  message.inputTokens = (message.inputTokens ?? 0) + sent
  message.outputTokens = (message.outputTokens ?? 0) + received
}

/** `2.1k sent, 315 received`: rounded, and better than nothing. */
const COUNT = String.raw`\b(\d[\d,]{0,12}(?:\.\d{1,6})?)([kM]?) `

function roundedCount(found: RegExpExecArray | null): number | undefined {
  if (!found) return undefined
  const [, digits = '', unit] = found
  return Math.round(Number(digits.replaceAll(',', '')) * (unit === 'M' ? 1e6 : unit === 'k' ? 1e3 : 1))
}
