import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findGit, rememberGit } from '../../src/git/run.ts'
import { collect, commit, git, historyOf, repository, scratch, shown, write } from './repositories.ts'

/** A program that leaves a mark when it is run, whatever it is run for. */
function trap(): { readonly program: string; readonly mark: string } {
  const folder = scratch()
  const mark = join(folder, 'executed')
  const program = join(folder, 'trap.sh')
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${mark}'\ncat\n`)
  chmodSync(program, 0o755)
  return { program, mark }
}

/** Every question that a history can be asked, to the end. */
async function askEverything(folder: string): Promise<readonly string[]> {
  const history = historyOf(folder)
  await history.repository()
  const commits = await collect(history.commits({}))
  await history.blame('a.txt', { from: 1, to: 9 })
  await history.changesOf('a.txt', { from: 1, to: 2 }, 5)
  await history.changesOfFile('a.txt', 5)
  return commits.map(shown)
}

const before = ['two: changed a.txt', 'one: added .gitattributes, added a.txt']

describe('nothing of a repository is executed', () => {
  it.each<[says: string, lines: (program: string) => string]>([
    [
      'a monitor of files',
      (program) => `[core]\nfsmonitor = ${program}\nfsmonitorHookVersion = 2\nuntrackedCache = true`,
    ],
    ['a pager', (program) => `[core]\npager = ${program}\n[pager]\nlog = ${program}\nblame = ${program}`],
    ['an external diff', (program) => `[diff]\nexternal = ${program}\n[diff "evil"]\ncommand = ${program}`],
    ['a text conversion', (program) => `[diff "evil"]\ntextconv = ${program}\ncachetextconv = true`],
    [
      'a filter',
      (program) => `[filter "evil"]\nclean = ${program}\nsmudge = ${program}\nprocess = ${program}\nrequired`,
    ],
    ['a program for signatures', (program) => `[gpg]\nprogram = ${program}\n[log]\nshowSignature = true`],
    ['an ssh command', (program) => `[core]\nsshCommand = ${program}\naskPass = ${program}`],
    ['hooks in another place', (program) => `[core]\nhooksPath = ${join(program, '..')}`],
    ['an alias', (program) => `[alias]\nlog = !${program}\nblame = !${program}\nrev-list = !${program}`],
    ['settings that are included', (program) => `[include]\npath = ${join(program, '..', 'more.config')}`],
    ['other refs', (program) => `[core]\nalternateRefsCommand = ${program}`],
    ['a helper for passwords', (program) => `[credential]\nhelper = !${program}`],
    ['an editor', (program) => `[core]\neditor = ${program}\n[sequence]\neditor = ${program}`],
    [
      'blame settings',
      () => `[blame]\nignoreRevsFile = /dev/zero\n[format]\npretty = %B\n[log]\nfollow = true\nmailmap = true`,
    ],
  ])('%s', async (_, lines) => {
    const { program, mark } = trap()
    const folder = repository(
      ['one', { 'a.txt': '1\n2\n', '.gitattributes': '* diff=evil filter=evil merge=evil\n' }],
      ['two', { 'a.txt': '1\n3\n' }],
    )
    const evil = `\n${lines(program)}\n`
    writeFileSync(join(program, '..', 'more.config'), `[core]\npager = ${program}\nfsmonitor = ${program}\n`)
    writeFileSync(join(folder, '.git/config'), evil, { flag: 'a' })
    writeFileSync(join(folder, '.git/info/attributes'), '* diff=evil filter=evil\n')
    write(folder, { 'a.txt': '1\n3\n4\n' })
    expect([await askEverything(folder), existsSync(mark)]).toEqual([before, false])
  })
  it('though git would, asked in the usual way', () => {
    const { program, mark } = trap()
    const folder = repository(['one', { 'a.txt': '1\n', '.gitattributes': '* filter=evil\n' }])
    git(folder, 'config', 'filter.evil.clean', program)
    write(folder, { 'a.txt': '1\n2\n' })
    git(folder, 'blame', 'a.txt')
    expect(existsSync(mark)).toBe(true)
  })
  it('no hook of a repository is executed', async () => {
    const { program, mark } = trap()
    const folder = repository(['one', { 'a.txt': '1' }])
    mkdirSync(join(folder, '.git/hooks'), { recursive: true })
    for (const hook of [
      'post-index-change',
      'reference-transaction',
      'pre-auto-gc',
      'fsmonitor-watchman',
      'post-checkout',
    ])
      writeFileSync(join(folder, '.git/hooks', hook), `#!/bin/sh\n${program}\n`, { mode: 0o755 })
    expect([await askEverything(folder), existsSync(mark)]).toEqual([['one: added a.txt'], false])
  })
  it('a remote that is asked for objects that lack', async () => {
    const { program, mark } = trap()
    const origin = repository(['one', { 'a.txt': '1\n2\n' }], ['two', { 'a.txt': '1\n3\n' }])
    git(origin, 'config', 'uploadpack.allowFilter', 'true')
    const clone = join(scratch(), 'clone')
    git(origin, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${origin}`, clone)
    const evil = `[remote "origin"]\nurl = ext::${program}\nuploadpack = ${program}\npromisor = true\n[protocol]\nallow = always\n[protocol "ext"]\nallow = always\n`
    writeFileSync(join(clone, '.git/config'), evil, { flag: 'a' })
    write(clone, { 'a.txt': '1\n3\n' })
    const history = historyOf(clone)
    const commits = (await collect(history.commits({}))).map(shown)
    const blame = history.blame('a.txt', { from: 1, to: 2 })
    await expect(blame).rejects.toMatchObject({ code: 'not-found', remedy: /--no-filter/ })
    expect([commits, existsSync(mark)]).toEqual([['two: changed a.txt', 'one: added a.txt'], false])
  })
  it('a git of its own in the search path', () => {
    const folder = scratch()
    writeFileSync(join(folder, 'git'), '#!/bin/sh\n', { mode: 0o755 })
    expect([findGit('.:'), findGit('relative/bin'), findGit(undefined), findGit(folder)]).toEqual([
      undefined,
      undefined,
      undefined,
      join(folder, 'git'),
    ])
  })
})

afterEach(() => void vi.unstubAllEnvs())

it('is looked for again when it has gone, and when it has come', () => {
  const [first, second] = [scratch(), scratch()]
  const gitOf = rememberGit([first, second].join(delimiter))
  expect(gitOf()).toBeUndefined()
  writeFileSync(join(second, 'git'), '#!/bin/sh\n', { mode: 0o755 })
  expect(gitOf()).toBe(join(second, 'git'))
  rmSync(join(second, 'git'))
  writeFileSync(join(first, 'git'), '#!/bin/sh\n', { mode: 0o755 })
  expect(gitOf()).toBe(join(first, 'git'))
})

it('writes nothing into the repository, and leaves nothing behind', async () => {
  const folder = repository(['one', { 'a.txt': '1\n' }], ['two', { 'a.txt': '2\n' }])
  commit(folder, 'three', { 'a.txt': '3\n' })
  const everything = (): readonly string[] =>
    readdirSync(join(folder, '.git'), { recursive: true, encoding: 'utf8' }).toSorted()
  const temporary = scratch()
  vi.stubEnv('TMPDIR', temporary)
  const files = everything()
  await askEverything(folder)
  expect(everything()).toEqual(files)
  expect(readdirSync(temporary)).toEqual([])
})
