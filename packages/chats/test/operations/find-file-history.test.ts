import { describe, expect, it } from 'vitest'
import type { DraftBlock, TouchedFile } from '../../src/conversation.ts'
import type { FileOutput } from '../../src/files/file-history-shapes.ts'
import { findFileHistory } from '../../src/operations/find-file-history.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

const day = (number: number): number => Date.UTC(2026, 9, number)
const call = (tool: string, ...files: readonly TouchedFile[]): DraftBlock => ({ kind: 'call', tool, args: {}, files })
const read = (path: string) => call('Read', { path, isEdited: false })
const edit = (path: string) => call('Edit', { path, isEdited: true })

const house = async () => {
  const opened = openChats()
  const message = (id: string, at: number, ...pieces: readonly DraftBlock[]) =>
    said(id, '', { role: 'assistant', at, pieces: [{ kind: 'text', text: `about ${id}` }, ...pieces] })
  await opened.add({
    'a.jsonl': conversation(
      'edits-01',
      [
        message('m1', day(20), read('/home/ada/shop/src/cart.ts')),
        message('m2', day(21), edit('/home/ada/shop/src/cart.ts'), edit('/home/ada/shop/src/other.ts')),
        { ...message('m3', day(22), edit('src/Cart.ts')), isInactive: true },
      ],
      { project: '/home/ada/shop', title: { text: '购物车', given: 'person' } },
    ),
    'b.jsonl': conversation('reads-02', [message('m1', day(25), read('C:\\garden\\src\\cart.ts'))], {
      project: 'C:\\garden',
    }),
    'c.jsonl': conversation('says-003', [said('m1', 'src/cart.ts is fine', { at: day(26) })]),
    'd.jsonl': conversation('zh-00004', [message('m1', day(27), edit('/笔记/潮汐 表.md'))], { isAutomated: true }),
  })
  return opened
}
const ask = async (given: Answer): Promise<FileOutput> => (await house()).call(findFileHistory, given)

describe('the history of a file', () => {
  it.each<[given: Answer, found: readonly (readonly [id: string, edits: number, reads: number])[]]>([
    [
      { path: 'cart.ts' },
      [
        ['reads-02', 0, 1],
        ['edits-01', 2, 1],
      ],
    ],
    [
      { file_path: 'SRC\\cart.ts' },
      [
        ['reads-02', 0, 1],
        ['edits-01', 2, 1],
      ],
    ],
    [{ path: '/home/ada/shop/src/cart.ts' }, [['edits-01', 2, 1]]],
    [{ path: 'art.ts' }, []],
    [{ path: 'nothing.ts' }, []],
    [{ path: 'cart.ts', edited_only: true }, [['edits-01', 2, 0]]],
    [{ path: 'cart.ts', project: 'garden' }, [['reads-02', 0, 1]]],
    [{ path: 'cart.ts', agent: 'aider' }, []],
    [{ path: 'cart.ts', until: '2026-10-21' }, [['edits-01', 1, 1]]],
    [{ path: 'cart.ts', time_window: '7d' }, [['reads-02', 0, 1]]],
    [{ path: 'cart.ts', limit: 1 }, [['reads-02', 0, 1]]],
    [{ path: '潮汐 表.md' }, [['zh-00004', 1, 0]]],
    [{ path: '潮汐 表.md', include_automated: false }, []],
  ])('%j', async (given, found) => {
    const { results } = await ask(given)
    expect(results.map(({ chatId, edits, reads }) => [chatId, edits, reads])).toEqual(found)
  })

  it('says when, by which tools and where', async () => {
    const { results } = await ask({ path: 'shop/src/cart.ts' })
    expect(results).toEqual([
      {
        chatId: 'edits-01',
        title: '购物车',
        agent: 'codex',
        project: '/home/ada/shop',
        timeRange: { from: day(20), to: day(22) },
        edits: 2,
        reads: 1,
        paths: ['/home/ada/shop/src/cart.ts', 'src/Cart.ts'],
        tools: [
          { tool: 'Edit', calls: 2 },
          { tool: 'Read', calls: 1 },
        ],
        first: { messageId: 'm1', index: 1, createdAt: day(20), citation: 'wuku://chats/agents/edits-01#m1' },
        last: {
          messageId: 'm3',
          index: 3,
          createdAt: day(22),
          citation: 'wuku://chats/agents/edits-01#m3',
          branch: 'inactive',
        },
        citation: 'wuku://chats/agents/edits-01',
      },
    ])
  })

  it('says what was left out, and what to try when nothing was found', async () => {
    expect(await ask({ path: 'cart.ts', limit: 1 })).toMatchObject({ left_out: 1, notes: [] })
    expect(await ask({ path: 'nothing.ts' })).toMatchObject({
      left_out: 0,
      notes: [expect.stringContaining('search_conversations')],
    })
  })

  it('refuses what names no file', async () => {
    const error = await (await house()).refusal(findFileHistory, { path: '/' })
    expect(error).toMatchObject({ code: 'bad-input', remedy: expect.stringContaining('src/index.ts') })
  })
})
