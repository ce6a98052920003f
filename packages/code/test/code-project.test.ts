import { expect, it } from 'vitest'
import type { Engine } from '@wuku/kernel/base/engine'
import { projectOf } from '../src/code-project.ts'

interface Row {
  readonly says: string
  readonly repositories: readonly string[]
  /** Of `code.project`, or of the start. */
  readonly folder?: string
  readonly isShared?: boolean
  readonly finds?: string
  readonly fails?: { readonly code: string; readonly remedy: RegExp }
}

const rows: readonly Row[] = [
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
]

it.each(rows)(
  'a call that names no repository means $says',
  async ({ repositories, folder, isShared, finds, fails }) => {
    const sources = repositories.map((name, id) => ({ id, kind: 'code', name, root: `/src/${name}` }))
    const engine = {
      read: async (work: (view: unknown) => unknown) => work({ sources: { list: async () => sources } }),
      workspace: { folder: async () => folder, isShared },
    } as unknown as Engine
    const project = projectOf(undefined, engine)
    if (fails)
      await expect(project).rejects.toMatchObject({ code: fails.code, remedy: expect.stringMatching(fails.remedy) })
    else expect((await project).source.name).toBe(finds)
  },
)
