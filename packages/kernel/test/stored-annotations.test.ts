import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PathContext } from '@wuku/core/core-types'
import { owner } from '../src/base/caller.ts'
import type { Engine } from '../src/base/engine.ts'
import type { Store } from '@wuku/core/ports/store'
import { openTestStore } from '../../../test/test-store.ts'
import { openDocument } from '../src/documents/open-document.ts'
import { engineWith } from './search/engine-with.ts'

/** In the settings file; a person wrote the slashes. */
const inFile: readonly PathContext[] = [
  { collection: 'harbour', prefix: '/plans/', text: 'Plans, says the file' },
  { collection: 'burnt', prefix: '', text: 'A source that is gone' },
]

let store: Store
let engine: Engine
beforeEach(async () => {
  store = openTestStore()
  engine = await engineWith(
    { harbour: { 'plans/pier.md': '# Pier\nplanks' }, handbook: { 'a.md': '# Setup\nropes' } },
    {
      store,
      declared: {
        contexts: async () => inFile,
        projects: async () => [
          { name: 'Pier', members: ['notes/harbour', '/src/pier'] },
          { name: 'ropes', members: ['handbook'] },
        ],
      },
    },
  )
})
afterEach(() => engine.close())

const context = (collection: string, prefix: string, text: string): PathContext => ({ collection, prefix, text })
const { contexts, projects } = {
  contexts: () => engine.sources.contexts,
  projects: () => engine.workspace.projects,
}
const listed = async (of = engine): Promise<readonly string[]> =>
  (await of.sources.contexts.list()).map(
    ({ collection, prefix, text, isDeclared }) => `${collection}:${prefix}: ${text}${isDeclared ? ' (file)' : ''}`,
  )
const add = (name: string, ...members: readonly string[]) =>
  projects().change(name, (stored) => [...stored, ...members])

/** A caller who sees the sources of these names. */
const seeing = async (...names: readonly string[]): Promise<Engine> => {
  const sources = await engine.read((view) => view.sources.list())
  const ids = sources.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  return engine.for({ ...owner('test'), sees: new Set(ids) })
}

describe('descriptions', () => {
  it('are those of the file and those of the store, and hits show both', async () => {
    await contexts().set([context('', '', 'All of it'), context('harbour', '', 'The harbour')])
    expect(await listed()).toEqual([
      'harbour:/plans/: Plans, says the file (file)',
      'burnt:: A source that is gone (file)',
      ':: All of it',
      'harbour:: The harbour',
    ])
    const whole = 'All of it\n\nThe harbour\n\nPlans, says the file'
    const { hits } = await engine.search.find({ query: 'planks', limit: 1, of: 'documents' })
    expect(hits.map((hit) => hit.context)).toEqual([whole])
    expect((await openDocument(engine, 'harbour/plans/pier.md')).context).toBe(whole)
  })
  it('are gone with their source, but those of the file', async () => {
    await contexts().set([context('harbour', '', 'The harbour')])
    await engine.sources.remove('harbour')
    expect(await listed()).toEqual([
      'harbour:/plans/: Plans, says the file (file)',
      'burnt:: A source that is gone (file)',
    ])
  })
  it('are removed where they are', async () => {
    await contexts().set([context('harbour', '/docs/', 'Texts')])
    expect(await contexts().remove({ collection: 'harbour', prefix: 'docs' })).toBe(true)
    expect(await contexts().remove({ collection: 'harbour', prefix: 'docs' })).toBe(false)
    expect(await contexts().remove({ collection: 'nobody', prefix: '' })).toBe(false)
  })

  const place = { collection: 'harbour', prefix: 'plans' }
  it.each<[says: string, work: () => Promise<unknown>]>([
    ['replaced', () => contexts().set([context('', '', 'All'), { ...place, text: 'Other plans' }])],
    ['removed', () => contexts().remove(place)],
  ])('of the file are not %s', async (_says, work) => {
    const before = await listed()
    await expect(work()).rejects.toMatchObject({
      code: 'conflict',
      message: 'The description of harbour/plans is declared in settings.yaml.',
      remedy: 'Change it there, below "contexts:".',
    })
    expect(await listed()).toEqual(before)
  })
  it('of the file are not stored when they are said again', async () => {
    const before = await listed()
    await contexts().set([{ ...place, text: 'Plans, says the file' }])
    expect(await listed()).toEqual(before)
  })
  it('of the file win over a stored one that was there before', async () => {
    const { id } = await engine.sources.named('harbour')
    await store.write('annotations', ({ annotations }) =>
      // Nothing but a test says again what the file says.
      annotations.putContexts([{ source: id, prefix: 'plans', text: 'Stored plans' }]),
    )
    expect((await openDocument(engine, 'harbour/plans/pier.md')).context).toBe('Plans, says the file')
    expect(await listed()).not.toContain('harbour:plans: Stored plans')
  })
})

it('projects have the members of the file and of the store', async () => {
  await add('PIER', 'notes/handbook', 'notes/harbour')
  await add('quay', 'notes/harbour')
  expect(await projects().list()).toEqual([
    {
      name: 'Pier',
      members: ['notes/harbour', '/src/pier', 'notes/handbook'],
      declared: ['notes/harbour', '/src/pier'],
    },
    { name: 'ropes', members: ['handbook'], declared: ['handbook'] },
    { name: 'quay', members: ['notes/harbour'], declared: [] },
  ])
  await projects().change('quay', () => [])
  expect((await projects().list()).map(({ name }) => name)).toEqual(['Pier', 'ropes'])
})

describe('a caller who does not see all sources', () => {
  beforeEach(async () => {
    await contexts().set([context('harbour', '', 'The harbour'), context('handbook', '', 'Rules')])
    await add('pier', '/src/rope', 'notes/handbook')
    await add('quay', 'notes/harbour')
  })
  it('is shown descriptions and members of what it sees', async () => {
    const guest = await seeing('handbook')
    expect(await listed(guest)).toEqual(['handbook:: Rules'])
    expect(await guest.workspace.projects.list()).toEqual([
      { name: 'ropes', members: ['handbook'], declared: ['handbook'] },
      { name: 'pier', members: ['notes/handbook'], declared: [] },
    ])
    expect((await guest.workspace.projectScope('quay')).sources.size).toBe(0)
  })
  it('is shown nothing where it sees nothing', async () => {
    const guest = await seeing()
    expect([await listed(guest), await guest.workspace.projects.list()]).toEqual([[], []])
  })
})
