import { beforeEach, describe, expect, it } from 'vitest'
import type { Source, SourceId } from '@wuku/core/core-types'
import { WukuError } from '@wuku/core/errors'
import { owner } from '../../src/base/caller.ts'
import type { Engine } from '../../src/base/engine.ts'
import { project, type Output } from '../../src/operations/project-operation.ts'
import { findSource } from '../../src/source-registry.ts'
import { acceptArguments } from '../../src/arguments/accept.ts'

const sourceOf = (row: readonly [kind: Source['kind'], name: string, root: string], at: number): Source => ({
  id: (at + 1) as SourceId,
  kind: row[0],
  name: row[1],
  root: row[2],
  options: row[1] === 'vue@3.4.0' ? { searchedByDefault: false } : {},
  indexedAt: 0,
})

const sources = (
  [
    ['code', 'shop', '/src/shop'],
    ['notes', 'shop', '/notes/shop'],
    ['notes', 'handbook', '/notes/handbook'],
    ['docs', 'vue@3.4.0', 'docs:1'],
    ['docs', 'vue@3.5.0', 'docs:2'],
  ] as const
).map(sourceOf)

let kept: Map<string, readonly string[]>
beforeEach(() => void (kept = new Map()))

/** Members of the settings file, by project. */
const declared: Readonly<Record<string, readonly string[]>> = { Pier: ['~/src/pier', 'handbook'] }

/** What the operation asks of an engine; names keep their case here. */
const engine = {
  workspace: {
    projects: {
      file: '/data/settings.yaml',
      list: async () =>
        [...kept].map(([name, members]) => ({
          name,
          members: [...(declared[name] ?? []), ...members],
          declared: declared[name] ?? [],
        })),
      change: async (name: string, work: (members: readonly string[]) => readonly string[]) => {
        const members = work(kept.get(name) ?? [])
        if (members.length === 0) kept.delete(name)
        else kept.set(name, members)
      },
    },
    foldersIn: async () => ({ parent: null, folders: [], isCut: false }),
    resolveRoot: async (path: string) => {
      if (path.includes('gone')) throw new WukuError('root-missing', `There is no ${path}.`, 'Check the spelling.')
      return path.replace(/^~/, '/home/ada').replace(/^\.(?=\/|$)/, '/here')
    },
  },
  read: (work: (view: unknown) => unknown) => work({ sources: { list: async () => sources } }),
  sources: {
    named: async (name: string) => findSource(sources, name),
  },
} as unknown as Engine

const run = async (action: string, name?: string, ...members: readonly string[]): Promise<Output> => {
  const given = { action, ...(name !== undefined && { name }), ...(members.length > 0 && { members }) }
  const input = acceptArguments(project, given)
  const context = { engine, caller: owner('test'), signal: new AbortController().signal, progress: () => {} }
  return (await project.run(input, context)) as Output
}
const textOf = (answer: Output): string =>
  project
    .render(answer, {})
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join()

it.each([
  ['~/src/cart', '/home/ada/src/cart'],
  ['.', '/here'],
  ['./handbook', '/here/handbook'],
  ['/src/shop', '/src/shop'],
  ['$WORK/cart', '$WORK/cart'],
  ['handbook', 'notes/handbook'],
  ['notes/handbook', 'notes/handbook'],
  ['notes/shop', 'notes/shop'],
  ['hand', 'notes/handbook'],
  ['docs/vue', 'docs/vue'],
  ['vue', 'docs/vue'],
  ['docs/vue@3.5.0', 'docs/vue@3.5.0'],
  ['vue@3.4.0', 'docs/vue@3.4.0'],
])('a member is kept: %s as %s', async (written, stored) => {
  expect((await run('add', 'mine', written)).changed).toEqual([stored])
  expect(kept.get('mine')).toEqual([stored])
})

describe('adding', () => {
  it('joins what was said before, and the same once', async () => {
    await run('add', 'mine', 'handbook', 'notes/handbook')
    const again = await run('add', 'mine', 'handbook', 'docs/vue')
    expect([again.changed, kept.get('mine')]).toEqual([['docs/vue'], ['notes/handbook', 'docs/vue']])
    expect(textOf(again)).toBe('Added to mine: docs/vue.\nmine\n  notes/handbook\n  docs/vue (docs/vue@3.5.0)')
    expect(textOf(await run('add', 'mine', 'handbook'))).toContain('Already a member.')
  })
  it('is all or nothing', async () => {
    await expect(run('add', 'mine', 'handbook', 'nobody')).rejects.toMatchObject({ code: 'unknown-source' })
    expect(kept.size).toBe(0)
  })
})

it.each<[given: readonly [string, ...string[]], code: string, remedy: string]>([
  [['add'], 'bad-input', 'wuku project add <name>'],
  [['add', 'shop'], 'bad-input', 'wuku project add shop .'],
  [['add', '~/src/shop'], 'bad-input', 'wuku project add shop ~/src/shop'],
  [['add', '.', 'notes/handbook'], 'bad-input', 'Give the name first'],
  [['add', 'x'.repeat(64), '.'], 'bad-input', 'at most 63'],
  [['add', 'mine', 'handbok'], 'unknown-source', 'as a path: ./handbok'],
  [['add', 'mine', 'shop'], 'ambiguous', 'Give the full name'],
  [['add', 'mine', '/gone'], 'root-missing', 'Check the spelling'],
  [['remove'], 'bad-input', 'wuku project remove <name>'],
  [['remove', 'mine'], 'not-found', 'wuku project list'],
  [['remove', 'full', 'notes/nobody'], 'not-found', 'wuku project list full'],
  [['list', 'mine'], 'not-found', 'wuku project list'],
  [['add', 'full', 'handbook'], 'too-many', 'wuku project remove'],
])('what cannot be done says what can: %j', async ([action, name, ...members], code, remedy) => {
  kept.set(
    'full',
    Array.from({ length: 100 }, (_, number) => `/folder/${number}`),
  )
  const before = structuredClone([...kept])
  await expect(run(action, name, ...members)).rejects.toMatchObject({
    code,
    remedy: expect.stringContaining(remedy),
  })
  expect([...kept]).toEqual(before)
})

describe('removing', () => {
  beforeEach(() => void kept.set('mine', ['~/src/cart', 'handbook', 'notes/burnt', '/gone/x', 'docs/vue', './odd']))
  it.each([
    ['as it is written', '~/src/cart', '~/src/cart'],
    ['as a shell writes it', '/home/ada/src/cart', '~/src/cart'],
    ['by its whole name', 'notes/handbook', 'handbook'],
    ['that is no source any more', 'notes/burnt', 'notes/burnt'],
    ['that is no folder any more', '/gone/x', '/gone/x'],
    ['by the name of the library', 'vue', 'docs/vue'],
    ['that means nothing', './odd', './odd'],
  ])('takes out a member %s', async (_, written, taken) => {
    const { changed, projects } = await run('remove', 'mine', written)
    expect(changed).toEqual([taken])
    expect(projects[0]?.members.map(({ member }) => member)).not.toContain(taken)
    expect(kept.get('mine')).toHaveLength(5)
  })
  it('removing all members removes the project', async () => {
    const answer = await run('remove', 'mine')
    expect([answer.changed.length, kept.size]).toEqual([6, 0])
    expect(textOf(answer)).toMatch(/^Removed from mine: .*\. No file was touched\.\nRemoved the project mine\.$/)
  })
})

describe('members of the settings file', () => {
  beforeEach(() => void kept.set('Pier', ['docs/vue']))
  it('are listed as declared there', async () =>
    expect(textOf(await run('list', 'pier'))).toBe(
      'Pier\n  ~/src/pier (nothing in it is indexed; declared in settings.yaml)\n' +
        '  handbook (notes/handbook; declared in settings.yaml)\n  docs/vue (docs/vue@3.5.0)',
    ))
  it('are joined by others, and not stored again', async () => {
    const { changed } = await run('add', 'Pier', 'notes/shop', 'docs/vue')
    expect([changed, kept.get('Pier')]).toEqual([['notes/shop'], ['docs/vue', 'notes/shop']])
  })
  it.each([
    ['one', ['handbook'], 'handbook of the project Pier is declared in /data/settings.yaml.'],
    ['one as it would be stored', ['notes/handbook', 'docs/vue'], 'handbook of the project Pier is declared'],
    ['all', [], '~/src/pier, handbook of the project Pier are declared in /data/settings.yaml.'],
  ])('are not removed: %s', async (_says, members, message) => {
    await expect(run('remove', 'Pier', ...members)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(message),
      remedy: 'Change it there, below "projects:".',
    })
    expect(kept.get('Pier')).toEqual(['docs/vue'])
  })
})

describe('listing', () => {
  it('says what members stand for, and which are gone', async () => {
    kept.set('Mine', ['/src/shop', '/gone/x', 'notes/burnt', 'shop', '/here/nothing', './odd'])
    kept.set('other', ['docs/vue'])
    expect(textOf(await run('list'))).toBe(
      [
        'Mine',
        '  /src/shop (code/shop)',
        '  /gone/x (no longer here)',
        '  notes/burnt (no longer here)',
        '  shop (code/shop, notes/shop)',
        '  /here/nothing (nothing in it is indexed)',
        '  ./odd (no longer here)',
        'other',
        '  docs/vue (docs/vue@3.5.0)',
      ].join('\n'),
    )
    expect((await run('list', 'mine')).projects.map(({ name }) => name)).toEqual(['Mine'])
  })
  it('listing without projects says how to add one', async () =>
    expect(textOf(await run('list'))).toContain('wuku project add <name>'))
})
