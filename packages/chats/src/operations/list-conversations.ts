import { msg, tr, trCount } from '@wuku/messages/chats'
import { z } from 'zod'
import { isoTime } from '@wuku/kernel/day'
import type { Engine } from '@wuku/kernel/base/engine'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { defineOperation } from '@wuku/kernel/base/operation'
import { citation, count } from '@wuku/kernel/base/operation-shapes'
import { type ChatEntry, citeChat, readCatalogue } from '../catalogue.ts'
import { agents } from '../conversation.ts'
import { narrow, narrowing, narrowingAliases } from '../narrowing.ts'

/** Different values of a filter that are offered, the commonest first. */
const MAX_CHOICES = 200

const input = z.strictObject({
  source: z.string().min(1).max(200).optional().describe('Only of this source of conversations.'),
  model: z.string().min(1).max(200).optional().describe('Only where this model answered.'),
  ...narrowing,
  title: z.string().trim().min(1).max(200).optional().describe('Only whose title holds this.'),
  include_automated: z.boolean().default(true).describe('Include automated runs, without a person, and subagents.'),
  page: z.int().min(1).max(100_000).default(1).describe('From 1.'),
  page_size: z.int().min(1).max(200).default(50).describe('Conversations per page.'),
})

const row = z.strictObject({
  id: z.string().describe('Pass it to read-conversation.'),
  title: z.string(),
  source: z.string(),
  agent: z.enum(agents),
  project: z.string().nullable().describe('Working folder, for its owner and administrators; null: unknown.'),
  parent: z.strictObject({ id: z.string(), as: z.enum(['subagent', 'fork']) }).optional(),
  is_automated: z.boolean(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  messages: count,
  turns: count.describe('Messages of the user.'),
  input_tokens: count,
  output_tokens: count,
  models: z.array(z.string()),
  citation,
})

const choices = z.array(z.strictObject({ name: z.string(), conversations: count })).describe('Commonest first.')

const output = z.strictObject({
  list: z.array(row).describe('Newest first.'),
  total: count,
  page: z.int(),
  page_size: z.int(),
  choices: z
    .strictObject({ sources: choices, agents: choices, models: choices, projects: choices })
    .describe('What the filters can be, whatever they are now.'),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const listConversations = defineOperation({
  name: 'list-conversations',
  title: 'List conversations',
  description:
    'List all conversations, newest first, page by page, by source, program, model, project and days. ' +
    'Not for looking for words: search_conversations.',
  effect: 'read',
  input,
  output,
  aliases: { ...narrowingAliases, limit: 'page_size' },
  searchHint: 'list all conversations chats sessions newest page filter model project 会话 对话 列表 全部 筛选',
  route: { method: 'GET', path: '/chats' },
  examples: [
    { label: 'The newest', input: {} },
    { label: 'Of one project and model', input: { project: 'shop', model: 'claude-example-4', page_size: 20 } },
  ],
  run: (request, { engine }) => list(request, engine),
  table: ({ list: rows, total }) => ({
    columns,
    rows,
    foot: [tr(msg('conversationsOf', { shown: rows.length, conversations: total }))],
  }),
})

const columns: readonly TableColumn<Output['list'][number]>[] = [
  { cell: ({ id }) => id, is: 'id', look: 'cyan' },
  { cell: ({ title }) => title, look: 'bold', least: 12 },
  { cell: ({ agent }) => agent },
  { cell: ({ project }) => project, look: 'dim', least: 8, isWide: true },
  { cell: ({ messages }) => trCount(messages, 'message') },
  { cell: ({ ended_at: at }) => at, is: 'time', look: 'dim' },
]

/** Folders of another user's machine are private, so they are no filter either. */
const list = (request: Input, engine: Engine): Promise<Output> =>
  engine.read(async (view) => {
    const catalogue = await readCatalogue(view, engine)
    const isOwn = ({ source }: ChatEntry): boolean => engine.sources.isOwn(source)
    const { page, page_size: size } = request
    const found = filtered(request, narrow(request, catalogue, engine.now()).entries, isOwn)
    return {
      list: found.slice((page - 1) * size, page * size).map((entry) => describeEntry(entry, isOwn(entry))),
      total: found.length,
      page,
      page_size: size,
      choices: choicesOf(catalogue.entries, isOwn),
    }
  })

type IsOwn = (entry: ChatEntry) => boolean

function filtered({ source, model, title, project }: Input, entries: readonly ChatEntry[], isOwn: IsOwn) {
  const titleQuery = title?.toLowerCase()
  return entries.filter(
    (entry) =>
      (source === undefined || entry.source.name === source) &&
      (model === undefined || entry.models.includes(model)) &&
      (project === undefined || isOwn(entry)) &&
      (titleQuery === undefined || entry.title.toLowerCase().includes(titleQuery)),
  )
}

const describeEntry = (entry: ChatEntry, isOwn: boolean): Output['list'][number] => ({
  id: entry.id,
  title: entry.title,
  source: entry.source.name,
  agent: entry.agent,
  project: isOwn ? (entry.project ?? null) : null,
  ...(entry.parent && { parent: entry.parent }),
  is_automated: entry.isAutomated,
  started_at: isoTime(entry.startedAt),
  ended_at: isoTime(entry.endedAt),
  messages: entry.messages,
  turns: entry.turns,
  input_tokens: entry.inputTokens,
  output_tokens: entry.outputTokens,
  models: [...entry.models],
  citation: citeChat(entry),
})

const choicesOf = (entries: readonly ChatEntry[], isOwn: IsOwn): Output['choices'] => ({
  sources: commonest(entries, ({ source }) => [source.name]),
  agents: commonest(entries, ({ agent }) => [agent]),
  models: commonest(entries, ({ models }) => models),
  projects: commonest(entries, (entry) => (entry.project !== undefined && isOwn(entry) ? [entry.project] : [])),
})

function commonest(entries: readonly ChatEntry[], valuesOf: (entry: ChatEntry) => readonly string[]) {
  const counts = new Map<string, number>()
  for (const entry of entries) for (const value of valuesOf(entry)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([name, conversations]) => ({ name, conversations }))
    .toSorted((a, b) => b.conversations - a.conversations || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_CHOICES)
}
