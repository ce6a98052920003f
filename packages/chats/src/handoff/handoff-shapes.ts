import { z } from 'zod'
import { budgetOf, citation, count, notes, trimmedText } from '@wuku/kernel/base/operation-shapes'
import { claimsShape } from '@wuku/kernel/claims/shown-claims'
import { agents, roles } from '../conversation.ts'

export const sectionNames = ['aim', 'decided', 'files', 'commands', 'failed', 'open', 'next', 'said'] as const
export type SectionName = (typeof sectionNames)[number]

/** Programs that begin a session with a text, and the words that stand before it. */
export const starters = {
  'claude-code': ['claude'],
  codex: ['codex'],
  gemini: ['gemini', '-i'],
  'qwen-code': ['qwen', '-i'],
  opencode: ['opencode', '--prompt'],
  'copilot-cli': ['copilot', '-i'],
  cursor: ['cursor-agent'],
  goose: ['goose', 'run', '-s', '-t'],
} as const
export type Program = keyof typeof starters

const receiver = z.enum(['server', ...(Object.keys(starters) as Program[])])

export const handoffInput = z.strictObject({
  session: trimmedText(2_000)
    .optional()
    .describe('Id of a conversation, a unique prefix of it, or a citation. Default: the newest of this project.'),
  to: receiver
    .optional()
    .describe('Also return the command that starts this program with it; server: that sends the conversation to one.'),
  budget: budgetOf(1_500),
})

const line = z.strictObject({
  text: z.string().describe('Quoted verbatim from the message.'),
  citation,
  at: z.string().nullable().describe('When it was said, ISO 8601.'),
  by: z.enum(roles).optional().describe('Who said it; absent for commands and files.'),
  folder: z.string().optional().describe('Where the command ran, if not in the folder of the conversation.'),
  exit_code: z.int().optional().describe('Of a command, where its program told it.'),
  error: z.string().optional().describe('What the command printed about why it failed.'),
  file_state: z.enum(['unchanged', 'changed', 'uncommitted', 'moved', 'gone']).optional().describe('Now, if proved.'),
  commit: z.string().optional().describe('That changed the file last.'),
  date: z.string().optional().describe('Of the commit.'),
  claims: claimsShape,
})

export const handoffOutput = z.strictObject({
  conversation: z.string().describe('Its full id.'),
  title: z.string(),
  agent: z.enum(agents),
  cut_off: z.boolean().describe('true: it ended within the work.'),
  language: z.enum(['en', 'zh-Hans', 'zh-Hant']).describe('Of the session, and of the headings.'),
  sections: z
    .array(z.strictObject({ name: z.enum(sectionNames), lines: z.array(line) }))
    .describe('Always all of them.'),
  left_out: count.describe('Lines for which the budget had no room.'),
  text: z.string().describe('All of it as Markdown, to begin the next session with.'),
  tokens: count.describe('Of the text, estimated.'),
  command: z.string().nullable().describe('With to: the command that hands it over.'),
  folder: z.string().nullable().describe('That the command enters; null: the program starts where it is run.'),
  notes,
  citation,
})

export type HandoffInput = z.output<typeof handoffInput>
export type HandoffOutput = z.output<typeof handoffOutput>
export type HandoffLine = z.output<typeof line>
