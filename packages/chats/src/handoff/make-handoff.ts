import type { Engine } from '@wuku/kernel/base/engine'
import { repositoryAround } from '@wuku/kernel/claims/judge-texts'
import { judgeShown, listClaims } from '@wuku/kernel/claims/shown-claims'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import { writeDay } from '../days.ts'
import { isAbsolute, pathBelow } from '../paths.ts'
import { metaOf } from '../record.ts'
import { sectionNames, type HandoffLine, type HandoffOutput } from './handoff-shapes.ts'
import { languageOf, renderHandoff, renderLine, type Framing } from './handoff-text.ts'
import type { Fact, SessionFacts } from './session-facts.ts'

/** Lines of a section in each of four rounds. */
const perRound = { aim: 2, decided: 4, files: 4, commands: 4, failed: 3, open: 2, next: 1 } as const
const roundOf = ({ section, rank }: Fact): number => Math.floor(rank / perRound[section])

/** Quotes from a conversation all that the next agent needs, compared with the present state of the project. */
export async function makeHandoff(
  entry: ChatEntry,
  { facts, isCutOff, idLength, asked }: SessionFacts,
  { budget, engine }: { readonly budget: number; readonly engine: Engine },
): Promise<Omit<HandoffOutput, 'command' | 'notes'>> {
  const framing = { entry, language: languageOf(asked), isCutOff, idLength, isOwn: engine.sources.isOwn(entry.source) }
  const candidates = await verified(
    facts.filter((fact) => roundOf(fact) < 4),
    entry,
    engine,
  )
  const chosen = choose(candidates, budget, framing)
  // Statements and commands are in the order of time, files and next steps in that of importance.
  const inOrder = chosen.toSorted((a, b) => (/files|next|open/.test(a.section) ? a.rank - b.rank : a.index - b.index))
  const sections = sectionNames.map((name) => {
    const own = inOrder.filter(({ section }) => section === name)
    return { name, lines: own.map(({ line }) => line) }
  })
  const text = renderHandoff(sections, framing)
  const { id, title, agent } = entry
  const about = { conversation: id, title, agent, citation: citeChat(entry), language: framing.language }
  const counts = { left_out: facts.length - chosen.length, tokens: estimateTokens(text) }
  return { ...about, cut_off: isCutOff, sections, text, ...counts }
}

/** As much of every section as the budget holds: they take turns, and a line that does not fit is passed over. */
function choose(facts: readonly Fact[], budget: number, framing: Framing): readonly Fact[] {
  let left = budget - estimateTokens(renderHandoff([], framing)) - HEADINGS
  const ranked = facts.toSorted((a, b) => roundOf(a) - roundOf(b))
  return ranked.filter((fact) => {
    const tokens = estimateTokens(`${renderLine(fact.section, fact.line, framing)}\n`) + 1
    const fits = tokens <= left
    if (fits) left -= tokens
    return fits
  })
}

/** Tokens of the headings of all sections. */
const HEADINGS = 60

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
