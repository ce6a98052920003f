import { expect, it } from 'vitest'
import type { Engine } from '@wuku/kernel/base/engine'
import { projectOf, projectsOf } from '../src/code-project.ts'

interface Row {
  readonly says: string
  readonly repositories: readonly string[]
  /** Of `code.project`, or of the start. */
  readonly folder?: string
  readonly isShared?: boolean
  readonly finds?: string
  readonly fails?: { readonly code: string; readonly remedy: RegExp }
}

const engineWith = ({ repositories, folder, isShared }: Pick<Row, 'repositories' | 'folder' | 'isShared'>): Engine => {
  const sources = repositories.map((name, id) => {
    const options = { searchedByDefault: name !== 'vendored' }
    return { id, kind: 'code', name, root: `/src/${name}`, options }
  })
  return {
    read: async (work: (view: unknown) => unknown) => work({ sources: { list: async () => sources } }),
    workspace: { folder: async () => folder, isShared },
  } as unknown as Engine
}

it.each<Row>([
  { says: 'the only repository', repositories: ['tide'], finds: 'tide' },
  { says: 'none of several', repositories: ['tide', 'moon'], fails: { code: 'bad-input', remedy: /"tide", "moon"/ } },
  {
    says: 'on a server, not even the only one',
    repositories: ['tide'],
    isShared: true,
    fails: { code: 'not-registered', remedy: /"tide"/ },
  },
  {
    says: 'on a server, none of several',
    repositories: ['tide', 'moon'],
    isShared: true,
    fails: { code: 'not-registered', remedy: /"tide", "moon"/ },
  },
  {
    says: 'on a server without any, how to add one',
    repositories: [],
    isShared: true,
    fails: { code: 'not-registered', remedy: /wuku add/ },
  },
  {
    says: 'on a server, the one of the setting',
    repositories: ['tide', 'moon'],
    isShared: true,
    folder: '/src/moon',
    finds: 'moon',
  },
])('a call that names no repository means $says', async ({ repositories, folder, isShared, finds, fails }) => {
  const engine = engineWith({ repositories, folder, isShared })
  const project = projectOf(undefined, engine)
  if (fails)
    await expect(project).rejects.toMatchObject({ code: fails.code, remedy: expect.stringMatching(fails.remedy) })
  else expect((await project).source.name).toBe(finds)
})

it.each([
  { says: 'within a repository asks that one', folder: '/src/moon/lib', asks: ['moon'], isOutside: false },
  { says: 'from outside asks all', folder: '/home/ada', asks: ['tide', 'moon'], isOutside: true },
  { says: 'from no folder asks all', asks: ['tide', 'moon'], isOutside: true },
  { says: 'on a server asks all that the caller sees', isShared: true, asks: ['tide', 'moon'], isOutside: true },
])('a question $says', async ({ folder, isShared, asks, isOutside }) => {
  const engine = engineWith({
    repositories: ['tide', 'moon', 'vendored'],
    ...(folder !== undefined && { folder }),
    ...(isShared && { isShared }),
  })
  const { projects, outside } = await projectsOf(undefined, engine)
  expect(projects.map(({ source }) => source.name)).toEqual(asks)
  expect(outside?.includes('tide, moon') ?? false).toBe(isOutside)
})
