import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { owner } from '../../src/base/caller.ts'
import { add } from '../../src/operations/add.ts'
import { openAgents } from '../../../cli/test/agents-house.ts'
import type { Added } from '../../src/operations/add-shape.ts'

const files = {
  '.claude/projects/-home-ada-shop/0b5e.jsonl': '{"会":"话"}\n',
  '.claude/settings.json': '{}',
  '.codex/sessions/2026/01/02/rollout-1.jsonl': '{}\n',
  '.codex/history.jsonl': '{}\n',
  'elsewhere/projects/-x/a.jsonl': '{}\n',
}

type House = ReturnType<typeof openAgents>

async function addAgents({ engine }: House, input: object): Promise<Added> {
  const context = { engine, caller: owner('test'), signal: new AbortController().signal, progress: () => {} }
  return (await add.run(add.input.parse(input), context)) as Added
}

const rootsOf = ({ registered }: Added, { userFolder }: House): readonly string[] =>
  registered.map(({ name, root }) => `${name} ${root.slice(userFolder.length + 1)}`)

describe('the conversations of agents', () => {
  it.each<[agent: string, env: Readonly<Record<string, string>>, expected: readonly string[]]>([
    ['claude-code', {}, ['claude-code .claude']],
    ['claude', {}, ['claude-code .claude']],
    ['codex, Claude-Code', {}, ['claude-code .claude', 'codex .codex']],
    ['all', {}, ['claude-code .claude', 'codex .codex']],
    ['claude-code', { CLAUDE_CONFIG_DIR: 'elsewhere' }, ['claude-code elsewhere']],
    ['claude-code', { CLAUDE_CONFIG_DIR: 'nowhere' }, ['claude-code .claude']],
  ])('of %s with %j', async (agent, env, expected) => {
    const house = openAgents(files, env)
    expect(rootsOf(await addAgents(house, { agent, noIndex: true }), house)).toEqual(expected)
  })

  it('are indexed, narrowed to what holds them, and kept fresh unless somebody says otherwise', async () => {
    const house = openAgents(files)
    const added = await addAgents(house, { agent: 'all' })
    expect([added.added, added.indexed]).toEqual([2, true])
    const sources = await house.engine.read((view) => view.sources.list())
    expect(sources.map(({ options }) => options)).toEqual([
      { patterns: ['projects/**'] },
      { patterns: ['sessions/**', 'archived_sessions/**'] },
    ])
  })

  it('keep the name under which they were added before', async () => {
    const house = openAgents(files)
    await addAgents(house, { root: join(house.userFolder, '.codex'), kind: 'chats', name: 'mine', noIndex: true })
    expect(rootsOf(await addAgents(house, { agent: 'codex', noIndex: true, watch: false }), house)).toEqual([
      'mine .codex',
    ])
  })

  it('take new options by their name, with no folder named', async () => {
    const house = openAgents(files)
    await addAgents(house, { agent: 'codex', noIndex: true })
    const again = await addAgents(house, { name: 'codex', kind: 'chats', watch: false, noIndex: true })
    expect(rootsOf(again, house)).toEqual(['codex .codex'])
    const [source] = await house.engine.read((view) => view.sources.list())
    expect(source?.options).toEqual({ patterns: ['sessions/**', 'archived_sessions/**'], watch: false })
    await expect(addAgents(house, { name: 'nobody', watch: false, noIndex: true })).rejects.toMatchObject({
      code: 'unknown-source',
    })
  })

  it('a missing agent is reported when others were added', async () => {
    const { problems, registered } = await addAgents(openAgents(files), { agent: 'codex,opencode', noIndex: true })
    expect(registered.map(({ name }) => name)).toEqual(['codex'])
    expect(problems.map(({ path, said }) => [path, String(said).slice(0, 45)])).toEqual([
      ['opencode', 'No conversations of opencode on this machine.'],
    ])
  })

  it('are many places where none is there: they are left out', async () =>
    expect(addAgents(openAgents({}), { agent: 'all' })).rejects.toMatchObject({
      message: expect.stringMatching(/^No conversations of claude-code, .* on this machine\.$/),
      remedy: expect.stringContaining('wuku add --agent codex'),
    }))

  it.each<[input: object, code: string, said: RegExp, remedy: RegExp]>([
    [{ agent: 'gemini-cli' }, 'not-found', /gemini-cli.*~\/\.gemini/, /wuku add <folder> --kind chats/],
    [{ agent: 'cursor' }, 'not-found', /cursor, cursor-cli.*~\/\.config\/Cursor\/User.*~\/\.cursor/, /--kind chats/],
    [{ agent: 'emacs' }, 'bad-input', /"emacs"/, /claude-code, codex, .*"all"/],
    [{ agent: ' , ' }, 'bad-input', /Unknown agent/, /claude-code/],
    [{ agent: 'codex', root: '/tmp' }, 'bad-input', /A folder and an agent/, /not both/],
  ])('are refused for %j', async (input, code, said, remedy) =>
    expect(addAgents(openAgents(files), input)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(said),
      remedy: expect.stringMatching(remedy),
    }),
  )
})
