import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursor } from '../../../src/formats/cursor/index.ts'
import { readCursor } from './cursor.ts'

type Bubbles = Readonly<Record<string, object | string>>

const rowsOf = (bubbles: Bubbles) =>
  Object.entries(bubbles).map(([id, value]) => ({
    id,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))

const read = (composer: object, bubbles: Bubbles, more: object = {}) =>
  readCursor(
    'state.vscdb/c',
    JSON.stringify({ from: 'cursor', id: 'c', composer: JSON.stringify(composer), bubbles: rowsOf(bubbles), ...more }),
  )

const heads = (...ids: readonly string[]) => ({ fullConversationHeadersOnly: ids.map((bubbleId) => ({ bubbleId })) })
const messages = (composer: object, bubbles: Bubbles) => read(composer, bubbles).conversation?.messages ?? []

describe('a composer', () => {
  it('has its bubbles in the order of its heads; what they do not name was taken back', () =>
    expect(
      messages(heads('z', 'gone', 'a'), {
        a: { type: 2, text: 'two' },
        old: { type: 1, text: 'before' },
        z: { type: 1, text: '一' },
      }).map(({ id, role, isInactive }) => [id, role, isInactive]),
    ).toEqual([
      ['z', 'user', undefined],
      ['a', 'assistant', undefined],
      ['old', 'user', true],
    ]))

  it.each<[says: string, composer: object, bubbles: Bubbles, more: object, expected: object]>([
    [
      'name, branch and times',
      { name: '虚拟列表', createdOnBranch: 'main', createdAt: 1_750_000_000_000, lastUpdatedAt: 1_750_000_001_000 },
      {},
      {},
      {
        title: { text: '虚拟列表', given: 'model' },
        branch: 'main',
        startedAt: 1_750_000_000_000,
        endedAt: 1_750_000_001_000,
      },
    ],
    ['a name that is none', { name: 'New Chat', isArchived: true }, {}, {}, { isArchived: true }],
    [
      'what a row tells of it in newer versions',
      { createdAt: 1_750_000_000_000, name: '' },
      {},
      {
        head: {
          isArchived: 1,
          value: JSON.stringify({
            name: '潮汐',
            workspaceIdentifier: { uri: { fsPath: '/home/ada/tides' } },
            subagentInfo: { parentComposerId: 'p' },
          }),
        },
      },
      {
        title: { text: '潮汐', given: 'model' },
        project: '/home/ada/tides',
        parent: { id: 'p', as: 'subagent' },
        isArchived: true,
        startedAt: 1_750_000_000_000,
      },
    ],
    [
      'one that another started',
      { subagentInfo: { parentComposerId: 'p' } },
      {},
      {},
      { parent: { id: 'p', as: 'subagent' } },
    ],
    [
      'a folder of Windows',
      { workspaceIdentifier: { uri: { external: 'file:///c%3A/code/%E6%BD%AE' } } },
      {},
      {},
      { project: 'c:/code/潮' },
    ],
    [
      'a folder on another machine',
      {},
      {},
      { workspace: '{"folder":"vscode-remote://wsl%2Bubuntu/home/ada"}' },
      { project: '/home/ada' },
    ],
    [
      'a folder that a bubble names, and not the notes of Cursor',
      {},
      { a: { type: 1, text: 'x', workspaceProjectDir: '/h/.cursor/projects/h-x', workspaceUris: ['file:///h/x'] } },
      {},
      { project: '/h/x', messages: [{ id: 'a' }] },
    ],
  ])('%s', (...[, composer, bubbles, more, expected]) =>
    expect(read(composer, bubbles, more).conversation).toMatchObject(expected),
  )
  it('a name that is none is left out', () =>
    expect(read({ name: 'New Chat' }, {}).conversation).not.toHaveProperty('title'))

  const times = (...at: readonly unknown[]) =>
    messages(
      heads('a', 'b', 'c'),
      Object.fromEntries(['a', 'b', 'c'].map((id, index) => [id, { type: 1, text: id, ...(at[index] as object) }])),
    ).map((message) => message.at)
  it.each<[says: string, at: readonly object[], expected: readonly unknown[]]>([
    [
      'dates in words and numbers',
      [{ createdAt: '2026-01-01T00:00:00.000Z' }, {}, { timestamp: 1_780_000_000_000 }],
      [1_767_225_600_000, undefined, 1_780_000_000_000],
    ],
    [
      'times that run backwards tell nothing',
      [{ createdAt: 1_780_000_000_000 }, { createdAt: 1_770_000_000_000 }, {}],
      [undefined, undefined, undefined],
    ],
    [
      'nor do those since a window was opened',
      [{ timingInfo: { clientRpcSendTime: 48_211.5 } }, {}, {}],
      [undefined, undefined, undefined],
    ],
  ])('%s', (_says, at, expected) => expect(times(...at)).toEqual(expected))

  it.each<[says: string, composer: object]>([
    [
      'as a list',
      {
        conversation: [
          { bubbleId: 'a', type: 1, text: 'ebb' },
          { bubbleId: 'b', type: 2, text: 'flow' },
        ],
      },
    ],
    [
      'as a map, in the order of its heads',
      { ...heads('a', 'b'), conversationMap: { b: { type: 2, text: 'flow' }, a: { type: 1, text: 'ebb' } } },
    ],
  ])('older ones hold their bubbles: %s', (_says, composer) =>
    expect(messages(composer, {})).toMatchObject([
      { id: 'a', role: 'user', pieces: [{ text: 'ebb' }] },
      { id: 'b', role: 'assistant', pieces: [{ text: 'flow' }] },
    ]),
  )

  it('a tab of the older panel', () => {
    const tab = {
      tabId: 't',
      chatTitle: 'Tides',
      lastSendTime: 1_700_000_000_000,
      bubbles: [
        { id: 'u', type: 'user', rawText: '潮' },
        { type: 'ai', rawText: 'ebb', modelType: 'gpt-4' },
      ],
    }
    expect(readCursor('x', JSON.stringify({ from: 'cursor', id: 't', tab: JSON.stringify(tab) })).conversation).toEqual(
      {
        agent: 'cursor',
        id: 't',
        title: { text: 'Tides', given: 'model' },
        endedAt: 1_700_000_000_000,
        messages: [
          { id: 'u', role: 'user', pieces: [{ kind: 'text', text: '潮' }] },
          { id: '2', role: 'assistant', model: 'gpt-4', pieces: [{ kind: 'text', text: 'ebb' }] },
        ],
      },
    )
  })

  it('bubbles that are no JSON are told', () => {
    const { conversation, problems } = read({}, { a: '{"type":', b: { type: 1, text: 'x' } })
    expect(conversation?.messages).toHaveLength(1)
    expect(problems).toMatchObject([{ said: 'A message is not JSON: it is left out.' }])
  })
})

describe('a bubble', () => {
  const rich = (...lines: readonly string[]) =>
    JSON.stringify({
      root: {
        children: lines.map((text) => ({
          type: 'paragraph',
          children: [
            { type: 'mention', text: '@a ' },
            { type: 'text', text },
          ],
        })),
      },
    })
  it.each<[says: string, bubble: object, expected: object | undefined]>([
    [
      'of a person',
      { type: 1, text: '<user_query>\n卡?\n</user_query>' },
      { role: 'user', pieces: [{ kind: 'text', text: '卡?' }] },
    ],
    ['rawText', { type: 1, text: '', rawText: 'x' }, { pieces: [{ text: 'x' }] }],
    ['content', { type: 2, content: 'x' }, { pieces: [{ text: 'x' }] }],
    ['message', { type: 2, message: 'x' }, { pieces: [{ text: 'x' }] }],
    ['rich text alone', { type: 1, text: '', richText: rich('一', 'two') }, { pieces: [{ text: '@a 一\n@a two' }] }],
    ['rich text beside text', { type: 1, text: 'x', richText: rich('y') }, { pieces: [{ text: 'x' }] }],
    ['nothing', { type: 2, text: '', toolFormerData: {} }, undefined],
    [
      'thoughts',
      { type: 2, thinking: { text: 'hm' }, text: 'x' },
      { pieces: [{ kind: 'thinking', text: 'hm' }, { text: 'x' }] },
    ],
    [
      'thoughts in blocks',
      { type: 2, allThinkingBlocks: [{ thinking: 'a' }, { text: 'b' }] },
      { pieces: [{ text: 'a' }, { text: 'b' }] },
    ],
    [
      'model and tokens',
      { type: 2, text: 'x', modelInfo: { modelName: 'fable' }, tokenCount: { inputTokens: 7, outputTokens: 3 } },
      { model: 'fable', inputTokens: 7, outputTokens: 3 },
    ],
    [
      'code that does not stand in the text',
      {
        type: 2,
        text: 'See ```ts\nlet a\n```',
        codeBlocks: [{ content: 'let a' }, { content: 'let b', languageId: 'ts', uri: { path: '/x/b.ts' } }],
      },
      { pieces: [{}, { kind: 'text', text: '```ts /x/b.ts\nlet b\n```' }] },
    ],
    [
      'a call with its result, as people read it',
      {
        type: 2,
        toolFormerData: {
          name: 'edit_file',
          toolCallId: 'k',
          status: 'completed',
          rawArgs: '{"target_file":"src/潮.ts"}',
          result: '{"contents":"line \\"1\\"\\nline 2"}',
        },
      },
      {
        role: 'assistant',
        pieces: [
          {
            kind: 'call',
            call: 'k',
            tool: 'edit_file',
            args: { target_file: 'src/潮.ts' },
            files: [{ path: 'src/潮.ts', isEdited: true }],
          },
          { kind: 'result', call: 'k', tool: 'edit_file', text: 'line "1"\nline 2' },
        ],
      },
    ],
    [
      'a call that failed, whose arguments are torn',
      {
        type: 2,
        toolFormerData: {
          name: 'grep',
          status: 'error',
          rawArgs: '{"pat',
          params: '{"pattern":"x"}',
          result: '{"error":"no"}',
        },
      },
      { pieces: [{ args: { pattern: 'x' } }, { text: 'no', isError: true }] },
    ],
    [
      'a tool of a server',
      {
        type: 2,
        toolFormerData: {
          name: 'mcp_sea_tide',
          rawArgs: '{"at":6}',
          params: '{"tools":[{"name":"tide","serverName":"sea","parameters":"{}"}]}',
        },
      },
      { pieces: [{ server: 'sea', tool: 'tide', args: { at: 6 } }] },
    ],
    [
      'what was handed in',
      {
        type: 1,
        text: 'x',
        context: {
          fileSelections: [{ uri: { fsPath: '/a.ts' } }],
          selections: [{ uri: { path: '/b.ts' }, text: 'let b' }],
        },
      },
      {
        pieces: [
          {},
          { kind: 'attachment', name: '/a.ts', text: '' },
          { kind: 'attachment', name: '/b.ts', text: 'let b' },
        ],
      },
    ],
  ])('%s', (_says, bubble, expected) => expect(messages({}, { a: bubble })).toMatchObject(expected ? [expected] : []))

  it('"default" is no model; that of the composer answers', () => {
    const composer = { modelConfig: { modelName: 'fable' } }
    expect(messages(composer, { a: { type: 2, text: 'x', modelInfo: { modelName: 'default' } } })).toMatchObject([
      { model: 'fable' },
    ])
    expect(messages({ modelConfig: { modelName: 'default' } }, { a: { type: 2, text: 'x' } })[0]?.model).toBeUndefined()
  })
})

it('no rows make it throw', () => {
  const keys = fc.constantFrom(
    'type',
    'text',
    'richText',
    'thinking',
    'toolFormerData',
    'codeBlocks',
    'context',
    'createdAt',
    'bubbles',
    'conversation',
    'conversationMap',
    'fullConversationHeadersOnly',
    'workspaceUris',
  )
  const wild = fc.dictionary(
    keys,
    fc.oneof(fc.jsonValue(), fc.json(), fc.constant('{"root":{"children":[[],{"text":1,"children":3}]}}')),
  )
  fc.assert(
    fc.property(wild, fc.array(wild), fc.jsonValue(), (composer, bubbles, tab) => {
      const values = Object.fromEntries(bubbles.map((bubble, at) => [String(at), bubble]))
      const text = JSON.stringify({
        from: 'cursor',
        id: 'c',
        composer: JSON.stringify(composer),
        bubbles: rowsOf(values),
        tab,
      })
      expect(() => cursor.read({ path: 'x', part: 1, text, modifiedAt: 0 })).not.toThrow()
    }),
  )
})

it('a tree of rich text as deep as it is hostile', () => {
  const depth = 3_000
  const richText = `{"root":${'{"children":['.repeat(depth)}{"text":"x"}${']}'.repeat(depth)}}`
  expect(messages({}, { a: { type: 1, richText } })).toMatchObject([{ pieces: [{ text: 'x' }] }])
})
