import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadOperations } from '../../packages/cli/src/load-operations.ts'
import type { Ownership } from '@wuku/core/core-types'
import { owner, type Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import { completeTemplate } from '../../packages/mcp/src/document-resources.ts'
import { invoke } from '@wuku/kernel/invoke/invoke'
import { composeIn } from './compose-in.ts'
import { sharedFolder } from '../scratch.ts'

const operations = await loadOperations()
const named = (name: string): Operation => operations.find((each) => each.name === name) as Operation

const folder = sharedFolder()
let engine: Engine
beforeAll(async () => {
  engine = await composeIn(folder)
})
afterAll(() => engine.close())

const user = (name: string, more: Partial<Caller> = {}): Caller => ({
  client: 'test',
  mayWrite: true,
  actor: name,
  level: 'write',
  sees: { user: name, groups: [] },
  ...more,
})
const callers = {
  ann: user('ann'),
  ben: user('ben'),
  /** Of a group that things are shared with. */
  gus: user('gus', { sees: { user: 'gus', groups: ['tides'] } }),
  reader: user('rea', { level: 'read' }),
  root: user('root', { level: 'admin', sees: 'all' }),
  local: owner('test'),
} as const satisfies Record<string, Caller>
type Name = keyof typeof callers

type Answer = Readonly<Record<string, never>>
const run = async (who: Name, name: string, input: object): Promise<Answer> => {
  const caller: Caller = callers[who]
  const call = { surface: 'mcp', caller, engine: async () => engine, progress: () => {} } as const
  const { output } = await invoke<Answer>(named(name), input as never, {
    ...call,
    signal: new AbortController().signal,
  })
  return output
}
const told = async (who: Name, name: string, input: object): Promise<string> =>
  run(who, name, input).then(
    (output) => JSON.stringify(output),
    ({ code, message, remedy }: Error & { readonly code: string; readonly remedy: string }) =>
      `${code}: ${message} ${remedy}`,
  )
/** `done`, or the code that a call is refused with. */
const outcome = async (who: Name, name: string, input: object): Promise<string> =>
  run(who, name, input).then(
    () => 'done',
    ({ code }: { readonly code: string }) => code,
  )

interface Kept {
  readonly workflow: string
  readonly pad: string
}

async function keep(who: Name, word: string): Promise<Kept> {
  const { workflow } = (await run(who, 'create-workflow', {
    name: word,
    description: `The ebb of ${word}`,
  })) as unknown as {
    workflow: { id: string }
  }
  const content = `# ${word}\n\nThe ebb of ${word}.`
  const { scratchpad } = (await run(who, 'create-scratchpad', {
    workflow_id: workflow.id,
    title: `${word} ebb`,
    content,
  })) as unknown as { scratchpad: { id: string } }
  return { workflow: workflow.id, pad: scratchpad.id }
}

const holdingOf = (workflow: string): Promise<Ownership | undefined> =>
  engine.read(async (view) => (await view.pads.workflow(workflow))?.ownership)

async function show(workflow: string, change: Partial<Ownership>): Promise<void> {
  const source = await engine.read(async (view) => (await view.pads.workflow(workflow))?.source)
  const before = await holdingOf(workflow)
  if (!source || !before) throw new Error(`The workflow ${workflow} has no source of its own.`)
  await engine.libraries.write('all', (desk) => desk.changeSource(source, { ownership: { ...before, ...change } }))
}

const looks = (word: string, { workflow, pad }: Kept): readonly (readonly [name: string, input: object])[] => [
  ['recall', { query: word }],
  ['recall', { query: 'ebb', sources: ['workflows'] }],
  ['recall', { query: word, kinds: ['pads'] }],
  ['open', { citation: `wuku://pads/workflows/${pad}` }],
  ['open', { citation: pad }],
  ['search-scratchpads', { query: 'ebb' }],
  ['search-scratchpads', { query: word, workflow_id: workflow }],
  ['search-workflows', { query: word }],
  ['list-workflows', {}],
  ['get-latest-active-workflow', {}],
  ['get-workflow', { workflow_id: workflow }],
  ['list-scratchpads', { workflow_id: workflow }],
  ['get-scratchpad', { id: pad }],
  ['tail-scratchpad', { id: pad }],
  ['get-scratchpad-outline', { id: pad }],
  ['search-scratchpad-content', { id: pad, query: 'ebb' }],
  ['scratchpad-history', { id: pad }],
  ['diff-scratchpad', { id: pad, since_version: 1 }],
  ['follow-scratchpad', { id: pad, version: 1, wait_seconds: 0 }],
  ['extract-workflow-info', { workflow_id: workflow, extraction_prompt: 'ebb' }],
  ['resolve-pad-id', { id: pad.slice(0, 8) }],
  ['resolve-pad-id', { id: workflow }],
  ['resolve-pad-id', { id: 'none', workflow_name: word }],
  ['sources', {}],
  ['sources', { source: workflow }],
]

/** They show no text of what they are asked for. */
const tellsNothing: ReadonlySet<string> = new Set(['sources', 'follow-scratchpad', 'extract-workflow-info'])

const changes = ({ workflow, pad }: Kept): readonly (readonly [name: string, input: object, ofWriters: string])[] => [
  ['append-scratchpad', { id: pad, content: 'More.' }, 'done'],
  ['append-scratchpad', { id: workflow, content: 'More.' }, 'done'],
  ['update-scratchpad', { id: pad, mode: 'replace', content: '# Ebb\n\nEbb.\n\nFlood.' }, 'done'],
  ['chop-scratchpad', { id: pad, lines: 1 }, 'done'],
  ['undo-scratchpad', { id: pad }, 'done'],
  ['rename-scratchpad', { id: pad, title: 'Renamed' }, 'done'],
  ['create-scratchpad', { workflow_id: workflow, title: 'Another', content: 'x' }, 'done'],
  ['delete-scratchpad', { id: pad }, 'forbidden'],
  ['rename-workflow', { workflow_id: workflow, name: 'Mine' }, 'forbidden'],
  ['move-workflow', { workflow_id: workflow, project_scope: 'mine' }, 'forbidden'],
  ['update-workflow-status', { workflow_id: workflow, is_active: false }, 'forbidden'],
  ['delete-workflow', { workflow_id: workflow, force: true }, 'forbidden'],
]

describe('a workflow of a user', () => {
  it('has a source of its own, which goes with it', async () => {
    const kept = await keep('ann', 'heronsource')
    expect(await holdingOf(kept.workflow)).toEqual({ owner: 'ann', visibility: 'private', sharedWith: [] })
    const sources = () => engine.read(async (view) => (await view.sources.list()).filter(({ kind }) => kind === 'pads'))
    const before = await sources()
    expect(await outcome('ann', 'delete-workflow', { workflow_id: kept.workflow, force: true })).toBe('done')
    expect((await sources()).length).toBe(before.length - 1)
    expect(await told('root', 'recall', { query: 'heronsource' })).not.toContain('ebb of heronsource')
  })

  it('belongs to an administrator as well, and not where nobody is a user', async () => {
    expect((await holdingOf((await keep('root', 'rookery')).workflow))?.owner).toBe('root')
    expect((await holdingOf((await keep('local', 'locality')).workflow))?.owner ?? 'local').toBe('local')
  })

  it('is found by its owner and administrators', async () => {
    const word = 'heronowner'
    const kept = await keep('ann', word)
    for (const who of ['ann', 'root', 'local'] as const) {
      const said = await Promise.all(
        looks(word, kept).map(async ([name, input]) => [name, await told(who, name, input)]),
      )
      const silent = said.filter(
        ([name = '', text = '']) => !tellsNothing.has(name) && !/ebb|"title":"heronowner/i.test(text),
      )
      expect(silent, who).toEqual([])
    }
    expect(await told('ann', 'recall', { query: word })).toContain(`wuku://pads/workflows/${kept.pad}`)
  })

  it('is to nobody else what was never there', async () => {
    const word = 'heronsecret'
    const kept = await keep('ann', word)
    const gone = { workflow: '00000000-0000-4000-8000-000000000000', pad: '00000000-0000-4000-8000-000000000001' }
    const alike = (text: string): string => text.replaceAll(kept.workflow, gone.workflow).replaceAll(kept.pad, gone.pad)
    await keep('ben', 'benspad')
    for (const [at, [name, input]] of looks(word, kept).entries()) {
      const said = await told('ben', name, input)
      expect(said.replaceAll(JSON.stringify(word), ''), name).not.toContain(`ebb of ${word}`)
      if (
        /^(?:get-|tail|list-scr|scratchpad-h|diff|follow|extract)/.test(name) &&
        name !== 'get-latest-active-workflow'
      )
        expect(alike(said), name).toBe(await told('ben', name, looks(word, gone)[at]?.[1] ?? {}))
    }
    for (const [at, [name, input]] of changes(kept).entries())
      expect(alike(await told('ben', name, input)), name).toBe(await told('ben', name, changes(gone)[at]?.[1] ?? {}))
    expect(await engine.read(async (view) => (await view.pads.pad(kept.pad))?.version)).toBe(1)
  })

  it.each<[string, Partial<Ownership>, Name]>([
    ['the team', { visibility: 'team' }, 'ben'],
    ['everybody', { visibility: 'public' }, 'ben'],
    ['a user', { sharedWith: ['ben'] }, 'ben'],
    ['a group', { sharedWith: ['group:tides'] }, 'gus'],
  ])('shown to %s is read and written by them, and managed by its owner alone', async (_, change, who) => {
    const word = `shared${Object.values(change).join('').replaceAll(/\W/g, '')}`
    const kept = await keep('ann', word)
    expect(await told(who, 'recall', { query: word })).not.toContain(kept.pad)
    await show(kept.workflow, change)
    expect(await told(who, 'recall', { query: word })).toContain(kept.pad)
    for (const [name, input, expected] of changes(kept)) expect(await outcome(who, name, input), name).toBe(expected)
    await show(kept.workflow, { visibility: 'private', sharedWith: [] })
    expect(await told(who, 'recall', { query: word })).not.toContain(kept.pad)
    expect(await outcome(who, 'append-scratchpad', { id: kept.pad, content: 'Late.' })).toBe('not-found')
    expect(await outcome('ann', 'delete-workflow', { workflow_id: kept.workflow, force: true })).toBe('done')
  })

  it('is shared by its owner alone, by name or by id, until that is taken back', async () => {
    const word = 'sharedbyname'
    const kept = await keep('ann', word)
    const shown = (visibility: string) => ({ what: word, type: 'workflow', visibility })
    expect(await outcome('ben', 'share', shown('public'))).toBe('not-found')
    expect(await outcome('ann', 'share', shown('team'))).toBe('done')
    expect(await told('ben', 'recall', { query: word })).toContain(kept.pad)
    expect(await outcome('ben', 'share', shown('private'))).toBe('forbidden')
    expect(await outcome('ann', 'share', { what: kept.workflow, visibility: 'private' })).toBe('done')
    expect(await told('ben', 'recall', { query: word })).not.toContain(kept.pad)
    expect(await outcome('ben', 'append-scratchpad', { id: kept.pad, content: 'Late.' })).toBe('not-found')
  })

  it('is the own one where others show workflows of the same name', async () => {
    const word = 'samename'
    const [others, own] = [await keep('ann', word), await keep('ben', word)]
    await show(others.workflow, { visibility: 'team' })
    const shown = { what: word, type: 'workflow', visibility: 'public' }
    expect(await outcome('ben', 'share', shown)).toBe('done')
    expect((await holdingOf(own.workflow))?.visibility).toBe('public')
    expect((await holdingOf(others.workflow))?.visibility).toBe('team')
    expect(await outcome('root', 'share', shown)).toBe('ambiguous')
    expect(await outcome('gus', 'share', shown)).toBe('ambiguous')
  })

  it('takes its pads along where they move', async () => {
    const [from, to] = [await keep('ann', 'movingheron'), await keep('ann', 'movedheron')]
    await show(to.workflow, { sharedWith: ['ben'] })
    expect(await told('ben', 'recall', { query: 'movingheron' })).not.toContain(from.pad)
    expect(await outcome('ann', 'move-scratchpad', { id: from.pad, workflow_id: to.workflow })).toBe('done')
    expect(await told('ben', 'recall', { query: 'movingheron' })).toContain(`wuku://pads/workflows/${from.pad}`)
    expect(
      await outcome('ben', 'move-scratchpad', { id: from.pad, workflow_id: (await keep('ben', 'b')).workflow }),
    ).toBe('forbidden')
    expect(await outcome('ann', 'undo-scratchpad', { id: from.pad })).toBe('done')
    expect(await told('ben', 'recall', { query: 'movingheron' })).not.toContain(from.pad)
    expect(await told('ann', 'recall', { query: 'movingheron' })).toContain(from.pad)
  })
})

describe('many workflows', () => {
  it('stand in lists as one source', async () => {
    await keep('ben', 'one')
    await keep('ben', 'two')
    for (const who of ['ben', 'root'] as const) {
      const { sources } = (await run(who, 'sources', {})) as unknown as { sources: { kind: string; name: string }[] }
      expect(sources.filter(({ kind }) => kind === 'pads').map(({ name }) => name)).toEqual(['workflows'])
    }
    const request = { template: 'wuku://{kind}/{source}/{+path}', variable: 'source', typed: '', known: {} }
    expect((await completeTemplate(request, engine.for(callers.ben))).values).toEqual(['workflows'])
  })

  it('are brought up to date in one run', async () => {
    const report = (await run('root', 'index', {})) as unknown as { sources?: readonly unknown[] }
    expect(JSON.stringify(report).match(/"workflows"/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(await told('ann', 'recall', { query: 'movingheron' })).toContain('movingheron')
  })

  it('of others are not where a user left off', async () => {
    const [own, others] = [await keep('gus', 'ownlatest'), await keep('ann', 'otherslatest')]
    await show(others.workflow, { visibility: 'team' })
    expect(await told('gus', 'get-latest-active-workflow', { project_scope: '' })).toContain(own.workflow)
    await show(others.workflow, { visibility: 'private' })
  })
})
