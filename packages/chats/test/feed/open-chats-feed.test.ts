import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ChatDatabase } from '@wuku/core/ports/chat-database'
import { isRefusal } from '@wuku/core/ports/feed'
import { WukuError } from '@wuku/core/errors'
import { plant, type Tree } from '../../../folders/test/trees.ts'
import { chatsOf, linesOf, takeIn } from './archive.ts'

const MARKER = 'DO NOT INDEX THIS CHAT'
const long = linesOf(Array.from({ length: 30 }, () => 60_000))

describe('files that are no conversations', () => {
  it.each<[path: string, isTaken: boolean]>([
    ['-home-ada-shop/0b5e.jsonl', true],
    ['-home-ada-shop/0b5e/subagents/agent-a1.jsonl', true],
    ['-home-ada-shop/0b5e/subagents/agent-a1.meta.json', false],
    ['-home-ada-shop/0b5e/tool-results/toolu_1.txt', true],
    ['-home-ada-shop/notes.txt', false],
    ['-home-ada-shop/journal.jsonl', false],
    ['-home-ada-shop/memory/MEMORY.md', false],
    ['todos/0b5e.json', false],
    ['history.jsonl', false],
    ['settings.json', false],
    ['settings.local.json', false],
    ['auth.json', false],
    ['sessions/2026/01/02/rollout-2026-01-02T03-04-05-0b5e.jsonl', true],
    ['sessions/rollout-0b5e.json', true],
    ['.cursor/projects/shop/agent-transcripts/0b5e.txt', true],
    ['会话/对话.json', true],
    ['image.png', false],
    ['.env', false],
  ])('%s', async (path, isTaken) => {
    const { texts } = await takeIn(chatsOf(plant({ [path]: '{}' })))
    expect([...texts.keys()]).toEqual(isTaken ? [path] : [])
  })

  it('a link to a place outside is not followed', async () => {
    const root = plant({ 'a.jsonl': '{}' })
    writeFileSync(join(dirname(root), 'outside.jsonl'), '{"secret":1}')
    const { texts, problems } = await takeIn(
      chatsOf(plant({ 'b.jsonl': { link: join(dirname(root), 'outside.jsonl') } })),
    )
    expect([texts.size, problems.length]).toEqual([0, 1])
  })

  it('an ignore file of the user counts', async () => {
    const tree = { '.wukuignore': 'private/\n', 'private/a.jsonl': '{}', 'b.jsonl': '{}' }
    expect([...(await takeIn(chatsOf(plant(tree)))).texts.keys()]).toEqual(['b.jsonl'])
  })

  it('one JSON that is too large to be read at once is a problem', async () => {
    const { problems } = await takeIn(chatsOf(plant({ 'a.json': { sparse: 65 * 1024 * 1024 } })))
    expect(problems).toEqual(['a.json: It has 65.0 MB; a file that must be read as a whole may have 64.0 MB.'])
  })
})

describe('a conversation that asks not to be indexed', () => {
  it.each<[says: string, tree: Tree, taken: readonly string[], skipped: readonly string[]]>([
    ['short', { 'a.jsonl': `{"x":"${MARKER}"}`, 'b.jsonl': '{}' }, ['b.jsonl'], ['a.jsonl']],
    ['long, at its end', { 'a.jsonl': `${long}{"x":"${MARKER}"}\n`, 'b.jsonl': '{}' }, ['b.jsonl'], ['a.jsonl']],
    ['in one JSON', { 'a.json': `{"x":"${MARKER}"}` }, [], ['a.json']],
    [
      'with all that its folder holds',
      {
        'p/a.jsonl': `{"x":"${MARKER}"}`,
        'p/a/tool-results/1.txt': 'what it said',
        'p/a/subagents/agent-1.jsonl': '{}',
        'p/b/tool-results/1.txt': 'of another',
      },
      ['p/b/tool-results/1.txt'],
      ['p/a.jsonl', 'p/a/subagents/agent-1.jsonl', 'p/a/tool-results/1.txt'],
    ],
    [
      'one run of several in a file',
      {
        '.aider.chat.history.md': `# aider chat started at 2026-01-02 03:04:05\n${MARKER}\n# aider chat started at 2026-01-02 04:00:00\nhi\n`,
      },
      ['.aider.chat.history.md/2026-01-02T04-00-00'],
      ['.aider.chat.history.md/2026-01-02T03-04-05'],
    ],
  ])('%s', async (_, tree, taken, skipped) => {
    const found = await takeIn(chatsOf(plant(tree)))
    expect([...found.texts.keys()]).toEqual(taken)
    expect(found.skipped.filter((said) => said.endsWith(': asks not to be indexed')).toSorted()).toEqual(
      skipped.map((path) => `${path}: asks not to be indexed`),
    )
  })

  it('takes what its folder holds along when it asks later', async () => {
    const root = plant({ 'p/a.jsonl': '{}\n', 'p/a/tool-results/1.txt': 'what it said' })
    const { known } = await takeIn(chatsOf(root))
    expect([...known.keys()]).toEqual(['p/a.jsonl', 'p/a/tool-results/1.txt'])
    appendFileSync(join(root, 'p/a.jsonl'), `{"x":"${MARKER}"}\n`)
    for (const folders of [['p/a/tool-results'], ['p'], undefined]) {
      const { texts, skipped } = await takeIn(chatsOf(root), { known, folders })
      expect([...texts.keys()]).toEqual([])
      expect(skipped).toContain('p/a/tool-results/1.txt: asks not to be indexed')
    }
  })
})

describe('what the user keeps out', () => {
  const tree: Tree = {
    '-home-ada-clients-acme/0b5e1111.jsonl': '{"cwd":"/home/ada/clients/acme"}\n',
    '-home-ada-shop/0b5e2222.jsonl': '{"cwd":"/home/ada/shop"}\n',
    'sessions/rollout-2026-01-02T03-04-05-0b5e3333.jsonl': '{"payload":{"cwd":"/home/ada/clients/acme/api"}}\n',
    'sessions/rollout-2026-01-02T03-04-05-0b5e4444.jsonl': `{"payload":{"cwd":"/home/ada/clients/acme"}}\n${long}`,
  }
  const kept = async (leaveOut: readonly string[]) => {
    const { texts } = await takeIn(chatsOf(plant(tree), { leaveOut }))
    return [...new Set([...texts.keys()].map((path) => /0b5e(\d)/.exec(path)?.[1]))]
  }

  it.each([
    [[], ['1', '2', '3', '4']],
    [['/home/ada/clients/**'], ['2']],
    [['/home/ada/clients/acme'], ['2']],
    [['/home/ada/shop'], ['1', '3', '4']],
    [['0b5e2222'], ['1', '3', '4']],
    [
      ['0b5e3333', '0b5e4444'],
      ['1', '2'],
    ],
    [['/home/ada/*/acme'], ['2']],
  ])('%j', async (globs, expected) => expect(await kept(globs)).toEqual(expected))
})

describe('a history of aider', () => {
  const head = '# aider chat started at'
  const history = `\n${head} 2026-01-02 03:04:05\n\n#### 你好  \n\nHello\n\n${head} 2026-01-02 03:04:05\n\n> /exit  \n\n${head} 2026-01-03 00:00:00\nlast 👩‍👩‍👧`
  const path = 'shop/.aider.chat.history.md'

  it('is one item a run, with the folder that it lies in', async () => {
    const root = plant({ [path]: history })
    const { texts, besides } = await takeIn(chatsOf(root))
    expect([...texts]).toEqual([
      [`${path}/2026-01-02T03-04-05`, `${head} 2026-01-02 03:04:05\n\n#### 你好  \n\nHello\n\n`],
      [`${path}/2026-01-02T03-04-05-2`, `${head} 2026-01-02 03:04:05\n\n> /exit  \n\n`],
      [`${path}/2026-01-03T00-00-00`, `${head} 2026-01-03 00:00:00\nlast 👩‍👩‍👧`],
    ])
    expect(besides.get(`${path}/2026-01-03T00-00-00`)).toEqual({ projectRoot: join(root, 'shop') })
  })

  it('of very many runs is looked through once for all of them', async () => {
    const root = plant({ [path]: `${head} 2026-01-02 03:04:05\nebb\n`.repeat(5_000) })
    expect((await takeIn(chatsOf(root))).texts.size).toBe(5_000)
  })

  it('whose words were written over since it was listed is not read as what it was', async () => {
    const root = plant({ [path]: history })
    const feed = chatsOf(root)
    const [item] = (await feed.list({})).items
    writeFileSync(join(root, path), history.replace('Hello', 'Jello'))
    expect(item && isRefusal(await feed.read(item))).toBe(true)
  })

  it('is taken although git is to ignore it, as aider tells git itself', async () => {
    const root = plant({ [path]: history, '.git/HEAD': '', '.gitignore': '.aider*\n', 'shop/.gitignore': '*\n' })
    expect((await takeIn(chatsOf(root))).listed).toHaveLength(3)
    const without = plant({ [path]: history, '.wukuignore': '.aider*\n' })
    expect((await takeIn(chatsOf(without))).listed).toEqual([])
  })

  it('that is the whole source has items without a path, and an append changes the last', async () => {
    const root = join(plant({ [path]: history }), path)
    const { known } = await takeIn(chatsOf(root))
    appendFileSync(root, ' more')
    const { listed, besides } = await takeIn(chatsOf(root), { known })
    expect(listed.map((item) => [item.path, known.get(item.path) === item.stamp])).toEqual([
      ['2026-01-02T03-04-05', true],
      ['2026-01-02T03-04-05-2', true],
      ['2026-01-03T00-00-00', false],
    ])
    expect(besides.get('2026-01-03T00-00-00')).toEqual({ projectRoot: dirname(root) })
  })

  it('without a run has no item', async () =>
    expect((await takeIn(chatsOf(plant({ [path]: 'nothing' })))).listed).toEqual([]))
})

it('what lies beside a transcript of a subagent, and of a session of Gemini CLI', async () => {
  const { besides } = await takeIn(
    chatsOf(
      plant({
        'projects/-shop/0b5e/subagents/agent-a1.jsonl': '{}',
        'projects/-shop/0b5e/subagents/agent-a1.meta.json': '{"agentType":"explore"}',
        'tmp/shop/chats/session-1.json': '{}',
        'tmp/shop/.project_root': '/home/ada/shop\n',
        'tmp/blog/chats/session-2.jsonl': '{}',
        'tmp/blog/chats/0b5e/session-3.jsonl': '{}',
        'projects.json': '{"projects":{"/home/ada/博客":"blog"}}',
        'tmp/other/chats/session-4.json': '{}',
        'sessions/rollout-2026-11-01T10-00-00-0199aaaa-1111-7222-8333-444455556666.jsonl': '{}',
        'sessions/rollout-2026-11-01T10-00-00-0199bbbb-1111-7222-8333-444455556666.jsonl': '{}',
        'session_index.jsonl':
          '{"id":"0199aaaa-1111-7222-8333-444455556666","thread_name":"Ebb"}\n{"id":"0199aaaa-1111-7222-8333-444455556666","thread_name":"落潮"}\n',
      }),
    ),
  )
  expect([...besides.values()]).toEqual([
    { about: '{"agentType":"explore"}' },
    { about: '{"id":"0199aaaa-1111-7222-8333-444455556666","thread_name":"落潮"}' },
    undefined,
    { projectRoot: '/home/ada/博客' },
    { projectRoot: '/home/ada/博客' },
    undefined,
    { projectRoot: '/home/ada/shop' },
  ])
})

/** Rows in a file of JSON stand for those of a database; what is open is counted. */
function openedRows() {
  const count = { opened: 0, open: 0 }
  const open = (rows: Readonly<Record<string, string>>) => async (): Promise<ChatDatabase> => {
    count.opened += 1
    count.open += 1
    return {
      problems: [],
      list: async () =>
        Object.entries(rows).map(([id, text]) => ({ id, stamp: `s${text.length}`, modifiedAt: 5, bytes: text.length })),
      read: async (id) => (rows[id] === undefined ? undefined : Buffer.from(rows[id])),
      close: async () => void (count.open -= 1),
    }
  }
  return { count, open }
}

describe('a database', () => {
  const rows = { ses_1: '{"a":1}', 'a/b\n': '{"b":22}' }

  it('is opened once for a run, and closed when all was read', async () => {
    const { count, open } = openedRows()
    const feed = chatsOf(plant({ 'x/opencode.db': 'db' }), { openDatabase: open(rows) })
    const { texts, known } = await takeIn(feed)
    expect([...texts]).toEqual([
      ['x/opencode.db/ses_1', '{"a":1}'],
      ['x/opencode.db/a-b-', '{"b":22}'],
    ])
    expect(count).toEqual({ opened: 1, open: 0 })
    await feed.list({ known })
    expect(count).toEqual({ opened: 2, open: 0 })
  })

  it('is not opened where a link has taken its place since it was listed', async () => {
    const { count, open } = openedRows()
    const root = plant({ 'x/opencode.db': 'db', elsewhere: 'db' })
    const feed = chatsOf(root, { openDatabase: open(rows) })
    const { known } = await takeIn(feed)
    const [item] = (await feed.list({ known })).items
    const opened = count.opened
    rmSync(join(root, 'x/opencode.db'))
    symlinkSync(join(root, 'elsewhere'), join(root, 'x/opencode.db'))
    expect(item && isRefusal(await feed.read(item))).toBe(true)
    expect(count).toEqual({ opened, open: 0 })
  })

  it('that is the whole source has ids for items, and is read where nothing was listed', async () => {
    const { open } = openedRows()
    const root = join(plant({ 'app.db': 'db' }), 'app.db')
    const { known } = await takeIn(chatsOf(root, { openDatabase: open(rows) }))
    expect([...known]).toEqual([
      ['ses_1', 's7'],
      ['a-b-', 's8'],
    ])
    const feed = chatsOf(root, { openDatabase: open(rows) })
    const read = await feed.read({ path: 'a-b-', stamp: '', bytes: 0, modifiedAt: 0 })
    expect('bytes' in read && Buffer.from(read.bytes).toString()).toBe('{"b":22}')
    expect(await feed.stamp('ses_1', 'believed')).toBe('believed')
    rmSync(root)
    expect(await feed.stamp('ses_1', 'believed')).toBeUndefined()
  })

  it('that cannot be read is a problem, and its conversations stay', async () => {
    const feed = chatsOf(plant({ 'a.db': 'db', 'b.jsonl': '{}' }), {
      openDatabase: async () => {
        throw new WukuError('store-busy', 'It is busy.', 'Wait.')
      },
    })
    const { items, problems, complete } = await feed.list({
      known: new Map([
        ['a.db/1', 's1'],
        ['a.db/2', 's2'],
      ]),
    })
    expect(items.map(({ path }) => path)).toEqual(['a.db/1', 'a.db/2', 'b.jsonl'])
    expect([problems, complete]).toEqual([[{ path: 'a.db', said: 'It is busy.', remedy: 'Wait.' }], true])
  })

  it('of a program that is not known is left out', async () =>
    expect((await takeIn(chatsOf(plant({ 'a.db': 'db' })))).skipped).toEqual([
      'a.db: no database of conversations in a known format',
    ]))
})

describe('a session of OpenCode in folders', () => {
  const tree: Tree = {
    'storage/session/global/ses_1.json': '{"id":"ses_1","title":"潮汐"}',
    'storage/message/ses_1/msg_1.json': '{"id":"msg_1","role":"user"}',
    'storage/part/msg_1/prt_1.json': '{"type":"text","text":"你好"}',
    'storage/todo/ses_1.json': '[]',
  }

  it.each(['', 'storage'])('is one item with all that belongs to it, added from "%s"', async (below) => {
    const { texts, skipped } = await takeIn(chatsOf(join(plant(tree), below)))
    const path = below === '' ? 'storage/session/global/ses_1.json' : 'session/global/ses_1.json'
    expect([...texts.keys()]).toEqual([path])
    expect(texts.get(path)).toMatch(/^\{"from":"opencode".*潮汐.*msg_1.*你好/)
    expect(skipped.map((said) => said.split(/\/?: /)[0]?.split('/').at(-1))).toEqual(['message', 'part', 'todo'])
  })
})

it('an export that was unpacked holds items', async () => {
  const said = { uuid: 'm', sender: 'human', text: 'hi', created_at: '2026-01-02T03:04:05Z' }
  const chat = (id: string) => ({ uuid: id, name: '潮汐', created_at: said.created_at, chat_messages: [said] })
  const ids = ['0b5e1c2d-0000-4000-8000-000000000001', '0b5e1c2d-0000-4000-8000-000000000002']
  const root = plant({ 'conversations.json': JSON.stringify(ids.map(chat)), 'users.json': '[]' })
  const { known } = await takeIn(chatsOf(root))
  expect([...known.keys()]).toEqual(ids.map((id) => `conversations.json/${id}`))
  expect(
    await chatsOf(root)
      .list({ known })
      .then(({ items }) => items.map(({ stamp }) => stamp)),
  ).toEqual([...known.values()])
})

it('a database that can no longer be read keeps its conversations', async () => {
  const { items, problems, skipped } = await chatsOf(plant({ 'a.db': '' })).list({ known: new Map([['a.db/1', 's1']]) })
  expect([items, skipped]).toEqual([[], []])
  expect(problems.map(({ said }) => said)).toEqual(['It no longer holds conversations that can be read.'])
})

it('a watch tells of the files in a folder that hold items, and of journals beside a database', async () => {
  const root = plant({ 'a.jsonl': '{}', 'sub/state.vscdb': 'db' })
  const over = new AbortController()
  const told: (readonly string[])[] = []
  const ended = chatsOf(root, { patterns: ['**/*.jsonl', '**/*.vscdb'] }).watch?.(
    (folders) => told.push(folders),
    over.signal,
  )
  // The system does not say when its watch has begun: the journal grows until it is heard of.
  const grow = (): number => {
    appendFileSync(join(root, 'sub/state.vscdb-wal'), 'journal')
    return told.length
  }
  await expect.poll(grow).toBeGreaterThan(0)
  expect(told[0]).toEqual(['sub', 'sub/state.vscdb'])
  mkdirSync(join(root, 'new'))
  writeFileSync(join(root, 'new/b.jsonl'), '{}')
  await expect.poll(() => told.flat()).toContain('new')
  over.abort()
  await ended
})
