import { parseContinuation } from '@wuku/kernel/query/continuation'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import type { Role } from '../conversation.ts'
import { addsNothing, commandsIn, printedFiles } from '../echoes/shell-commands.ts'
import { fieldsOf, listOf, textIn } from '../formats/fields.ts'
import { commandOutcomes, failureLine, type CommandOutcome } from '../outcomes/command-outcomes.ts'
import { decisionsIn, sentencesIn, statedDecisionsIn } from '../outcomes/decisions.ts'
import { PLANS, type SessionMessage } from './session-messages.ts'

export const sectionNames = ['aim', 'decided', 'files', 'commands', 'failed', 'open', 'next'] as const
export type SectionName = (typeof sectionNames)[number]

export const bySection = <Value>(make: (name: SectionName) => Value): Record<SectionName, Value> =>
  Object.fromEntries(sectionNames.map((name) => [name, make(name)])) as Record<SectionName, Value>

/** Something that stands in the conversation, word for word. */
export interface Fact {
  readonly text: string
  readonly said: SessionMessage
  readonly speaker?: Role
  /** Of a command. */
  readonly outcome?: CommandOutcome
  /** What it printed about why it failed. */
  readonly error?: string
}

/** For each section its facts, what matters most first. */
export type Facts = Readonly<Record<SectionName, readonly Fact[]>>

export interface SessionFacts {
  readonly facts: Facts
  /** It ends within the work: a call without a result, or a user without an answer. */
  readonly isCutOff: boolean
}

export function readFacts(messages: readonly SessionMessage[], project?: string): SessionFacts {
  const words = messages.flatMap((said) => ({ said, text: wordsOf(said) })).filter(({ text }) => text !== '')
  const outcomes = commandOutcomes(messages, project)
  const plan = planIn(messages)
  const aim = aimsIn(words)
  const stated = sentencesOf(words, aim.length > 0 ? (aim[0]?.said ?? messages[0]) : messages[0])
  const last = words.at(-1)
  const isCutOff = last?.said.role === 'user' || outcomes.at(-1)?.ended === 'unanswered'
  const facts = {
    aim,
    decided: stated.decided,
    files: filesIn(messages),
    commands: workedIn(outcomes),
    failed: [...failedIn(outcomes), ...stated.failed],
    open: [...plan.filter(({ isUnderWay }) => !isUnderWay), ...stated.open],
    next: [...plan.filter(({ isUnderWay }) => isUnderWay), ...stated.next],
  }
  const kept = withoutRepeats(facts)
  const next = kept.next.length > 0 || !isCutOff ? kept.next : brokenOff(outcomes, words)
  return { facts: { ...kept, next }, isCutOff }
}

/** What the conversation broke off at: a command without an answer, or the last thing that was asked. */
function brokenOff(outcomes: readonly Ran[], words: readonly Words[]): readonly Fact[] {
  const last = outcomes.at(-1)
  if (last?.ended === 'unanswered' && last.command.length <= LONGEST_COMMAND) return [commandFact(last)]
  const asked = words.findLast(({ said }) => said.role === 'user')
  return asked ? excerptsOf(asked.text).slice(0, 2).map(factOf(asked.said)) : []
}

interface Words {
  readonly said: SessionMessage
  readonly text: string
}

const wordsOf = ({ pieces }: SessionMessage): string =>
  pieces
    .flatMap((block) => (block.kind === 'text' ? [block.text] : []))
    .join('\n')
    .trim()

const factOf =
  (said: SessionMessage) =>
  (text: string): Fact => ({ text, said, speaker: said.role })

/** What was asked first, what was asked last, and then what came in between, later requests first. */
function aimsIn(words: readonly Words[]): readonly Fact[] {
  const asked = words.filter(
    ({ said, text }) => said.role === 'user' && !/^[!/#]\S*/.test(text) && parseContinuation(text) === undefined,
  )
  const [first = [], ...others] = asked.map(({ said, text }) => excerptsOf(text).map(factOf(said)))
  const later = others.toReversed().flatMap((each, at) => {
    const own = each.filter(({ text }) => decisionsIn(text).length === 0 && (at === 0 || !ASIDE.test(text)))
    return own.slice(0, 2)
  })
  return [...first.slice(0, 3), ...later.slice(0, MAX_LATER)]
}

/** Questions and thanks say nothing of what is wanted, unless they come last. */
const ASIDE =
  /[?？]$|^.{0,12}$|^(?:thanks|thank you|ok(?:ay)?|great|good|nice|perfect|yes|no|好的|好，|谢谢|謝謝|可以|行)/i
const MAX_LATER = 40

/** Lines of a text that stand outside of code; of a long one its first sentences. */
function excerptsOf(text: string): readonly string[] {
  let isFenced = false
  return text.split('\n', MAX_LINES).flatMap((written) => {
    const line = written.trim()
    if (line.startsWith('```')) isFenced = !isFenced
    if (isFenced || !/[\p{L}\p{N}]/u.test(line) || line.startsWith('```')) return []
    if (line.length <= EXCERPT) return [line]
    const start = line.slice(0, graphemeBorder(line, EXCERPT))
    const end = Math.max(...['. ', '。', '! ', '！', '? ', '？', '；'].map((mark) => start.lastIndexOf(mark) + 1))
    return [end > EXCERPT / 4 ? start.slice(0, end) : start]
  })
}

const EXCERPT = 300
const MAX_LINES = 400

/** Sentences that decide, tell of a failure, of what is open and of what comes next; the latest first. */
function sentencesOf(words: readonly Words[], first: SessionMessage | undefined) {
  const found = { decided: [] as Fact[], failed: [] as Fact[], open: [] as Fact[], next: [] as Fact[] }
  const recent = words.length - Math.max(RECENT, words.length / 4)
  for (const [at, { said, text }] of words.entries()) {
    if (said.role !== 'user' && said.role !== 'assistant') continue
    const isUser = said.role === 'user'
    const fact = factOf(said)
    const decisions = isUser ? decisionsIn(text).map((each) => each.text) : statedDecisionsIn(text)
    const isAim = said === first && isUser
    found.decided.push(...decisions.filter((each) => !isAim || !text.startsWith(each)).map(fact))
    if (isAim) continue
    const others = sentencesIn(text).filter((sentence) => !decisions.includes(sentence))
    found.failed.push(...others.filter((sentence) => TRIED.test(sentence)).map(fact))
    const isSaidLate = (sentence: string): boolean => at >= recent || OPENING.test(sentence)
    found.open.push(...others.filter((sentence) => OPEN.test(sentence) && isSaidLate(sentence)).map(fact))
    found.next.push(...others.filter((sentence) => NEXT.test(sentence) && isSaidLate(sentence)).map(fact))
  }
  const latestFirst = (facts: readonly Fact[]): readonly Fact[] => facts.slice(-MAX_SENTENCES).toReversed()
  return {
    decided: latestFirst(found.decided),
    failed: latestFirst(found.failed),
    open: latestFirst(found.open),
    next: latestFirst(found.next),
  }
}

/** Sentences of what is open are true for as long as nobody went on with it. */
const RECENT = 6
const MAX_SENTENCES = 200
const TRIED =
  /\b(?:tried|attempted)\b.*\b(?:but|fail\w*|didn['’]t|did not|no (?:luck|effect))\b|\b(?:did(?:n['’]t| not)|does(?:n['’]t| not)|won['’]t) (?:work|help|fix|solve)\b|\b(?:reverted|rolled back|dead end|no luck|gave up)\b|试过|試過|[尝嘗][试試].*(?:失[败敗]|不行|[无無]效|没|沒)|行不通|走不通|不起作用|没有?(?:效果|用(?!户)|成功)|沒有?(?:效果|用(?!戶)|成功)|回退了|回滚了|回滾了|放弃了|放棄了/i
const OPEN =
  /\b(?:to-?do|still (?:open|to do|need\w*|fail\w*|missing|broken|unclear|ha(?:ve|s) to)|remain(?:s|ing)|left (?:to do|open)|not (?:yet|done|finished|handled|covered|implemented)|yet to|unresolved|open (?:question|issue|point|item)s?|pending|follow[- ]?up|for later|haven['’]t|known (?:issue|bug)s?|untested|blocked (?:on|by)|waiting (?:for|on))\b|待[办辦定]|待[确確][认認]|[还還](?:没|沒|未|需|要|有)|尚未|未(?:完成|解[决決]|[处處]理)|剩下|[遗遺]留|有待|稍[后後]|[后後][续續]|先放[着著]/i
const NEXT =
  /^\W*next\b|\bnext(?: step)?(?:s)?(?: is| are|:|,| up)|\b(?:i['’]ll|i will|let me|we (?:should|can|will)|you (?:should|can)) (?:now|then|next)\b|\bthen (?:i['’]ll|we['’]ll|i will|we will)\b|下一步|接下[来來]|[然之][后後](?:我|再|需)/i
const OPENING =
  /^\W*(?:to-?do|(?:still )?open|remaining|pending|next(?: step)?s?|待[办辦]|未[完解]|[遗遺]留|尚未|下一步)/i

/** Files that were edited, by their last edit, the latest first. */
function filesIn(messages: readonly SessionMessage[]): readonly Fact[] {
  const edited = new Map<string, Fact>()
  for (const said of messages)
    for (const block of said.message.pieces)
      for (const { path, isEdited } of block.files ?? [])
        if (isEdited) {
          edited.delete(path)
          edited.set(path, { text: path, said })
        }
  return [...edited.values()].toReversed()
}

type Ran = CommandOutcome<SessionMessage>

/** What a command is about, whatever it was given: its program and the two words behind it. */
const signatureOf = (command: string): string =>
  commandsIn(command)
    .flatMap(({ words }) => (addsNothing({ words, isPiped: false }) ? [] : [words.slice(0, 2).join(' ')]))
    .join(' && ')

/** Commands that worked and did more than to look: what was found to be right after a failure stands first. */
function workedIn(outcomes: readonly Ran[]): readonly Fact[] {
  const worked = new Map<string, { readonly outcome: Ran; readonly rank: number; readonly count: number; at: number }>()
  const failed = new Set<string>()
  for (const [at, outcome] of outcomes.entries()) {
    const { command, ended, hasFailed } = outcome
    if (hasFailed) failed.add(signatureOf(command))
    if (hasFailed) worked.delete(command)
    if (ended !== 'exited' || hasFailed || command.length > LONGEST_COMMAND || onlyLooks(command)) continue
    const before = worked.get(command)
    const rank = failed.has(signatureOf(command)) ? 0 : WORKING.test(command) ? 1 : 2
    worked.set(command, { outcome, rank: Math.min(rank, before?.rank ?? 2), count: (before?.count ?? 0) + 1, at })
  }
  return [...worked.values()]
    .toSorted((a, b) => a.rank - b.rank || b.count - a.count || b.at - a.at)
    .map(({ outcome }) => commandFact(outcome))
}

const LONGEST_COMMAND = 400
const WORKING =
  /\b(?:test|tests|build|lint|check|tsc|migrate|deploy|start|dev|run|install|make|cargo|pytest|vitest|jest|go|docker|compose|mvn|gradlew?|uv|poetry)\b/

const commandFact = (outcome: Ran): Fact => ({ text: outcome.command, said: outcome.message, outcome })

const LOOKS =
  /^(?:ls|grep|egrep|rg|ag|find|fd|tree|wc|which|whereis|pwd|stat|file|du|df|ps|env|printenv|awk|sort|uniq|jq|test|\[|history|whoami|uname|git (?:status|log|diff|show|branch|blame|ls-files|rev-parse|grep|remote|config --get)|npm (?:ls|view|outdated))\b/

const onlyLooks = (command: string): boolean =>
  commandsIn(command).every(
    (each) => addsNothing(each) || printedFiles(each) !== undefined || LOOKS.test(each.words.slice(0, 3).join(' ')),
  )

/** Commands that failed and never worked as they were. */
function failedIn(outcomes: readonly Ran[]): readonly Fact[] {
  const failed = new Map<string, Ran>()
  for (const outcome of outcomes) {
    if (outcome.hasFailed !== undefined) failed.delete(outcome.command)
    if (outcome.hasFailed && outcome.command.length <= LONGEST_COMMAND) failed.set(outcome.command, outcome)
  }
  return [...failed.values()].toReversed().map((outcome) => {
    const error = failureLine(outcome.output)
    return { ...commandFact(outcome), ...(error !== undefined && { error }) }
  })
}

interface PlannedFact extends Fact {
  readonly isUnderWay: boolean
}

/** What is not done of the last plan that an agent kept; some send only what changed. */
function planIn(messages: readonly SessionMessage[]): readonly PlannedFact[] {
  let items = new Map<string, PlannedFact & { readonly isDone: boolean }>()
  for (const said of messages)
    for (const block of said.pieces) {
      if (block.kind !== 'call' || !PLANS.test(block.tool)) continue
      const args = fieldsOf(block.args)
      const rows = [args['todos'], args['plan'], args['items'], args['tasks']]
        .map(listOf)
        .find((each) => each.length > 0)
      if (!rows) continue
      if (args['merge'] !== true) items = new Map()
      for (const row of rows.map(fieldsOf)) {
        const key = textIn(row, 'id') ?? textIn(row, ...PLANNED) ?? ''
        const text = textIn(row, ...PLANNED) ?? items.get(key)?.text
        const status = textIn(row, 'status', 'state') ?? ''
        const facts = { isDone: DONE.test(status), isUnderWay: UNDER_WAY.test(status) }
        if (text !== undefined) items.set(key, { text, said, speaker: 'assistant', ...facts })
      }
    }
  return [...items.values()].filter(({ isDone }) => !isDone)
}

const PLANNED = ['content', 'step', 'description', 'text', 'title', 'task'] as const
const DONE = /complete|done|cancel/i
const UNDER_WAY = /progress|doing|active|current/i

/** What stands in one section is not said again in a later one. */
function withoutRepeats(facts: Facts): Facts {
  const seen = new Set<string>()
  const kept = { ...facts }
  for (const name of ['aim', 'decided', 'next', 'commands', 'failed', 'open', 'files'] as const)
    kept[name] = facts[name].filter(({ text }) => {
      const key = text.toLowerCase().replaceAll(/\s+/g, ' ')
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
  return kept
}
