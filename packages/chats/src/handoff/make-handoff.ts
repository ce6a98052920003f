import type { Engine } from '@wuku/kernel/base/engine'
import { judgeTexts, repositoryAround } from '@wuku/kernel/claims/judge-texts'
import { isNews, type JudgedClaim } from '@wuku/text/claims/judged'
import { estimateTokens } from '@wuku/text/terms/tokens'
import type { ChatEntry } from '../catalogue.ts'
import { writeDay } from '../days.ts'
import { isAbsolute, pathBelow } from '../paths.ts'
import { metaOf } from '../record.ts'
import { sectionNames, type HandoffLine, type HandoffOutput, type SectionName } from './handoff-shapes.ts'
import { languageOf, renderHandoff, renderLine, type Framing } from './handoff-text.ts'
import type { Fact, SessionFacts } from './session-facts.ts'

type Made = Pick<HandoffOutput, 'cut_off' | 'language' | 'sections' | 'left_out' | 'text' | 'tokens'>
type Lines = Readonly<Record<SectionName, readonly Fact[]>>

/** Lines that a section takes in one round, and at most. */
const shares: Readonly<Record<SectionName, { readonly round: number; readonly most: number }>> = {
  aim: { round: 3, most: 6 },
  next: { round: 1, most: 3 },
  decided: { round: 4, most: 16 },
  commands: { round: 4, most: 14 },
  files: { round: 4, most: 16 },
  failed: { round: 3, most: 10 },
  open: { round: 3, most: 8 },
}

const bySection = (lines: (name: SectionName) => readonly Fact[]): Lines =>
  Object.fromEntries(sectionNames.map((name) => [name, lines(name)])) as unknown as Lines

/** What the next agent needs of a conversation, in its own words, held against what is there now. */
export async function makeHandoff(
  entry: ChatEntry,
  { facts, isCutOff, idLength, asked }: SessionFacts,
  { budget, engine }: { readonly budget: number; readonly engine: Engine },
): Promise<Made> {
  const framing = { entry, language: languageOf(asked), isCutOff, idLength }
  const lines = await verified(
    bySection((name) => facts[name].slice(0, shares[name].most)),
    entry,
    engine,
  )
  const chosen = choose(lines, budget, framing)
  const sections = sectionNames.map((name) => ({
    name,
    lines: inOrder(name, lines[name]).filter((line) => chosen.has(line)),
  }))
  const text = renderHandoff(sections, framing)
  const all = sectionNames.reduce((sum, name) => sum + facts[name].length, 0)
  return {
    cut_off: isCutOff,
    language: framing.language,
    sections: sections.map(({ name, lines: own }) => ({ name, lines: own.map(({ index: _, ...line }) => line) })),
    left_out: all - chosen.size,
    text,
    tokens: estimateTokens(text),
  }
}

/** As much of every section as the budget holds: they take turns, and a line that does not fit is passed over. */
function choose(lines: Lines, budget: number, framing: Framing): ReadonlySet<Fact> {
  const chosen = new Set<Fact>()
  const headings = renderHandoff(
    sectionNames.map((name) => ({ name, lines: lines[name].slice(0, 1).map((line) => ({ ...line, text: '' })) })),
    framing,
  )
  let left = budget - estimateTokens(headings)
  for (let round = 0; round < 4; round++)
    for (const [name, { round: size }] of Object.entries(shares) as [SectionName, (typeof shares)[SectionName]][])
      for (const line of lines[name].slice(round * size, (round + 1) * size)) {
        const tokens = estimateTokens(`${renderLine(name, line, framing)}\n`) + 1
        if (tokens > left) continue
        left -= tokens
        chosen.add(line)
      }
  return chosen
}

/** What was said and done in the order of time; files and what comes next by what matters. */
const inOrder = (name: SectionName, lines: readonly Fact[]): readonly Fact[] =>
  name === 'files' || name === 'next' || name === 'open' ? lines : lines.toSorted((a, b) => a.index - b.index)

/** Lines with what they say that is so no longer, and files with their present state. */
async function verified(lines: Lines, entry: ChatEntry, engine: Engine): Promise<Lines> {
  const document = entry.documents.find((each) => metaOf(each).project !== undefined) ?? entry.documents[0]
  const of = document && { document: { ...document, modifiedAt: entry.endedAt }, source: entry.source }
  const flat = sectionNames.flatMap((name) => lines[name].map((line) => ({ name, line })))
  const texts = flat.map(({ line: { text, by } }) => ({
    // Commands are read as code, and so is a path, which is a claim by itself.
    text: by ? text : `\`\`\`\n${text}\n\`\`\``,
    ...(of && { of }),
  }))
  const claims = await judgeTexts(texts, engine, { isThorough: false, most: MAX_CLAIMS })
  const files = lines.files.map(({ text }) => text)
  const states = new Map(await statesInGit(files, entry, engine).catch(() => []))
  const judged = flat.map(({ name, line }, at) => {
    const news = (claims[at] ?? []).filter(isNews).map(claimOutput)
    if (name !== 'files') return { name, line: { ...line, ...(news.length > 0 && { claims: news }) } }
    const { text: _, kind: __, state, ...changed } = news.find(({ kind }) => kind === 'path') ?? {}
    return { name, line: { ...line, ...(state ? { file_state: state, ...changed } : states.get(line.text)) } }
  })
  return bySection((name) => judged.flatMap((each) => (each.name === name ? [each.line] : [])))
}

/** Claims that are looked at. */
const MAX_CLAIMS = 300

const claimOutput = ({ text, kind, state, now, commit, date }: JudgedClaim) => ({
  ...{ text, kind, state: state as 'moved' | 'changed' | 'gone' },
  ...(now !== undefined && { now }),
  ...(commit !== undefined && { commit }),
  ...(date !== undefined && { date }),
})

type FileState = Pick<HandoffLine, 'file_state' | 'commit' | 'date'>

/** How files stand in the repository around the folder of the conversation, if the caller sees it. */
async function statesInGit(
  paths: readonly string[],
  { project, endedAt }: ChatEntry,
  engine: Engine,
): Promise<readonly (readonly [string, FileState])[]> {
  const place = project === undefined ? undefined : await repositoryAround(project, engine)
  const history = place && (await engine.files.historyOf(place.source))
  const repository = await history?.repository()
  if (!history || !repository || !('top' in repository)) return []
  const stateOf = async (path: string): Promise<FileState> => {
    const inGit = pathBelow(isAbsolute(path) ? path : `${project}/${path}`, repository.top).replaceAll('\\', '/')
    if (isAbsolute(inGit)) return {}
    if (await history.isModified(inGit)) return { file_state: 'uncommitted' }
    const [last] = await history.changesOfFile(inGit, 1)
    if (!last) return {}
    const change = { commit: last.sha, date: writeDay(last.at) }
    return last.at > endedAt ? { file_state: 'changed', ...change } : { file_state: 'unchanged' }
  }
  return Promise.all(paths.map(async (path) => [path, await stateOf(path)] as const))
}
