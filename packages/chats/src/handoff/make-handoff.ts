import type { Engine } from '@wuku/kernel/base/engine'
import { repositoryAround } from '@wuku/kernel/claims/judge-texts'
import { judgeShown, listClaims } from '@wuku/kernel/claims/shown-claims'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { fold } from '@wuku/text/terms/fold'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import { codeSpan } from '../backticks.ts'
import { writeDay, writeMinute } from '../days.ts'
import { isAbsolute, pathBelow } from '../paths.ts'
import { metaOf } from '../record.ts'
import { names } from '../resume.ts'
import { sectionNames, type HandoffLine, type HandoffOutput, type SectionName } from './handoff-shapes.ts'
import { ROUNDS, type Fact, type SessionFacts } from './session-facts.ts'
import words from './words.json' with { type: 'json' }

/** Facts for the text around the lines. */
interface Framing extends HeadFacts {
  readonly head: string
}

/** Quotes from a conversation all that the next agent needs, compared with the present state of the project. */
export async function makeHandoff(
  entry: ChatEntry,
  { facts, further, isCutOff, idLength, asked }: SessionFacts,
  { budget, engine }: { readonly budget: number; readonly engine: Engine },
): Promise<Omit<HandoffOutput, 'command' | 'folder' | 'notes'>> {
  const isOwn = engine.sources.isOwn(entry.source)
  const framing = withHead({ entry, language: languageOf(asked), isCutOff, idLength, isOwn }, budget)
  const candidates = [...facts.filter(({ round }) => round < ROUNDS), ...further]
  const chosen = choose(await verified(candidates, entry, engine), budget, framing)
  // Statements and commands are in the order of time, files and next steps in that of importance.
  const inOrder = chosen.toSorted((a, b) => {
    if (/files|next|open/.test(a.section)) return a.rank - b.rank
    // Within a message the lines of the aim are ranked as they stand, all others from the last one.
    return a.index - b.index || (a.section === 'aim' ? a.rank - b.rank : b.rank - a.rank)
  })
  const sections = sectionNames.map((name) => {
    const own = inOrder.filter(({ section }) => section === name)
    return { name, lines: own.map(({ line }) => line) }
  })
  const text = renderHandoff(sections, framing)
  const { id, title, agent } = entry
  const about = { conversation: id, title, agent, citation: citeChat(entry), language: framing.language }
  const counts = {
    left_out: facts.length - chosen.filter(({ round }) => round < ROUNDS).length,
    tokens: estimateTokens(text),
  }
  return { ...about, cut_off: isCutOff, sections, text, ...counts }
}

/** As much of every section as the budget holds: they take turns, and a line that does not fit is passed over. */
function choose(facts: readonly Fact[], budget: number, framing: Framing): readonly Fact[] {
  let left = budget - estimateTokens(framing.head)
  const started = new Set<SectionName>()
  return facts
    .toSorted((a, b) => a.round - b.round)
    .filter(({ section, line }) => {
      const tokens = estimateTokens(`${renderLine(section, line, framing)}\n`) + (started.has(section) ? 0 : HEADING)
      const fits = tokens <= left
      if (fits) left -= tokens
      if (fits) started.add(section)
      return fits
    })
}

/** Tokens of the longest heading of a section. */
const HEADING = 8

/** Adds to lines the claims in them that are no longer true, and to files their present state. */
async function verified(facts: readonly Fact[], entry: ChatEntry, engine: Engine): Promise<readonly Fact[]> {
  const { documents, endedAt, source } = entry
  const named = documents.find((each) => metaOf(each).project !== undefined) ?? documents[0]
  if (!named) return facts
  const document = { ...named, modifiedAt: endedAt }
  // A command is read as code, and so is a path, which is a claim by itself.
  const texts = facts.map(({ line: { text, by } }) => (by ? text : `\`\`\`\n${text}\n\`\`\``))
  const claims = await judgeShown(
    texts.map((text) => ({ text, document, source })),
    engine,
  )
  // Without git there is no proof.
  const files = facts.filter(({ section }) => section === 'files')
  const states = new Map(await statesInGit(files, entry, engine).catch(() => []))
  return facts.map((fact, at) => {
    const news = listClaims(claims[at] ?? [])
    const fate = fact.section === 'files' ? news.claims?.find(({ kind }) => kind === 'path') : undefined
    const state = fate ? { file_state: fate.state as 'moved' | 'changed' | 'gone' } : states.get(fact)
    return { ...fact, line: { ...fact.line, ...news, ...state } }
  })
}

type FileState = Pick<HandoffLine, 'file_state' | 'commit' | 'date'>

/** How files stand in the repository around the folder of the conversation, if the caller sees it. */
async function statesInGit(files: readonly Fact[], { project = '', endedAt }: ChatEntry, engine: Engine) {
  const place = await repositoryAround(project, engine)
  const history = place && (await engine.files.historyOf(place.source))
  const repository = await history?.repository()
  if (!history || !repository || !('top' in repository)) return []
  const stateOf = async (path: string): Promise<FileState> => {
    const inGit = pathBelow(isAbsolute(path) ? path : `${project}/${path}`, repository.top).replaceAll('\\', '/')
    if (isAbsolute(inGit)) return {}
    if (await history.isModified(inGit)) return { file_state: 'uncommitted' }
    const [last] = await history.changesOfFile(inGit, 1)
    if (!last) return {}
    const change = { file_state: 'changed', commit: last.sha, date: writeDay(last.at) } as const
    return last.at > endedAt ? change : { file_state: 'unchanged' }
  }
  return Promise.all(files.map(async (file) => [file, await stateOf(file.line.text)] as const))
}

type Language = keyof typeof words

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
function languageOf(text: string): Language {
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
function renderHandoff(sections: HandoffOutput['sections'], framing: Framing): string {
  const parts = sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => {
      const own = lines.map((line) => renderLine(name, line, framing))
      return [`## ${phrase(framing.language, name)}`, ...own, ''].join('\n')
    })
  return withoutHidden([framing.head, ...parts].join('\n'))
}

/** The head says as much about the conversation as the budget holds. */
function withHead(given: HeadFacts, budget: number): Framing {
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
function renderLine(name: SectionName, line: HandoffLine, { language, idLength }: Framing): string {
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
