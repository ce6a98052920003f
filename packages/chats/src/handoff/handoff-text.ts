import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { fold } from '@wuku/text/terms/fold'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import { writeDay, writeMinute } from '../days.ts'
import { names } from '../resume.ts'
import type { HandoffLine, HandoffOutput, SectionName } from './handoff-shapes.ts'
import words from './words.json' with { type: 'json' }

type Language = keyof typeof words
type Values = Readonly<Record<string, string | undefined>>

/** What is said around the lines, in the language of the session. */
export interface Framing {
  readonly entry: ChatEntry
  readonly language: Language
  readonly isCutOff: boolean
  /** Characters by which a message is named. */
  readonly idLength: number
}

/** The language of what a user wrote. */
export function languageOf(text: string): Language {
  const characters = text.match(/\p{Script=Han}/gu) ?? []
  if (characters.length <= (text.match(/[A-Za-z]+/g)?.length ?? 0)) return 'en'
  const traditional = characters.filter((character) => fold(character) !== character).length
  return traditional > characters.length / 20 ? 'zh-Hant' : 'zh-Hans'
}

/** A phrase with its holes filled, without brackets in which nothing is known; a commit by the start of its hash. */
function say(language: Language, phrase: keyof (typeof words)['en'], values: Values = {}): string {
  const filled = words[language][phrase].replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '?')
  return filled.replaceAll(/ ?[(（]\?[,，] ?\?[)）]/g, '').replaceAll(/\b([0-9a-f]{7})[0-9a-f]{33,57}\b/g, '$1')
}

export const renderHandoff = (sections: HandoffOutput['sections'], framing: Framing): string =>
  withoutHidden(
    [
      renderHead(framing),
      ...sections
        .filter(({ lines }) => lines.length > 0)
        .map(({ name, lines }) =>
          [`## ${say(framing.language, name)}`, ...lines.map((line) => renderLine(name, line, framing)), ''].join('\n'),
        ),
    ].join('\n'),
  )

function renderHead({ entry, language, isCutOff }: Framing): string {
  const { title, agent, startedAt, endedAt, project, branch } = entry
  const [from, to] = [writeMinute(startedAt), writeMinute(endedAt)]
  const facts = [
    say(language, 'from', { agent: names[agent], from, to: to.startsWith(from.slice(0, 10)) ? to.slice(11) : to }),
    ...(isCutOff ? [say(language, 'cutOff')] : []),
    ...(project === undefined ? [] : [say(language, 'folder', { folder: oneLine(project) })]),
    ...(branch === undefined ? [] : [say(language, 'branch', { branch: oneLine(branch) })]),
  ]
  const head = say(language, 'handover', { title: oneLine(title).slice(0, LONGEST_TITLE) })
  return [`# ${head}`, facts.join(' '), say(language, 'record', { citation: citeChat(entry) }), ''].join('\n')
}

const LONGEST_TITLE = 100
const oneLine = (text: string): string => withoutHidden(text).replaceAll(/\s+/g, ' ').trim()

/** A line as it is handed over; its words are those of the conversation. */
export function renderLine(name: SectionName, line: HandoffLine, { language, idLength }: Framing): string {
  const { text, at, by, citation, folder, exit_code, error, file_state, claims = [], ...changed } = line
  const notes = [
    ...(folder === undefined ? [] : [say(language, 'in', { folder })]),
    ...(exit_code === undefined || exit_code === 0 ? [] : [say(language, 'exit', { code: String(exit_code) })]),
    ...(error === undefined ? [] : [error]),
    ...(file_state === undefined ? [] : [say(language, file_state, changed)]),
    ...(name === 'decided' && by === 'assistant' ? [say(language, 'by')] : []),
  ]
  const date = name === 'decided' && at !== null ? `${writeDay(Date.parse(at))} ` : ''
  const quoted = by === undefined ? codeSpan(text) : `"${text}"`
  const message = decodeURIComponent(citation.slice(citation.indexOf('#') + 1)).slice(0, idLength)
  const since = claims.map((claim) => {
    const state = say(language, claim.state === 'changed' ? 'was changed' : claim.state, claim)
    return say(language, 'since', { text: claim.text, state })
  })
  return [`- ${date}${quoted}${notes.length > 0 ? ` (${notes.join('; ')})` : ''} #${message}`, ...since].join('\n  ')
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const [fence, space] = ['`'.repeat(longest + 1), longest === 0 ? '' : ' ']
  return `${fence}${space}${text}${space}${fence}`
}
