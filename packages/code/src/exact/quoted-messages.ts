import type { Passage } from '@wuku/core/core-types'
import { pageOfPath } from '@wuku/core/ports/history-page'
import type { ExactPassage, ExactReader } from '@wuku/kernel/base/searched'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import { analyseQuery } from '@wuku/text/terms/query'
import { englishStops } from '@wuku/text/terms/questions'
import { isFrame } from '../read-frames.ts'
import { roleOf } from '../roles.ts'

/** Larger questions are logs: what they begin with is read. */
const READ = { chars: 8_192, lines: 60 }
/** Words that are looked for together, and how often. A word that more passages hold than `holders` finds too many. */
const PROBES = { words: [3, 2], perLine: 12, all: 24, holders: 4_000, passages: 20 }
/** Words of a message that a question must have in a row; of a long one a part will do. */
const QUOTED = { words: 4, telling: 2, share: 0.5, always: 7 }
/** With more places than this, a message does not identify one of them. */
const MAX_PLACES = 2
const MAX_MESSAGES = 4
/** Words that the value of a placeholder may have. */
const MAX_FILLED = 12

/** Finds the strings in code that produced the messages quoted by a question, with any values in their placeholders. */
export const readQuoted: ExactReader = async (question, { view, sources }) => {
  const lines = linesOf(question)
  const terms = lines.flatMap((line) => line.words.map(({ term }) => term))
  if (terms.length === 0) return []
  const { chunks, holders } = await view.terms.stats([...new Set(terms)], sources)
  const probes = lines
    .flatMap((line) => probesOf(line, (term) => Math.log(chunks / (holders.get(term) ?? chunks)), holders))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, PROBES.all)
  const found = await chunksWithTerms(
    view,
    probes.map(({ required }) => ({ terms: required, required, within: { sources }, limit: PROBES.passages })),
  )
  const ids = [...new Set(found.flat().map(({ chunk }) => chunk))]
  const passages = ids.length === 0 ? [] : (await view.chunks.passages(ids)).filter(({ document }) => isCode(document))
  const strings = passages.flatMap((passage) =>
    messagesIn(passage.text).map((message) => ({ ...message, passage, line: passage.facts.line + message.at })),
  )
  return lines.flatMap((line) => placesOf(line, strings)).slice(0, MAX_MESSAGES)
}

const isCode = ({ path }: { readonly path: string }): boolean =>
  pageOfPath(path) === undefined && !['docs', 'lock'].includes(roleOf(path))

interface QuestionLine {
  /** All of its words, as they are compared. */
  readonly tokens: readonly string[]
  readonly words: readonly { readonly term: string; readonly start: number }[]
}

function linesOf(question: string): readonly QuestionLine[] {
  const lines = question.slice(0, READ.chars).split('\n', READ.lines)
  return lines.flatMap((line) => {
    const tokens = tokensOf(line)
    if (lengthOf(tokens) < QUOTED.words || isFrame(line)) return []
    const words = analyseQuery(line).flatMap(({ terms: [first], weight, start }) =>
      weight > 0 && first ? [{ term: first.term, start }] : [],
    )
    return [{ tokens, words }]
  })
}

/** A Han character is half a word. */
const TOKEN = /\0|\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]+/gv
const tokensOf = (text: string): readonly string[] => text.toLowerCase().match(TOKEN) ?? []
const lengthOf = (tokens: readonly string[]): number =>
  tokens.reduce((sum, token) => sum + (/\p{Script=Han}/u.test(token) ? 0.5 : 1), 0)

/** Words that follow one another and that something holds: one of them may fill a placeholder, so each run is tried. */
function probesOf({ words }: QuestionLine, rarityOf: (term: string) => number, holders: ReadonlyMap<string, number>) {
  const known = [...new Set(words.map(({ term }) => term))].filter((term) => holders.has(term))
  const runs = PROBES.words.map((size) =>
    known.map((_, at) => known.slice(at, at + size)).filter((run) => run.length === size),
  )
  return runs
    .flat()
    .filter((run) => run.some((term) => (holders.get(term) ?? 0) <= PROBES.holders))
    .map((required) => ({ required, worth: required.reduce((sum, term) => sum + rarityOf(term), 0) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, PROBES.perLine)
}

interface Message {
  readonly at: number
  /** Words, and `GAP` for each placeholder. */
  readonly tokens: readonly string[]
}

const GAP = '\0'
/** Triple quotes hold documentation. An apostrophe within a word opens nothing. */
const STRING =
  /"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|(?<![\w\\])[fFrRbBuU]?'(?:\\[^]|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`/g
const PLACEHOLDER =
  /%(?:\([^)]*\)|\{[^}]*\})?[-+#0-9.*]*(?:hh|h|ll|l|z|j|t|q|L)?[a-zA-Z@]|\$\{[^}]*\}|#\{[^}]*\}|\\\([^)]*\)|\{[^{}\n]*\}|\$[a-zA-Z_]\w*/g
const JOINT = String.raw`\s*(?:[+&,]|\.\.?|<<|<>|\|\|)\s*`
/** The text between two strings that form one message: nothing, an operator that joins them, or an inserted value. */
const BETWEEN = new RegExp(
  String.raw`^(?:\s*\\?\s*[frbu$@]?|\s*(?:\+|&|\.\.?|<<|<>|\|\|)\s*|(?<value>${JOINT}[\w$.()[\]>:*-]{1,60}${JOINT}))$`,
)

/** Strings of a text, those that follow one another as one. */
function messagesIn(text: string): readonly Message[] {
  const messages: Message[] = []
  const lines = createLineIndex(text)
  let end = 0
  for (const { 0: string, index } of text.matchAll(STRING)) {
    const tokens = /^(?:"""|''')/.test(string) ? [] : tokensOf(filled(string))
    const before = messages.at(-1)
    const joint = before && index - end < 100 ? BETWEEN.exec(text.slice(end, index)) : null
    const gap = joint?.groups?.['value'] === undefined ? [] : [GAP]
    if (before && joint) messages[messages.length - 1] = { ...before, tokens: [...before.tokens, ...gap, ...tokens] }
    else messages.push({ at: lines.lineAt(index) - 1, tokens })
    end = index + string.length
  }
  return messages.filter(({ tokens }) => lengthOf(wordsOf(tokens)) >= QUOTED.words)
}

const filled = (string: string): string =>
  string
    .replaceAll(PLACEHOLDER, ` ${GAP} `)
    .replaceAll(/\\[nrtv]/g, ' ')
    .replaceAll('\\', '')

const wordsOf = (tokens: readonly string[]): readonly string[] => tokens.filter((token) => token !== GAP)

type FoundString = Message & { readonly passage: Passage; readonly line: number }

/** Places of the strings that share the longest run with a line; source code comes before tests. */
function placesOf({ tokens }: QuestionLine, strings: readonly FoundString[]): readonly ExactPassage[] {
  const known = new Set(tokens)
  const quoted = strings.flatMap((string) => {
    const words = wordsOf(string.tokens)
    if (lengthOf(words.filter((word) => known.has(word))) < QUOTED.words) return []
    const length = quotedLength(tokens, string.tokens)
    const isEnough = length >= QUOTED.always || length >= lengthOf(words) * QUOTED.share
    return length >= QUOTED.words && isEnough ? [{ ...string, length }] : []
  })
  const own = quoted.filter(({ passage }) => roleOf(passage.document.path) === 'source')
  const candidates = own.length > 0 ? own : quoted
  const longest = Math.max(...candidates.map(({ length }) => length))
  const places = new Map(
    candidates
      .filter(({ length }) => length === longest)
      .map(({ passage, line }) => [`${passage.document.id}:${line}`, passage]),
  )
  if (places.size > MAX_PLACES) return []
  return [...places.values()].map(({ chunk, document }) => ({ chunk, document: document.id, readAs: 'message' }))
}

/** Words of the longest run that both have; 0 where it says nothing. */
function quotedLength(question: readonly string[], message: readonly string[]): number {
  let longest = 0
  for (const start of message.keys())
    for (const [at, token] of question.entries())
      if (token === message[start] && (start === 0 || at === 0 || question[at - 1] !== message[start - 1])) {
        const run = runFrom(question, at, message.slice(start))
        const telling = run.filter((word) => !englishStops.has(word))
        if (lengthOf(telling) >= QUOTED.telling) longest = Math.max(longest, lengthOf(run))
      }
  return longest
}

/** Words of the message that follow in the question, with any few words in each gap. */
function runFrom(question: readonly string[], from: number, message: readonly string[]): readonly string[] {
  const run: string[] = []
  let [at, hasGap] = [from, false]
  for (const word of message) {
    if (word === GAP) {
      hasGap = true
      continue
    }
    const next = hasGap ? question.indexOf(word, at) : at
    if (question[next] !== word || next - at > MAX_FILLED) break
    run.push(word)
    at = next + 1
    hasGap = false
  }
  return run
}
