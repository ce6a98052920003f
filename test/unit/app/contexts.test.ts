import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openContexts } from '../../../src/app/settings-section.ts'
import type { Contexts } from '../../../src/ports/contexts.ts'
import { oneAfterAnother } from './one-after-another.ts'

let folder = ''
let file = ''
let contexts: Contexts
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wuku-contexts-'))
  file = join(folder, 'settings.yaml')
  contexts = openContexts({ file, alone: oneAfterAnother() })
})
afterEach(() => rm(folder, { recursive: true }))

it('begins with nothing and no file', async () => {
  expect(await contexts.list()).toEqual([])
  expect(await contexts.remove('notes', '')).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

it('keeps what was said, of everything, of a collection and of a folder', async () => {
  const said = [
    { collection: '', prefix: '', text: 'All of it' },
    { collection: 'notes', prefix: '', text: '田野笔记' },
    { collection: 'notes', prefix: 'tides/2026', text: 'One file: a month' },
  ]
  for (const context of said) await contexts.set(context)
  expect(await contexts.list()).toEqual(said)
  expect(await contexts.remove('notes', 'tides/2026')).toBe(true)
  expect(await contexts.list()).toEqual(said.slice(0, 2))
})

it('leaves comments, order and other settings as they are', async () => {
  await writeFile(file, '# mine\ntools: [core] # lean\ncontexts:\n  # about notes\n  notes: old\nworkers: 2\n')
  await contexts.set({ collection: 'notes', prefix: '', text: 'new' })
  await contexts.set({ collection: 'code', prefix: 'src', text: 'Sources' })
  expect(await readFile(file, 'utf8')).toBe(
    '# mine\ntools: [core] # lean\ncontexts:\n  # about notes\n  notes: new\n  code/src: Sources\nworkers: 2\n',
  )
})

it('hears of what was written by hand', async () => {
  await contexts.set({ collection: 'notes', prefix: '', text: 'one' })
  await writeFile(file, 'contexts:\n  notes: by hand\n')
  expect(await contexts.list()).toEqual([{ collection: 'notes', prefix: '', text: 'by hand' }])
})

it('loses nothing when many write at once', async () => {
  const names = Array.from({ length: 20 }, (_, number) => `c${number}`)
  await Promise.all(names.map((collection) => contexts.set({ collection, prefix: '', text: collection })))
  expect((await contexts.list()).map(({ collection }) => collection)).toEqual(names)
})

it('writes nothing over a file that it cannot read', async () => {
  await writeFile(file, 'contexts: [\n')
  await expect(contexts.set({ collection: 'notes', prefix: '', text: 'x' })).rejects.toMatchObject({
    code: 'bad-input',
  })
  expect(await readFile(file, 'utf8')).toBe('contexts: [\n')
})
