import { expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { openHouse, type Answer } from '../docs-house.ts'
import { page, pages, type Script } from '../origins.ts'

const SITE = 'https://tides.example/docs/'
const REPOSITORY = 'https://github.com/sea/tides'
const broken = new WukuError('fetch-failed', 'It broke off.', 'Try again.')
const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`p${at}.md`, 'ebb']))

it.each<[says: string, url: string, script: Script, expected: Answer]>([
  [
    'a repository',
    REPOSITORY,
    {
      look: { description: 'Tables', defaultRef: 'main' },
      steps: [
        page('a.md', '# Ebb', { url: `${REPOSITORY}/blob/main/a.md` }),
        { is: 'refused', path: 'b.pdf', said: 'It is too large.', remedy: 'Raise docs.fileBytes.' },
        { ...page('part.inc', 'x'), is: 'aside' } as never,
      ],
      facts: { leftOut: 2, ref: 'main', commit: 'c0ffee', skipped: [{ path: 'tests/', why: 'tests' }] },
    },
    {
      name: 'tides',
      origin: 'repository',
      ref: 'main',
      commit: 'c0ffee',
      files: [{ path: 'a.md', bytes: 5, type: 'md', url: `${REPOSITORY}/blob/main/a.md` }],
      total: 1,
      bytes: 5,
      left_out: [{ path: 'tests/', why: 'tests' }],
      left_out_total: 2,
      problems: [{ path: 'b.pdf', error: 'It is too large. Raise docs.fileBytes.' }],
      problems_total: 1,
      is_whole: true,
    },
  ],
  ['many files', REPOSITORY, { steps: pages(many) }, { total: 600, bytes: 1_800, is_whole: true }],
  ['a small site', SITE, { steps: pages({ 'a.md': 'ebb' }) }, { origin: 'website', total: 1, is_whole: true }],
  ['as many pages as are looked at', SITE, { steps: pages(many).slice(0, 30) }, { total: 30, is_whole: false }],
])('shows %s, and keeps nothing of it', async (_says, url, script, expected) => {
  const house = openHouse()
  house.origins.at(url, script)
  const before = await house.kept()
  const answer = await house.call<{ files: readonly unknown[] }>('preview-import', { url })
  expect(answer).toMatchObject(expected)
  expect(answer.files.length).toBeLessThanOrEqual(500)
  expect(await house.kept()).toEqual(before)
})

it.each<[says: string, given: Answer, code: string]>([
  ['a place on this machine', { url: '/srv/docs' }, 'bad-input'],
  ['an address with a password', { url: 'https://ann:secret@tides.example/' }, 'bad-input'],
  ['an address that does not answer', { url: 'https://nobody.example/' }, 'fetch-failed'],
  ['a download that breaks off', { url: SITE }, 'fetch-failed'],
])('refuses %s', async (_says, given, code) => {
  const house = openHouse()
  house.origins.at(SITE, { steps: [page('a.md', 'ebb'), broken] })
  expect((await house.refusal('preview-import', given)).code).toBe(code)
})
