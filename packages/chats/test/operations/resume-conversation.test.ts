import { describe, expect, it } from 'vitest'
import type { DraftConversation } from '../../src/conversation.ts'
import { resumeConversation } from '../../src/operations/resume-conversation.ts'
import { openChats } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

const chat = (more: Partial<DraftConversation> = {}): DraftConversation =>
  conversation('7f3c9a12-tide', [said('u1', 'Tide?')], { agent: 'claude-code', project: '/home/ada/shop', ...more })

async function resume(draft: DraftConversation, file = 'a.jsonl', stamp = 's') {
  const opened = openChats()
  await opened.add({ [file]: draft }, { stamp })
  return opened.call(resumeConversation, { chatId: '7f3c9a' })
}

describe('how to go on', () => {
  it('is the command and its folder', async () =>
    expect(await resume(chat())).toEqual({
      chatId: '7f3c9a12-tide',
      title: 'Tide?',
      agent: 'claude-code',
      command: 'claude --resume 7f3c9a12-tide',
      cwd: '/home/ada/shop',
      line: 'cd /home/ada/shop && claude --resume 7f3c9a12-tide',
      note: expect.stringContaining('folder'),
      citation: 'wuku://chats/agents/7f3c9a12-tide',
    }))

  it.each<[project: string | undefined, cwd: string | null, line: string]>([
    [
      "/home/ada/my 'shop'; rm",
      "/home/ada/my 'shop'; rm",
      `cd "/home/ada/my 'shop'; rm" && claude --resume 7f3c9a12-tide`,
    ],
    ['/笔记', '/笔记', `cd '/笔记' && claude --resume 7f3c9a12-tide`],
    ['C:\\shop', 'C:\\shop', `cd 'C:\\shop' && claude --resume 7f3c9a12-tide`],
    ['-P', null, 'claude --resume 7f3c9a12-tide'],
    ['/a\nb', null, 'claude --resume 7f3c9a12-tide'],
    [undefined, null, 'claude --resume 7f3c9a12-tide'],
  ])('in %j', async (project, cwd, line) => expect(await resume(chat({ project }))).toMatchObject({ cwd, line }))

  it.each<[file: string, stamp: string]>([
    ['gone.jsonl', 's'],
    ['a.jsonl', 'gone'],
  ])('there is none when its file is gone: %s, stamp "%s"', async (file, stamp) =>
    expect(await resume(chat(), file, stamp)).toMatchObject({
      command: null,
      line: null,
      source_missing: true,
      note: expect.stringMatching(/Claude Code has deleted it.*export_conversation with chatIds \["7f3c9a12-tide"\]/),
    }),
  )

  it('is an address whether or not the export is still there', async () => {
    const answer = await resume(chat({ agent: 'chatgpt' }), 'gone.jsonl')
    expect(answer).toMatchObject({ command: null, url: 'https://chatgpt.com/c/7f3c9a12-tide' })
    expect(answer['source_missing']).toBe(undefined)
  })

  it('is refused for an id that nobody has', async () =>
    expect(await openChats().refusal(resumeConversation, { id: 'nobody-1' })).toMatchObject({ code: 'not-found' }))
})
