import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../src/git/commits.ts'
import { openHistory } from '../../src/git/history.ts'
import { findGit } from '../../src/git/run.ts'
import type { Repository } from '@wuku/core/ports/history'
import { collect, commit, git, historyOf, importCommits, repository, scratch, shown, write } from './repositories.ts'

const log = async (folder: string, request = {}): Promise<readonly string[]> =>
  (await collect(historyOf(folder).commits(request))).map(shown)

const lines = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n'

describe('commits are read', () => {
  it('newest first, with what they touched', async () => {
    const folder = repository(['first', { 'a.txt': 'a', 'b/c.txt': lines }], ['second', { 'a.txt': 'b' }])
    rmSync(join(folder, 'a.txt'))
    git(folder, 'mv', 'b/c.txt', 'd.txt')
    commit(folder, 'third', { 'd.txt': lines.replace('two', '2') })
    expect(await log(folder)).toEqual([
      'third: removed a.txt, renamed b/c.txt > d.txt',
      'second: changed a.txt',
      'first: added a.txt, added b/c.txt',
    ])
  })
  it('with author, date, parents and a message of many lines', async () => {
    const folder = repository(['修复登录 🦊\n\nBecause 令牌 expired.\r\n\nSecond part.', { 'a.txt': '' }])
    const [only] = await collect(historyOf(folder).commits({}))
    expect(only).toEqual({
      sha: git(folder, 'rev-parse', 'HEAD').trim(),
      parents: [],
      author: 'Ada',
      at: Date.parse('2024-05-01T12:00:00Z'),
      subject: '修复登录 🦊',
      body: 'Because 令牌 expired.\n\nSecond part.',
      files: [{ path: 'a.txt', how: 'added' }],
    })
  })
  it.each([
    ['1714564800', 1_714_564_800_000],
    ['-86400', -86_400_000],
    ['-8640000000001', 0],
    ['99999999999999999', 0],
    ['', 0],
  ])('with no date where a calendar has none: %s', (seconds, at) => expect(timestampOf(seconds)).toBe(at))
  it('of both sides of a merge, which itself touches nothing', async () => {
    const folder = repository(['base', { a: '' }])
    git(folder, 'checkout', '-qb', 'side')
    commit(folder, 'on the side', { b: '' })
    git(folder, 'checkout', '-q', 'main')
    commit(folder, 'on main', { c: '' })
    git(folder, 'merge', '-q', '--no-ff', '-m', 'together', 'side')
    const commits = await collect(historyOf(folder).commits({}))
    expect([commits.map(shown).toSorted(), commits[0]?.parents.length]).toEqual([
      ['base: added a', 'on main: added c', 'on the side: added b', 'together'],
      2,
    ])
  })
  it('with names that quotes, spaces, tabs, emoji and line breaks are in', async () => {
    const names = ['a "b".txt', "it's.txt", '家 👩‍👩‍👧 🇨🇳.txt', 'x\ty', 'p\nq', ':(glob)*', '-L1']
    const folder = repository(['names', Object.fromEntries(names.map((name) => [name, name]))])
    const [only] = await collect(historyOf(folder).commits({}))
    expect(only?.files.map(({ path }) => path).toSorted()).toEqual(
      names.map((name) => name.replace(/[\t\n]/, '\uFFFD')).toSorted(),
    )
  })
  it('with authors that are not UTF-8, and signs that would command a terminal', async () => {
    const folder = repository()
    const who = Buffer.concat([
      Buffer.from('Andr'),
      Buffer.from([0xe9]),
      Buffer.from(' \x1b[31m <a@b> 1700000000 +0000'),
    ])
    const said = Buffer.from('said \x1b[2J\n\nbody \x07\n')
    const stream = [
      Buffer.from('commit refs/heads/main\ncommitter '),
      who,
      Buffer.from(`\ndata ${said.length}\n`),
      said,
      Buffer.from('\n'),
    ]
    execFileSync('git', ['-C', folder, 'fast-import', '--quiet'], { input: Buffer.concat(stream) })
    const [only] = await collect(historyOf(folder).commits({}))
    expect([only?.author, only?.subject, only?.body]).toEqual(['André \uFFFD[31m', 'said \uFFFD[2J', 'body \uFFFD'])
  })
  it('that forge the signs of the output', async () => {
    const folder = repository(
      [`\u0001${'a'.repeat(40)}\n\n\u0001${'b'.repeat(40)}\nM\tx`, { a: '' }],
      ['next', { b: '' }],
    )
    expect((await log(folder)).length).toBe(2)
  })
  it('at most 300 files of each', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`f${at}`, String(at)]))
    const folder = repository(['many', many], ['one', { f1: 'x' }])
    const commits = await collect(historyOf(folder).commits({}))
    expect(commits.map(({ files }) => files.length)).toEqual([1, 300])
  })
  it('some of them: the newest, those after one, or exactly those named', async () => {
    const folder = repository(['one', {}], ['two', {}], ['three', {}])
    const [, two, one] = git(folder, 'rev-list', 'HEAD').trim().split('\n')
    expect([
      await log(folder, { limit: 1 }),
      await log(folder, { after: two }),
      await log(folder, { only: [one, two] }),
      await log(folder, { only: [] }),
    ]).toEqual([['three'], ['three'], ['one', 'two'], []])
  })
  it('ten thousand of them', async () => {
    const folder = repository()
    importCommits(folder, 10_000)
    const commits = await collect(historyOf(folder).commits({}))
    expect([commits.length, commits[0] && shown(commits[0])]).toEqual([10_000, 'number 10000: changed part3/file.txt'])
  })
  it('reading commits stops at the signal', async () => {
    const folder = repository()
    importCommits(folder, 2_000)
    const stop = new AbortController()
    const reading = (async () => {
      for await (const _ of historyOf(folder).commits({ signal: stop.signal })) stop.abort()
    })()
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('a repository is found', () => {
  const facts = async (folder: string): Promise<Partial<Repository> & { why?: string }> =>
    historyOf(folder).repository()

  it('from a folder within it', async () => {
    const folder = repository(['one', { 'a/b.txt': '' }])
    const head = git(folder, 'rev-parse', 'HEAD').trim()
    expect(await facts(join(folder, 'a'))).toEqual({
      top: folder,
      head,
      common: join(folder, '.git'),
      branch: 'main',
      remotes: [],
      isShallow: false,
    })
  })
  it('a repository without a commit is found', async () => {
    const folder = repository()
    expect([(await facts(folder)).head, await log(folder)]).toEqual([null, []])
  })
  it('with a detached HEAD, and with packed refs', async () => {
    const folder = repository(['one', {}], ['two', {}])
    git(folder, 'pack-refs', '--all')
    const packed = await log(folder)
    git(folder, 'checkout', '-q', '--detach', 'HEAD~1')
    expect([packed, await log(folder), (await facts(folder)).branch]).toEqual([['two', 'one'], ['one'], null])
  })
  it('a shallow repository is found', async () => {
    const folder = repository(['one', {}], ['two', {}], ['three', {}])
    const clone = join(scratch(), 'clone')
    git(folder, 'clone', '-q', '--depth=2', `file://${folder}`, clone)
    expect([(await facts(clone)).isShallow, await log(clone)]).toEqual([true, ['three', 'two']])
  })
  it('that was cloned without its files', async () => {
    const folder = repository(['one', { 'a.txt': lines }], ['two', { 'b.txt': 'x' }])
    git(folder, 'mv', 'a.txt', 'c.txt')
    commit(folder, 'three', { 'c.txt': lines.replace('two', '2') })
    git(folder, 'config', 'uploadpack.allowFilter', 'true')
    const clone = join(scratch(), 'clone')
    git(folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${folder}`, clone)
    expect(await log(clone)).toEqual(['three: removed a.txt, added c.txt', 'two: added b.txt', 'one: added a.txt'])
  })
  it('as a linked work tree, on its own branch', async () => {
    const folder = repository(['one', {}])
    const tree = join(scratch(), 'tree')
    git(folder, 'worktree', 'add', '-q', '-b', 'other', tree)
    commit(tree, 'two', {})
    expect([await log(tree), await log(folder), (await facts(tree)).branch]).toEqual([['two', 'one'], ['one'], 'other'])
  })
  it('a submodule is found as a repository', async () => {
    const inner = repository(['inside', {}])
    const folder = repository(['outside', {}])
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'libs/inner')
    expect(await log(join(folder, 'libs/inner'))).toEqual(['inside'])
  })
  it('with hashes of 64 signs', async () => {
    const folder = scratch()
    git(folder, 'init', '-q', '-b', 'main', '--object-format=sha256')
    commit(folder, 'long', { a: '' })
    expect([await log(folder), (await facts(folder)).head?.length]).toEqual([['long: added a'], 64])
  })
  it('not where .git points to a repository that does not know of it', async () => {
    const folder = repository(['private', {}])
    const thief = scratch()
    writeFileSync(join(thief, '.git'), `gitdir: ${folder}/.git\n`)
    expect([await facts(thief), await log(thief)]).toEqual([
      { why: 'Its .git leads to a place that does not know it.' },
      [],
    ])
  })
  it('not through a link', async () => {
    const folder = repository(['private', {}])
    const thief = scratch()
    symlinkSync(join(folder, '.git'), join(thief, '.git'))
    expect(await log(thief)).toEqual([])
  })
  it('not where its parts are those of another', async () => {
    const folder = repository(['private', {}])
    const thief = scratch()
    mkdirSync(join(thief, '.git/refs'), { recursive: true })
    writeFileSync(join(thief, '.git/commondir'), `${folder}/.git`)
    writeFileSync(join(thief, '.git/HEAD'), 'ref: refs/heads/main\n')
    symlinkSync(join(folder, '.git/objects'), join(thief, '.git/objects'))
    symlinkSync(join(folder, '.git/refs/heads'), join(thief, '.git/refs/heads'))
    expect(await log(thief)).toEqual([])
  })
  it('not where a folder of its own says that it is a work tree of another', async () => {
    const folder = repository(['private', {}])
    const thief = scratch()
    mkdirSync(join(thief, 'fake'))
    writeFileSync(join(thief, '.git'), 'gitdir: fake\n')
    writeFileSync(join(thief, 'fake/commondir'), `${folder}/.git`)
    writeFileSync(join(thief, 'fake/gitdir'), `${thief}/.git`)
    writeFileSync(join(thief, 'fake/HEAD'), 'ref: refs/heads/main\n')
    expect(await log(thief)).toEqual([])
  })
  it('in no time, however its settings are written', async () => {
    const thief = scratch()
    mkdirSync(join(thief, 'fake/objects'), { recursive: true })
    writeFileSync(join(thief, '.git'), 'gitdir: fake\n')
    writeFileSync(join(thief, 'fake/config'), `${'\n'.repeat(2_000_000)}worktree = ${'" '.repeat(500_000)}`)
    expect(await facts(thief)).toEqual({ why: 'Its .git leads to a place that does not know it.' })
  })
  it('not where there is none, nor where it is broken', async () => {
    const folder = scratch()
    const none = await facts(folder)
    mkdirSync(join(folder, '.git'))
    expect([none, await facts(folder)]).toEqual([
      { why: 'It is not in a git repository.' },
      { why: 'Its .git leads to a place that does not know it.' },
    ])
  })
  it('not without a git program', async () =>
    expect(await openHistory({ folder: repository(['one', {}]), git: findGit('/nowhere:.:') }).repository()).toEqual({
      why: 'git is not installed, or not in the search path.',
    }))
  it('and says so when the program is gone', async () => {
    const history = openHistory({ folder: repository(['one', {}]), git: '/nowhere/git' })
    await expect(collect(history.commits({}))).rejects.toMatchObject({ code: 'not-found' })
  })
  it('and says so when its objects are gone', async () => {
    const folder = repository(['one', { a: '' }])
    rmSync(join(folder, '.git/objects'), { recursive: true })
    mkdirSync(join(folder, '.git/objects'))
    await expect(log(folder)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/^git could not read the history: /),
    })
  })
})

describe('who wrote lines', () => {
  const blamed = async (folder: string, path: string, from: number, to: number): Promise<readonly string[]> =>
    (await historyOf(folder).blame(path, { from, to })).map(
      (span) => `${span.from}-${span.to} ${span.commit?.subject ?? '(not committed)'}`,
    )

  it('is told of the file as it is now', async () => {
    const folder = repository(['one', { 'a.txt': lines }], ['two', { 'a.txt': lines.replace('two', '2') }])
    write(folder, { 'a.txt': lines.replace('two', '2').replace('four', '4') })
    expect(await blamed(folder, 'a.txt', 1, 99)).toEqual([
      '1-1 one',
      '2-2 two',
      '3-3 one',
      '4-4 (not committed)',
      '5-8 one',
    ])
  })
  it('through renames, in Chinese, whatever the line breaks are', async () => {
    const folder = repository(['一', { '笔记.txt': lines }])
    git(folder, 'mv', '笔记.txt', 'b c.txt')
    commit(folder, 'two', { 'b c.txt': lines.replaceAll('\n', '\r\n') })
    expect(await blamed(folder, 'b c.txt', 2, 3)).toEqual(['2-3 一'])
  })
  it('is nobody for a file that is not committed', async () => {
    const folder = repository(['one', { a: '' }])
    write(folder, { 'new.txt': lines })
    expect(await blamed(folder, 'new.txt', 2, 4)).toEqual(['2-4 (not committed)'])
  })
  it.each(['gone.txt', '../outside', '/etc/passwd', '.git/config', '', 'a/../../b'])(
    'is not told of %j',
    async (path) => {
      const folder = repository(['one', { a: '' }])
      expect(await historyOf(folder).changesOf(path, { from: 1, to: 2 }, 5)).toEqual([])
    },
  )
})

describe('what changed', () => {
  const four = (): string => {
    const folder = repository(['one', { 'a.txt': lines }], ['two', { 'a.txt': lines.replace('two', '2') }])
    git(folder, 'mv', 'a.txt', 'b.txt')
    commit(folder, 'moved')
    commit(folder, 'seven', { 'b.txt': lines.replace('two', '2').replace('seven', '7') })
    return folder
  }

  it('some lines, through renames', async () => {
    const found = await historyOf(four()).changesOf('b.txt', { from: 2, to: 2 }, 9)
    expect(found.map(shown)).toEqual(['two: changed a.txt', 'one: added a.txt'])
  })
  it('lines that moved since the last commit', async () => {
    const folder = four()
    write(folder, { 'b.txt': `zero\n${lines.replace('two', '2').replace('seven', '7')}` })
    const found = await historyOf(folder).changesOf('b.txt', { from: 8, to: 8 }, 1)
    expect(found.map(({ subject }) => subject)).toEqual(['seven'])
  })
  it.each(['a:b.txt', ':(glob)*', '-L1', '--', 'a "b".txt', '家 👩‍👩‍👧 🇨🇳.txt', 'p\nq', '*', '^x', 'a\\b'])(
    'a file called %j',
    async (name) => {
      const folder = repository(
        ['one', { [name]: lines, other: lines }],
        ['two', { [name]: lines.replace('two', '2') }],
      )
      const history = historyOf(folder)
      const span = { from: 2, to: 2 }
      const [blamed] = await history.blame(name, span)
      const found = [await history.changesOf(name, span, 9), await history.changesOfFile(name, 9)]
      expect([blamed?.commit?.subject, ...found.map((each) => each.map(({ subject }) => subject))]).toEqual([
        'two',
        ['two', 'one'],
        ['two', 'one'],
      ])
    },
  )
  it('whether a file differs from what is committed, apart from the ends of its lines', async () => {
    const folder = four()
    const states = async (): Promise<readonly boolean[]> =>
      Promise.all(['b.txt', 'new.txt', 'never.txt', '../b.txt'].map((path) => historyOf(folder).isModified(path)))
    expect(await states()).toEqual([false, false, false, false])
    const before = readFileSync(join(folder, 'b.txt'), 'utf8')
    writeFileSync(join(folder, 'b.txt'), before.replaceAll('\n', '\r\n'))
    writeFileSync(join(folder, 'new.txt'), 'new')
    expect(await states()).toEqual([false, true, false, false])
    writeFileSync(join(folder, 'b.txt'), `${before}more\n`)
    expect(await states()).toEqual([true, true, false, false])
    rmSync(join(folder, 'b.txt'))
    expect(await states()).toEqual([true, true, false, false])
  })
  it('a file, through renames, at most so often', async () =>
    expect((await historyOf(four()).changesOfFile('b.txt', 3)).map(shown)).toEqual([
      'seven: changed b.txt',
      'moved: renamed a.txt > b.txt',
      'two: changed a.txt',
    ]))
})
