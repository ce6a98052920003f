import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openContexts, openProjects } from '../../../src/app/settings-section.ts'
import type { Projects } from '../../../src/ports/projects.ts'
import { oneAfterAnother } from './one-after-another.ts'

let folder = ''
let file = ''
let alone: ReturnType<typeof oneAfterAnother>
let projects: Projects
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wuku-projects-'))
  file = join(folder, 'settings.yaml')
  alone = oneAfterAnother()
  projects = openProjects({ file, alone })
})
afterEach(() => rm(folder, { recursive: true }))

const add = (name: string, ...members: readonly string[]) =>
  projects.change(name, async (before) => [...before, ...members])
const takeOut = (name: string, ...members: readonly string[]) =>
  projects.change(name, async (before) => before.filter((each) => !members.includes(each)))
const written = (): Promise<string> => readFile(file, 'utf8')

it('begins with nothing and no file', async () => {
  expect(await projects.list()).toEqual([])
  expect(await takeOut('shop', 'notes/a')).toEqual({ name: 'shop', members: [] })
  expect(await readdir(folder)).toEqual([])
})

it('keeps what was named, in order, and tells what a change made', async () => {
  expect(await add('shop', '/src/shop')).toEqual({ name: 'shop', members: ['/src/shop'] })
  await add('港口', 'notes/潮汐')
  expect(await add('SHOP', 'docs/vue')).toEqual({ name: 'shop', members: ['/src/shop', 'docs/vue'] })
  expect(await projects.list()).toEqual([
    { name: 'shop', members: ['/src/shop', 'docs/vue'] },
    { name: '港口', members: ['notes/潮汐'] },
  ])
  expect(await written()).toBe('projects:\n  shop:\n    - /src/shop\n    - docs/vue\n  港口:\n    - notes/潮汐\n')
  await takeOut('shop', '/src/shop', 'docs/vue')
  expect(await projects.list()).toEqual([{ name: '港口', members: ['notes/潮汐'] }])
})

describe('the file', () => {
  const rows: readonly (readonly [what: string, before: string, work: () => Promise<unknown>, after: string])[] = [
    [
      'keeps comments, order and other settings',
      '# mine\ntools: [core] # lean\nprojects:\n  # the shop\n  shop: [~/src/shop, notes/a] # flat\n  pier:\n    - notes/pier # old\n    - code/pier\nworkers: 2\n',
      async () => {
        await add('shop', 'docs/vue')
        await takeOut('pier', 'code/pier')
        await add('pier', 'chats/pier')
      },
      '# mine\ntools: [core] # lean\nprojects:\n  # the shop\n  shop: [~/src/shop, notes/a, docs/vue] # flat\n  pier:\n    - notes/pier # old\n    - chats/pier\nworkers: 2\n',
    ],
    [
      'makes a list of one member',
      'projects:\n  shop: ~/src/shop\n',
      () => add('shop', 'notes/a'),
      'projects:\n  shop:\n    - ~/src/shop\n    - notes/a\n',
    ],
    [
      'keeps what is no member, since it is not ours to mend',
      'projects:\n  shop: [notes/a, 7, {a: b}, notes/c]\n',
      () => takeOut('shop', 'notes/a').then(() => add('shop', 'notes/b')),
      'projects:\n  shop: [7, {a: b}, notes/c, notes/b]\n',
    ],
    ['fills what is empty', 'projects:\nworkers: 2\n', () => add('a', 'b'), 'projects:\n  a:\n    - b\nworkers: 2\n'],
    [
      'goes on after its last project went',
      'projects:\n  a: [b]\n',
      () => takeOut('a', 'b').then(() => add('c', 'd')),
      'projects:\n  c:\n    - d\n',
    ],
    [
      'knows a name that looks like a number',
      'projects:\n  2024: [a]\n',
      () => add('2024', 'b'),
      'projects:\n  2024: [a, b]\n',
    ],
    [
      'follows names for lists',
      'projects:\n  one: &all [a, b]\n  two: *all\n',
      () => add('two', 'c'),
      'projects:\n  one: &all [a, b]\n  two:\n    - a\n    - b\n    - c\n',
    ],
  ]
  it.each(rows)('%s', async (_, before, work, after) => {
    await writeFile(file, before)
    await work()
    expect(await written()).toBe(after)
  })
})

it.each([
  ['a list', '[notes/a, docs/vue]', ['notes/a', 'docs/vue']],
  ['one member', 'notes/a', ['notes/a']],
  ['a list with what is no text', '[1, notes/a, null, [x], {a: b}, ""]', ['notes/a']],
  ['nothing', '', undefined],
  ['a number', '3', undefined],
  ['a map', '{a: b}', undefined],
  ['an empty list', '[]', undefined],
])('reads %s that was written by hand', async (_, value, members) => {
  await add('shop', 'old')
  await writeFile(file, `projects:\n  shop: ${value}\n  9: z\n`)
  expect(await projects.list()).toEqual([
    ...(members ? [{ name: 'shop', members }] : []),
    { name: '9', members: ['z'] },
  ])
})

it('loses nothing when many write at once, contexts among them', async () => {
  const members = Array.from({ length: 20 }, (_, number) => `notes/c${number}`)
  const others = openProjects({ file, alone })
  const contexts = openContexts({ file, alone })
  await Promise.all(
    members.map(async (member, at) => {
      await (at % 2 ? projects : others).change('shop', async (before) => [...before, member])
      await contexts.set({ collection: `c${at}`, prefix: '', text: member })
    }),
  )
  expect((await projects.list()).map((project) => [project.name, project.members.toSorted()])).toEqual([
    ['shop', members.toSorted()],
  ])
  expect(await contexts.list()).toHaveLength(20)
})

it('changes nothing when the work is refused', async () => {
  await add('shop', 'a')
  await expect(projects.change('shop', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await projects.list()).toEqual([{ name: 'shop', members: ['a'] }])
})

it.each(['projects: [\n', 'projects: [a, b]\n', 'projects: shop\n'])('writes nothing over %j', async (text) => {
  await writeFile(file, text)
  await expect(add('shop', 'x')).rejects.toMatchObject({ code: 'bad-input' })
  expect(await written()).toBe(text)
})

it('is nothing where something else is written', async () => {
  await writeFile(file, 'projects: [a, b]\n')
  expect(await projects.list()).toEqual([])
})
