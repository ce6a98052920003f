import { describe, expect, it } from 'vitest'
import { shared } from '../at-end.ts'
import { openCodeHouse, type Answer } from './code-house.ts'

const lines = Array.from({ length: 30 }, (_, at) => `export const line${at + 1} = ${at + 1}`)
const manifest = (scripts: object, vue: string): string =>
  `${JSON.stringify({ name: 'shop', scripts, dependencies: { vue } }, null, 2)}\n`

/** A shop of which much was renamed, changed and removed since people wrote of it. */
async function openChangedShop() {
  const house = openCodeHouse({ git: true })
  const commit = (message: string): void => {
    house.git('add', '-A')
    house.git('commit', '-q', '-m', message)
  }
  house.write('src/auth/jwt.ts', `${lines.join('\n')}\nexport const parseToken = () => process.env.SHOP_TOKEN\n`)
  house.write('src/old.ts', 'export function oldThing(price: number) {\n  return price\n}\n')
  house.write('src/twice/one.ts', 'export function sameName() {}\n')
  house.write('src/twice/two.ts', 'export function sameName() {}\n')
  house.write('src/command.ts', "export const isDry = process.argv.includes('--dry-run')\n")
  for (const name of ['a', 'b', 'c']) house.write(`library/${name}.ts`, `export const of_${name} = '${name}'\n`)
  house.write('package.json', manifest({ build: 'tsc', keys: 'node keys.js' }, '3.4.1'))
  commit('Begin')
  house.git('mv', 'src/auth', 'src/safety')
  house.git('mv', 'src/safety/jwt.ts', 'src/safety/token.ts')
  commit('Move the token')
  house.git('mv', 'library', 'core')
  commit('Call it core')
  house.remove('src/old.ts')
  commit('Nobody needs it')
  house.write('src/command.ts', "export const isDry = process.argv.includes('--pretend')\n")
  commit('Pretend')
  house.write('package.json', manifest({ build: 'tsc' }, '3.5.0'))
  commit('Newer')
  house.write('src/safety/token.ts', `${lines.join('\n')}\nexport const parseToken = () => process.env.SHOP_KEY\n`)
  commit('Another key')
  house.write('.gitignore', 'made/\n')
  house.write('made/there.ts', 'export {}\n')
  commit('Leave out what is made')
  const at = await house.agent()
  await at.call('repo_reindex', { dry_run: false })
  return { ...house, at }
}

const sharedChangedShop = shared(openChangedShop)

const rows: readonly (readonly [text: string, state: string, now?: string])[] = [
  ['`src/auth/jwt.ts`', 'moved', 'src/safety/token.ts'],
  ['见library/a.ts里', 'moved', 'core/a.ts'],
  ['`library/`', 'moved', 'core'],
  ['src/old.ts', 'gone'],
  ['src/safety/token.ts', 'holds'],
  ['`safety/token.ts`', 'holds'],
  ['`src/safety/`', 'holds'],
  ['`parseToken`', 'holds'],
  ['`oldThing()`', 'gone'],
  ['`sameName`', 'unknown'],
  ['`neverThere()`', 'unknown'],
  ['--dry-run', 'gone'],
  ['--pretend', 'holds'],
  ['SHOP_TOKEN', 'gone'],
  ['SHOP_KEY', 'holds'],
  ['`npm run keys`', 'gone'],
  ['`npm run build`', 'holds'],
  ['vue@3.4.1', 'changed', 'vue@3.5.0'],
  ['vue@3.5.0', 'holds'],
  ['made/there.ts', 'unknown'],
  ['deadbee1', 'unknown'],
  ['src/safety/token.ts:900', 'changed', 'src/safety/token.ts has 31 lines'],
]

describe('verify', () => {
  it('holds each claim of a text against what is there', async () => {
    const { at } = await sharedChangedShop()
    const { claims, counts } = await at.call('verify', { text: rows.map(([text]) => text).join('\n'), project: 'shop' })
    const found = (claims as readonly Answer[]).map(({ line, state, now }) => [rows[line - 1]?.[0], state, now])
    expect(found).toEqual(rows.map(([text, state, now]) => [text, state, now]))
    expect(counts).toEqual({ holds: 8, moved: 3, changed: 2, gone: 5, unknown: 4 })
    for (const { state, commit, date } of claims as readonly Answer[])
      if (state === 'moved' || state === 'gone')
        expect([commit, date]).toEqual([
          expect.stringMatching(/^[0-9a-f]{40}$/),
          expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        ])
  })

  it('names the commit that made the difference', async () => {
    const { at } = await sharedChangedShop()
    const subjectOf = async (text: string): Promise<string> => {
      const { claims } = await at.call('verify', { text })
      return (await at.call('repo_history', { query: claims[0].commit }))['commits'][0].subject
    }
    const made = [
      ['src/auth/jwt.ts', 'Move the token'],
      ['library/b.ts', 'Call it core'],
      ['src/old.ts', 'Nobody needs it'],
      ['`oldThing()`', 'Nobody needs it'],
      ['--dry-run', 'Pretend'],
      ['`npm run keys`', 'Newer'],
      ['vue@3.4.1', 'Newer'],
      ['SHOP_TOKEN', 'Another key'],
    ] as const
    for (const [text, subject] of made) expect([text, await subjectOf(text)]).toEqual([text, subject])
  })

  it('says of a repository without git what is there, and of all else nothing', async () => {
    const house = openCodeHouse()
    const at = await house.agent()
    await at.call('repo_reindex', { dry_run: false })
    const { claims } = await at.call('verify', { text: 'src/payment/retry.ts src/payment/gone.ts `library/`' })
    expect((claims as readonly Answer[]).map(({ state }) => state)).toEqual(['unknown', 'holds', 'unknown'])
  })

  it('is a command for a file and a pipe, which fails where something is gone', async () => {
    const house = openCodeHouse({ git: true })
    house.write('AGENTS.md', 'Retries are in `src/payment/retry.ts`.\n')
    house.run('add', '.', '--kind', 'code', '--name', 'shop')
    const good = house.run('verify', `${house.root}/AGENTS.md`)
    expect([good.status, good.stdout]).toEqual([
      0,
      expect.stringMatching(/^Checked: 1 holds\.\n\nline 1 {2}holds {2}src\/payment\/retry\.ts\n$/),
    ])
    house.remove('src/payment/retry.ts')
    house.git('commit', '-q', '-a', '-m', 'Never again')
    house.run('index')
    const bad = house.run('verify', `${house.root}/AGENTS.md`)
    expect([bad.status, bad.stdout]).toEqual([
      1,
      expect.stringMatching(/line 1 {2}gone {2}src\/payment\/retry\.ts {2}[0-9a-f]{7} · \d{4}/),
    ])
    expect(house.run('verify').stderr).toContain('Give either a citation or a text.')
  })
})
