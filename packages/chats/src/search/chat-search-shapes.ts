import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import { budgetOf, citation, count, notes } from '@wuku/kernel/base/operation-shapes'
import { claimsShape, verbose } from '@wuku/kernel/claims/shown-claims'
import { confidenceShape, weak } from '@wuku/kernel/operations/describe-confidence'
import { agents, roles } from '../conversation.ts'

const queryText = z.string().max(limits.queryChars)
const names = (description: string) => z.array(z.string().min(1).max(500)).max(100).describe(description)
const integer = (least: number, max: number, defaultValue: number) => z.int().min(least).max(max).default(defaultValue)
const timestamp = z.number().min(0).max(8.64e15)

export const searchInput = z.strictObject({
  intent_query: z
    .union([queryText, z.array(queryText).min(1).max(16)])
    .describe(
      'What it was about, in words or as a question; a list is several searches in one. With a few keywords: "a phrase" ' +
        'matches exactly, -word excludes, begin* matches a beginning. "*" or "recent" lists the newest.',
    ),
  time_window: z
    .union([z.enum(['7d', '30d', '60d', '90d', 'all']), z.strictObject({ start: timestamp, end: timestamp })])
    .default('all')
    .describe('Until now, or {start, end} in milliseconds since 1970.'),
  since: z.string().trim().min(1).max(40).optional().describe('Only messages since: "7d", "3w", "6m", "2026-11-01".'),
  until: z.string().trim().min(1).max(40).optional().describe('Only messages until then, a day or month included.'),
  precision_mode: z.enum(['basic', 'fuzzy']).default('basic').describe('fuzzy also finds misspelt words.'),
  expand: z
    .enum(['off', 'auto'])
    .default('off')
    .describe('auto adds related words, in Chinese and English, and search by meaning if there are vectors.'),
  include_tools_in_search: z.boolean().default(true).describe('Include the input and output of tools.'),
  scope: z.enum(['content', 'title', 'both']).default('both').describe('Where to search.'),
  role_filter: z
    .array(z.enum(roles))
    .max(roles.length)
    .optional()
    .describe('Only messages of these roles; titles then count only with scope "title".'),
  user_only: z.boolean().default(false).describe('Only messages of the user: role_filter ["user"].'),
  exclude_terms: names('Leave out conversations that contain one of these anywhere in the scope.').default([]),
  match: z
    .enum(['any', 'all'])
    .default('any')
    .describe('all: every word, or entry of the list, must occur somewhere in the conversation.'),
  limit_chats: integer(1, 100, 10).describe('Maximum number of conversations.'),
  limit_snippets_per_chat: integer(1, 10, 3).describe('Maximum number of snippets per conversation.'),
  snippet_window: integer(1, 400, 64).describe('Characters on each side of a match.'),
  response_mode: z.enum(['json', 'text']).default('json').describe('text: formatted for people.'),
  exclude_current_chat: z.boolean().default(true).describe('Leave out the current conversation.'),
  exclude_recent_user_secs: integer(0, 600, 60).describe(
    'If the current conversation is searched: leave out its user messages of this many last seconds.',
  ),
  exclude_chat_ids: names('Ids, or prefixes of at least 6 characters.').default([]),
  project: z.string().min(1).max(1_000).optional().describe('Working folder: its path, the end of it, or its name.'),
  agent: z
    .union([z.enum(agents), z.array(z.enum(agents)).min(1)])
    .optional()
    .describe('One program, or several.'),
  include_guidance: z
    .boolean()
    .optional()
    .describe('No effect: guidance is always returned.')
    .meta({ undeclared: true }),
  include_automated: z.boolean().default(true).describe('Include automated runs, without a person.'),
  weak,
  budget: budgetOf(4_000),
  verbose,
  iteration: integer(1, 3, 1).describe('Step of the search; nextActions count it.'),
})

const milliseconds = z.number().describe('Milliseconds since 1970.')
const chatIds = z.array(z.string())

const snippet = z.strictObject({
  messageId: z.string().describe('Empty for a title.'),
  role: z.enum([...roles, 'title']).describe('Author of the message.'),
  createdAt: milliseconds,
  text: z.string().describe('Text around the best match, shortened with ….'),
  source: z.enum(['content', 'title', 'tool']).describe('Message, title, or input or output of a tool.'),
  citation,
  branch: z.literal('inactive').optional().describe('true: undone or regenerated.'),
  reply: z
    .strictObject({ text: z.string().describe('Its beginning.'), citation })
    .optional()
    .describe('Of a question: the answer.'),
})

const result = z.strictObject({
  title: z.string().describe('Title from its program, or its first line.'),
  agent: z.enum(agents).describe('Program of the conversation.'),
  project: z.string().optional().describe('Working folder.'),
  chatId: z.string().describe('Pass it to gather_chats.'),
  hits: count.describe('Matching messages, and the title.'),
  timeRange: z
    .strictObject({ from: milliseconds, to: milliseconds })
    .describe('Number of messages in the conversation.'),
  snippets: z.array(snippet).describe('Best first.'),
  score: z.number().describe('0 to 1.'),
  messageCount: count.describe('Number of messages in the conversation.'),
  startedAt: milliseconds,
  citation,
  source_missing: z.literal(true).optional().describe('true: the original is gone; it is kept here.'),
  copies: chatIds.optional().describe('The same conversation under other ids.'),
  claims: claimsShape,
})

/** Arguments of another tool or of this one. */
const callArguments = z.record(z.string(), z.json())

export const searchOutput = z.strictObject({
  sure: confidenceShape.optional(),
  status: z.literal('ok').describe('Each failure is an error.'),
  iterations_used: z.literal(1).describe('Number of searches in this call.'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe('0 if nothing was found; grows with the information that the best result holds.'),
  topChatIds: chatIds.describe('Best first.'),
  results: z.array(result).describe('Best first.'),
  weaker: count.optional().describe('Conversations left out as far weaker; `weak: true` shows them.'),
  notes: notes.optional().describe('Parts of the query that were relaxed.'),
  guidance: z
    .strictObject({
      stopIf: z.string().describe('When to stop searching.'),
      nextActions: z
        .array(
          z.strictObject({
            tool: z.enum(['search_conversations', 'gather_chats']).describe('Tool to call next.'),
            args: callArguments.describe('Its arguments.'),
            why: z.string().describe('Purpose.'),
          }),
        )
        .describe('Best first; empty: there is nothing more to try.'),
      state: z
        .strictObject({
          expandedTerms: z
            .record(z.string(), z.array(z.string()))
            .describe('Words of the query, with the other words that were searched and occur.'),
          excludes: z.array(z.string()).describe('Terms that exclude conversations.'),
          iteration: z.int().min(1).max(3).describe('Step of the search, at most 3.'),
        })
        .describe('What was searched.'),
    })
    .describe('How to use this answer.'),
})

export type SearchInput = z.output<typeof searchInput>
export type SearchOutput = z.output<typeof searchOutput>
export type ChatResult = z.output<typeof result>
export type ChatSnippet = z.output<typeof snippet>
export type NextAction = SearchOutput['guidance']['nextActions'][number]

/** The messages and replies of a result, each with its speaker; no title, which is shown above them. */
export const turnsIn = ({ snippets }: ChatResult) =>
  snippets
    .filter(({ source }) => source !== 'title')
    .flatMap((each) => [
      { who: speakerOf(each), text: snippetText(each), citation: each.citation },
      ...(each.reply ? [{ who: 'assistant', ...each.reply }] : []),
    ])

type SnippetFacts = Pick<ChatResult['snippets'][number], 'role' | 'source' | 'text' | 'branch'>

/** A call begins with the line that names its tool; what a tool answered is its words and nobody's. */
export function speakerOf({ role, source, text, branch }: SnippetFacts): string {
  const who = source === 'tool' ? toolIn(text) : role
  return branch ? `${who}, taken back` : who
}

const toolIn = (text: string): string => {
  const [, name] = /^…?Tool ([^\n]{1,80})(?:\n|$)/.exec(text) ?? []
  return name === undefined ? 'tool' : `tool ${name}`
}

/** Text without the line that `speakerOf` already covers. */
export const snippetText = ({ source, text }: SnippetFacts): string =>
  source === 'tool' ? text.replace(/^…?Tool [^\n]{1,80}\n/, '') : text
