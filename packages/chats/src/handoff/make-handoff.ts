import type { Engine } from '@wuku/kernel/base/engine'
import { repositoryAround } from '@wuku/kernel/claims/judge-texts'
import { judgeShown, listClaims } from '@wuku/kernel/claims/shown-claims'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import { writeDay } from '../days.ts'
import { isAbsolute, pathBelow } from '../paths.ts'
import { metaOf } from '../record.ts'
import { sectionNames, type HandoffLine, type HandoffOutput, type SectionName } from './handoff-shapes.ts'
import { languageOf, renderHandoff, renderLine, withHead, type Framing } from './handoff-text.ts'
import { ROUNDS, type Fact, type SessionFacts } from './session-facts.ts'

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
