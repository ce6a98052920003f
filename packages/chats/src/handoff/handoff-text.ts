import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { fold } from '@wuku/text/terms/fold'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import { writeDay, writeMinute } from '../days.ts'
import { names } from '../resume.ts'
import type { HandoffLine, HandoffOutput, SectionName } from './handoff-shapes.ts'
import words from './words.json' with { type: 'json' }

type Language = keyof typeof words

/** Facts for the text around the lines. */
export interface Framing extends HeadFacts {
  readonly head: string
}

interface HeadFacts {
  readonly entry: ChatEntry
  readonly language: Language
  readonly isCutOff: boolean
  /** Folders of another user's machine are private. */
  readonly isOwn: boolean
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

/** A phrase with its holes filled, without brackets in which nothing is known. */
const phrase = (
  language: Language,
  key: keyof (typeof words)['en'],
  values: Readonly<Record<string, string | undefined>> = {},
): string =>
  words[language][key]
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '?')
    .replaceAll(/ ?[(（]\?[,，] ?\?[)）]/g, '')

/** The whole of it, without the sections of which nothing is known. */
export function renderHandoff(sections: HandoffOutput['sections'], framing: Framing): string {
  const parts = sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => {
      const own = lines.map((line) => renderLine(name, line, framing))
      return [`## ${phrase(framing.language, name)}`, ...own, ''].join('\n')
    })
  return withoutHidden([framing.head, ...parts].join('\n'))
}

/** The head says as much about the conversation as the budget holds. */
export function withHead(given: HeadFacts, budget: number): Framing {
  const { entry, language, isCutOff, isOwn } = given
  const { title, agent, startedAt, endedAt, project, branch } = entry
  const facts = [
    phrase(language, 'from', { agent: names[agent], from: writeMinute(startedAt), to: writeMinute(endedAt) }),
    ...(isCutOff ? [phrase(language, 'cutOff')] : []),
    ...(project === undefined || !isOwn ? [] : [phrase(language, 'folder', { folder: oneLine(project) })]),
    ...(branch === undefined ? [] : [phrase(language, 'branch', { branch: oneLine(branch) })]),
  ]
  const titled = (most: number): string =>
    `# ${phrase(language, 'handover', { title: oneLine(title).slice(0, graphemeBorder(oneLine(title), most)) })}`
  const record = phrase(language, 'record', { citation: citeChat(entry) })
  const heads = [[titled(100), facts.join(' '), record], [titled(30), record], [titled(30)]]
  const fitting = heads.map((lines) => [...lines, ''].join('\n')).filter((head) => estimateTokens(head) * 1.5 <= budget)
  return { ...given, head: withoutHidden(fitting[0] ?? titled(30)) }
}

const oneLine = (text: string): string => withoutHidden(text).replaceAll(/\s+/g, ' ').trim()

/** A line as it is handed over; its words are those of the conversation. */
export function renderLine(name: SectionName, line: HandoffLine, { language, idLength }: Framing): string {
  const { text, at, by, citation, folder, exit_code, error, file_state, claims = [] } = line
  const { commit, date, now } = { now: undefined, ...(claims[0] ?? line) }
  const notes = [
    ...(folder === undefined ? [] : [phrase(language, 'in', { folder })]),
    ...(exit_code === undefined || exit_code === 0 ? [] : [phrase(language, 'exit', { code: String(exit_code) })]),
    ...(error === undefined ? [] : [error]),
    ...(file_state === undefined ? [] : [phrase(language, file_state, { now, date, commit: commit?.slice(0, 7) })]),
    ...(/decided|said/.test(name) && by === 'assistant' ? [phrase(language, 'by')] : []),
  ]
  const day = name === 'decided' && at !== null ? `${writeDay(Date.parse(at))} ` : ''
  const quoted = by === undefined ? codeSpan(text) : `"${text}"`
  const message = decodeURIComponent(citation.slice(citation.indexOf('#') + 1)).slice(0, idLength)
  const since = claims.map((claim) => {
    const key = claim.state === 'moved' || claim.state === 'gone' ? claim.state : 'was changed'
    const state = phrase(language, key, { now: claim.now, date: claim.date, commit: claim.commit?.slice(0, 7) })
    return phrase(language, 'since', { text: claim.text, state })
  })
  const rows = [`- ${day}${quoted}${notes.length > 0 ? ` (${notes.join('; ')})` : ''} #${message}`, ...since]
  return rows.slice(0, name === 'files' ? 1 : undefined).join('\n  ')
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const [fence, space] = ['`'.repeat(longest + 1), longest === 0 ? '' : ' ']
  return `${fence}${space}${text}${space}${fence}`
}
