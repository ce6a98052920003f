import type { Json } from '@wuku/core/core-types'
import type { DraftMessage, DraftBlock } from '../conversation.ts'
import type { BlockRecord } from '../record.ts'
import { writeMinute } from '../days.ts'

/**
 * A conversation as people read it: its title, then each message under a line that says who and when. The cuts are the end of
 * the title's line, and then where each piece begins and ends, in order.
 */
export function buildLayout(title: string, messages: readonly DraftMessage[]) {
  const page = openPage()
  page.write(`# ${title}`)
  const cuts = [page.length()]
  page.write('\n')
  const records = messages.map(({ pieces: blocks, ...facts }) => {
    page.write(`\n## ${headerOf(facts)}\n`)
    return { ...facts, pieces: blocks.map((block) => writeBlock(page, cuts, block)) }
  })
  return { text: page.text(), messages: records, cuts }
}

type Page = ReturnType<typeof openPage>

function openPage() {
  const parts: string[] = []
  let length = 0
  return {
    write: (text: string): void => {
      parts.push(text)
      length += text.length
    },
    length: (): number => length,
    text: (): string => parts.join(''),
  }
}

const headerOf = ({ role, at, isInactive }: Omit<DraftMessage, 'pieces'>): string =>
  [role, ...(at === undefined ? [] : [writeMinute(at)]), ...(isInactive ? ['taken back'] : [])].join(' · ')

function writeBlock(page: Page, cuts: number[], block: DraftBlock): BlockRecord {
  page.write(`\n${leadOf(block)}`)
  const start = page.length()
  const body = bodyOf(block)
  page.write(body)
  const end = page.length()
  if (!body.endsWith('\n')) page.write('\n')
  cuts.push(start, end)
  return { ...factsOf(block), start, end }
}

/** A label line for any piece that is not spoken text. */
function leadOf(block: DraftBlock): string {
  if (block.kind === 'text') return ''
  if (block.kind === 'thinking') return 'Thinking\n'
  if (block.kind === 'attachment') return `Attachment ${oneLine(block.name)}\n`
  if (block.kind === 'call') return `Tool ${oneLine([block.server ?? '', block.tool].join(' '))}\n`
  return block.isError ? 'Error\n' : 'Result\n'
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

const bodyOf = (block: DraftBlock): string => (block.kind === 'call' ? writeArguments(block.args) : block.text)

function factsOf(block: DraftBlock): Omit<BlockRecord, 'start' | 'end'> {
  if (block.kind === 'call') {
    const { args: _, ...facts } = block
    return facts
  }
  const { text: _, ...facts } = block
  return facts
}

/** Longer arguments are not set out line by line. */
const MAX_INDENTED_CHARS = 4_000

/** These fit on one line. */
const SHORT = 80

/**
 * Arguments of a call as JSON in which the breaks and tabs of texts stand as themselves: a file that was written is read
 * and searched as lines, not as `\n` between words.
 */
export function writeArguments(args: Json): string {
  try {
    const short = JSON.stringify(args)
    const isSetOut = short.length > SHORT && short.length <= MAX_INDENTED_CHARS
    return (isSetOut ? JSON.stringify(args, null, 2) : short).replaceAll(/\\(.)/gs, unescape)
  } catch (error) {
    if (error instanceof RangeError) return '"[nested too deep]"'
    throw error
  }
}

/** Escapes come in pairs of characters, so that of `\\n` the first pair is the backslash itself. */
const unescape = (pair: string, escaped: string): string => breaks[escaped] ?? pair

const breaks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Reads what `writeArguments` wrote; the text itself when something in it was masked that JSON needs. */
export function readArguments(text: string): Json {
  try {
    return JSON.parse(escapeBreaks(text)) as Json
  } catch {
    return text
  }
}

/** Between the quotes of a string a break is part of it; elsewhere it only sets out. */
function escapeBreaks(text: string): string {
  const parts: string[] = []
  let done = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) isString = !isString
    else if (isString && unit === BACKSLASH) at++
    else if (isString && unit < FIRST_PRINTABLE) {
      parts.push(text.slice(done, at), JSON.stringify(text[at]).slice(1, -1))
      done = at + 1
    }
  }
  return parts.join('') + text.slice(done)
}

const QUOTE = 34
const BACKSLASH = 92
const FIRST_PRINTABLE = 32
