import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openHouse, refusalOf } from './notes-house.ts'

/** Two texts whose SHA-256 begin with the same six digits, as two of some thousand texts do. */
function docidTwins(): readonly [string, string] {
  const seen = new Map<string, string>()
  for (let number = 0; ; number++) {
    const text = `# Twin ${number}\n`
    const docid = hash('sha256', text).slice(0, 6)
    const other = seen.get(docid)
    if (other !== undefined) return [other, text]
    seen.set(docid, text)
  }
}

describe('what changes', () => {
  it('is said of a document that was written to or is gone', async () => {
    const other = openHouse({ 'n/a.md': '# Anchor\n\nheavy', 'n/b.md': '# Bell\n\nloud' })
    await other.call('add', { root: join(other.folder, 'n'), name: 'sea' })
    other.write({ 'n/a.md': '# Anchor\n\nheavier than before' })
    await rm(join(other.folder, 'n/b.md'))
    expect((await other.call('get', { file: 'sea/a.md' })).text).toContain('changed after it was indexed')
    expect((await other.call('open', { citation: 'sea/b.md' })).output['freshness']).toBe('missing')
    expect((await other.call('sources')).output['sources']).toMatchObject([{ freshness: { stale: 1, missing: 1 } }])
    expect((await other.call('index', { dryRun: true })).output).toMatchObject({ changed: 1, removed: 1, dryRun: true })
    expect((await other.call('index')).output).toMatchObject({ changed: 1, removed: 1, unchanged: 0 })
  })
  it('is taken over from qmd, and taken out again', async () => {
    const other = openHouse({
      'n/a.md': '# Anchor',
      'n/b.txt': 'Bell',
      'qmd/index.yml': 'collections: { sea: { path: ~/n, context: { /: Of the sea } }, lost: { path: ~/nowhere } }',
    })
    const { output, text } = await other.call('add', { from: 'qmd' })
    expect(output).toMatchObject({
      registered: [{ name: 'sea' }],
      contexts: 1,
      problems: [{ path: '~/nowhere' }],
      added: 1,
    })
    expect(text).toContain('~/nowhere')
    expect((await other.call('get', { file: 'a.md' })).output['context']).toBe('Of the sea')
    expect((await other.call('context', { action: 'list' })).text).toBe('sea: Of the sea')
    expect((await other.call('remove', { source: 'sea' })).output).toMatchObject({ documents: 1 })
    expect((await other.call('context', { action: 'list', target: 'sea' })).output['contexts']).toEqual([])
  })
})

it('a house without anything to search says why', async () => {
  const other = openHouse({ 'n/a.md': '# Anchor' })
  const says = async (expected: RegExp) => {
    for (const name of ['search', 'query', 'recall'])
      expect((await other.call(name, { query: 'anchor' })).text).toMatch(expected)
  }
  await says(/Nothing is indexed yet: add a folder/)
  await other.call('add', { root: join(other.folder, 'n'), noIndex: true })
  await says(/Indexing incomplete: n\. Run "wuku index"/)
  await other.call('add', { root: join(other.folder, 'n'), searchedByDefault: false })
  await says(/Searched only when named: n\./)
  expect((await other.call('search', { query: 'anchor', collection: 'n' })).output['results']).toHaveLength(1)
})

it('docids of two texts that begin alike are shown longer, and the short one is refused with both', async () => {
  const [one, two] = docidTwins()
  const other = openHouse({ 'n/one.md': one, 'n/two.md': two })
  await other.call('add', { root: join(other.folder, 'n') })
  const docids = [one, two].map((text) => `#${hash('sha256', text)}`)
  for (const [at, file] of ['n/one.md', 'n/two.md'].entries()) {
    const docid = String((await other.call('get', { file })).output['docid'])
    expect(docid.length).toBeGreaterThan(7)
    expect(docids[at]?.startsWith(docid)).toBe(true)
    expect((await other.call('get', { file: docid })).output['file']).toBe(file)
  }
  await expect(other.call('get', { file: docids[0]?.slice(0, 7) })).rejects.toThrow(/n\/one\.md\n.*n\/two\.md/)
})

describe('the commands of people', () => {
  const house = openHouse({ 'work/a.md': '# Anchor', 'home/zh/b.md': '# 潮汐' })
  beforeAll(async () => {
    await house.call('add', { root: join(house.folder, 'work') })
  })

  it.each([
    ['add', {}, 'bad-input', /No folder was given to add/],
    ['add', { root: 'x', kind: 'code' }, 'bad-input', /code/],
    ['add', { from: 'elsewhere' }, 'bad-input', /"elsewhere"/],
    ['add', { from: 'qmd' }, 'not-found', /qmd\/index\.yml/],
    ['remove', { source: 'nowhere' }, 'unknown-source', /nowhere/],
    ['context', { action: 'add', target: 'work' }, 'bad-input', /No description was given for work/],
    ['context', { action: 'remove', target: 'work/nowhere' }, 'not-found', /work\/nowhere has no description/],
    ['context', { action: 'add', target: 'nowhere', text: 'x' }, 'unknown-source', /nowhere/],
  ])('%s %j is refused with a remedy', (name, input, code, said) => refusalOf(house, name, input, { code, said }))
  it('add without indexing says what to do next', async () => {
    const { text } = await house.call('add', { root: join(house.folder, 'home/zh'), name: 'later', noIndex: true })
    expect(text).toContain('Not indexed yet')
    await house.call('remove', { source: 'later' })
  })
})
