import { expect, it } from 'vitest'
import { openPushHouse, type Answer } from './push-house.ts'

const [ANNS, BENS] = ['7f3c9a12-1111-4222-8333-444455556666', '8a4d0b23-1111-4222-8333-444455556666']
const said = ['Make the pelican house warm.', 'Always heat with wood.', 'Next step: order the stove.'] as const

/** A transcript of Claude Code on somebody's machine. */
const transcript = (id: string, day: string, texts: readonly string[] = said): string =>
  texts
    .map((text, nth) => {
      const role = nth === 2 ? 'assistant' : 'user'
      const about = { sessionId: id, cwd: '/home/ann/pelicans', parentUuid: nth === 0 ? null : `${id}-${nth - 1}` }
      const row = {
        type: role,
        uuid: `${id}-${nth}`,
        timestamp: `${day}T10:0${nth}:00Z`,
        message: { role, content: text },
      }
      return `${JSON.stringify({ ...about, ...row })}\n`
    })
    .join('')

it('handoff --to server: a colleague sees nothing of it until it is shared, and who may not push is told how to', async () => {
  const house = await openPushHouse()
  const userNamed = (name: string, role: string): Promise<Answer> =>
    house.far.json('users', 'add', name, '--role', role)
  await userNamed('root', 'admin')
  const [ann, ben, rea] = [
    await userNamed('ann', 'writer'),
    await userNamed('ben', 'writer'),
    await userNamed('rea', 'reader'),
  ]
  house.laptop.write('chats/anns.jsonl', transcript(ANNS, '2026-11-20'))
  house.laptop.write('chats/bens.jsonl', transcript(BENS, '2026-11-10', ['Feed the herons.', 'Never feed bread.']))
  await house.laptop.json('add', 'chats', '--kind', 'chats', '--name', 'agents')
  const handOver = ({ key }: Answer, id: string, ...args: readonly string[]) => {
    house.laptop.env['WUKU_SERVER_KEY'] = key
    return house.laptop.wuku('handoff', id, '--to', 'server', ...args)
  }
  const server = ['--server', house.proxy.url]
  const asked = (of: Answer, input: object = {}) => house.ask('handoff', input, of['key'])

  const refused = await handOver(rea, ANNS, ...server)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/"write".*wuku users set <name> --role writer/s),
  ])
  const unknown = await handOver(ann, ANNS)
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--server <address>')])

  const sent = await handOver(ann, ANNS, ...server)
  expect([sent.code, sent.stderr]).toEqual([0, ''])
  expect(await asked(ann)).toMatchObject({ conversation: ANNS })
  for (const input of [{}, { session: ANNS }, { session: ANNS.slice(0, 8) }])
    expect(await asked(ben, input)).toMatchObject({ error: { code: 'not-found' } })

  house.laptop.env['WUKU_SERVER_KEY'] = ann['key']
  expect((await house.push(ANNS, '--share', 'ben')).code).toBe(0)
  const found = await asked(ben, { session: ANNS, to: 'codex' })
  for (const text of said) expect(found['text']).toContain(text)
  // The folders of another user are private.
  expect(JSON.stringify(found)).not.toContain('/home/ann')

  // The newest of a project is the newest of one's own.
  expect(await asked(ben)).toMatchObject({ error: { code: 'not-found' } })
  expect((await handOver(ben, BENS, ...server)).code).toBe(0)
  expect(await asked(ben)).toMatchObject({ conversation: BENS })
  expect(await asked(ann)).toMatchObject({ conversation: ANNS })
})
