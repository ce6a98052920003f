import { execFileSync } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openHistory } from '../../src/git/history.ts'
import { openPages } from '../../src/git/history-pages.ts'
import { collect, commit, git, historyOf, program, repository, scratch, shown } from './repositories.ts'

const borrows = {
  why: 'It borrows objects from another repository (.git/objects/info/alternates), which are not read.',
  remedy: 'Run "git repack -a -d" in it and remove .git/objects/info/alternates: then it holds all of its history.',
}
const leadsOut = {
  why: 'Its .git/objects contains links, whose targets are not read.',
  remedy: 'Clone it again with "git clone --no-local", and add the clone.',
}

/** A folder of a stranger's whose HEAD is a commit of a private repository. */
function thief(lead: (objects: string, own: string) => void, { packed = false } = {}): string {
  const folder = repository(['private plans', { 'plans.txt': 'a\n' }])
  const head = git(folder, 'rev-parse', 'HEAD').trim()
  if (packed) git(folder, 'repack', '-q', '-a', '-d')
  const own = scratch()
  git(own, 'init', '-q', '-b', 'main')
  writeFileSync(join(own, '.git/HEAD'), `${head}\n`)
  lead(join(folder, '.git/objects'), join(own, '.git/objects'))
  expect(execFileSync('git', ['-C', own, 'log', '--format=%s'], { encoding: 'utf8' })).toBe('private plans\n')
  return own
}

const byLink = (objects: string, own: string, names: readonly string[]): void => {
  for (const name of names) {
    rmSync(join(own, name), { recursive: true, force: true })
    symlinkSync(join(objects, name), join(own, name))
  }
}
const loose = (objects: string): readonly string[] => readdirSync(objects).filter((name) => name.length === 2)

it.each<[says: string, folder: () => string, unread: typeof borrows]>([
  ['alternates', () => thief((objects, own) => writeFileSync(join(own, 'info/alternates'), `${objects}\n`)), borrows],
  [
    'alternates behind a comment, in quotes',
    () => thief((objects, own) => writeFileSync(join(own, 'info/alternates'), `# x\n\n"${objects}"\n`)),
    borrows,
  ],
  [
    'alternates that are a link',
    () =>
      thief((objects, own) => {
        writeFileSync(join(own, '../list'), `${objects}\n`)
        symlinkSync(join(own, '../list'), join(own, 'info/alternates'))
      }),
    leadsOut,
  ],
  [
    'alternates of alternates',
    () =>
      thief((objects, own) => {
        mkdirSync(join(own, '../more/info'), { recursive: true })
        writeFileSync(join(own, '../more/info/alternates'), `${objects}\n`)
        writeFileSync(join(own, 'info/alternates'), '../more\n')
      }),
    borrows,
  ],
  ['links to folders', () => thief((objects, own) => byLink(objects, own, loose(objects))), leadsOut],
  [
    'links to objects',
    () =>
      thief((objects, own) => {
        for (const folder of loose(objects)) {
          mkdirSync(join(own, folder))
          for (const name of readdirSync(join(objects, folder)))
            symlinkSync(join(objects, folder, name), join(own, folder, name))
        }
      }),
    leadsOut,
  ],
  [
    'a link to the folder of packs',
    () => thief((objects, own) => byLink(objects, own, ['pack']), { packed: true }),
    leadsOut,
  ],
  [
    'links to packs',
    () =>
      thief((objects, own) => byLink(join(objects, 'pack'), join(own, 'pack'), readdirSync(join(objects, 'pack'))), {
        packed: true,
      }),
    leadsOut,
  ],
])('reads no history of another repository through %s', async (_, folder, unread) => {
  const own = folder()
  const history = historyOf(own)
  const pages = openPages({ folder: own, git: program, commits: 100, memory: scratch(), rules: () => '' })
  expect({
    found: await history.repository(),
    commits: (await collect(history.commits({}))).map(shown),
    file: await history.changesOfFile('plans.txt', 5),
    lines: await history.changesOf('plans.txt', { from: 1, to: 1 }, 5),
    blame: await history.blame('plans.txt', { from: 1, to: 1 }),
    pages: await pages.now(),
    head: pages.head(),
    problem: pages.unread(),
  }).toEqual({ found: unread, commits: [], file: [], lines: [], blame: [], pages: [], head: null, problem: unread })
})

it('reads no history through alternates of a submodule', async () => {
  const folder = repository(['outer', {}])
  const inner = repository(['inside', {}])
  git(folder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'inner')
  writeFileSync(join(folder, '.git/modules/inner/objects/info/alternates'), `${inner}/.git/objects\n`)
  expect(await historyOf(join(folder, 'inner')).repository()).toEqual(borrows)
})

it('is told what to do of a clone that shares objects, and reads it when that is done', async () => {
  const origin = repository(['one', { a: '1' }], ['two', { a: '2' }])
  const clone = join(scratch(), 'clone')
  git(origin, 'clone', '-q', '--shared', origin, clone)
  expect(await historyOf(clone).repository()).toEqual(borrows)
  git(clone, 'repack', '-q', '-a', '-d')
  rmSync(join(clone, '.git/objects/info/alternates'))
  expect((await collect(historyOf(clone).commits({}))).map(({ subject }) => subject)).toEqual(['two', 'one'])
})

it.each<[says: string, change: (objects: string) => void]>([
  ['an empty list of alternates', (objects) => writeFileSync(join(objects, 'info/alternates'), '# none\n\n')],
  ['packs and a graph of commits', (objects) => git(join(objects, '../..'), 'gc', '-q')],
  [
    'hard links, as "git clone" of a folder makes them',
    (objects) => {
      cpSync(objects, `${objects}.copy`, { recursive: true })
      for (const folder of loose(objects))
        for (const name of readdirSync(join(objects, folder))) {
          rmSync(join(objects, folder, name))
          linkSync(join(`${objects}.copy`, folder, name), join(objects, folder, name))
        }
    },
  ],
])('reads a repository with %s', async (_, change) => {
  const folder = repository(['one', { a: '1' }])
  commit(folder, 'two', { a: '2' })
  change(join(folder, '.git/objects'))
  expect((await collect(historyOf(folder).commits({}))).map(({ subject }) => subject)).toEqual(['two', 'one'])
})

it('lets nothing of the environment redirect git', async () => {
  const other = repository(['private plans', { 'plans.txt': 'a\n' }])
  const own = repository(['mine', {}])
  const head = git(other, 'rev-parse', 'HEAD').trim()
  const redirects = {
    GIT_DIR: join(other, '.git'),
    GIT_COMMON_DIR: join(other, '.git'),
    GIT_OBJECT_DIRECTORY: join(other, '.git/objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(other, '.git/objects'),
    GIT_WORK_TREE: other,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'log.showSignature',
    GIT_CONFIG_VALUE_0: 'true',
  }
  for (const [name, value] of Object.entries(redirects)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const history = openHistory({ folder: own, git: program })
  const mine = (await collect(history.commits({}))).map(({ subject }) => subject)
  await expect(collect(history.commits({ only: [head] }))).rejects.toMatchObject({ code: 'not-found' })
  expect(mine).toEqual(['mine'])
})
