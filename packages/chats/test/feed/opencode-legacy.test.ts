import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSessionDataOfOpenCode, isSessionOfOpenCode, openCodeLegacy } from '../../src/feed/opencode-legacy.ts'
import { stampOf } from '@wuku/folders/entries'
import { opencode } from '../../src/formats/opencode/index.ts'
import { isRefusal } from '@wuku/core/ports/feed'
import { scratchFolder } from '../../../../test/scratch.ts'

const SESSION = 'storage/session/p1/ses_1.json'

const files: Readonly<Record<string, object>> = {
  [SESSION]: { id: 'ses_1', title: 'Ebb and flow', directory: '/home/ada/潮', time: { created: 1_750_000_000_000 } },
  'storage/project/p1.json': { id: 'p1', worktree: '/home/ada' },
  'storage/message/ses_1/msg_1.json': {
    id: 'msg_1',
    role: 'user',
    sessionID: 'ses_1',
    time: { created: 1_750_000_000_000 },
  },
  'storage/message/ses_1/msg_2.json': { id: 'msg_2', role: 'assistant', time: { created: 1_750_000_001_000 } },
  'storage/message/ses_2/msg_3.json': { id: 'msg_3', role: 'user' },
  'storage/part/msg_1/prt_1.json': { id: 'prt_1', type: 'text', text: '何时涨潮?' },
  'storage/part/msg_2/prt_3.json': { id: 'prt_3', type: 'text', text: 'At six.' },
  'storage/part/msg_2/prt_2.json': { id: 'prt_2', type: 'reasoning', text: 'hm' },
}

function scratch(): string {
  const root = scratchFolder()
  for (const [path, value] of Object.entries(files)) write(root, path, JSON.stringify(value))
  return root
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** As it is listed from a root so many folders above it. */
function sessionIn(root: string, path = SESSION) {
  const at = join(root, SESSION)
  const stats = statSync(at, { bigint: true })
  return { path, at, stamp: stampOf(stats), bytes: Number(stats.size), modifiedAt: Number(stats.mtimeMs) }
}

async function readIn(root: string) {
  const file = sessionIn(root)
  const [item] = (await openCodeLegacy.list(file, new Map())).items
  if (!item) throw new Error('Nothing is listed.')
  const raw = await openCodeLegacy.read(file, item)
  if (isRefusal(raw)) return raw
  return opencode.read({ path: raw.path, part: 1, text: Buffer.from(raw.bytes).toString('utf8'), modifiedAt: 0 })
}

const stampIn = async (root: string) => (await openCodeLegacy.list(sessionIn(root), new Map())).items[0]?.stamp

describe('a session in folders', () => {
  it('is one item, with its messages and their parts', async () =>
    expect(await readIn(scratch())).toEqual({
      problems: [],
      conversation: {
        agent: 'opencode',
        id: 'ses_1',
        title: { text: 'Ebb and flow', given: 'model' },
        project: '/home/ada/潮',
        startedAt: 1_750_000_000_000,
        messages: [
          { id: 'msg_1', role: 'user', at: 1_750_000_000_000, pieces: [{ kind: 'text', text: '何时涨潮?' }] },
          {
            id: 'msg_2',
            role: 'assistant',
            at: 1_750_000_001_000,
            pieces: [
              { kind: 'thinking', text: 'hm' },
              { kind: 'text', text: 'At six.' },
            ],
          },
        ],
      },
    }))

  it.each([
    ['a part that was rewritten', 'storage/part/msg_2/prt_3.json', '{"type":"text","text":"At ten."}', true],
    ['a part more', 'storage/part/msg_1/prt_9.json', '{}', true],
    ['a message more', 'storage/message/ses_1/msg_9.json', '{}', true],
    ['another session', 'storage/message/ses_2/msg_9.json', '{}', false],
  ])('its stamp and %s', async (_says, path, text, isAnother) => {
    const root = scratch()
    const before = await stampIn(root)
    expect(await stampIn(root)).toBe(before)
    write(root, path, text)
    expect((await stampIn(root)) !== before).toBe(isAnother)
  })

  it('a message that is no JSON is told', async () => {
    const root = scratch()
    write(root, 'storage/message/ses_1/msg_1.json', '{"ro')
    expect(await readIn(root)).toMatchObject({ problems: [{ said: expect.stringContaining('not JSON') }] })
  })

  it('a link in a folder of sessions is not followed', async () => {
    const root = scratch()
    rmSync(join(root, 'storage/part/msg_1'), { recursive: true })
    symlinkSync(join(root, 'storage/part/msg_2'), join(root, 'storage/part/msg_1'))
    symlinkSync(join(root, 'storage/part/msg_2/prt_3.json'), join(root, 'storage/part/msg_2/prt_4.json'))
    expect(await readIn(root)).toMatchObject({
      conversation: { messages: [{ id: 'msg_2', pieces: [{}, { text: 'At six.' }] }] },
    })
  })

  it.each(['message', 'part', 'project'])(
    'nothing is read of a folder "%s" that is a link to another place',
    async (name) => {
      const [root, elsewhere] = [scratch(), scratch()]
      write(root, SESSION, '{"id":"ses_1"}')
      rmSync(join(root, 'storage', name), { recursive: true })
      symlinkSync(join(elsewhere, 'storage', name), join(root, 'storage', name))
      const { conversation } = (await readIn(root)) as ReturnType<typeof opencode.read>
      expect(conversation?.messages.flatMap(({ pieces }) => pieces).length).toBe(name === 'project' ? 3 : 0)
      expect(conversation?.project).toBe(name === 'project' ? undefined : '/home/ada')
    },
  )

  it('a link and a pipe in the place of its project are left alone', async () => {
    const root = scratch()
    write(root, SESSION, '{"id":"ses_1"}')
    const project = join(root, 'storage/project/p1.json')
    renameSync(project, join(root, 'elsewhere.json'))
    symlinkSync(join(root, 'elsewhere.json'), project)
    expect(((await readIn(root)) as ReturnType<typeof opencode.read>).conversation?.project).toBeUndefined()
    rmSync(project)
    spawnSync('mkfifo', [project])
    expect(((await readIn(root)) as ReturnType<typeof opencode.read>).conversation?.project).toBeUndefined()
  })

  it('whose messages lie outside of what was added is refused', async () =>
    expect(await openCodeLegacy.list(sessionIn(scratch(), 'p1/ses_1.json'), new Map())).toMatchObject({
      items: [],
      problems: [{ remedy: expect.stringContaining('storage') }],
    }))
})

it.each(Object.keys(files).map((path) => [path, path.includes('/session/')]))('%s', (path, isSession) =>
  expect([isSessionOfOpenCode(String(path)), isSessionDataOfOpenCode(String(path))]).toEqual([isSession, !isSession]),
)
