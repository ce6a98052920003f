import { expect, it } from 'vitest'
import { describeByPages } from '../../src/importing/activate.ts'
import type { Source, DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'

const check = async (pages: Readonly<Record<string, string>>, expected: string) => {
  const paths = Object.keys(pages)
  const view = {
    documents: {
      names: async () => paths.map((path, at) => ({ id: at as DocumentId, path })),
      bodies: async (ids: readonly DocumentId[]) => new Map(ids.map((id) => [id, Object.values(pages)[id]])),
    },
  } as unknown as StoreView
  expect(await describeByPages({ source: 1 as Source['id'] }, view)).toBe(expected)
}

it.each<[says: string, pages: Readonly<Record<string, string>>, expected: string]>([
  ['its README', { 'README.md': '# Tide\n\nTide computes harbours. It is small.\n' }, 'Tide computes harbours.'],
  [
    'a README before an index',
    { 'index.md': '# I\n\nThe index page says.', 'readme.md': '# R\n\nThe readme says.' },
    'The readme says.',
  ],
  [
    'llms.txt',
    { 'llms.txt': '# Tide\n\n> Tide computes harbours.\n\n## Docs\n\n- [a](b): c\n' },
    'Tide computes harbours.',
  ],
  [
    'below badges',
    { 'README.md': '# Tide\n\n[![ci](x)](y)\n![logo](z)\n\n[Docs](a) | [Chat](b)\n\nTide computes harbours.\n' },
    'Tide computes harbours.',
  ],
  [
    'the top of a folder of folders',
    { 'src/guide/a.md': '# A\n\nA is this.', 'src/index.md': '# T\n\nTide computes harbours.' },
    'Tide computes harbours.',
  ],
  [
    'the sentence before code too',
    { 'README.md': '# Tide\n\nTide computes harbours.\n\nInstall it first:\n\n```sh\nnpm i tide\n```\n' },
    'Tide computes harbours.',
  ],
  ['never a chapter', { 'a/index.md': '# A\n\nThe third argument is a short code.', 'b.md': '# B\n\nText.' }, ''],
  ['never another section', { 'README.md': '# Tide\n\n## Errors\n\nThe third argument is a short code.\n' }, ''],
  ['never a page that is no first one', { 'error-reference.md': '# E\n\nThe third argument is a short code.' }, ''],
  ['nothing', {}, ''],
])('what a library is, by its first page: %s', (_says, pages, expected) => check(pages, expected))
