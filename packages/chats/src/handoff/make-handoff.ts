import type { Engine } from '@wuku/kernel/base/engine'
import { judgeTexts } from '@wuku/kernel/claims/judge-texts'
import { isNews } from '@wuku/text/claims/judged'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import { metaOf } from '../record.ts'
import { fileStates } from './file-states.ts'
import { fillSections, mostOf } from './fill-sections.ts'
import type { HandoffInput, HandoffLine, HandoffOutput, HandoffSection } from './handoff-shapes.ts'
import {
  headOf,
  isoOf,
  languageOf,
  renderHandoff,
  renderLine,
  shortIds,
  titleOf,
  tokensOf,
  type Told,
} from './handoff-text.ts'
import { bySection, readFacts, sectionNames, type Fact, type SectionName } from './session-facts.ts'
import type { SessionMessage } from './session-messages.ts'

interface Session {
  readonly entry: ChatEntry
  readonly messages: readonly SessionMessage[]
  readonly isOwn: boolean
}

type Made = Pick<HandoffOutput, 'cut_off' | 'language' | 'sections' | 'left_out' | 'text' | 'tokens'>

/** What the next agent needs of a conversation, in its own words, held against what is there now. */
export async function makeHandoff(session: Session, { budget }: HandoffInput, engine: Engine): Promise<Made> {
  const { entry, messages, isOwn } = session
  const { facts, isCutOff } = readFacts(messages, entry.project)
  const words = messages.flatMap(({ role, pieces }) => (role === 'user' ? pieces : []))
  const language = languageOf(words.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n'))
  const anchors = shortIds(messages.map(({ message }) => message.id))
  const told: Told = {
    entry,
    language,
    isOwn,
    isCutOff,
    anchorOf: ({ citation }) => {
      const id = decodeURIComponent(citation.slice(citation.indexOf('#') + 1))
      return anchors.get(id) ?? id
    },
  }
  const shown = bySection((name) => facts[name].slice(0, 2 * mostOf(name)))
  const lines = await verified(shown, session, engine)
  const candidates = bySection((name) =>
    lines[name].map((line) => ({ line, tokens: tokensOf(`${renderLine(name, line, told)}\n`) + 1 })),
  )
  const titles = sectionNames.reduce((sum, name) => sum + tokensOf(`\n## ${titleOf(name, language)}\n`), 0)
  const { chosen, leftOut } = fillSections(candidates, budget - tokensOf(headOf(told)) - titles)
  const sections = sectionNames.map((name): HandoffSection => ({
    name,
    title: titleOf(name, language),
    lines: inOrder(name, lines[name], shown[name]).filter((line) => chosen[name].has(line)),
  }))
  const text = renderHandoff(sections, told)
  const more = sectionNames.reduce((sum, name) => sum + facts[name].length - shown[name].length, 0)
  return { cut_off: isCutOff, language, sections, left_out: leftOut + more, text, tokens: tokensOf(text) }
}

/** What was said and done in the order of time; files and what comes next by what matters. */
function inOrder(name: SectionName, lines: readonly HandoffLine[], facts: readonly Fact[]): readonly HandoffLine[] {
  if (name === 'files' || name === 'next' || name === 'open') return lines
  const placed = lines.map((line, at) => ({ line, index: facts[at]?.said.message.index ?? 0 }))
  return placed.toSorted((a, b) => a.index - b.index).map(({ line }) => line)
}

/** Claims that are looked at; a hand-over holds fewer. */
const MAX_CLAIMS = 300

async function verified(
  facts: Readonly<Record<SectionName, readonly Fact[]>>,
  { entry, isOwn }: Session,
  engine: Engine,
): Promise<Readonly<Record<SectionName, readonly HandoffLine[]>>> {
  const named = entry.documents.find((document) => metaOf(document).project !== undefined) ?? entry.documents[0]
  const of = named && { document: { ...named, modifiedAt: entry.endedAt }, source: entry.source }
  const flat = sectionNames.flatMap((name) => facts[name].map((fact) => ({ name, fact })))
  const texts = flat.map(({ name, fact: { text, outcome } }) => ({
    text: name === 'files' ? '' : outcome ? `\`\`\`\n${text}\n\`\`\`` : text,
    ...(of && { of }),
  }))
  const [claims, states] = await Promise.all([
    judgeTexts(texts, engine, { isThorough: false, most: MAX_CLAIMS }),
    fileStates(
      facts.files.map(({ text }) => text),
      { project: entry.project, since: entry.endedAt, engine },
    ),
  ])
  const lines = flat.map(({ name, fact }, at): readonly [SectionName, HandoffLine] => {
    const news = (claims[at] ?? []).flatMap(({ text, kind, state, now, commit, date }) =>
      isNews({ state }) ? [withoutUnknown({ text, kind, state, now, commit, date })] : [],
    )
    const file = name === 'files' ? states[facts.files.indexOf(fact)] : undefined
    return [
      name,
      {
        ...lineOf(fact, entry, isOwn),
        ...(file && { ...withoutUnknown({ ...file, state: undefined }), file_state: file.state }),
        ...(news.length > 0 && { claims: news as NonNullable<HandoffLine['claims']> }),
      },
    ]
  })
  return bySection((name) => lines.flatMap(([own, line]) => (own === name ? [line] : [])))
}

const withoutUnknown = <Facts extends object>(facts: Facts): { [Key in keyof Facts]: Exclude<Facts[Key], undefined> } =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as never

function lineOf({ text, said, speaker, outcome, error }: Fact, entry: ChatEntry, isOwn: boolean): HandoffLine {
  const folder = outcome?.folder === undefined ? undefined : folderShown(outcome.folder, entry.project, isOwn)
  const isPath = outcome === undefined && speaker === undefined
  return {
    text: isPath ? below(text, entry.project) : text,
    citation: citeChat(entry, said.message),
    at: isoOf(said.at),
    ...(speaker && { by: speaker }),
    ...(folder !== undefined && { folder }),
    ...(outcome && { ended: outcome.ended === 'timed out' ? ('timed out' as const) : ('exited' as const) }),
    ...(outcome?.exitCode !== undefined && { exit_code: outcome.exitCode }),
    ...(error !== undefined && { error }),
  }
}

/** The end of a path, below the folder of the conversation. */
function below(path: string, project: string | undefined): string {
  const top = `${(project ?? '').replaceAll('\\', '/').replace(/\/$/, '')}/`
  return project !== undefined && path.replaceAll('\\', '/').startsWith(top) ? path.slice(top.length) : path
}

/** The folder of the conversation goes without saying; one outside of it is private, as that one is. */
function folderShown(folder: string, project: string | undefined, isOwn: boolean): string | undefined {
  const relative = below(`${folder.replace(/[\\/]$/, '')}/`, project)
    .replace(/\/$/, '')
    .replaceAll('/./', '/')
  if (relative === '' || relative === '.') return undefined
  return isOwn || !/^(?:[\\/~]|[A-Za-z]:)/.test(relative) ? relative : undefined
}
