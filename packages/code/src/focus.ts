import { limits } from '@wuku/core/limits'
import { isFrame, readFrames } from './read-frames.ts'

/**
 * Focus of a long question. An issue, a stack trace, a chat of ten lines says in its title, in names, paths and frames
 * what it is about; the prose between them holds every word of the trade, and would drown these.
 */

/** Shorter questions are searched as they are. */
const LONG = { chars: 320, words: 48, titled: 120 }
/** Longer texts are cut: what matters stands at the beginning, and the error at the end. */
const READ = { first: 12_000, last: 4_000 }
/** Words that are searched of each part. */
const maxWords = { title: 24, names: 24, frames: 6, prose: 20, proseBelowTitle: 6 }

export function focusOf(question: string): string {
  if (!isLong(question)) return question
  const text = shortened(question)
  const { title, rest } = titleOf(text)
  const frames = framesIn(rest).slice(0, maxWords.frames)
  const { prose, code } = partsOf(rest)
  const names = [...namesIn(`${title} ${prose}`), ...errorsIn(rest), ...frames, ...namesIn(code)]
  const nameWords = [...new Set(names.flatMap((each) => each.split(/\s+/)))].slice(0, maxWords.names)
  // A title says what the prose below it goes on about; without one the prose is the question.
  const maxProse = TITLED.test(question) ? maxWords.proseBelowTitle : maxWords.prose
  const words = wordsOf(prose).filter((word) => !nameWords.includes(word) && !ofReports.has(plain(word)))
  return (
    [...Array(TITLE).fill(title), ...nameWords, ...[...new Set(words)].slice(0, maxProse)]
      .join(' ')
      .trim()
      .slice(0, limits.queryChars) || question.slice(0, limits.queryChars)
  )
}

/** Long runs without a blank are data: names are found in their beginning, if at all. */
function shortened(question: string): string {
  const { first, last } = READ
  const text = question.length <= first + last ? question : `${question.slice(0, first)}\n${question.slice(-last)}`
  return text.replaceAll(/\S{161,}/g, (run) => run.slice(0, 160))
}

/** Occurrences of the title: words of a query weigh as often as they stand in it. */
const TITLE = 3

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Words of reports, and of people who are polite: they are about the report. */
const ofReports: ReadonlySet<string> = new Set(
  (
    'issue issues bug bugs report reported reproduce reproduction steps expected actual behavior behaviour current describe description environment version ' +
    'versions release upgrade upgraded upgrading checklist screenshot screenshots please thanks thank help great project problem happens happened ' +
    'trying tried try works worked working seems seem like would could should want wanted need following example minimal code below above'
  ).split(' '),
)

/** A line of its own above a text is the title of it: a commit, an issue, a message. */
const TITLED = /^\s*\S[^\n]{7,}\n\s*\S/

const isLong = (question: string): boolean =>
  question.length > LONG.chars ||
  wordsOf(question).length > LONG.words ||
  (question.length > LONG.titled && TITLED.test(question))

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

/** The first line that says something; of a text without lines its first sentence. */
function titleOf(text: string): { readonly title: string; readonly rest: string } {
  const found =
    /^[^\p{L}\p{N}\n]*(?:(?:title|subject|summary|issue|bug)\s*[:：]\s*)?(?<title>[^\n]*[\p{L}\p{N}][^\n]*)$/imu.exec(
      text,
    )
  const line = found?.groups?.['title'] ?? ''
  const end = /[.?!。？！](?=\s|$|\p{Script=Han})/u.exec(line.slice(SHORTEST_TITLE))
  const sentence = end ? line.slice(0, SHORTEST_TITLE + end.index) : line
  const title = wordsOf(sentence).slice(0, maxWords.title).join(' ')
  return { title, rest: text.slice((found?.index ?? 0) + (found?.[0].length ?? 0) - line.length + sentence.length) }
}

const SHORTEST_TITLE = 12

/** Fences, and lines that are indented or end like statements, are code; headings of a form say nothing. */
function partsOf(text: string): { readonly prose: string; readonly code: string } {
  const code: string[] = []
  const own = text
    .split('\n')
    .filter((line) => !isFrame(line))
    .join('\n')
  const outside = own.replaceAll(/```[^\n]*\n([^]*?)(?:```|$)/g, (_all, codeText: string) => {
    code.push(codeText)
    return '\n'
  })
  const lines = outside.split('\n')
  code.push(...lines.filter(isCode))
  const prose = lines.filter((line) => !isCode(line) && !isForm(line))
  return { prose: prose.join('\n'), code: code.join('\n') }
}

const isCode = (line: string): boolean => /^(?: {4}|\t)\s*\S|[{};]\s*$|^\s*(?:>>>|\$ )/.test(line)

/** Headings, check boxes and comments of a template, and lists of versions. */
const isForm = (line: string): boolean =>
  /^\s*(?:#{1,6}\s|\*\*[^*]{1,60}\*\*:?\s*$|[-*]\s*\[[ x]\]|<!--|\|)/i.test(line) ||
  /^.{0,60}[:=\s]v?\d+(?:\.\d+)+\S*\s*$/.test(line)

/** Places of others say where the error came through, not what is wrong here. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|gems|vendor|\.cargo|rustc|node:internal)(?:\/|$)|^node:|\/lib\/python3|^(?:java|javax|jdk|sun|System|Microsoft|runtime|std|core|alloc)[.:]/

/** Names of files and functions, innermost first; a frame of others gives none. */
const framesIn = (text: string): readonly string[] =>
  readFrames(text)
    .frames.filter(({ path, name = '' }) => !FOREIGN.test(path) && !FOREIGN.test(name))
    .map(({ path, name = '' }) => {
      const last = name.split(/[^\w$]+/).filter((part) => /[a-z]/i.test(part) && part !== 'module')
      return [path.split('/').slice(-2).join('/'), ...last.slice(-2)].join(' ')
    })

/** `TypeError: ...`, `panicked at ...`: the line that names the error, without its places. */
const errorsIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /^[ \t]*(?:[\w.]*(?:Error|Exception|Warning|Panic)\b[^\n]{0,160}|.{0,40}panicked at [^\n]{0,160})$/gm,
    ),
  ]
    .map(([line]) => line.trim())
    .slice(-2)

/** Code spans, paths, and words that only code has: `a.b`, `a_b`, `aB`, `A::b`, `f()`. */
function namesIn(text: string): readonly string[] {
  const spans = [...text.matchAll(/`([^`\n]{2,80})`/g)].map(([, span = '']) => span)
  const names = text.match(
    /[\w$-]+(?:\/[\w.$-]+)+\.\w+|[\p{L}_$][\w$]*(?:(?:\.|::|->|#)[\p{L}_$][\w$]*)+|[\p{L}\d]*_[\p{L}\d_]+|[\p{L}\d]*\p{Ll}\p{Lu}[\p{L}\d]*|[\p{L}_$][\w$]*(?=\(\))/gu,
  )
  return [...spans, ...(names ?? [])].filter((name) => !/^https?:|^\d/.test(name))
}
