import type { StoreView } from '@wuku/core/ports/store'
import { isoTime } from '@wuku/kernel/day'
import { parseContinuation } from '@wuku/kernel/query/continuation'
import type { Conversation } from '../assemble.ts'
import { citeChat } from '../catalogue.ts'
import type { DraftMessage, Role } from '../conversation.ts'
import { onlyLooks } from '../echoes/shell-commands.ts'
import { fieldsOf, listOf, textIn } from '../formats/fields.ts'
import { createTexts } from '../gathering/gather-page.ts'
import { commandOutcomes, failureLine, type CommandOutcome } from '../outcomes/command-outcomes.ts'
import { classifySentence, plainLines, sentencesIn } from '../outcomes/sentence-kinds.ts'
import { pathBelow } from '../paths.ts'
import { restoreBlock } from '../reading/restore.ts'
import { timed, type TimedMessage } from '../timed-messages.ts'
import type { HandoffLine, SectionName } from './handoff-shapes.ts'

/** A verbatim quotation from the conversation. */
interface Quotation {
  readonly line: HandoffLine
  readonly index: number
}

export interface Fact extends Quotation {
  readonly section: SectionName
  /** The most important of a section has rank 0. */
  readonly rank: number
  /** The budget goes to those of the first round first. */
  readonly round: number
}

/** Lines of a section in each round. */
const perRound = { aim: 2, decided: 4, files: 4, commands: 4, failed: 3, open: 2, next: 1 } as const
/** Facts of a later round are not looked at. */
export const ROUNDS = 4

interface SessionMessage extends Pick<DraftMessage, 'role' | 'pieces'>, TimedMessage {
  readonly words: string
  quote(text: string, facts?: Partial<HandoffLine>): Quotation
}

/**
 * Reads the active thread of a conversation. `further`: other sentences, for the room that the facts leave, since the rules
 * know only the phrases that they list; `isCutOff`: it ends within the work.
 */
export async function readFacts(conversation: Conversation, view: StoreView) {
  const { project = '' } = conversation.entry
  const messages = await readMessages(conversation, view)
  const withWords = messages.filter(({ words }) => words !== '')
  const asked = withWords.filter(({ role }) => role === 'user')
  const outcomes = commandOutcomes(messages, project).map(({ folder = '', ...outcome }) => ({
    ...outcome,
    folder: pathBelow(folder, project),
  }))
  const [last, lastAsked] = [outcomes.at(-1), asked.at(-1)]
  const isCutOff = withWords.at(-1)?.role === 'user' || last?.ending === 'unanswered'
  const [stated, ran, plan] = [statementsIn(withWords, asked[0]), ranIn(outcomes), planIn(messages)]
  const next = [...plan.filter(({ isUnderWay }) => isUnderWay).map(({ fact }) => fact), ...stated.next]
  const brokenOff = last?.ending === 'unanswered' ? [commandFact(last)] : lastAsked ? linesOf(lastAsked, 2) : []
  const found = {
    decided: stated.decided,
    aim: aimsIn(asked),
    next: next.length === 0 && isCutOff ? brokenOff : next,
    commands: ran.worked,
    failed: [...ran.failed, ...stated.failed],
    open: [...plan.filter(({ isUnderWay }) => !isUnderWay).map(({ fact }) => fact), ...stated.open],
    files: filesIn(messages, project),
  }
  // A text appears once: in the first of these sections that has it.
  const seen = new Set<string>()
  const isNew = ({ line: { text } }: Quotation) => seen.size < seen.add(text.toLowerCase().replaceAll(/\s+/g, ' ')).size
  const facts = (Object.keys(found) as (keyof typeof found)[]).flatMap((section) =>
    found[section]
      .filter(isNew)
      .map((quoted, rank) => ({ ...quoted, rank, section, round: Math.floor(rank / perRound[section]) })),
  )
  const quoted = new Set(facts.flatMap(({ line: { text } }) => [text, ...sentencesIn(text)]))
  const further = furtherIn(withWords, quoted).filter(isNew)
  const ids = messages.map(({ message }) => message.id)
  // The shortest beginnings that are unique.
  let idLength = 8
  while (new Set(ids.map((id) => id.slice(0, idLength))).size < ids.length) idLength++
  return { facts, further, isCutOff, idLength, asked: asked.map(({ words }) => words).join('\n') }
}

export type SessionFacts = Awaited<ReturnType<typeof readFacts>>

async function readMessages(conversation: Conversation, view: StoreView): Promise<readonly SessionMessage[]> {
  const texts = createTexts(view)
  const session: SessionMessage[] = []
  for (const { message, at } of timed(conversation)) {
    if (message.branch !== undefined) continue
    const known = await texts.of([message])
    const blocks = message.pieces.map((block) => restoreBlock(block, known.get(block.document) ?? ''))
    const words = blocks.flatMap((block) => (block.kind === 'text' ? [block.text.slice(0, LONGEST_TEXT)] : []))
    const place = { citation: citeChat(conversation.entry, message), at: isoTime(at) }
    session.push({
      message,
      at,
      role: message.role,
      pieces: blocks,
      words: words.join('\n').trim(),
      quote: (text, facts = { by: message.role }) => ({ index: message.index, line: { text, ...place, ...facts } }),
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

/** The first request, the last one, and then those between them, later ones first. */
function aimsIn(asked: readonly SessionMessage[]): readonly Quotation[] {
  const [first, ...others] = asked.filter(({ words }) => !/^[!/#]\S/.test(words) && !parseContinuation(words))
  const later = others.toReversed().filter(({ words }, at) => at === 0 || !FILLER.test(words))
  return [...(first ? linesOf(first, 3) : []), ...later.flatMap((message) => linesOf(message, 2))]
}

const FILLER =
  /[?？]$|^.{0,12}$|^(?:thanks|thank you|ok(?:ay)?|great|good|nice|perfect|yes|no|好的|好，|谢谢|謝謝|可以|行)/i

/** Sentences that are not quoted yet, the latest first: two of the user for each of the agent. */
function furtherIn(withWords: readonly SessionMessage[], quoted: ReadonlySet<string>): readonly Fact[] {
  const further = (by: Role, each: number) =>
    withWords
      .filter(({ role }) => role === by)
      .slice(-MAX_FURTHER)
      .flatMap((message) => sentencesIn(message.words).map((sentence) => message.quote(sentence)))
      .toReversed()
      .filter(({ line: { text } }) => text.length > 3 && !quoted.has(text))
      .slice(0, MAX_FURTHER)
      .toSorted((a, b) => Number(FILLER.test(a.line.text)) - Number(FILLER.test(b.line.text)))
      .map((found, rank) => ({ ...found, section: 'said' as const, rank, round: ROUNDS + rank / each }))
  return [...further('user', 2), ...further('assistant', 1)]
}

const MAX_FURTHER = 100

type Stated = Record<'decided' | 'failed' | 'open' | 'next', Quotation[]>

/** Sentences about decisions, failures, open ends and next steps; the latest first. */
function statementsIn(withWords: readonly SessionMessage[], first: SessionMessage | undefined) {
  const stated: Stated = { decided: [], failed: [], open: [], next: [] }
  const recent = withWords.length - Math.max(RECENT, withWords.length / 4)
  for (const [at, message] of withWords.entries())
    for (const sentence of /user|assistant/.test(message.role) ? sentencesIn(message.words) : []) {
      const { section, isLasting } = classifySentence(sentence, message.role === 'user')
      const isOver = (section === 'open' || section === 'next') && at < recent && !isLasting
      const isAim = message === first && (section !== 'decided' || message.words.startsWith(sentence))
      if (section && !isOver && !isAim) stated[section].unshift(message.quote(sentence))
    }
  return stated
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
  message.quote(command, { folder: folder || undefined, exit_code: exitCode, error })

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

/** Unfinished items of the last plan that an agent kept; some programs send only the changes. */
function planIn(messages: readonly SessionMessage[]) {
  const items = new Map<string, { readonly fact: Quotation; readonly isUnderWay: boolean }>()
  for (const message of messages)
    for (const block of message.pieces) {
      if (block.kind !== 'call' || !/todo|update_?plan|^plan$/i.test(block.tool)) continue
      const { merge, todos, plan } = fieldsOf(block.args)
      const rows = [...listOf(todos), ...listOf(plan)].map(fieldsOf)
      if (merge !== true && rows.length > 0) items.clear()
      for (const row of rows) {
        const text = textIn(row, 'content', 'step', 'description')
        const key = textIn(row, 'id') ?? text ?? ''
        const fact = text === undefined ? items.get(key)?.fact : message.quote(text)
        const status = textIn(row, 'status') ?? ''
        if (/complete|done|cancel/i.test(status)) items.delete(key)
        else if (fact) items.set(key, { fact, isUnderWay: /progress/i.test(status) })
      }
    }
  return [...items.values()]
}
