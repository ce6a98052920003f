import { describe, expect, it } from 'vitest'
import { originOf, type OriginRequest } from '../../src/importing/origin-of.ts'

describe('an address is', () => {
  it.each<[wanted: OriginRequest, origin: object]>([
    [{ url: 'https://github.com/sea/tides' }, { type: 'repository', url: 'https://github.com/sea/tides' }],
    [{ url: 'github.com/sea/tides.git/' }, { type: 'repository', url: 'https://github.com/sea/tides' }],
    [{ url: 'git@gitlab.com:sea/deep/tides.git' }, { type: 'repository', url: 'https://gitlab.com/sea/deep/tides' }],
    [
      { url: 'https://code.sea.example/sea/tides.git' },
      { type: 'repository', url: 'https://code.sea.example/sea/tides' },
    ],
    [
      { url: 'https://code.sea.example/sea/tides', host: 'gitea' },
      { type: 'repository', host: 'gitea', url: 'https://code.sea.example/sea/tides' },
    ],
    [
      { url: 'https://github.com/sea/tides/tree/v1.0/docs/guide' },
      { type: 'repository', url: 'https://github.com/sea/tides', ref: 'v1.0', folders: ['docs/guide'] },
    ],
    [
      {
        url: 'https://gitlab.com/sea/tides/-/tree/main',
        ref: 'v2',
        folders: ['site'],
        pattern: ['*.md'],
        exclude: ['old'],
      },
      {
        type: 'repository',
        url: 'https://gitlab.com/sea/tides',
        ref: 'v2',
        folders: ['site'],
        patterns: ['*.md'],
        exclude: ['old'],
      },
    ],
    [
      { url: 'https://codeberg.org/sea/tides/src/branch/main/docs' },
      { type: 'repository', url: 'https://codeberg.org/sea/tides', ref: 'main', folders: ['docs'] },
    ],
    [{ url: 'https://github.com/sea' }, { type: 'website', url: 'https://github.com/sea' }],
    [
      { url: 'https://github.com/sea/tides', as: 'website' },
      { type: 'website', url: 'https://github.com/sea/tides' },
    ],
    [{ url: 'https://sea.example/docs/' }, { type: 'website', url: 'https://sea.example/docs/' }],
    [{ url: 'https://sea.example/llms.txt' }, { type: 'website', url: 'https://sea.example/llms.txt' }],
    [{ url: 'https://sea.example/llms-full.txt' }, { type: 'website', url: 'https://sea.example/llms-full.txt' }],
    [{ url: 'https://sea.example/潮汐.PDF' }, { type: 'page', url: 'https://sea.example/%E6%BD%AE%E6%B1%90.PDF' }],
    [
      { url: 'https://raw.githubusercontent.com/sea/tides/main/README.md' },
      { type: 'page', url: 'https://raw.githubusercontent.com/sea/tides/main/README.md' },
    ],
    [
      { url: 'sea.example', scope: 'host', depth: 0, pages: 5, include: ['/a/**'], exclude: ['/b/**'] },
      {
        type: 'website',
        url: 'https://sea.example/',
        scope: 'host',
        depth: 0,
        pages: 5,
        include: ['/a/**'],
        exclude: ['/b/**'],
      },
    ],
  ])('%j', (wanted, origin) => expect(originOf(wanted)).toEqual(origin))

  it.each([
    '',
    'https://',
    'ftp://sea.example/a.md',
    'file:///etc/passwd',
    './docs',
    '~/docs',
    '/tmp/docs 文档',
    'C:\\docs',
    'https://me:not-a-real-one@sea.example/',
    'a b',
  ])('none: %j', (url) => {
    expect(() => originOf({ url })).toThrow(expect.objectContaining({ code: 'bad-input' }))
    expect(() => originOf({ url })).not.toThrow('not-a-real-one')
  })
})
