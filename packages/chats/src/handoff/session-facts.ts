import type { StoreView } from '@wuku/core/ports/store'
import { isoTime } from '@wuku/kernel/day'
import { parseContinuation } from '@wuku/kernel/query/continuation'
import type { Conversation } from '../assemble.ts'
import { citeChat } from '../catalogue.ts'
import type { DraftMessage } from '../conversation.ts'
import { addsNothing, commandsIn, printedFiles } from '../echoes/shell-commands.ts'
import { fieldsOf, listOf, textIn } from '../formats/fields.ts'
import { createTexts } from '../gathering/gather-page.ts'
import { commandOutcomes, failureLine, type CommandOutcome } from '../outcomes/command-outcomes.ts'
import { plainLines, sentencesIn, tells } from '../outcomes/telling-sentences.ts'
import { pathBelow } from '../paths.ts'
import { restoreBlock } from '../reading/restore.ts'
import { timed, type TimedMessage } from '../timed-messages.ts'
import type { HandoffLine, SectionName } from './handoff-shapes.ts'

/** Something that stands in the conversation, word for word. */
interface Quotation extends HandoffLine {
  /** Of its message. */
  readonly index: number
}

export interface Fact extends Quotation {
  readonly section: SectionName
  /** What matters most in its section is the first. */
  readonly rank: number
}

export interface SessionFacts {
  readonly facts: readonly Fact[]
  /** It ends within the work: a call without a result, or a user without an answer. */
  readonly isCutOff: boolean
  /** What the user wrote. */
  readonly asked: string
  /** So many characters of the id of a message tell it from all others. */
  readonly idLength: number
}

interface SessionMessage extends Pick<DraftMessage, 'role' | 'pieces'>, TimedMessage {
  /** What was said in it. */
  readonly words: string
  quote(text: string, facts?: Partial<HandoffLine>): Quotation
}

/** What the thread that counts says of the work. */
export async function readFacts(conversation: Conversation, view: StoreView): Promise<SessionFacts> {
  const { project = '' } = conversation.entry
  const messages = await readMessages(conversation, view)
  const spoken = messages.filter(({ words }) => words !== '')
  const asked = spoken.filter(({ role }) => role === 'user')
  const outcomes = commandOutcomes(messages, project).map(({ folder = '', ...outcome }) => ({
    ...outcome,
    folder: pathBelow(folder, project),
  }))
  const [last, lastAsked] = [outcomes.at(-1), asked.at(-1)]
  const isCutOff = spoken.at(-1)?.role === 'user' || last?.ending === 'unanswered'
  const [told, ran, plan] = [toldIn(spoken, asked[0]), ranIn(outcomes), planIn(messages)]
  const next = [...plan.filter(({ isUnderWay }) => isUnderWay).map(({ fact }) => fact), ...told.next]
  const brokenOff = last?.ending === 'unanswered' ? [commandFact(last)] : lastAsked ? linesOf(lastAsked, 2) : []
  const found = {
    decided: told.decided,
    aim: aimsIn(asked),
    next: next.length === 0 && isCutOff ? brokenOff : next,
    commands: ran.worked,
    failed: [...ran.failed, ...told.failed],
    open: [...plan.filter(({ isUnderWay }) => !isUnderWay).map(({ fact }) => fact), ...told.open],
    files: filesIn(messages, project),
  }
  // What stands in one section is not said again in a later one.
  const seen = new Set<string>()
  const isNew = ({ text }: Quotation): boolean => seen.size < seen.add(text.toLowerCase().replaceAll(/\s+/g, ' ')).size
  const facts = Object.entries(found).flatMap(([section, own]) =>
    own.filter(isNew).map((quoted, rank) => ({ ...quoted, rank, section: section as SectionName })),
  )
  const ids = messages.map(({ message }) => message.id)
  let idLength = 8
  while (new Set(ids.map((id) => id.slice(0, idLength))).size < ids.length) idLength++
  return { facts, isCutOff, idLength, asked: asked.map(({ words }) => words).join('\n') }
}

async function readMessages(conversation: Conversation, view: StoreView): Promise<readonly SessionMessage[]> {
  const texts = createTexts(view)
  const session: SessionMessage[] = []
  for (const { message, at } of timed(conversation)) {
    if (message.branch !== undefined) continue
    const known = await texts.of([message])
    const pieces = message.pieces.map((block) => restoreBlock(block, known.get(block.document) ?? ''))
    const words = pieces.flatMap((block) => (block.kind === 'text' ? [block.text.slice(0, LONGEST_TEXT)] : []))
    const place = { index: message.index, citation: citeChat(conversation.entry, message), at: isoTime(at) }
    session.push({
      ...{ message, at, role: message.role, pieces, words: words.join('\n').trim() },
      quote: (text, facts = { by: message.role }) => ({ text, ...place, ...facts }),
    })
  }
  return session
}

/** Characters; the rest was pasted. */
const LONGEST_TEXT = 30_000

const linesOf = ({ words, quote }: SessionMessage, most: number): readonly Quotation[] =>
  plainLines(words)
    .slice(0, most)
    .map((line) => quote(line))

/** What was asked first, what was asked last, and then what came in between, later requests first. */
function aimsIn(asked: readonly SessionMessage[]): readonly Quotation[] {
  const [first, ...others] = asked.filter(({ words }) => !/^[!/#]\S/.test(words) && !parseContinuation(words))
  const later = others.toReversed().filter(({ words }, at) => at === 0 || !ASIDE.test(words))
  return [...(first ? linesOf(first, 3) : []), ...later.flatMap((message) => linesOf(message, 2))]
}

const ASIDE =
  /[?？]$|^.{0,12}$|^(?:thanks|thank you|ok(?:ay)?|great|good|nice|perfect|yes|no|好的|好，|谢谢|謝謝|可以|行)/i

/** Sentences that decide, tell of a failure, of what is open and of what comes next; the latest first. */
function toldIn(spoken: readonly SessionMessage[], first: SessionMessage | undefined) {
  const told = {
    decided: [] as Quotation[],
    failed: [] as Quotation[],
    open: [] as Quotation[],
    next: [] as Quotation[],
  }
  const recent = spoken.length - Math.max(RECENT, spoken.length / 4)
  for (const [at, message] of spoken.entries())
    for (const sentence of /user|assistant/.test(message.role) ? sentencesIn(message.words) : []) {
      const { section, isLasting } = tells(sentence, message.role === 'user')
      const isOver = (section === 'open' || section === 'next') && at < recent && !isLasting
      const isAim = message === first && (section !== 'decided' || message.words.startsWith(sentence))
      if (section && !isOver && !isAim) told[section].unshift(message.quote(sentence))
    }
  return told
}

/** Messages at the end of which it may still be true what they say is open. */
const RECENT = 6

/** Files that were edited, the latest first. */
const filesIn = (messages: readonly SessionMessage[], project: string): readonly Quotation[] =>
  messages
    .flatMap(({ message: { pieces }, quote }) =>
      pieces
        .flatMap(({ files = [] }) => files.filter(({ isEdited }) => isEdited))
        .map(({ path }) => quote(pathBelow(path, project), {})),
    )
    .toReversed()

type Ran = CommandOutcome<SessionMessage> & { readonly folder: string }

const commandFact = ({ command, message, folder, exitCode }: Ran, error?: string): Quotation =>
  message.quote(command, {
    ...(folder !== '' && { folder }),
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(error !== undefined && { error }),
  })

/** Commands by how they ended last; of those that worked and did more than to look, what first had failed stands first. */
function ranIn(outcomes: readonly Ran[]) {
  const ended = outcomes.filter(({ command, ending }) => command.length <= LONGEST && /worked|failed/.test(ending))
  const byCommand = Map.groupBy(ended.toReversed(), ({ command }) => command)
  const last = [...byCommand.values()].flatMap(([each]) => each ?? [])
  const programOf = ({ command }: Ran): string => command.split(/\s+/, 2).join(' ')
  const broken = new Set(ended.filter(({ ending }) => ending === 'failed').map(programOf))
  const weightOf = (each: Ran): number => (broken.has(programOf(each)) ? 1 : 0)
  const worked = last.filter(({ ending, command }) => ending === 'worked' && !onlyLooks(command))
  const failed = last.filter(({ ending }) => ending === 'failed')
  return {
    worked: worked.toSorted((a, b) => weightOf(b) - weightOf(a)).map((each) => commandFact(each)),
    failed: failed.map((each) => commandFact(each, failureLine(each.output))),
  }
}

/** Longer commands are scripts. */
const LONGEST = 400
const LOOKS =
  /^(?:ls|e?grep|rg|find|fd|tree|which|stat|file|du|df|ps|awk|sort|jq|git (?:status|log|diff|show|branch|blame))\b/

const onlyLooks = (command: string): boolean =>
  commandsIn(command).every(
    (each) => addsNothing(each) || printedFiles(each) !== undefined || LOOKS.test(each.words.slice(0, 2).join(' ')),
  )

/** What is not done of the last plan that an agent kept; some send only what changed. */
function planIn(messages: readonly SessionMessage[]) {
  const items = new Map<string, { readonly fact: Quotation; readonly isUnderWay: boolean }>()
  for (const { pieces, quote } of messages)
    for (const block of pieces) {
      if (block.kind !== 'call' || !/todo|update_?plan|^plan$/i.test(block.tool)) continue
      const { merge, todos, plan } = fieldsOf(block.args)
      const rows = [...listOf(todos), ...listOf(plan)].map(fieldsOf)
      if (merge !== true && rows.length > 0) items.clear()
      for (const row of rows) {
        const text = textIn(row, 'content', 'step', 'description')
        const key = textIn(row, 'id') ?? text ?? ''
        const [fact, status] = [text === undefined ? items.get(key)?.fact : quote(text), textIn(row, 'status') ?? '']
        if (/complete|done|cancel/i.test(status)) items.delete(key)
        else if (fact) items.set(key, { fact, isUnderWay: /progress/i.test(status) })
      }
    }
  return [...items.values()]
}
