import { spawnSync } from 'node:child_process'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommandSync } from '../run-command.ts'
import { openCodeHouse, type Answer, type CodeHouse } from './code-house.ts'

/** Claims of a text as `wuku verify` judges them in a folder beside the shop or in it. */
function judge({ root, env }: CodeHouse, text: string, { folder = '.', project = 'shop' } = {}): readonly string[] {
  const input = JSON.stringify({ text, ...(project !== '' && { project }) })
  const { stdout, stderr } = runCommandSync(['call', 'verify', input, '--json'], { cwd: join(root, folder), env })
  expect([text, stdout === '' ? stderr : '']).toEqual([text, ''])
  return (JSON.parse(stdout)['claims'] as readonly Answer[]).map(({ text: own, state, now }) =>
    [own, state, now].filter(Boolean).join(' '),
  )
}

function said({ root, env }: CodeHouse, ...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('git', args, { cwd: root, env, encoding: 'utf8' })
  expect([args, status, stderr]).toEqual([args, 0, expect.any(String)])
  return stdout.trim()
}

function commit(house: CodeHouse, message: string): void {
  house.git('add', '-A')
  house.git('commit', '-q', '-m', message)
}

/** A shop whose file `src/old.ts` a second commit took out and whose `src/new.ts` a third one brought. */
function openThree(): CodeHouse {
  const house = openCodeHouse({ git: true })
  house.write('src/old.ts', 'export function oldThing() {}\n')
  commit(house, 'Old')
  house.remove('src/old.ts')
  commit(house, 'Nobody needs it')
  house.write('src/new.ts', 'export function newThing() {}\n')
  commit(house, 'New')
  return house
}

const add = (house: CodeHouse, folder = '.', name = 'shop'): void => {
  const { status, stderr } = house.run('add', folder, '--kind', 'code', '--name', name)
  expect([status, stderr]).toEqual([0, expect.any(String)])
}

const inThree = (write: (house: CodeHouse) => void) => (): CodeHouse => {
  const house = openThree()
  write(house)
  add(house)
  return house
}

const [OLD, NEW, BOTH] = ['src/old.ts `oldThing()`', 'src/new.ts', 'src/old.ts src/new.ts']

/** What is written, what was done to the repository before it was added, and what is known then. */
describe('what is known of a repository', () => {
  it.each<readonly [name: string, open: () => CodeHouse, text: string, verdicts: readonly string[]]>([
    [
      'whole history',
      inThree(() => {}),
      `${OLD} ${NEW} deadbee1 0123456789abcdef0123456789abcdef01234567`,
      [
        'oldThing() gone',
        'src/old.ts gone',
        'src/new.ts holds',
        'deadbee1 unknown',
        '0123456789abcdef0123456789abcdef01234567 unknown',
      ],
    ],
    [
      'shallow clone',
      () => {
        const house = openThree()
        house.git('clone', '-q', '--depth', '1', `file://${house.root}`, '../shallow')
        add(house, '../shallow')
        return house
      },
      `${OLD} ${NEW}`,
      ['oldThing() unknown', 'src/old.ts unknown', 'src/new.ts holds'],
    ],
    [
      'detached work tree from before the removal',
      () => {
        const house = openThree()
        house.git('worktree', 'add', '-q', '--detach', '../detached', 'HEAD~2')
        add(house, '../detached')
        return house
      },
      BOTH,
      ['src/old.ts holds', 'src/new.ts unknown'],
    ],
    [
      'submodule in the place of a folder, not fetched',
      inThree((house) => {
        house.write('library/sum.ts', 'export const sum = 0\n')
        commit(house, 'A library')
        house.git('rm', '-q', '-r', 'library')
        house.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${house.root}`, 'library')
        house.git('commit', '-q', '-m', 'Out of the house')
        house.git('submodule', '--quiet', 'deinit', '-f', 'library')
      }),
      'library/sum.ts `library/` library/src/new.ts',
      ['library/ unknown', 'library/sum.ts unknown', 'library/src/new.ts unknown'],
    ],
    [
      'names that differ in capitals',
      inThree((house) => {
        house.git('mv', 'src/new.ts', 'src/New.ts')
        house.git('commit', '-q', '-m', 'Capital')
      }),
      'src/new.ts src/New.ts SRC/new.ts src/payment/Retry.ts',
      ['src/new.ts moved src/New.ts', 'src/New.ts holds', 'SRC/new.ts unknown', 'src/payment/Retry.ts unknown'],
    ],
    ...(
      [
        ['of which nothing says which is meant', 'See `retryAll()`.', ['retryAll() unknown']],
        [
          'one of which lies in the file that is named',
          'See `retryAll()` in src/a.ts.',
          ['retryAll() holds', 'src/a.ts holds'],
        ],
        [
          'in other files than the named one',
          'See `retryAll()` in src/new.ts.',
          ['retryAll() unknown', 'src/new.ts holds'],
        ],
        [
          'with two files in its line',
          '`retryAll()`: src/a.ts, src/b.ts',
          ['retryAll() unknown', 'src/a.ts holds', 'src/b.ts holds'],
        ],
      ] as const
    ).map(
      ([says, text, verdicts]) =>
        [
          `two symbols of a name, ${says}`,
          inThree((house) => {
            for (const name of ['a', 'b']) house.write(`src/${name}.ts`, 'export function retryAll() {}\n')
            commit(house, 'Twice')
          }),
          text,
          verdicts,
        ] as const,
    ),
    [
      'lock file of a tool that nobody reads',
      inThree((house) => {
        house.write('package.json', '{"name":"shop","dependencies":{"vue":"^3.4.0"}}\n')
        house.write('bun.lockb', '#!/usr/bin/env bun\n\0vue@3.5.0\0')
        commit(house, 'Bun')
      }),
      'vue@3.4.1 vue@3.5.0 react@19.0.0',
      ['vue@3.4.1 unknown', 'vue@3.5.0 unknown', 'react@19.0.0 unknown'],
    ],
    [
      'two lock files, of which that of the first tool counts',
      inThree((house) => {
        const lock = { lockfileVersion: 3, packages: { '': {}, 'node_modules/vue': { version: '3.4.1' } } }
        house.write('package.json', '{"name":"shop","dependencies":{"vue":"^3.4.0"}}\n')
        house.write('package-lock.json', JSON.stringify(lock))
        house.write('yarn.lock', '# yarn lockfile v1\n\nvue@^3.4.0:\n  version "3.5.0"\n')
        commit(house, 'Two tools')
      }),
      'vue@3.3.0 vue@3.4.1',
      ['vue@3.3.0 changed vue@3.4.1', 'vue@3.4.1 holds'],
    ],
    [
      'project that moved away',
      () => {
        const house = openThree()
        add(house)
        renameSync(house.root, join(house.root, '..', 'moved'))
        return { ...house, root: join(house.root, '..', 'moved') }
      },
      BOTH,
      ['src/old.ts unknown', 'src/new.ts unknown'],
    ],
    [
      'two symbols of a name, one of which was removed',
      inThree((house) => {
        for (const name of ['one', 'two', 'three'])
          house.write(`src/twice/${name}.ts`, 'export function sameName() {}\n')
        commit(house, 'Thrice')
        house.remove('src/twice/three.ts')
        commit(house, 'Twice')
      }),
      '`sameName` `sameName()` src/twice/three.ts',
      ['sameName unknown', 'src/twice/three.ts gone'],
    ],
    [
      'variable that the program puts together, of which a page was shortened',
      inThree((house) => {
        house.write('docs/settings.md', '# Settings\n\n`SHOP_LIMIT_BYTES`\n')
        house.write('src/settings.ts', 'export const limit = (name: string) => process.env[`SHOP_${name}_BYTES`]\n')
        commit(house, 'Settings')
        house.write('docs/settings.md', '# Settings\n')
        commit(house, 'Shorter')
      }),
      'SHOP_LIMIT_BYTES',
      ['SHOP_LIMIT_BYTES unknown'],
    ],
    [
      'program among the pages that lost a name, and a page that still has it',
      inThree((house) => {
        house.write('docs/build.py', 'class RoffWriter:\n    pass\n')
        house.write('docs/index.md', '# Pages\n\n`RoffWriter` makes them.\n')
        commit(house, 'Pages')
        house.write('docs/build.py', 'class PageWriter:\n    pass\n')
        commit(house, 'Another name')
      }),
      '`RoffWriter` `PageWriter`',
      ['RoffWriter gone', 'PageWriter holds'],
    ],
    [
      'folder that is left out since',
      inThree((house) => {
        house.write('dist/made.js', 'made()\n')
        house.write('dist/map.js', 'map()\n')
        commit(house, 'Made')
        house.write('.gitignore', 'dist/\n')
        house.git('rm', '-q', '-r', '--cached', 'dist')
        commit(house, 'Leave it out')
      }),
      '`dist/` dist/made.js',
      ['dist/ unknown', 'dist/made.js unknown'],
    ],
    [
      'names of another package and of an example, which the code only used',
      inThree((house) => {
        const used =
          'import { USER_AGENT } from "http"\n// function second_handler() {}\nsend(USER_AGENT, mapResponse())\n'
        house.write('src/send.ts', `${used}export const TOKEN_NAME = process.env.SEND_TOKEN\n`)
        commit(house, 'Send')
        house.write('src/send.ts', 'export const nothing = 0\n')
        commit(house, 'Send nothing')
      }),
      '`mapResponse()` `second_handler()` USER_AGENT TOKEN_NAME SEND_TOKEN',
      ['mapResponse() unknown', 'second_handler() unknown', 'USER_AGENT unknown', 'TOKEN_NAME gone', 'SEND_TOKEN gone'],
    ],
    [
      'namesakes of what a class of another package, a variable, an own class and an own file had',
      inThree((house) => {
        const methods = 'class Own:\n    def map_back(self):\n        pass\n    def stay(self):\n        pass\n'
        house.write('src/page.py', `${methods}\n\ndef fill_in():\n    pass\n`)
        commit(house, 'Page')
        house.write('src/page.py', 'class Own:\n    def stay(self):\n        pass\n')
        commit(house, 'Less')
      }),
      '`Builder::map_back` `page_size.map_back()` `Own.map_back()` `page.fill_in()`',
      ['Builder::map_back unknown', 'page_size.map_back() unknown', 'Own.map_back() gone', 'page.fill_in() gone'],
    ],
    [
      'folder that was renamed twice, and a file in it once more',
      inThree((house) => {
        for (const name of ['a', 'b', 'c']) house.write(`kit/${name}.ts`, `export const kit_${name} = '${name}'\n`)
        commit(house, 'Kit')
        house.git('mv', 'kit', 'tools')
        commit(house, 'Tools')
        house.git('mv', 'tools', 'parts')
        house.git('mv', 'parts/b.ts', 'parts/second.ts')
        commit(house, 'Parts')
      }),
      'kit/a.ts tools/a.ts kit/b.ts tools/never.ts',
      [
        'kit/a.ts moved parts/a.ts',
        'tools/a.ts moved parts/a.ts',
        'kit/b.ts moved parts/second.ts',
        'tools/never.ts unknown',
      ],
    ],
  ])('with %s', (_, open, text, verdicts) => expect(judge(open(), text)).toEqual(verdicts))

  it('of no project is nothing', () => {
    const house = openThree()
    expect(judge(house, BOTH, { project: '' })).toEqual(['src/old.ts unknown', 'src/new.ts unknown'])
  })

  it('after a squash and after a rebase is the commit that HEAD reaches', () => {
    const house = openThree()
    const made = (text: string): string => {
      expect(house.run('index').status).toBe(0)
      const { stdout } = house.run('call', 'verify', JSON.stringify({ text, project: 'shop' }), '--json')
      return JSON.parse(stdout)['claims'][0].commit
    }
    const main = said(house, 'branch', '--show-current')
    house.write('src/more.ts', 'export const more = 1\n')
    commit(house, 'More')
    add(house)
    house.git('checkout', '-q', '-b', 'side')
    house.remove('src/new.ts')
    commit(house, 'Remove it')
    house.remove('src/more.ts')
    commit(house, 'Remove more')
    expect(made(NEW)).toBe(said(house, 'rev-parse', 'HEAD~1'))
    house.git('checkout', '-q', main)
    house.git('merge', '-q', '--squash', 'side')
    house.git('commit', '-q', '-m', 'Squashed')
    expect([made(NEW), made('src/more.ts')]).toEqual(Array(2).fill(said(house, 'rev-parse', 'HEAD')))
    house.git('reset', '-q', '--hard', 'HEAD~1')
    house.write('src/other.ts', 'export const other = 1\n')
    commit(house, 'Other')
    house.git('checkout', '-q', 'side')
    house.git('rebase', '-q', main)
    expect([made(NEW), made('src/more.ts')]).toEqual([
      said(house, 'rev-parse', 'HEAD~1'),
      said(house, 'rev-parse', 'HEAD'),
    ])
  })
})

it('a name of which the excerpt of the last commit says nothing is gone, and no commit is named for it', () => {
  const house = openThree()
  const two = 'export function retryTwo(a: number, b: number) {}\n'
  house.write('src/kit.ts', `export function retryIt() {}\nexport function retryTwo(a: number) {}\n${two}`)
  house.write('src/use.ts', 'retryIt()\nother()\n')
  commit(house, 'Kit')
  const more = Array.from({ length: 40 }, (_, at) => `export function more${at}() {}\n`).join('')
  house.write('src/kit.ts', `${more}export function retryIt() {}\n${two}`)
  house.write('src/use.ts', 'other()\n')
  commit(house, 'Use it no more')
  house.remove('src/kit.ts')
  commit(house, 'Nothing left')
  add(house)
  const input = JSON.stringify({ text: '`retryIt()` `retryTwo()` `more3()`', project: 'shop' })
  const { claims } = JSON.parse(house.run('call', 'verify', input, '--json').stdout) as Answer
  expect(claims).toEqual([
    { text: 'retryIt()', kind: 'symbol', state: 'gone', line: 1 },
    { text: 'retryTwo()', kind: 'symbol', state: 'gone', line: 1 },
    expect.objectContaining({ text: 'more3()', state: 'gone', commit: said(house, 'rev-parse', 'HEAD') }),
  ])
})

it('a hostile text of ten thousand claims, paths upwards, commands and a megabyte without a space runs nothing and names what it checked', () => {
  const house = openThree()
  add(house)
  const before = readdirSync(house.root)
  const many = Array.from({ length: 10_000 }, (_, at) => `src/gone${at}.ts`).join(' ')
  const upwards = '../../etc/passwd.ts src/../../x.ts `../` /etc/passwd.conf ~/x/y.ts'
  const commands =
    '`$(touch owned.ts)` `;touch owned.ts` `src/$(touch owned)/x.ts` `--output=owned.ts` `:(top)src/x.ts` `-x/y.ts`'
  house.write('hostile.md', `${OLD} ${upwards} ${commands}\n${'a/'.repeat(400_000)}\n${many}`)
  const { stdout } = house.run('verify', join(house.root, 'hostile.md'), '--json')
  const { claims, counts, notes } = JSON.parse(stdout) as Answer
  expect([claims.length, counts.gone + counts.unknown, notes]).toEqual([
    2_000,
    2_000,
    ['The first 2000 claims were checked; give the rest as a text.'],
  ])
  expect((claims as readonly Answer[]).filter(({ state }) => state === 'gone').map(({ text }) => text)).toEqual([
    'oldThing()',
    'src/old.ts',
  ])
  expect((claims as readonly Answer[]).filter(({ text }) => /\.\.|passwd\.ts/.test(text))).toEqual([])
  expect(readdirSync(house.root).filter((name) => !before.includes(name))).toEqual(['hostile.md'])
})
