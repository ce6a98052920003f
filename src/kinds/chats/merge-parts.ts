import { partOf } from '../../core/parts.ts'
import type { Source, StoredDocument } from '../../core/words.ts'
import type { ChatEntry } from './catalogue.ts'
import { titleRanks } from './conversation.ts'
import { metaOf, type ChatMeta } from './record.ts'

/** What the parts of one conversation, at least one, come to. */
export function mergeParts(source: Source, parts: readonly StoredDocument[]): ChatEntry {
  const documents = parts.length === 1 ? parts : parts.toSorted((a, b) => partOf(a.path) - partOf(b.path))
  const metas = documents.map(metaOf)
  const [first] = metas
  const [document] = documents
  if (!first || !document) throw new Error('A conversation has a part.')
  const shared = sharedAtBorders(metas)
  const parent = firstTold(metas, 'parent')
  return {
    id: first.chat,
    source,
    agent: first.agent,
    title: bestTitle(metas) ?? document.title,
    isNamed: metas.some(({ titleGiven = 'firstLine' }) => titleGiven !== 'firstLine'),
    ...optional('project', firstTold(metas, 'project')),
    ...optional('branch', metas.findLast(({ branch }) => branch !== undefined)?.branch),
    ...(parent !== undefined && { parent: { id: parent, as: firstTold(metas, 'parentAs') ?? 'fork' } }),
    isAutomated: metas.some((meta) => meta.isAutomated === true),
    isArchived: metas.some((meta) => meta.isArchived === true),
    ...spanOf(metas, documents),
    messages: sumOf(metas, ({ messages }) => messages) - shared.messages,
    turns: sumOf(metas, ({ turns }) => turns),
    inputTokens: sumOf(metas, ({ inputTokens }) => inputTokens) - shared.inputTokens,
    outputTokens: sumOf(metas, ({ outputTokens }) => outputTokens) - shared.outputTokens,
    models: metas.length === 1 ? first.models : [...new Set(metas.flatMap(({ models }) => models))],
    ...optional('searchedAt', latest(metas, 'searchedAt')),
    documents,
  }
}

const firstTold = <Key extends keyof ChatMeta>(metas: readonly ChatMeta[], key: Key): ChatMeta[Key] | undefined =>
  metas.find((meta) => meta[key] !== undefined)?.[key]

const optional = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [each in Key]?: Value }

/** Of two titles that were given with equal thought the later. */
function bestTitle(metas: readonly ChatMeta[]): string | undefined {
  let best: { readonly title: string; readonly rank: number } | undefined
  for (const { title, titleGiven = 'firstLine' } of metas)
    if (title !== undefined && titleRanks[titleGiven] >= (best?.rank ?? 0))
      best = { title, rank: titleRanks[titleGiven] }
  return best?.title
}

/** A conversation of which no time is known was when its file was written. */
function spanOf(metas: readonly ChatMeta[], documents: readonly StoredDocument[]) {
  let [startedAt, endedAt] = [Infinity, -Infinity]
  for (const meta of metas) {
    startedAt = Math.min(startedAt, meta.startedAt ?? Infinity)
    endedAt = Math.max(endedAt, meta.endedAt ?? -Infinity)
  }
  const written = documents.reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), 0)
  const end = endedAt === -Infinity ? (startedAt === Infinity ? written : startedAt) : endedAt
  return { startedAt: Math.min(startedAt, end), endedAt: end }
}

/** The end of a part and the beginning of the next may be lines of one message; its tokens stand in both. */
function sharedAtBorders(metas: readonly ChatMeta[]) {
  const shared = { messages: 0, inputTokens: 0, outputTokens: 0 }
  for (const [at, meta] of metas.entries()) {
    const before = metas[at - 1]
    if (before?.lastId === undefined || before.lastId !== meta.firstId) continue
    const [input, output] = [0, 1].map((which) =>
      Math.min(before.lastTokens?.[which] ?? 0, meta.firstTokens?.[which] ?? 0),
    )
    shared.messages++
    shared.inputTokens += input ?? 0
    shared.outputTokens += output ?? 0
  }
  return shared
}

const sumOf = (metas: readonly ChatMeta[], of: (meta: ChatMeta) => number): number =>
  metas.reduce((sum, meta) => sum + of(meta), 0)

const latest = (metas: readonly ChatMeta[], key: 'searchedAt'): number | undefined =>
  metas.reduce<number | undefined>(
    (last, meta) => (meta[key] === undefined ? last : Math.max(last ?? 0, meta[key])),
    undefined,
  )
