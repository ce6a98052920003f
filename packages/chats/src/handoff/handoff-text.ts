import { isoTime } from '@wuku/kernel/day'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import { writeDay, writeMinute } from '../days.ts'
import { names } from '../resume.ts'
import type { HandoffLine, HandoffSection } from './handoff-shapes.ts'
import type { SectionName } from './session-facts.ts'
import words from './words.json' with { type: 'json' }

export type Language = keyof typeof words
type Word = keyof (typeof words)['en']

/** The language of what a user wrote. Characters that only traditional, and only simplified Chinese has decide between the two. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[A-Za-z]+/g)?.length ?? 0
  if (han <= latin) return 'en'
  return (text.match(TRADITIONAL)?.length ?? 0) > (text.match(SIMPLIFIED)?.length ?? 0) ? 'zh-Hant' : 'zh-Hans'
}

const TRADITIONAL = /[這們個說時會為來對開關後應該請讓錯誤號無現實點從過還樣檔檢測試據權資訊寫問題單動]/gu
const SIMPLIFIED = /[这们个说时会为来对开关后应该请让错误号无现实点从过还样档检测试据权资讯写问题单动]/gu

export interface Told {
  readonly entry: ChatEntry
  readonly language: Language
  /** Folders of another user's machine are private. */
  readonly isOwn: boolean
  readonly isCutOff: boolean
  /** How a message is named behind a line. */
  readonly anchorOf: (line: HandoffLine) => string
}

/** A phrase with its holes filled; a commit by the beginning of its hash. */
const say = (language: Language, word: Word, values: Readonly<Record<string, string | undefined>> = {}): string =>
  words[language][word]
    .replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '?')
    .replaceAll(/ ?[(（]\?[,，] ?\?[)）]/g, '')

export const titleOf = (name: SectionName, language: Language): string => words[language][name]

/** What stands above the sections. */
export function headOf({ entry, language, isOwn, isCutOff }: Told): string {
  const { title, agent, startedAt, endedAt, project, branch } = entry
  const [from, to] = [writeMinute(startedAt), writeMinute(endedAt)]
  const facts = [
    say(language, 'from', { agent: names[agent], from, to: to.startsWith(from.slice(0, 10)) ? to.slice(11) : to }),
    ...(isCutOff ? [say(language, 'cutOff')] : []),
    ...(project !== undefined && isOwn ? [say(language, 'folder', { folder: oneLine(project) })] : []),
    ...(branch === undefined ? [] : [say(language, 'branch', { branch: oneLine(branch) })]),
  ]
  const head = say(language, 'handover', { title: oneLine(title).slice(0, LONGEST_TITLE) })
  return `# ${head}\n${facts.join(' ')}\n${say(language, 'record', { citation: citeChat(entry) })}\n`
}

const LONGEST_TITLE = 100
const oneLine = (text: string): string => withoutHidden(text).replaceAll(/\s+/g, ' ').trim()

/** A line as it is handed over; its words are those of the conversation. */
export function renderLine(name: SectionName, line: HandoffLine, { language, anchorOf }: Told): string {
  const notes = [...notesOf(name, line, language)]
  const isCode = name === 'files' || line.ended !== undefined
  const quoted = isCode ? codeSpan(line.text) : `"${line.text}"`
  const date = name === 'decided' && line.at !== null ? `${writeDay(Date.parse(line.at))} ` : ''
  const claims = (line.claims ?? []).map(({ text, state, ...values }) =>
    say(language, 'since', { text, state: say(language, state === 'changed' ? 'was changed' : state, short(values)) }),
  )
  const anchor = `#${anchorOf(line)}`
  return [`- ${date}${quoted}${notes.length > 0 ? ` (${notes.join('; ')})` : ''} ${anchor}`, ...claims].join('\n  ')
}

function* notesOf(name: SectionName, line: HandoffLine, language: Language): Generator<string> {
  if (line.folder !== undefined) yield say(language, 'in', { folder: line.folder })
  if (line.ended === 'timed out') yield say(language, 'timed out')
  else if (line.exit_code !== undefined && line.exit_code !== 0)
    yield say(language, 'exit', { code: String(line.exit_code) })
  if (line.error !== undefined) yield line.error
  if (line.file_state !== undefined && line.file_state !== 'unknown') yield say(language, line.file_state, short(line))
  if (name === 'decided' && line.by === 'assistant') yield say(language, 'by')
}

const short = ({ now, commit, date }: Pick<HandoffLine, 'now' | 'commit' | 'date'>) => ({
  now,
  commit: commit?.slice(0, 7),
  date,
})

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`
}

/** The whole hand-over, without the sections that have nothing to say. */
export const renderHandoff = (sections: readonly HandoffSection[], told: Told): string =>
  withoutHidden(
    [
      headOf(told),
      ...sections
        .filter(({ lines }) => lines.length > 0)
        .map(
          ({ name, title, lines }) => `## ${title}\n${lines.map((line) => renderLine(name, line, told)).join('\n')}\n`,
        ),
    ].join('\n'),
  )

export const tokensOf = (text: string): number => estimateTokens(text)
export const isoOf = (at: number): string | null => isoTime(at)

/** The shortest beginnings, of eight characters and more, by which each id differs from all others. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].toSorted()
  return new Map(
    sorted.map((id, at) => {
      const near = [sorted[at - 1] ?? '', sorted[at + 1] ?? '']
      const shared = Math.max(...near.map((other) => sharedLength(id, other)))
      return [id, id.slice(0, Math.max(8, shared + 1))]
    }),
  )
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
