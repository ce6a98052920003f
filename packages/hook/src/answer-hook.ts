import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { readConversation } from '@wuku/chats/assemble'
import type { Catalogue } from '@wuku/chats/catalogue'
import { readFacts } from '@wuku/chats/handoff/session-facts'
import type { StoreView } from '@wuku/core/ports/store'
import { parseObject } from '@wuku/core/lenient-parsing'
import { fill, writeSessionContext, type Further, type Language } from '@wuku/storehouses/print-session-context'
import { gatherFacts } from '@wuku/storehouses/session-facts'
import { repositoryAround } from '@wuku/settings/user-path'
import { extractClaims } from '@wuku/text/claims/extract'
import { cutToTokens, estimateTokens } from '@wuku/text/terms/tokens'
import { decide, mayMatter, orderLine, phrasesIn, quote, type Decision, type Phrases } from './decide.ts'
import type { HookEvent, HookReply, Moment } from './event.ts'
import type { Journal } from './journal.ts'
import { inForce, memoryOf, type Failure, type Memory } from './memory.ts'

export interface HookPorts {
  now(): number
  readonly language: Language
  /** Read again for each event. */
  journal(): Journal
  /** `undefined`: there is no store. */
  read<T>(work: (known: Known) => Promise<T>): Promise<T | undefined>
  /** By the index and by git, of what a solution names. */
  isGone?(failure: Failure): Promise<boolean>
}

export interface Known {
  readonly view: StoreView
  readonly catalogue: Catalogue
  readonly memory: Memory
  openWork(folder: string, further: Further): Promise<string>
}

const AFTER_COMPACTION = 400
const TOKENS: Partial<Record<Moment, number>> = { 'session-start': 300, 'after-compaction': AFTER_COMPACTION }
const [MAX_TOKENS, MAX_ORDERS] = [150, 5]

/** The answer for the agent; `undefined`: silence. Every answer is on record. */
export async function answerHook(event: HookEvent, ports: HookPorts): Promise<HookReply | undefined> {
  const startedAt = performance.now()
  if (!mayMatter(event)) return undefined
  const journal = ports.journal()
  const project = repositoryAround(event.folder) ?? event.folder
  if (journal.isOff(project)) return undefined
  const decision = await ports.read((known) => decisionOn(event, known, { journal, project, ports }))
  if (!decision) return undefined
  const { refuses, text: whole, citation = null, ...why } = decision
  const { client, event: name, moment, session, call } = event
  const text = cutToTokens(whole, TOKENS[moment] ?? MAX_TOKENS)
  const about = {
    client,
    event: name,
    moment,
    session,
    ...(call !== undefined && { call }),
    project,
    text,
    refused: refuses,
  }
  const spent = { tokens: estimateTokens(text), milliseconds: Math.round(performance.now() - startedAt) }
  return journal.add({ at: ports.now(), ...about, ...why, citation, ...spent }) ? { refuses, text } : undefined
}

async function decisionOn(
  event: HookEvent,
  known: Known,
  { journal, project, ports }: { readonly journal: Journal; readonly project: string; readonly ports: HookPorts },
): Promise<Decision | undefined> {
  const { failures, orders } = memoryOf(known.memory, project, existsSync(join(project, '.git')))
  const { moment } = event
  const words = phrasesIn(ports.language)
  if (moment === 'after-compaction') return afterCompaction(event, known, words)
  // A compaction loses earlier reminders, so they may be repeated; a refusal is never repeated.
  const own = journal.answers.filter(({ session }) => session === event.session)
  const compacted = own.findLast((answer) => answer.moment === 'after-compaction')?.at ?? 0
  const told = new Set(own.filter(({ at, refused }) => refused || at >= compacted).flatMap(({ items }) => items))
  const isNew = ({ id }: { readonly id: string }): boolean =>
    !journal.silenced.has(id) && (moment === 'session-start' || !told.has(id))
  const memory = { failures: failures.filter(isNew), orders: orders.filter(isNew) }
  if (moment === 'session-start') return atStart(event, memory, { ...known, words })
  for (const decision of decide(event, memory, words)) {
    const failure = failures.find(({ id }) => decision.items.includes(id))
    if (!failure || !(isGoneHere(failure) || (await ports.isGone?.(failure)))) return decision
  }
  return undefined
}

type Speaking = Known & { readonly words: Phrases }

async function atStart({ folder, session }: HookEvent, { orders }: Memory, { catalogue, openWork, words }: Speaking) {
  const own = inForce(orders, orders, MAX_ORDERS).toReversed()
  const last = catalogue.entries.find(
    ({ project, turns, isAutomated, id, parent }) =>
      project === folder && turns > 0 && !isAutomated && parent === undefined && id !== session,
  )
  const text = await openWork(folder, {
    first: own.length === 0 ? [] : [words.start, ...own.map(orderLine)],
    last: last ? [fill(words.session, { title: quote(last.title), id: last.id })] : [],
  })
  return text === '' ? undefined : { refuses: false, text, reason: 'A session began.', items: own.map(({ id }) => id) }
}

/** Parts of a long conversation: what was said before them matters no more. */
const MAX_PARTS = 6

/** The commands that worked and the decisions of the session, in turn, as far as the limit goes. */
async function afterCompaction({ session }: HookEvent, known: Known, words: Phrases): Promise<Decision | undefined> {
  const { catalogue, view } = known
  const [entry] = catalogue.findById(session)
  if (!entry) return undefined
  const { facts } = await readFacts(
    await readConversation({ ...entry, documents: entry.documents.slice(-MAX_PARTS) }, view),
    view,
  )
  const named = facts.filter(({ section }) => section === 'commands' || section === 'decided')
  const lines = [words.compacted]
  for (const { section, line } of named.toSorted((a, b) => a.round - b.round || a.rank - b.rank)) {
    const { text, folder } = line
    const where = folder === undefined ? '' : fill(words.where, { folder })
    const next =
      section === 'commands' ? fill(words.worked, { text, where }) : fill(words.decided, { text: quote(text) })
    if (estimateTokens([...lines, next].join('\n')) <= AFTER_COMPACTION) lines.push(next)
  }
  const [, first] = lines
  const citation = named[0]?.line.citation
  return first && citation
    ? { refuses: false, text: lines.join('\n'), reason: 'The session was compacted.', items: [], citation }
    : undefined
}

/** Text about the work in a folder of any machine. */
export const openWorkIn = async (view: StoreView, folder: string, further: Further & { language: Language }) =>
  writeSessionContext(await gatherFacts(view, repositoryAround(folder) ?? folder, []), further.language, further)

/** A script that the solution runs is not in the manifest any more. A folder of another machine proves nothing. */
function isGoneHere({ fix }: Failure): boolean {
  if (!fix || !isAbsolute(fix.folder)) return false
  return extractClaims(`\`\`\`\n${fix.command}\n\`\`\``).some(({ kind, text, value }) => {
    const name = text.startsWith('make') ? 'Makefile' : text.startsWith('just') ? 'justfile' : 'package.json'
    const manifest = join(fix.folder, name)
    if (kind !== 'script' || !existsSync(manifest)) return false
    const written = readFileSync(manifest, 'utf8')
    return name === 'package.json'
      ? !Object.hasOwn(Object(parseObject(written)['scripts']), value)
      : !written.includes(value)
  })
}
