import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { feedOf, plant, see, type Tree } from './trees.ts'

/** `root` is where the source begins below the planted tree. */
async function check(tree: Tree, expected: { items: readonly string[]; skipped: readonly string[] }, root = '') {
  const seen = await see(feedOf(join(plant(tree), root)))
  const skipped = seen.skipped.filter((line) => !/ignore: hidden$|^\.git\/:/.test(line))
  expect({ items: seen.items, skipped, problems: seen.problems }).toEqual({ ...expected, problems: [] })
}

it('leaves out what .gitignore names, without git too, and says the rule', () =>
  check(
    { '.gitignore': '# drafts\n\ndrafts/\n*.log.md\r\n', 'drafts/a.md': '', 'b.log.md': '', 'c.md': '' },
    { items: ['c.md'], skipped: ['b.log.md: *.log.md in .gitignore', 'drafts/: drafts/ in .gitignore'] },
  ))

it('lets deeper ignore files count in their own folder only', () =>
  check(
    {
      'a/.gitignore': '/x.md\ny.md\ndeep/*.md',
      'a/x.md': '',
      'a/b/x.md': '',
      'a/b/y.md': '',
      'a/deep/z.md': '',
      'x.md': '',
      'y.md': '',
    },
    {
      items: ['a/b/x.md', 'x.md', 'y.md'],
      skipped: [
        'a/b/y.md: y.md in a/.gitignore',
        'a/deep/z.md: deep/*.md in a/.gitignore',
        'a/x.md: /x.md in a/.gitignore',
      ],
    },
  ))

it('does not ask an ignore file that leaves out the source itself, or a folder around it', () =>
  check(
    { '.git/HEAD': '', '.gitignore': 'built/\n*.log.md', 'built/docs/a.md': '', 'built/docs/b.log.md': '' },
    { items: ['a.md', 'b.log.md'], skipped: [] },
    'built/docs',
  ))

it('lets deeper ignore files outrank higher ones', () =>
  check(
    { '.gitignore': '*.md', 'a/.gitignore': '!keep.md', 'a/keep.md': '', 'a/other.md': '' },
    { items: ['a/keep.md'], skipped: ['a/other.md: *.md in .gitignore'] },
  ))

it('reads folder names in ignore files literally', () =>
  check(
    { 'a[1]*/.gitignore': 'x.md', 'a[1]*/x.md': '', 'a1/x.md': '' },
    { items: ['a1/x.md'], skipped: ['a[1]*/x.md: x.md in a[1]*/.gitignore'] },
  ))

it('takes back by .wukuignore what .gitignore leaves out', () =>
  check(
    { '.gitignore': 'drafts/\na.md', '.wukuignore': '!drafts/\nb.md', 'drafts/x.md': '', 'a.md': '', 'b.md': '' },
    { items: ['drafts/x.md'], skipped: ['a.md: a.md in .gitignore', 'b.md: b.md in .wukuignore'] },
  ))

it('takes back by .wukuignore what a deeper .gitignore leaves out', () =>
  check(
    { '.wukuignore': '!a/x.md', 'a/.gitignore': '*', 'a/x.md': '', 'a/y.md': '' },
    { items: ['a/x.md'], skipped: ['a/y.md: * in a/.gitignore'] },
  ))

it('takes back hidden names by .wukuignore and by nothing else', () =>
  check(
    {
      '.gitignore': '!.b',
      '.wukuignore': '!.a\n!.c.md\n!node_modules',
      '.a/x.md': '',
      '.b/x.md': '',
      '.c.md': '',
      'node_modules/y.md': '',
    },
    { items: ['.a/x.md', '.c.md', 'node_modules/y.md'], skipped: ['.b/: hidden'] },
  ))

it('never takes back what git keeps for itself', () =>
  check({ '.wukuignore': '!.git', '.git/x.md': '' }, { items: [], skipped: [] }))

it('honours the ignore files of the work tree around the root', () =>
  check(
    {
      '.git/info/exclude': 'a.md',
      '.gitignore': 'b.md\n/docs/guide/c.md',
      'docs/.wukuignore': 'd.md',
      'docs/guide/a.md': '',
      'docs/guide/b.md': '',
      'docs/guide/c.md': '',
      'docs/guide/d.md': '',
      'docs/guide/e.md': '',
    },
    {
      items: ['e.md'],
      skipped: [
        'a.md: a.md in ../../.git/info/exclude',
        'b.md: b.md in ../../.gitignore',
        'c.md: /docs/guide/c.md in ../../.gitignore',
        'd.md: d.md in ../.wukuignore',
      ],
    },
    'docs/guide',
  ))

it('does not ask folders above the work tree, nor any where there is none', async () => {
  await check(
    { '.gitignore': '*', 'repo/.git/HEAD': '', 'repo/docs/a.md': '' },
    { items: ['a.md'], skipped: [] },
    'repo/docs',
  )
  await check({ '.gitignore': '*', 'docs/a.md': '' }, { items: ['a.md'], skipped: [] }, 'docs')
})

it('takes a root that the user named although the work tree ignores it', () =>
  check({ '.git/HEAD': '', '.gitignore': 'private/', 'private/a.md': '' }, { items: ['a.md'], skipped: [] }, 'private'))

it('honours the private excludes of a repository further down', () =>
  check(
    { 'repo/.git/info/exclude': 'x.md', 'repo/x.md': '' },
    { items: [], skipped: ["repo/.git/: git's own data", 'repo/x.md: x.md in repo/.git/info/exclude'] },
  ))

const refused = (path: string): string =>
  `${path}: Its rules are ignored: it is not a readable plain file of at most 1 MB.`

it('reports an ignore file that it will not read, and goes on', async () => {
  const seen = await see(
    feedOf(
      plant({
        '.gitignore': 'fifo:',
        'a/.gitignore': { link: '../../rules' },
        'a/x.md': '',
        'b/.wukuignore': { sparse: 2 ** 21 },
      }),
    ),
  )
  expect([seen.items, seen.problems, seen.complete]).toEqual([
    ['a/x.md'],
    ['.gitignore', 'a/.gitignore', 'b/.wukuignore'].map(refused),
    true,
  ])
})

it.each(['**/a/'.repeat(11) + 'b', `${'*a'.repeat(40)}b`])(
  'does not let a line hold the listing up: %s',
  async (line) => {
    const deep = `${'a/'.repeat(40)}x.md`
    const seen = await see(
      feedOf(plant({ '.gitignore': `${line}\nlost.md`, [deep]: '', 'lost.md': '', [`${'a'.repeat(200)}.md`]: '' })),
    )
    expect(seen.items).toHaveLength(2)
    expect(seen.problems).toHaveLength(1)
  },
)

it('judges as git does', async () => {
  const tree: Tree = {
    '.gitignore':
      '*.tmp.md\n!keep.tmp.md\n/only-here.md\nsub/only.md\n**/any/*.md\nlogs/**\n\\#odd.md\ntrail.md  \n[ab]?.md\nfoo/*\n!foo/in.md\n',
    'sub/.gitignore': '!*.tmp.md\n/a1.md\nnested/\n',
    ...Object.fromEntries(
      ['', 'sub/', 'sub/nested/', 'logs/', 'x/any/', 'foo/', 'foo/foo/'].flatMap((folder) =>
        [
          'one.md',
          'a.tmp.md',
          'keep.tmp.md',
          'only-here.md',
          'only.md',
          '#odd.md',
          'trail.md',
          'a1.md',
          'c1.md',
          'in.md',
        ].map((name) => [folder + name, '']),
      ),
    ),
  }
  const root = plant(tree)
  execFileSync('git', ['init', '-q'], { cwd: root })
  const kept = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect((await see(feedOf(root))).items).toEqual(kept.split('\0').filter(Boolean).toSorted())
})
