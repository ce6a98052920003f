import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDeclared } from '../src/declared.ts'
import type { Declared } from '@wuku/core/ports/annotation-store'
import { scratchFolder } from '../../../test/scratch.ts'

let folder = ''
let file = ''
let declared: Declared
beforeEach(() => {
  folder = scratchFolder()
  file = join(folder, 'settings.yaml')
  declared = openDeclared(file)
})

const read = async () => ({ contexts: await declared.contexts(), projects: await declared.projects() })
const nothing = { contexts: [], projects: [] }

it('declares nothing without a file, and makes none', async () => {
  expect(await read()).toEqual(nothing)
  expect(await readdir(folder)).toEqual([])
})

it('reads the file again after it was written', async () => {
  await writeFile(file, 'contexts:\n  notes: one\n')
  expect((await declared.contexts()).map(({ text }) => text)).toEqual(['one'])
  await writeFile(file, 'contexts:\n  notes: another\n')
  expect((await declared.contexts()).map(({ text }) => text)).toEqual(['another'])
  await rm(file)
  expect(await read()).toEqual(nothing)
})

it('reads descriptions of everything, of a collection and of a folder, in the order of the file', async () => {
  await writeFile(
    file,
    'tools: [core] # lean\ncontexts:\n  2024: A year\n  /: All of it\n  notes/tides/2026: "One file: a month"\n  notes: 田野笔记\n  bad: [a]\n  worse: 3\n',
  )
  expect(await declared.contexts()).toEqual([
    { collection: '2024', prefix: '', text: 'A year' },
    { collection: '', prefix: '', text: 'All of it' },
    { collection: 'notes', prefix: 'tides/2026', text: 'One file: a month' },
    { collection: 'notes', prefix: '', text: '田野笔记' },
  ])
})

it.each<[says: string, value: string, members: readonly string[] | undefined]>([
  ['a list', '[notes/a, docs/vue]', ['notes/a', 'docs/vue']],
  ['one member', 'notes/a', ['notes/a']],
  ['a list that another one names', '*all', ['code/z']],
  ['a list with what is no text', '[1, notes/a, null, [x], {a: b}, ""]', ['notes/a']],
  ['nothing', '', undefined],
  ['a number', '3', undefined],
  ['a map', '{a: b}', undefined],
  ['an empty list', '[]', undefined],
])('a project may be written as %s', async (_says, value, members) => {
  await writeFile(file, `projects:\n  9: &all [code/z]\n  shop: ${value}\n`)
  expect(await declared.projects()).toEqual([
    { name: '9', members: ['code/z'] },
    ...(members ? [{ name: 'shop', members }] : []),
  ])
})

describe('a file that somebody wrote badly', () => {
  it.each(['contexts: [a]\nprojects: [a, b]\n', 'contexts: all\nprojects: shop\n', 'contexts:\nprojects:\n', ''])(
    'declares nothing in %j',
    async (text) => {
      await writeFile(file, text)
      expect(await read()).toEqual(nothing)
    },
  )
  it.each(['contexts: [\n', 'projects:\n\t- a\n', '- a list\n'])('is refused with its path: %j', async (text) => {
    await writeFile(file, text)
    for (const ask of [declared.contexts, declared.projects])
      await expect(ask()).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(file) })
  })
})
