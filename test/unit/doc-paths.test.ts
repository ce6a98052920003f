import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const packages = readdirSync(join(root, 'packages'))

/** Folders of the repository that no user's own project is likely to be described by. */
const OURS = /^(?:packages|scripts|bench|deploy|bin)\//

/** They are for people who change the program: every path in them is one of the repository. */
const FOR_CONTRIBUTORS =
  /^(?:packages\/|docs\/(?:ARCHITECTURE|releasing|security|guides\/add-)|CONTRIBUTING|VERIFY|SECURITY)/

/** History: a file that they name by a path of today exists; names of former places stay. */
const HISTORY = /^docs\/decisions\//

/** Declarations are generated. */
const SOURCE = /(?<!\.d)\.(?:ts|vue)$/
const TESTED = /^(?:docs|test|\.github)\//

const tree = filesBelow('')

/** Paths of files, without what is installed, built or fetched. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return ['node_modules', 'dist', '.git', '.cache', 'fixtures', 'results'].includes(entry.name)
      ? []
      : filesBelow(path)
  })
}

it.each([
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  'VERIFY.md',
  'SECURITY.md',
  'packages/code/grammars/README.md',
  ...packages.map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('.vitepress'))
    .map((name) => `docs/${name}`),
])('%s names only files and folders that exist', (page) => {
  const named = pathsOf(readFileSync(join(root, page), 'utf8')).filter((path) => isOurs(page, path))
  expect(named.filter((path) => !leadsSomewhere(page, path))).toEqual([])
})

it('every package says what it is for, in a README of at most 60 lines and a sentence of its manifest', () => {
  const lacking = packages.filter((name) => {
    const { description } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
    const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
    const parts = ['Public modules', 'Ideas', 'Never']
    const hasParts =
      parts.every((part) => headings.includes(part)) && headings.some((each) => each?.startsWith('Tests'))
    return !/^[A-Z][^.]*\.$/.test(description ?? '') || readme.split('\n').length > 60 || !hasParts
  })
  expect(lacking).toEqual([])
})

it.each(packages)('the public modules that the README of %s lists are exported by its manifest', (name) => {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
  const listed = [...readme.matchAll(/`(\.(?:\/[\w/-]+(?:\*)?)?)`/g)].map(([, subpath = '']) => subpath)
  const isExported = (each: string): boolean =>
    Object.keys(exports ?? {}).some(
      (subpath) => subpath === each || (each.endsWith('*') && subpath.startsWith(each.slice(0, -1))),
    )
  expect(listed.filter((each) => !isExported(each))).toEqual([])
})

/** What stands in backticks and looks like a path or a file of source; examples of commands and addresses do not. */
function pathsOf(text: string): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, written = '']) => written.replace(/:\d+(?:-\d+)?$/, ''))
    .filter((path) => !/^[@/~$.]|^\w+:/.test(path) || path.startsWith('.github/'))
    .filter((path) => /^[\w.<>*{},@-]+(?:\/[\w.<>*{},@-]*)+$/.test(path) || SOURCE.test(path))
}

function isOurs(page: string, path: string): boolean {
  if (HISTORY.test(page)) return OURS.test(path)
  if (FOR_CONTRIBUTORS.test(page))
    return SOURCE.test(path) || OURS.test(path) || TESTED.test(path) || isBelow(page, path)
  return OURS.test(path)
}

/** A path of a package's README begins in the package. */
const isBelow = (page: string, path: string): boolean => page.startsWith('packages/') && /^(?:src|test)\//.test(path)

/** A file by its end, as pages name it beside the folder; of a path with `<name>`, `*` or a file of the user's (`.env`) the folder above. */
function leadsSomewhere(page: string, path: string): boolean {
  const fixed = /^(.*?)(?:[<*{]|\.env$)/.exec(path)
  const known = fixed ? (fixed[1] ?? '').replace(/[^/]*$/, '') : path
  if (known === '') return true
  const places = ['', page.startsWith('packages/') ? page.replace(/README\.md$/, '') : '']
  if (places.some((place) => existsSync(join(root, place, known)))) return true
  return !fixed && SOURCE.test(path) && tree.some((file) => file.endsWith(`/${path}`))
}

it.each([
  ['docs/guides/code.md', 'src/server.ts', false],
  ['docs/guides/code.md', 'packages/code/src/index.ts', true],
  ['docs/guides/add-a-store.md', 'src/server.ts', true],
  ['docs/decisions/0006-code.md', 'kinds/code/focus.ts', false],
  ['packages/code/README.md', 'src/syntax', true],
])('in %s the path %s is one of the repository: %s', (page, path, expected) =>
  expect(isOurs(page, path)).toBe(expected),
)

it.each([
  ['docs/guides/add-a-store.md', 'packages/store-<name>/src', true],
  ['docs/guides/add-a-store.md', 'packages/store-sqlite/src/nothing.ts', false],
  ['packages/code/README.md', 'src/syntax', true],
  ['packages/code/README.md', 'src/nothing', false],
])('of %s the path %s exists: %s', (page, path, expected) => expect(leadsSomewhere(page, path)).toBe(expected))
