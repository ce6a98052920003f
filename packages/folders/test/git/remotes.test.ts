import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../../../../test/scratch.ts'
import { readRemotes } from '../../src/git/repository.ts'

it.each([
  ['https://github.com/Ada/Shop.git', ['github.com/ada/shop']],
  ['https://ada:secret@github.com/ada/shop', ['github.com/ada/shop']],
  ['ssh://git@host.example:2222/ada/shop.git', ['host.example/ada/shop']],
  ['git@github.com:ada/shop.git', ['github.com/ada/shop']],
  ['/mnt/backup/shop.git', []],
  ['C:\\backup\\shop', []],
])('%s', async (url, expected) => {
  const folder = scratchFolder()
  await writeFile(
    join(folder, 'config'),
    `[core]\n\turl = https://not.example/one\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/*\n[branch "main"]\n\tremote = origin\n`,
  )
  expect(readRemotes(folder)).toEqual(expected)
})

it('of a repository without any', () => expect(readRemotes(scratchFolder())).toEqual([]))
