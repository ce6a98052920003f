import { join } from 'node:path'
import { expect, it } from 'vitest'
import { foldersIn } from '../src/list-folders.ts'
import { add, feedOf, plant } from './trees.ts'

const picture = Buffer.from([0x89, 0x50, 0, 0, 1])

const root = () => {
  const at = plant({
    'a.md': '# A',
    'img/gate.png': picture,
    'drafts/plan.png': picture,
    '.private/seal.png': picture,
    'img/.hidden.png': picture,
    '.ssh/key.png': picture,
    'img/out.png': { link: '../../beside/other.png' },
    'img/large.png': { sparse: 21 * 1024 * 1024 },
    'img/pipe.png': 'fifo:',
    'img/folder.png/': '',
    beside: { link: '../beside' },
  })
  add(join(at, '..'), { 'beside/other.png': picture })
  return at
}

it.each([
  ['one below the root', 'img/gate.png', true],
  ['none in a folder that is left out', 'drafts/plan.png', false],
  ['none in a hidden folder', '.private/seal.png', false],
  ['none that is hidden', 'img/.hidden.png', false],
  ['none where keys are kept', '.ssh/key.png', false],
  ['none behind a link', 'img/out.png', false],
  ['none behind a link to a folder', 'beside/other.png', false],
  ['none above the root', '../beside/other.png', false],
  ['none by a way up and down', 'img/../../beside/other.png', false],
  ['none by a whole path', '/etc/passwd', false],
  ['none behind a NUL', 'img/gate.png\0.md', false],
  ['none that is too large', 'img/large.png', false],
  ['no waiting for the other end of a FIFO', 'img/pipe.png', false],
  ['no folder', 'img/folder.png', false],
  ['nothing where nothing is', 'img/no.png', false],
])('gives %s', async (_, path, isGiven) => {
  const found = await feedOf(root(), { exclude: ['drafts'] }).picture?.(path)
  expect(found && Buffer.from(found)).toEqual(isGiven ? picture : undefined)
})

it('lists folders that may be registered, and says what they look like', async () => {
  const at = plant({
    'repository/.git/HEAD': '',
    'vault/.obsidian/app.json': '',
    'pages/a.md': '',
    'pages/b.md': '',
    'pages/c.md': '',
    'empty/': '',
    '.hidden/a.md': '',
    '.ssh/id': '',
    'file.md': '',
    link: { link: 'pages' },
  })
  const { parent, folders, isCut } = await foldersIn(at)
  expect(folders.map(({ name, kind }) => [name, kind])).toEqual([
    ['empty', null],
    ['pages', 'notes'],
    ['repository', 'code'],
    ['vault', 'notes'],
  ])
  expect({ parent, isCut }).toEqual({ parent: join(at, '..'), isCut: false })
  await expect(foldersIn(join(at, '.ssh'))).rejects.toThrow('keys are kept')
  await expect(foldersIn(join(at, 'file.md'))).rejects.toThrow('No readable')
})
