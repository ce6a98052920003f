import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { budgetOf, citation, count } from '../../../engine/operations/shapes.ts'
import { sure, weak } from '../../../engine/operations/tell-sure.ts'
import { agents, roles } from '../conversation.ts'

const queryText = z.string().max(limits.queryChars)
const names = (says: string) => z.array(z.string().min(1).max(500)).max(100).describe(says)
const whole = (least: number, most: number, usual: number) => z.int().min(least).max(most).default(usual)
const moment = z.number().min(0).max(8.64e15)

export const searchInput = z.strictObject({
  intent_query: z
    .union([queryText, z.array(queryText).min(1).max(16)])
    .describe(
      'What it was about, in words or as a question; a list is several searches in one. Among a few keywords "a phrase" ' +
        'must stand, -word must not, begin*. "*" or "recent" lists the newest.',
    ),
  time_window: z
    .union([z.enum(['7d', '30d', '60d', '90d', 'all']), z.strictObject({ start: moment, end: moment })])
    .default('all')
    .describe('Until now, or {start, end} in milliseconds since 1970.'),
  since: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .optional()
    .describe('Only what was said since: "7d", "3w", "6m", "2026-11-01".'),
  precision_mode: z.enum(['basic', 'fuzzy']).default('basic').describe('fuzzy also finds misspelt words.'),
  expand: z
    .enum(['off', 'auto'])
    .default('off')
    .describe('auto also finds related words, in Chinese and English, and by meaning where there are vectors.'),
  include_tools_in_search: z.boolean().default(true).describe('Also what tools were told and answered.'),
  scope: z.enum(['content', 'title', 'both']).default('both').describe('Where to look.'),
  role_filter: z
    .array(z.enum(roles))
    .max(roles.length)
    .optional()
    .describe('Only messages of these; titles then count only with scope "title".'),
  user_only: z.boolean().default(false).describe('Only what the user wrote: role_filter ["user"].'),
  exclude_terms: names('Conversations that hold one of these anywhere in the scope are left out whole.').default([]),
  match: z
    .enum(['any', 'all'])
    .default('any')
    .describe('all: every word, or entry of the list, somewhere in the conversation.'),
  limit_chats: whole(1, 100, 10).describe('Most conversations.'),
  limit_snippets_per_chat: whole(1, 10, 3).describe('Most snippets of one.'),
  snippet_window: whole(1, 400, 64).describe('Characters on each side of a match.'),
  response_mode: z.enum(['json', 'text']).default('json').describe('text is for people.'),
  exclude_current_chat: z.boolean().default(true).describe('Leaves out the conversation that asks.'),
  exclude_recent_user_secs: whole(0, 600, 60).describe(
    'When the current conversation is searched: its user messages of the last seconds are not.',
  ),
  exclude_chat_ids: names('Ids or beginnings of 6 characters and more.').default([]),
  project: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Folder that was worked in: its path, the end of it, or its name.'),
  agent: z
    .union([z.enum(agents), z.array(z.enum(agents)).min(1)])
    .optional()
    .describe('Program, or several.'),
  include_guidance: z
    .boolean()
    .optional()
    .describe('Without effect: guidance is always there.')
    .meta({ undeclared: true }),
  include_automated: z.boolean().default(true).describe('Also runs that no person sat at.'),
  weak,
  budget: budgetOf(4_000),
  iteration: whole(1, 3, 1).describe('Which step of a search this is; nextActions count it.'),
})

const milliseconds = z.number().describe('Milliseconds since 1970.')
const chatIds = z.array(z.string())

const snippet = z.strictObject({
  messageId: z.string().describe('Empty for a title.'),
  role: z.enum([...roles, 'title']).describe('Whose message it is.'),
  createdAt: milliseconds,
  text: z.string().describe('Around the best match, … where it is cut.'),
  source: z
    .enum(['content', 'title', 'tool'])
    .describe('What was said, the title, or what a tool was told or answered.'),
  citation,
  branch: z.literal('inactive').optional().describe('It was taken back or answered anew.'),
  reply: z
    .strictObject({ text: z.string().describe('Its beginning.'), citation })
    .optional()
    .describe('Of a question: what was answered.'),
})

const result = z.strictObject({
  title: z.string().describe('As its program or its first line calls it.'),
  agent: z.enum(agents).describe('Program that it was held in.'),
  project: z.string().optional().describe('Folder that was worked in.'),
  chatId: z.string().describe('For gather_chats.'),
  hits: count.describe('Messages, and the title, that match.'),
  timeRange: z.strictObject({ from: milliseconds, to: milliseconds }).describe('Of the whole conversation.'),
  snippets: z.array(snippet).describe('Best first.'),
  score: z.number().describe('0 to 1.'),
  messageCount: count.describe('Of the whole conversation.'),
  startedAt: milliseconds,
  citation,
  source_missing: z.literal(true).optional().describe('What it was read from is gone; it is kept here.'),
  copies: chatIds.optional().describe('The same conversation under other ids.'),
})

/** Arguments of another tool, or of this one: whatever that takes. */
const callArguments = z.record(z.string(), z.json())

export const searchOutput = z.strictObject({
  sure: sure.optional(),
  status: z.literal('ok').describe('What failed is an error.'),
  iterations_used: z.literal(1).describe('Searches that this call made.'),
  confidence: z.number().min(0).max(1).describe('0 when nothing was found; grows with what the best one holds.'),
  topChatIds: chatIds.describe('Best first.'),
  results: z.array(result).describe('Best first.'),
  weaker: count.optional().describe('Conversations left out as far weaker; `weak: true` shows them.'),
  notes: z.array(z.string()).optional().describe('What of the query was not kept to.'),
  guidance: z
    .strictObject({
      stopIf: z.string().describe('When to stop searching.'),
      nextActions: z
        .array(
          z.strictObject({
            tool: z.enum(['search_conversations', 'gather_chats']).describe('To call next.'),
            args: callArguments.describe('With these arguments.'),
            why: z.string().describe('What for.'),
          }),
        )
        .describe('Best first; none: there is nothing more to try.'),
      state: z
        .strictObject({
          expandedTerms: z
            .record(z.string(), z.array(z.string()))
            .describe('Words of the query, with the other words that were searched and exist.'),
          excludes: z.array(z.string()).describe('Terms that leave conversations out.'),
          iteration: z.int().min(1).max(3).describe('Step of the search, at most 3.'),
        })
        .describe('What was done.'),
    })
    .describe('What to do with this answer.'),
})

export type SearchInput = z.output<typeof searchInput>
export type SearchOutput = z.output<typeof searchOutput>
export type ChatResult = z.output<typeof result>
export type ChatSnippet = z.output<typeof snippet>
export type NextAction = SearchOutput['guidance']['nextActions'][number]
