import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readChanges } from '../../src/git/changes.ts'
import type { FileChange } from '@wuku/core/ports/history-page'
import { commit, git, program, repository, write, type Files } from './repositories.ts'

const everyPath = (path: string): string | undefined => path

/** What the newest commit of a repository changed. */
async function changesOf(folder: string, placeOf = everyPath): Promise<readonly FileChange[]> {
  const sha = git(folder, 'rev-parse', 'HEAD').trim()
  return (await readChanges({ folder, git: program, shas: [sha], placeOf })).get(sha) ?? []
}

async function changed(before: string, after: string, path = 'a.ts'): Promise<readonly string[]> {
  const [file] = await changesOf(repository(['one', { [path]: before }], ['two', { [path]: after }]))
  return file ? [file.names.join(' '), ...file.lines] : []
}

const key = ['-----BEGIN PRIVATE KEY-----', ...Array<string>(4).fill('MIIB/'.repeat(12)), '-----END PRIVATE KEY-----']
const lines = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${text(at)}\n`).join('')

/** So long that git takes a NUL behind it for text. */
const padding = lines(900, (at) => `call(${at}, 'something')`)

describe('the excerpt of a changed file', () => {
  it.each<[what: string, before: string, after: string, expected: readonly string[]]>([
    ['has what is gone and what came', 'retry(3)\nend\n', 'retry(5)\nend\n', ['', '- retry(3)', '+ retry(5)']],
    [
      'names the function around it',
      'function parse() {\n  one()\n}\n',
      'function parse() {\n  two()\n}\n',
      ['parse', '- one()', '+ two()'],
    ],
    [
      'leaves out what was only set in or moved',
      'one()\ntwo()\n',
      'if (x) {\n  two()\n  one()\n}\n',
      ['', '+ if (x) {'],
    ],
    ['leaves out lines that nobody wrote', 'one()\n', `one()\n${'x'.repeat(300)}\n}\n\n`, ['one']],
    [
      'cannot be ended by what stands in it',
      padding,
      `${padding}-- a/bcd\n@@ -1 +1 @@\n\0${'a'.repeat(40)}\ndiff --git x\n`,
      ['call', '+ -- a/bcd', `+ \uFFFD${'a'.repeat(40)}`, '+ diff --git x'],
    ],
    [
      'holds no secret of one line',
      '',
      `const token = 'ghp_${'0aB1'.repeat(9)}'\n`,
      ['', "+ const token = '[REDACTED:github-token]'"],
    ],
    ['holds no line of a key', '', `${key.join('\n')}\n`, ['', '+ [REDACTED:private-key]']],
    ['holds no line of a key that lost its middle', `${key.join('\n')}\n`, `${key[0]}\n${key[5]}\n`, []],
  ])('%s', async (_, before, after, expected) => expect(await changed(before, after)).toEqual(expected))

  it('prefers what is defined, leaves imports for last and names what it has no room for', async () => {
    const after = [
      lines(20, (at) => `import a${at} from 'a${at}'`),
      lines(20, (at) => `call(${at}, one)`),
      lines(20, (at) => `export function made${at}() {}`),
    ]
    const [names = '', ...shown] = await changed('', after.join(''))
    expect([names.split(' ')[0], shown.length, shown[0], shown.at(-1)]).toEqual([
      'made12',
      12,
      '+ export function made0() {}',
      '+ export function made11() {}',
    ])
  })
  it('is bounded for a commit of many files, which share the lines', async () => {
    const files: Files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`f${at}.ts`, lines(50, (line) => `call${at}(${line})`)]),
    )
    const told = await changesOf(repository(['all', files]))
    expect([told.length, told.reduce((sum, each) => sum + each.lines.length, 0)]).toEqual([10, 30])
  })
})

describe('changes are told', () => {
  it('of removed and renamed files, in any script', async () => {
    const folder = repository(['one', { 'gone.ts': 'parseOld()\n', '旧 名.ts': lines(9, (at) => `call(${at})`) }])
    rmSync(join(folder, 'gone.ts'))
    git(folder, 'mv', '旧 名.ts', '新 名.ts')
    write(folder, { '新 名.ts': lines(9, (at) => (at === 3 ? '重试()' : `call(${at})`)) })
    commit(folder, 'two')
    expect(await changesOf(folder)).toEqual([
      { path: 'gone.ts', names: [], lines: ['- parseOld()'] },
      { path: '新 名.ts', names: ['call'], lines: ['- call(3)', '+ 重试()'] },
    ])
  })
  it('of files that may be read, under the names that they have there', async () => {
    const folder = repository(['one', { 'app/a.ts': 'one()\n', '.env': 'KEY=one\n', 'b.bin': 'a\0b' }])
    const placeOf = (path: string): string | undefined => (path.startsWith('app/') ? path.slice(4) : undefined)
    expect(await changesOf(folder, placeOf)).toEqual([{ path: 'a.ts', names: [], lines: ['+ one()'] }])
  })
  it('not at all without git', async () => {
    const folder = repository(['one', { a: 'one()' }])
    const sha = git(folder, 'rev-parse', 'HEAD').trim()
    expect([...(await readChanges({ folder, git: undefined, shas: [sha], placeOf: everyPath }))]).toEqual([])
  })
  it('of as many commits as git knows before it fails', async () => {
    const folder = repository(['one', { a: 'one()' }])
    const sha = git(folder, 'rev-parse', 'HEAD').trim()
    const found = await readChanges({ folder, git: program, shas: [sha, 'f'.repeat(40)], placeOf: everyPath })
    expect([...found.keys()].filter((each) => each !== sha)).toEqual([])
  })
})
