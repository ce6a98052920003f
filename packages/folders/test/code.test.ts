import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codePolicy } from '../src/ignore-policy.ts'
import { feedOf, plant, see, type Seen, type Tree } from './trees.ts'

const options = { patterns: ['**/*'], policy: codePolicy }

/** Parts that a row does not name are empty, and the listing is complete. `.git` itself is not shown. */
async function check(tree: Tree, expected: Partial<Seen>, more: object = {}): Promise<void> {
  const seen = await see(feedOf(plant(tree), { ...options, ...more }))
  const skipped = seen.skipped.filter((line) => !line.endsWith("git's own data"))
  expect({ ...seen, skipped }).toEqual({ items: [], skipped: [], problems: [], complete: true, ...expected })
}

const secret = 'Its name suggests keys or passwords; it is not read.'

describe('of a repository is taken', () => {
  it('every text, hidden ones too', () =>
    check(
      {
        '.eslintrc.js': '',
        '.github/workflows/ci.yml': '',
        Makefile: '',
        'src/a.ts': '',
        '文档/读我.md': '',
        'x.🦊': '',
      },
      { items: ['.eslintrc.js', '.github/workflows/ci.yml', 'Makefile', 'src/a.ts', 'x.🦊', '文档/读我.md'] },
    ))
  it('what git keeps in node_modules, because nothing leaves it out', () =>
    check(
      { '.git/HEAD': '', 'test/fixtures/node_modules/x/index.js': '' },
      { items: ['test/fixtures/node_modules/x/index.js'] },
    ))
  it('a repository inside of another, by its own rules', () =>
    check(
      {
        '.git/HEAD': '',
        'libs/inner/.git/HEAD': '',
        'libs/inner/.gitignore': 'out/',
        'libs/inner/out/x.js': '',
        'libs/inner/node_modules/y.js': '',
        'libs/tree/.git': 'gitdir: elsewhere',
        'libs/tree/a.go': '',
      },
      {
        items: ['libs/inner/.gitignore', 'libs/inner/node_modules/y.js', 'libs/tree/a.go'],
        skipped: ['libs/inner/out/: out/ in libs/inner/.gitignore'],
      },
    ))
  it('what git keeps in the repositories of a folder that is none', () =>
    check(
      { 'one/.git/HEAD': '', 'one/node_modules/a.js': '', 'two/node_modules/b.js': '' },
      { items: ['one/node_modules/a.js'], skipped: ['two/node_modules/: installed packages'] },
    ))
  it('what .wukuignore takes back', () =>
    check(
      {
        '.wukuignore': '!*.svg\n!.idea/\n!target/',
        'a.svg': '',
        '.idea/x.xml': '',
        'Cargo.toml': '',
        'target/a.rs': '',
      },
      { items: ['.idea/x.xml', '.wukuignore', 'Cargo.toml', 'a.svg', 'target/a.rs'] },
    ))
  it('a folder with the name of a cache that is none', () =>
    check(
      { 'src/target/a.ts': '', 'env/b.py': '', 'vendor/c.go': '' },
      { items: ['env/b.py', 'src/target/a.ts', 'vendor/c.go'] },
    ))
})

describe('of a repository is left out', () => {
  it('what is no text by its ending, in any case', () =>
    check(
      {
        'a.PNG': '',
        'b.woff2': '',
        'c.tar.gz': '',
        'd.pdf': '',
        'e.pyc': '',
        'f.mp4': '',
        'g.js.map': '',
        '.DS_Store': '',
      },
      {
        skipped: [
          ".DS_Store: the system's own data",
          'a.PNG: an image',
          'b.woff2: a font',
          'c.tar.gz: an archive',
          'd.pdf: an office document',
          'e.pyc: compiled',
          'f.mp4: sound or film',
          'g.js.map: a source map of built code',
        ],
      },
    ))
  it('what programs make for themselves', () =>
    check(
      {
        '.next/a.js': '',
        '.scythe-context/index.json': '',
        '.venv/b.py': '',
        'app/__pycache__/c.txt': '',
        'crate/Cargo.toml': '',
        'crate/target/d.rs': '',
        'node_modules/e.js': '',
        'venv/pyvenv.cfg': '',
      },
      {
        items: ['crate/Cargo.toml'],
        skipped: [
          '.next/: a cache',
          '.scythe-context/: a search index',
          '.venv/: installed packages',
          'app/__pycache__/: a cache',
          'crate/target/: built by Cargo',
          'node_modules/: installed packages',
          'venv/: installed packages',
        ],
      },
    ))
  it('what an ignore file names, by that rule', () =>
    check(
      { '.git/HEAD': '', '.gitignore': 'node_modules\n*.png', 'a/node_modules/x.js': '', 'b.png': '' },
      { items: ['.gitignore'], skipped: ['a/node_modules/: node_modules in .gitignore', 'b.png: *.png in .gitignore'] },
    ))
  it('what is too large, as no problem', () =>
    check(
      { 'app.min.js': { sparse: 80 * 1024 ** 2 }, 'a.js': '' },
      { items: ['a.js'], skipped: ['app.min.js: larger than 1.0 KB'] },
    ))
  it('what the user denies, and what the user does not allow', () =>
    check(
      { 'src/a.ts': '', 'src/a.snap': '', 'docs/b.ts': '', 'c.png': '' },
      {
        items: ['src/a.ts'],
        skipped: ['c.png: an image', 'docs/: excluded by docs/**', 'src/a.snap: not matched by **/*.ts'],
      },
      { patterns: ['**/*.ts'], exclude: ['docs/**'] },
    ))
})

it('refuses secrets of a repository, wherever they lie', () =>
  check(
    {
      '.env': 'X=1',
      '.env.example': '',
      '.ssh/config': '',
      'a/.aws/credentials': '',
      'certs/server.pem': '',
      '.npmrc': '',
    },
    {
      items: ['.env.example'],
      problems: ['.env', '.npmrc', '.ssh', 'a/.aws', 'certs/server.pem'].map((path) => `${path}: ${secret}`),
    },
  ))

it('knows the work tree around a root', async () => {
  const root = plant({ '.git/HEAD': '', 'app/node_modules/a.js': '' })
  expect((await see(feedOf(join(root, 'app'), options))).items).toEqual(['node_modules/a.js'])
})

it('lists some folders by the same rules', async () => {
  const root = plant({ '.git/HEAD': '', 'a/node_modules/b/c.js': '', 'a/.turbo/d.js': '' })
  const folders = ['a/node_modules/b', 'a/.turbo']
  expect((await see(feedOf(root, options), { folders })).items).toEqual(['a/node_modules/b/c.js'])
})
