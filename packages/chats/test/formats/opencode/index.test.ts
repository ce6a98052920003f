import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { opencode } from '../../../src/formats/opencode/index.ts'

const read = (session: object, messages: readonly object[], project: object | null = null) => {
  const text = JSON.stringify({ from: 'opencode', session, project, messages })
  const piece = { path: 'opencode.db/ses_1', part: 1, text, modifiedAt: 0 }
  expect(opencode.recognises(piece)).toBe(true)
  return opencode.read(piece)
}
const part = (id: string, data: object) => ({ id, data: JSON.stringify(data) })
const message = (id: string, data: object, ...parts: readonly object[]) => ({ id, data: JSON.stringify(data), parts })
const said = (id: string, role: string, text: string, created?: number) =>
  message(id, { role, ...(created ? { time: { created } } : {}) }, part(`prt_${id}`, { type: 'text', text }))

describe('a session', () => {
  it.each<[says: string, session: object, project: object | null, expected: object]>([
    [
      'of the database',
      { directory: '/home/ada/潮', title: 'Ebb', time_created: 1_750_000_000_000, time_updated: 1_750_000_001_000 },
      { worktree: '/home/ada' },
      {
        project: '/home/ada/潮',
        title: { text: 'Ebb', given: 'model' },
        startedAt: 1_750_000_000_000,
        endedAt: 1_750_000_001_000,
      },
    ],
    [
      'of the older folders',
      { data: JSON.stringify({ id: 'ses_1', parentID: 'ses_0', time: { created: 1_750_000_000_000, updated: 1 } }) },
      { data: '{"worktree":"/home/ada"}' },
      { project: '/home/ada', parent: { id: 'ses_0', as: 'subagent' }, startedAt: 1_750_000_000_000 },
    ],
    ['a title that is none', { title: 'New session - 2026-01-02T03:04:05.000Z' }, null, {}],
    [
      'nor is that of a child',
      { title: 'Child session - 2026-01-02T03:04:05.000Z', parent_id: 'ses_0' },
      null,
      { parent: { id: 'ses_0', as: 'subagent' } },
    ],
    ['no folder at all', {}, { worktree: '/' }, {}],
    ['put away', { time_archived: 1_750_000_000_000 }, null, { isArchived: true }],
  ])('%s', (_says, session, project, expected) =>
    expect(read({ id: 'ses_1', ...session }, [], project).conversation).toEqual({
      agent: 'opencode',
      id: 'ses_1',
      messages: [],
      ...expected,
    }),
  )

  it('has its messages by time, then by id', () =>
    expect(
      read({ id: 'ses_1' }, [
        said('msg_3', 'user', 'c', 1_750_000_002_000),
        said('msg_2', 'assistant', 'b', 1_750_000_000_000),
        said('msg_1', 'user', 'a', 1_750_000_000_000),
      ]).conversation?.messages.map(({ id }) => id),
    ).toEqual(['msg_1', 'msg_2', 'msg_3']))

  it('what was undone does not count, and is there', () =>
    expect(
      read(
        { id: 'ses_1', revert: '{"messageID":"msg_2"}' },
        ['msg_1', 'msg_2', 'msg_3'].map((id) => said(id, 'user', id)),
      ).conversation?.messages.map(({ isInactive }) => isInactive),
    ).toEqual([undefined, true, true]))
})

describe('a message', () => {
  it.each<[says: string, row: object, expected: object | undefined]>([
    [
      'tokens, once a message, with those of the cache',
      message(
        'm',
        {
          role: 'assistant',
          modelID: 'fable',
          tokens: { input: 2, output: 3, reasoning: 4, cache: { read: 10, write: 20 } },
        },
        part('p', { type: 'text', text: 'x' }),
        part('q', { type: 'step-finish', tokens: { input: 99 } }),
      ),
      { role: 'assistant', model: 'fable', inputTokens: 32, outputTokens: 7, pieces: [{ kind: 'text', text: 'x' }] },
    ],
    [
      'what nobody typed',
      message(
        'm',
        { role: 'user' },
        part('p2', { type: 'text', text: 'Called the Read tool', synthetic: true }),
        part('p1', { type: 'text', text: '真的' }),
      ),
      { pieces: [{ kind: 'text', text: '真的' }] },
    ],
    [
      'nothing else either',
      message('m', { role: 'user' }, part('p', { type: 'text', text: 'x', synthetic: true })),
      undefined,
    ],
    [
      'a tool that did its work',
      message(
        'm',
        { role: 'assistant' },
        part('p', {
          type: 'tool',
          tool: 'edit',
          callID: 'c',
          state: { status: 'completed', input: { filePath: '/a/潮.ts' }, output: 'Done.' },
        }),
      ),
      {
        pieces: [
          {
            kind: 'call',
            call: 'c',
            tool: 'edit',
            args: { filePath: '/a/潮.ts' },
            files: [{ path: '/a/潮.ts', isEdited: true }],
          },
          { kind: 'result', call: 'c', tool: 'edit', text: 'Done.' },
        ],
      },
    ],
    [
      'a tool that failed',
      message(
        'm',
        { role: 'assistant' },
        part('p', {
          type: 'tool',
          tool: 'bash',
          callID: 'c',
          state: { status: 'error', input: {}, error: 'no such file' },
        }),
      ),
      { pieces: [{ kind: 'call' }, { kind: 'result', text: 'no such file', isError: true }] },
    ],
    [
      'a patch names its files',
      message(
        'm',
        { role: 'assistant' },
        part('p', {
          type: 'tool',
          tool: 'apply_patch',
          state: { input: { patchText: '*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: b/海.ts\n' } },
        }),
      ),
      {
        pieces: [
          {
            files: [
              { path: 'a.ts', isEdited: true },
              { path: 'b/海.ts', isEdited: true },
            ],
          },
        ],
      },
    ],
    [
      'thoughts, files and what marks a step',
      message(
        'm',
        { role: 'assistant' },
        part('1', { type: 'step-start' }),
        part('2', { type: 'reasoning', text: 'hm' }),
        part('3', { type: 'file', filename: 'a.png', url: 'data:' }),
        part('4', { type: 'snapshot' }),
      ),
      {
        pieces: [
          { kind: 'thinking', text: 'hm' },
          { kind: 'attachment', name: 'a.png', text: '' },
        ],
      },
    ],
  ])('%s', (_says, row, expected) =>
    expect(read({ id: 'ses_1' }, [row]).conversation?.messages).toMatchObject(expected ? [expected] : []),
  )

  it('data that is no JSON is told, and the rest is read', () => {
    const broken = {
      id: 'm',
      data: '{"role":"user"}',
      parts: [{ id: 'p', data: '{"ty' }, part('q', { type: 'text', text: 'x' })],
    }
    const { conversation, problems } = read({ id: 'ses_1' }, [broken])
    expect(conversation?.messages).toMatchObject([{ pieces: [{ text: 'x' }] }])
    expect(problems).toMatchObject([{ said: 'A part of a message is not JSON: it is left out.' }])
  })
})

it('no rows make it throw', () => {
  const row = fc.dictionary(
    fc.constantFrom('id', 'data', 'parts', 'time', 'revert', 'title'),
    fc.oneof(fc.jsonValue(), fc.json()),
  )
  const types = fc.constantFrom('text', 'tool', 'file', 'reasoning', 'subtask')
  const wild = fc.record({
    type: types,
    text: fc.jsonValue(),
    tool: fc.string(),
    state: fc.jsonValue(),
    source: fc.jsonValue(),
  })
  fc.assert(
    fc.property(row, fc.array(row), fc.array(wild), (session, messages, parts) => {
      const wilder = { id: 'm', data: '{"role":"user"}', parts: parts.map((each) => part('p', each)) }
      const text = JSON.stringify({
        from: 'opencode',
        session: { id: 's', ...session },
        project: session,
        messages: [...messages, wilder],
      })
      expect(() => opencode.read({ path: 'x', part: 1, text, modifiedAt: 0 })).not.toThrow()
    }),
  )
})
