import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCodeHouse, sharedShop, type Answer } from './code-house.ts'

const namesOf = (list: readonly Answer[]) => list.map(({ symbol, path }) => `${path} ${symbol}`)

describe('impact', () => {
  it('names what depends on a symbol, over several steps, tests apart', async () => {
    const { at } = await sharedShop()
    const found = await at.call('impact', { name: 'retryWhenBusy' })
    expect(found['definitions']).toMatchObject([{ path: 'src/payment/retry.ts' }])
    expect(namesOf(found['certain'])).toContain('src/payment/checkout.ts checkout')
    expect(found['tests'].map(({ path }: Answer) => path)).toContain('test/checkout.test.ts')
    expect(found['certain'][0]).toMatchObject({ steps: 1, by: 'import', citation: expect.stringMatching(/^wuku:\/\//) })
  })

  it('refuses with a way out', async () => {
    const { at } = await sharedShop()
    const rows = [
      [{ name: 'nowhereAtAll' }, /No symbol is called "nowhereAtAll"/],
      [{ name: 'Cart', path: 'src/money.ts' }, /src\/money\.ts does not define "Cart"/],
      [{ name: 'Cart', path: '../../etc/passwd' }, /not an indexed file/],
    ] as const
    for (const [input, said] of rows) expect(await at.refused('impact', input)).toMatch(said)
  })

  it('never answers for a namesake; a diff or a commit names what it affects', async () => {
    const house = openCodeHouse({ git: true })
    house.write('src/a.ts', 'export function sameName() {}\n')
    house.write('src/b.ts', 'export function sameName() {}\n')
    house.write('test/late.test.ts', "it('is late', () => {})\n")
    house.git('add', '-A')
    house.git('commit', '-q', '-m', 'One name twice')
    const many = Array.from({ length: 60 }, (_, at) => `use${at}`)
    house.write('src/wide.ts', 'export const wide = () => 1\n')
    for (const name of many) house.write(`src/wide/${name}.ts`, "import '../wide.ts'\n")
    for (const name of many) house.write(`test/wide/${name}.test.ts`, "import '../../src/wide.ts'\n")
    house.write('test/named.test.ts', "it('is wide', () => other.wide())\n")
    const agent = await house.agent()
    await agent.call('repo_reindex', { dry_run: false })
    expect(await agent.refused('impact', { name: 'sameName' })).toMatch(/2 definitions[^]*src\/a\.ts:1, src\/b\.ts:1/)
    expect((await agent.call('impact', { name: 'sameName', path: 'src/a.ts' }))['definitions']).toHaveLength(1)
    const patch = [
      'diff --git a/src/payment/retry.ts b/src/payment/retry.ts',
      '--- a/src/payment/retry.ts',
      '+++ b/src/payment/retry.ts',
      '@@ -14 +14 @@',
      '-  x',
      '+  y',
      '',
    ].join('\n')
    const found = await agent.call('affected', { diff: patch })
    expect(found['changed']).toEqual([{ path: 'src/payment/retry.ts', symbols: ['retryWhenBusy'] }])
    expect(found['tests'][0]).toMatchObject({ path: 'test/checkout.test.ts' })
    const late = patch.replaceAll('src/payment/retry.ts', 'src/a.ts').replace('-14 +14', '-1 +1')
    expect((await agent.call('affected', { diff: late }))['tests']).toMatchObject([
      { path: 'test/late.test.ts', why: ['changed with src/a.ts in 1 of 1 commits'] },
    ])
    const wide = await agent.call('affected', {
      diff: patch.replaceAll('src/payment/retry.ts', 'src/wide.ts').replace('-14 +14', '-1 +1'),
      budget: 1_000,
    })
    const shown = ['tests', 'certain', 'likely', 'byName'].flatMap((list) => wide[list])
    expect(wide['totals']).toEqual({ certain: 0, likely: 0, byName: 1, tests: 60 })
    expect(wide['omitted']).toBe(61 - shown.length)
    expect(wide['omitted']).toBeGreaterThan(0)
    const rows = [
      [{ diff: 'no patch' }, /changes no file/],
      [{ revision: 'main' }, /names no commit/],
      [{ revision: 'HEAD~1000' }, /git/],
    ] as const
    for (const [input, said] of rows) expect(await agent.refused('affected', input)).toMatch(said)
    const hostile = await agent.call('affected', { diff: patch.replaceAll('src/payment/retry.ts', '../../etc/passwd') })
    expect([hostile['changed'], hostile['notLookedAt'].join(' ')]).toEqual([
      [],
      expect.stringContaining('Not indexed: ../../etc/passwd'),
    ])
    const command = house.run('affected', 'HEAD~1', '--json')
    expect([command.status, command.stderr]).toEqual([0, ''])
    expect(JSON.parse(command.stdout)['changed'].length).toBeGreaterThan(3)
    expect(house.run('impact', 'retryWhenBusy').stdout).toContain('checkout')
  })

  it('looks into every indexed repository, by the names of packages', async () => {
    const house = openCodeHouse()
    const client = join(dirname(house.root), 'client')
    mkdirSync(client)
    writeFileSync(
      join(client, 'use.ts'),
      "import { retryWhenBusy } from 'shop/src/payment/retry.ts'\nexport const twice = () => retryWhenBusy(() => 1)\n",
    )
    writeFileSync(
      join(client, 'else.ts'),
      "import { retryWhenBusy } from 'other'\nexport const no = () => retryWhenBusy()\n",
    )
    const agent = await house.agent()
    await agent.call('repo_reindex', { dry_run: false })
    expect(house.run('add', client, '--kind', 'code').status).toBe(0)
    const found = await agent.call('impact', { name: 'retryWhenBusy', steps: 1 })
    expect(found['searched']).toEqual(['shop', 'client'])
    expect(found['likely']).toMatchObject([{ path: 'use.ts', symbol: 'twice', by: 'package name' }])
    expect(namesOf(found['byName'])).toEqual(['else.ts no'])
  })
})
