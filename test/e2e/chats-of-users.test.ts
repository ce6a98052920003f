import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadOperations } from '../../packages/cli/src/load-operations.ts'
import { owner, type Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { invoke } from '@wuku/kernel/invoke/invoke'
import { composeIn } from './compose-in.ts'
import { sharedFolder } from '../scratch.ts'

const operations = await loadOperations()

const user = (name: string, groups: readonly string[] = []): Caller => ({
  client: 'test',
  mayWrite: true,
  actor: name,
  level: 'write',
  sees: { user: name, groups },
})
const callers = {
  local: owner('test'),
  ann: user('ann'),
  /** Whom it is shared with by name. */
  ben: user('ben'),
  /** Of a group that it is shared with. */
  gus: user('gus', ['tides']),
  stranger: user('sam'),
} as const satisfies Record<string, Caller>
type Name = keyof typeof callers

const [kept, ruled, gone, unknown, doomed, copied] = [1, 2, 3, 4, 5, 6].map(
  (n) => `${n}`.repeat(8) + '-1111-4111-8111-111111111111',
)
const shown = 'heronshown'

const folder = sharedFolder()
let engine: Engine

const run = async (who: Name, name: string, input: object): Promise<string> => {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`There is no operation ${name}.`)
  const { output } = await invoke(operation, input as never, {
    surface: 'mcp',
    caller: callers[who],
    engine: async () => engine,
    progress: () => {},
    signal: new AbortController().signal,
  })
  return JSON.stringify(output)
}
/** The answer, or the code and words of the refusal. */
const told = (who: Name, name: string, input: object): Promise<string> =>
  run(who, name, input).catch(
    ({ code, message, remedy }: Error & { readonly code: string; readonly remedy?: string }) =>
      `${code}: ${message} ${remedy ?? ''}`,
  )

function talk(id = '', into = join(folder, 'chats')): void {
  const message = (role: 'user' | 'assistant', uuid: string, content: object | string) =>
    `${JSON.stringify({ type: role, sessionId: id, uuid, cwd: '/work/heronproject', timestamp: '2026-11-20T10:00:00.000Z', message: { role, content } })}\n`
  const edit = {
    type: 'tool_use',
    id: 't1',
    name: 'Write',
    input: { file_path: '/work/heronproject/heron.ts', content: 'x' },
  }
  const text = message('user', `${id}-u`, `The ebb of ${shown}`) + message('assistant', `${id}-a`, [edit])
  writeFileSync(join(into, `${id}.jsonl`), text)
}

beforeAll(async () => {
  engine = await composeIn(folder)
  mkdirSync(join(folder, 'chats'))
  for (const id of [kept, ruled, gone, doomed, copied]) talk(id)
  await run('local', 'add', {
    root: join(folder, 'chats'),
    kind: 'chats',
    name: 'log',
    exclude: [`**/${ruled}.jsonl`],
  })
  const [source] = await engine.read((view) => view.sources.list())
  if (!source) throw new Error('The conversations were not added.')
  await engine.libraries.write('all', (desk) =>
    desk.changeSource(source.id, {
      ownership: { owner: 'ann', visibility: 'private', sharedWith: ['ben', 'group:tides'] },
    }),
  )
  expect(await told('ann', 'delete_conversation', { chatId: gone, dry_run: false })).toContain('"status":"ok"')
})
afterAll(() => engine.close())

/** Questions that find the conversation for those who see it. */
const looks = (id = ''): readonly (readonly [name: string, input: object, finds: RegExp])[] => [
  ['search_conversations', { intent_query: shown }, /11111111/],
  ['timeline', { since: '2026-11-19', until: '2026-11-21' }, /11111111/],
  ['find_file_history', { path: 'heron.ts' }, /11111111/],
  ['gather_chats', { chatIds: [id] }, /heronshown/],
  ['resolve_ids', { chatIdPrefix: id.slice(0, 8) }, /heronshown/],
  ['resolve_ids', { messageIdPrefix: id.slice(0, 8) }, /heronshown/],
  ['conversation_stats', { group_by: ['project'] }, /heronproject/],
  ['export_conversation', { chatIds: [id] }, /heronshown/],
  ['resume_conversation', { chatId: id }, /heronproject/],
  ['open', { citation: `wuku://chats/log/${id}` }, /heronshown/],
  ['recall', { query: shown }, /11111111/],
]

const changes = (id = ''): readonly (readonly [name: string, input: object])[] => [
  ['delete_conversation', { chatId: id }],
  ['delete_conversation', { chatIds: [id], dry_run: false }],
]

async function seesNothing(who: Name): Promise<void> {
  const alike = (text: string): string => text.replaceAll(kept ?? '', unknown ?? '').replaceAll('11111111', '44444444')
  for (const [at, [name, input]] of looks(kept).entries()) {
    const said = await told(who, name, input)
    // The question itself is repeated in answers.
    expect(said.replaceAll(JSON.stringify(shown), ''), name).not.toMatch(/heronshown|heronproject/)
    if (/^(?:gather|resolve|export|resume|open)/.test(name))
      expect(alike(said), name).toBe(alike(await told(who, name, looks(unknown)[at]?.[1] ?? {})))
  }
  for (const [at, [name, input]] of changes(kept).entries())
    expect(alike(await told(who, name, input)), name).toBe(
      alike(await told(who, name, changes(unknown)[at]?.[1] ?? {})),
    )
}

it.each(['ann', 'ben', 'gus', 'local'] as const)(
  '%s finds a conversation that it sees by every question',
  async (who) => {
    for (const [name, input, finds] of looks(kept)) expect(await told(who, name, input), name).toMatch(finds)
  },
)

it('is to a stranger what was never there', () => seesNothing('stranger'))

it.each(['ben', 'gus'] as const)('is not deleted by %s, whom it is shared with', async (who) => {
  for (const [name, input] of changes(kept)) expect(await told(who, name, input), name).toMatch(/^forbidden/)
  expect(await told(who, 'forget', { citation: `wuku://chats/log/${kept}` })).toMatch(/^forbidden/)
  expect(await told('ann', 'gather_chats', { chatIds: [kept] })).toContain(shown)
})

it.each([
  ['was forgotten', gone, /was forgotten/],
  ['is left out', ruled, /left out of the index on purpose/],
])('what %s is told to its owner alone', async (_, id = '', said) => {
  const named = looks(id).filter(([name]) => /^(?:gather|export|resume|open)/.test(name))
  for (const [name, input] of named) {
    for (const who of ['ann', 'local'] as const) expect(await told(who, name, input), name).toMatch(said)
    const missing = looks(unknown).find(([each]) => each === name)?.[1] ?? {}
    for (const who of ['ben', 'gus', 'stranger'] as const)
      expect((await told(who, name, input)).replaceAll(id, unknown ?? ''), name).toBe(await told(who, name, missing))
  }
})

it('is deleted by its owner, for everybody', async () => {
  expect(await told('ben', 'gather_chats', { chatIds: [doomed] })).toContain(shown)
  expect(await told('ann', 'delete_conversation', { chatId: doomed, dry_run: false })).toContain('"status":"ok"')
  for (const who of ['ann', 'ben'] as const)
    expect(await told(who, 'gather_chats', { chatIds: [doomed] })).toMatch(/^not-found/)
})

it('is deleted by a user who has a copy, and stays with another who shares one', async () => {
  const [both = '', others = ''] = [copied, kept]
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  talk(both, copies)
  await run('local', 'add', { root: copies, kind: 'chats', name: 'copies' })
  const own = (await engine.read((view) => view.sources.list())).find(({ name }) => name === 'copies')
  await engine.libraries.write('all', (desk) =>
    desk.changeSource(own?.id ?? (0 as never), { ownership: { owner: 'ben', visibility: 'private', sharedWith: [] } }),
  )
  for (const name of ['log', 'copies'])
    expect(await told('ben', 'open', { citation: `wuku://chats/${name}/${both}` })).toContain(shown)
  const refused = await told('ben', 'delete_conversation', { chatIds: [both, others], dry_run: false })
  expect(refused).toMatch(/^forbidden/)
  expect(refused).toContain(`"${others}" lies in chats/log, which another user shares with you`)
  expect(await told('ben', 'forget', { citation: `wuku://chats/copies/${both}`, dryRun: true })).toMatch(
    /"documents":1,.*"kept":1/,
  )
  const deleted = await told('ben', 'delete_conversation', { chatId: both, dry_run: false })
  expect(deleted).toContain('another user shares with you stays')
  expect(deleted).not.toContain('left in this archive')
  expect(await told('ben', 'open', { citation: `wuku://chats/copies/${both}` })).toMatch(/^not-found/)
  expect(await told('ben', 'open', { citation: `wuku://chats/log/${both}` })).toContain(shown)
  expect(await told('ann', 'gather_chats', { chatIds: [both] })).toContain(shown)
  await run('local', 'index', { force: true })
  expect(await told('ben', 'open', { citation: `wuku://chats/copies/${both}` })).toMatch(/^not-found/)
})

it('is gone from those whom it was shared with once that is taken back', async () => {
  expect(await told('ben', 'share', { what: 'chats/log', shared_with: ['ben', 'sam'] })).toMatch(/^forbidden/)
  expect(await told('ann', 'share', { what: 'chats/log', shared_with: [] })).toContain('"visibility":"private"')
  for (const who of ['ben', 'gus'] as const) await seesNothing(who)
  expect(await told('ann', 'gather_chats', { chatIds: [kept] })).toContain(shown)
})
