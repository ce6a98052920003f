import { beforeAll, describe, expect, it } from 'vitest'
import { openDocsHouse, type Answer } from './docs-house.ts'

const house = openDocsHouse({ WUKU_OFFLINE: '1' })
const apiCalled = (title: string): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: { '/a': { $ref: './a.yaml' } } })
beforeAll(() => {
  house.write('hono/docs/README.md', '# Hono\n\nHono routes requests.\n')
  house.write('hono/docs/empty.md', '\n')
  house.write('hono/docs/logo.png', 'x')
  house.write('hono/docs/settings.json', '{"no": "api"}')
  house.write('hono/docs/drafts/later.md', '# Later\n\nNot yet.\n')
  house.write('hono/docs/.cache/page.md', '# Hidden\n')
  house.write('hono/docs/node_modules/x/readme.md', '# X\n')
  house.write('hono/docs/broken.pdf', 'no pdf')
  house.write('hono/docs/api.json', apiCalled('Api'))
})

const why = (skipped: readonly Answer[], path: string): unknown =>
  skipped.find((each) => each['path'] === path)?.['why']
const leftOut: readonly (readonly [path: string, why: RegExp])[] = [
  ['empty.md', /nothing is written in it/],
  ['logo.png', /not a document; documents may include parts of it/],
  ['settings.json', /describes no API/],
  ['.cache/', /hidden folder/],
  ['node_modules/', /installed packages/],
]

describe('documentation out of a folder', () => {
  it('is imported by its folder alone, and every file that is not in it is named with the reason', async () => {
    const done = await house.json('docs', 'import', 'hono/docs', '--exclude', 'drafts')
    expect(done).toMatchObject({ registered: [{ kind: 'docs', name: 'hono@latest' }], added: 2 })
    for (const [path, reason] of [...leftOut, ['drafts/later.md', /--exclude/] as const])
      expect([path, why(done['skipped'], path)]).toEqual([path, expect.stringMatching(reason)])
    expect(done['problems']).toEqual([
      expect.objectContaining({ path: 'broken.pdf', said: expect.any(String) }),
      expect.objectContaining({
        path: 'api.json',
        said: expect.stringContaining('./a.yaml'),
        remedy: expect.stringMatching(/bundle/i),
      }),
    ])
    const { stdout } = await house.wuku('docs', 'import', './hono/docs', '--name', 'told', '--version', '4')
    expect(stdout).toMatch(/Added docs\/told@4/)
    for (const [path] of leftOut) expect(stdout).toContain(path)
  })

  it('is uploaded with the same names', async () => {
    house.write('hono/docs/api.json', apiCalled('Other'))
    const done = await house.json('docs', 'upload', 'up@1', 'hono/docs')
    for (const [path, reason] of leftOut.slice(1, 2).concat(leftOut.slice(3)))
      expect([path, why(done['left_out_files'], path)]).toEqual([path, expect.stringMatching(reason)])
    expect(done['failed_files'].map(({ path }: Answer) => path).toSorted()).toEqual([
      'broken.pdf',
      'empty.md',
      'settings.json',
    ])
    expect(done['problems']).toEqual([{ path: 'api.json', error: expect.stringContaining('./a.yaml') }])
  })

  it('says what to write instead of what means nothing here', async () => {
    expect(await house.refused('docs', 'import', 'hono/docs', '--depth', '2')).toEqual([
      2,
      expect.stringMatching(/"--depth" does not apply to a local folder.*--name <library>/s),
    ])
    expect((await house.refused('docs', 'import', './nowhere'))[1]).toMatch(/nowhere/)
  })
})
