import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DraftConversation } from '../../src/conversation.ts'
import type { ExportOutput } from '../../src/export/export-shapes.ts'
import { exportConversation } from '../../src/operations/export-conversation.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { anyConversation, conversation, said } from '../drafts.ts'
import { runs } from '../../../../test/scale.ts'

const AT = Date.UTC(2026, 10, 1, 10)
const tide = conversation(
  'tide-0001',
  [
    said('s1', 'Be brief.', { role: 'system' }),
    said('u1', 'When is the tide?', { at: AT }),
    said('u2', '潮汐？', { at: AT }),
    said('a1', '', {
      role: 'assistant',
      at: AT + 60_000,
      model: 'm`x',
      pieces: [
        { kind: 'thinking', text: 'Moon.\n\nSea.' },
        { kind: 'text', text: 'At noon.' },
        { kind: 'call', server: 'fs', tool: 'Write', args: { path: 'a.md' } },
        { kind: 'result', text: 'has ``` in it\n' },
      ],
    }),
    said('a2', 'Always.', { role: 'assistant', isInactive: true }),
    said('a3', 'Or at one.', { role: 'assistant' }),
    said('u3', '', { pieces: [{ kind: 'attachment', name: 'map.txt', text: 'ebb' }] }),
  ],
  { title: { text: '潮汐 tides', given: 'person' }, project: '/p', branch: 'main' },
)
const moon = conversation('moon-0002', [said('u1', 'Full?'), said('a1', 'Yes.', { role: 'assistant' })])

async function house(drafts: Readonly<Record<string, DraftConversation>> = { 'a.jsonl': tide, 'b.jsonl': moon }) {
  const opened = openChats()
  await opened.add(drafts)
  return opened
}
const ask = async (given: Answer): Promise<ExportOutput> => (await house()).call(exportConversation, given)
const content = async (given: Answer): Promise<string> => (await ask(given)).content

describe('to a file that a program reads', () => {
  const spoken = 'ebb\u001B[2J\u200B\u{E0041}'
  const hidden = conversation('ebb-0003', [said('u1', spoken), said('a1', spoken, { role: 'assistant' })])

  it.each(['json', 'jsonl', 'pairs'])('%s parses to text that commands no terminal', async (format) => {
    const { content: all } = await (
      await house({ 'a.jsonl': hidden })
    ).call(exportConversation, { id: 'ebb-0003', format })
    expect(all).toContain('ebb[2J"')
    expect(all).not.toMatch(/\\u001b/i)
  })
})

describe('as Markdown', () => {
  const head = `# 潮汐 tides

- Id: \`tide-0001\`
- Agent: codex
- Time: 2026-11-01 10:00 to 2026-11-01 10:01 (UTC)
- Project: \`/p\`
- Branch: \`main\`
- Models: \`\` m\`x \`\`

## System

Be brief.

## User · 2026-11-01 10:00

When is the tide?

## User · 2026-11-01 10:00

潮汐？
`
  it('a conversation is what was said', async () =>
    expect(await content({ id: 'tide-0001' })).toBe(`${head}
## Assistant · 2026-11-01 10:01

At noon.

## Assistant

Or at one.

## User

**Attachment map.txt**

\`\`\`
ebb
\`\`\`
`))

  it('it may be all that was done', async () =>
    expect(await content({ id: 'tide-0001', include_tools: true, includeThinking: true, branches: 'all' }))
      .toContain(`${head}
## Assistant · 2026-11-01 10:01

> Thinking
>
> Moon.
>
> Sea.

At noon.

**Tool fs Write**

\`\`\`json
{"path":"a.md"}
\`\`\`

**Result**

\`\`\`\`
has \`\`\` in it
\`\`\`\`

## Assistant · taken back

Always.
`))

  it('several stand one after the other', async () =>
    expect(await content({ chatIds: ['moon-0002', 'tide-0001'] })).toMatch(
      /^# Full\?[\s\S]+Yes\.\n\n---\n\n# 潮汐 tides\n/,
    ))
})

describe('as data', () => {
  const list = (text: string): readonly { readonly chat: Answer; readonly messages: readonly Answer[] }[] =>
    JSON.parse(text)
  const lines = (text: string): readonly Answer[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Answer)

  it('JSON is a list of conversations', async () => {
    const both = list(await content({ chatIds: ['tide-0001', 'moon-0002'], format: 'json' }))
    expect(both.map(({ chat }) => [chat['id'], chat['title']])).toEqual([
      ['tide-0001', '潮汐 tides'],
      ['moon-0002', 'Full?'],
    ])
    expect(both[0]?.messages.map(({ index }) => index)).toEqual([1, 2, 3, 4, 6, 7])
    expect(both[1]?.messages).toEqual([
      { messageId: 'u1', index: 1, createdAt: null, role: 'user', content: 'Full?' },
      { messageId: 'a1', index: 2, createdAt: null, role: 'assistant', content: 'Yes.' },
    ])
  })

  it('JSON lines are the same, a line each', async () => {
    const chatIds = ['tide-0001', 'moon-0002']
    expect(lines(await content({ chatIds, format: 'jsonl', include_tools: true }))).toEqual(
      list(await content({ chatIds, format: 'json', include_tools: true })),
    )
  })

  it('pairs are questions with their answers', async () =>
    expect(lines(await content({ chatIds: ['tide-0001', 'moon-0002'], format: 'pairs', include_tools: true }))).toEqual(
      [
        {
          messages: [
            { role: 'user', content: 'When is the tide?\n\n潮汐？' },
            { role: 'assistant', content: 'At noon.\n\nOr at one.' },
          ],
        },
        {
          messages: [
            { role: 'user', content: 'Full?' },
            { role: 'assistant', content: 'Yes.' },
          ],
        },
      ],
    ))

  it('there may be no pair', async () => {
    const opened = await house({ 'a.jsonl': conversation('lone-0001', [said('u1', 'Hello?')]) })
    const answer = await opened.call(exportConversation, { chatIds: ['lone-0001'], format: 'pairs' })
    expect(answer).toMatchObject({ content: '', cursor: null, notes: [expect.stringContaining('no pairs')] })
  })
})

it('names the ids that nobody has', async () =>
  expect(await ask({ chatIds: ['nobody-1', 'moon-0002'] })).toMatchObject({
    chatIds: ['moon-0002'],
    unknown: ['nobody-1'],
  }))

it.each<[given: Answer, code: string, words: RegExp]>([
  [{ chatIds: ['nobody-1'] }, 'not-found', /search_conversations/],
  [{ chatIds: ['tide-0001'], cursor: '7.0.0' }, 'bad-input', /cursor/],
  [{ chatIds: ['tide-0001'], cursor: 'next' }, 'bad-input', /cursor/],
  [{ chatIds: [] }, 'bad-input', /chatIds/],
  [{ chatIds: ['tide-0001'], format: 'pdf' }, 'bad-input', /markdown/],
])('refuses %j', async (given, code, words) => {
  const error = await (await house()).refusal(exportConversation, given)
  expect(error.code).toBe(code)
  expect(`${error.message} ${error.remedy}`).toMatch(words)
})

it('the pages one after the other are the whole, and no character is torn', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyConversation, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('markdown', 'json', 'jsonl', 'pairs'),
      fc.boolean(),
      async (drafts, format, all) => {
        const named = drafts.map((draft, nth) => ({ ...draft, id: `chat-000${nth}` }))
        const opened = await house(Object.fromEntries(named.map((draft) => [`${draft.id}.jsonl`, draft])))
        const kept = (await opened.store.read(everything, (view) => view.documents.list())).map(({ path }) => path)
        if (kept.length === 0) return
        const given = {
          chatIds: kept,
          format,
          include_tools: all,
          include_thinking: all,
          branches: all ? 'all' : 'active',
        }
        const whole = await opened.call<ExportOutput>(exportConversation, { ...given, max_chars: 4_000_000 })
        expect(whole.cursor).toBe(null)
        let [text, cursor]: [string, string | null] = ['', '0.0.0']
        while (cursor !== null) {
          const page: ExportOutput = await opened.call(exportConversation, { ...given, max_chars: 1_000, cursor })
          expect(page.content.length).toBeLessThanOrEqual(1_000)
          expect(page.content.isWellFormed()).toBe(true)
          text += page.content
          cursor = page.cursor
        }
        expect(text).toBe(whole.content)
        if (format === 'json') expect(JSON.parse(text)).toHaveLength(kept.length)
        if (format === 'jsonl') expect(text.split('\n').length - 1).toBe(kept.length)
        if (format === 'pairs')
          for (const line of text.split('\n').slice(0, -1)) expect(JSON.parse(line)).toHaveProperty('messages')
      },
    ),
    { numRuns: runs(40) },
  ))
