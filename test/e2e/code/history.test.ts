import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shared } from '../at-end.ts'
import { openCodeHouse, sharedShop, type Answer } from './code-house.ts'

/** A shop whose retries were renamed and changed. */
async function openOldShop() {
  const house = openCodeHouse({ git: true })
  house.git('mv', 'src/payment/retry.ts', 'src/payment/again.ts')
  house.git('commit', '-q', '-m', 'Call it again')
  house.git('mv', 'src/payment/again.ts', 'src/payment/retry.ts')
  house.git('commit', '-q', '-m', '重试 is what everybody calls it')
  const before = 'export const usualPolicy: RetryPolicy = { attempts: 4, firstPause: 200 }'
  const text = readFileSync(`${house.root}/src/payment/retry.ts`, 'utf8')
  house.write('src/payment/retry.ts', text.replace(before, before.replace('4', '6')))
  house.git('-c', 'user.name=Zoë', 'commit', '-q', '-a', '-m', 'Retry six times\n\nThe bank is busy around noon.')
  const at = await house.agent()
  await at.call('repo_reindex', { dry_run: false })
  return { ...house, at }
}

const sharedOldShop = shared(openOldShop)

const subjectsOf = ({ commits }: Answer) => (commits as readonly Answer[]).map(({ subject }) => subject)

describe('recall', () => {
  it('brings a commit for its subject, for its hash and where a change is asked for, and it opens', async () => {
    const { at } = await sharedOldShop()
    const { commits } = await at.call('repo_history', { query: 'six times' })
    const { sha } = commits[0]
    const first = async (query: string) => (await at.call('recall', { query }))['hits'][0]
    for (const query of ['Retry six times', sha.slice(0, 8), 'which commit made it retry because the bank is busy']) {
      const hit = await first(query)
      expect(hit).toMatchObject({
        title: 'Retry six times',
        about: expect.stringMatching(/^commit .{7} · .+ · Zoë · /),
      })
      expect(hit.snippet).toMatch(/^\d+: The bank is busy around noon\.\n\d+: M src\/payment\/retry\.ts$/)
      const opened = await at.call('open', { citation: hit.citation })
      expect(opened['text']).toContain(`commit ${sha}`)
    }
  })

  it('brings a commit for what it changed, and nothing of files that are left out', async () => {
    const house = openCodeHouse({ git: true })
    house.write('.wukuignore', 'plans/\n')
    house.write('plans/next.ts', 'export const acquireRival = (price: number) => price\n')
    house.write('src/payment/wait.ts', 'export function pauseForHoliday(days: number) {\n  return days * 86_400\n}\n')
    house.git('add', '-A')
    house.git('commit', '-q', '-m', 'Prepare the season')
    house.remove('src/payment/wait.ts')
    house.write('src/payment/again.ts', "export const password = 'correct-horse-battery-staple'\n")
    house.git('add', '-A')
    house.git('commit', '-q', '-m', 'Tidy')
    house.run('add', '.', '--kind', 'code', '--name', 'shop')
    const asked = (query: string): string => house.run('recall', query).stdout
    const rows = [
      ['which commit removed pauseForHoliday', /Tidy[^]*- export function pauseForHoliday\(days: number\)/],
      ['return days * 86_400 pauseForHoliday', /Prepare the season|Tidy/],
      ['which commit changed src/payment/wait.ts', /Prepare the season|Tidy/],
    ] as const
    for (const [query, expected] of rows) expect(asked(query)).toMatch(expected)
    const everything = house.run('open', 'wuku://code/shop/.git/history/0001').stdout
    expect(everything).toContain('pauseForHoliday')
    expect(everything).not.toMatch(/acquireRival|correct-horse/)
  })

  it('brings files for a question about what is there now', async () => {
    const { at } = await sharedOldShop()
    const { hits } = await at.call('recall', { query: 'how often is a payment retried' })
    expect(hits[0].about).toBeUndefined()
    expect(hits.every(({ path }: Answer) => !/^\.git\/history\/\d+$/.test(path))).toBe(true)
  })
})

describe('repo_history', () => {
  it('finds commits by words, people and places', async () => {
    const { at } = await sharedOldShop()
    const rows = [
      [{ query: 'why do we retry when the bank is busy' }, 'Retry six times', 'search'],
      [{ query: '重试' }, '重试 is what everybody calls it', 'search'],
      [{ author: 'zoe' }, 'Retry six times', 'newest'],
      [{ query: 'shop', path: 'src/cart' }, 'Open the shop', 'search'],
      [{}, 'Retry six times', 'newest'],
    ] as const
    for (const [input, subject, mode] of rows) {
      const found = await at.call('repo_history', input)
      expect([found['mode'], subjectsOf(found)[0]]).toEqual([mode, subject])
    }
  })

  it('tells a commit whole, and its citation opens', async () => {
    const { at } = await sharedOldShop()
    const { commits } = await at.call('repo_history', { query: 'six times' })
    expect(commits[0]).toMatchObject({
      sha: expect.stringMatching(/^[0-9a-f]{12}$/),
      author: 'Zoë',
      body: 'The bank is busy around noon.',
      files: ['src/payment/retry.ts'],
      matchReason: 'says six, times',
      freshness: 'fresh',
    })
    const opened = await at.call('open', { citation: commits[0].citation })
    expect(opened['text']).toMatch(/^\d+: commit [0-9a-f]{40} [^\n]+ Zoë\n\d+: Retry six times\n/)
    expect(opened['text']).not.toContain('Open the shop')
    const byHash = await at.call('repo_history', { query: commits[0].sha })
    expect(subjectsOf(byHash)).toEqual(['Retry six times'])
    const shortened = `${String(commits[0].citation).split('#')[0]}#${commits[0].sha}`
    expect((await at.call('open', { citation: shortened }))['text']).toBe(opened['text'])
    expect(await at.refused('open', { citation: shortened.replace(/#.*/, '#0000000') })).toMatch(
      /has no part "0000000"/,
    )
  })

  it('asks git why lines are as they are, through renames', async () => {
    const { at } = await sharedOldShop()
    const lines = await at.call('repo_history', { path: 'src/payment/retry.ts', symbol: 'usualPolicy' })
    expect(lines).toMatchObject({ mode: 'lines', startLine: 9, endLine: 9, symbol: 'usualPolicy' })
    expect(lines['blame']).toMatchObject([{ startLine: 9, endLine: 9, author: 'Zoë', subject: 'Retry six times' }])
    expect(subjectsOf(lines)).toEqual(['Retry six times', 'Open the shop'])
    expect(lines['commits'].map(({ matchReason }: Answer) => matchReason)).toEqual([
      'wrote line 9 as now',
      'changed these lines',
    ])
  })

  it('follows a file through its names', async () => {
    const { at } = await sharedOldShop()
    const file = await at.call('repo_history', { path: 'src/payment/retry.ts' })
    expect(file['commits'].map(({ subject, matchReason }: Answer) => `${subject}: ${matchReason}`)).toEqual([
      'Retry six times: changed the file',
      '重试 is what everybody calls it: renamed the file from src/payment/again.ts',
      'Call it again: renamed the file from src/payment/retry.ts',
      'Open the shop: added the file',
    ])
    expect(await at.call('repo_history', { path: 'src/payment/retry.ts', until: '2000' })).toMatchObject({
      commits: [],
    })
  })

  it('knows lines that are not committed', async () => {
    const { at, write } = await openOldShop()
    write('src/index.ts', "export { Cart } from './cart/cart.ts'\nexport const fresh = 1\n")
    const { blame } = await at.call('repo_history', { path: 'src/index.ts:1-2' })
    expect(blame).toMatchObject([
      { startLine: 1, subject: 'Open the shop' },
      { startLine: 2, sha: null, subject: 'not committed yet' },
    ])
  })

  it('finds the file of a symbol that is asked alone', async () => {
    const { at } = await openOldShop()
    const alone = await at.call('repo_history', { symbol: 'retryWhenBusy' })
    expect(alone).toMatchObject({ mode: 'lines', path: 'src/payment/retry.ts', symbol: 'retryWhenBusy' })
    expect(alone['commits'].length).toBeGreaterThan(0)
  })

  it('without git refuses with what works', async () => {
    const { at } = await sharedShop()
    const rows = [
      [{}, /is not in a git repository[^]*find_references/],
      [{ query: 'why' }, /is not in a git repository/],
      [{ path: 'src/index.ts' }, /is not in a git repository/],
      [{ path: 'src/indxe.ts' }, /Did you mean src\/index\.ts/],
      [{ symbol: 'Cart', query: 'why' }, /do not go together/],
      [{ symbol: 'Basket' }, /Basket/],
    ] as const
    for (const [input, said] of rows) {
      expect(await at.refused('repo_history', input)).toMatch(said)
    }
  })
})
