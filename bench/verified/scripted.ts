import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { gitIn, isNews, shuffled, verify, wuku, type JudgedLine, type Workshop } from './workshop.ts'

export const changeKinds = [
  'rename',
  'delete',
  'folder',
  'squash',
  'symbol',
  'flag or variable',
  'lines',
  'version',
  'script',
  'untouched',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One claim, and what a commit made of it. */
interface Case {
  readonly kind: ChangeKind
  readonly text: string
  readonly states: readonly string[]
  readonly now?: string
  readonly commit?: string
}

export interface KindFigures {
  readonly cases: number
  readonly said: number
  readonly right: number
  readonly rightCommit: number
  readonly wrong: readonly string[]
}

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|c|h|exs?|rb|sh)$/
/** Files that programs made: no excerpts of their changes are kept, and nobody writes of names in them. */
const MADE = /(?:^|\/)(?:dist|vendor|bundled?|node_modules)\/|\.min\.js$/
const DEFINED: readonly RegExp[] = [
  /\b(?:function|class|def|defp|fn|func) (?:\([^)]*\) )?([A-Za-z_]\w{5,60})/g,
  /^\s+(?:public|private|protected|static)[\w<>[\], ]* ([a-z]\w{5,60})\(/gm,
  /^(?:static )?[a-z]\w*[ *]+(\w{6,60})\([^;]*$/gm,
]
const TOKENS = /(?<![\w-])--[a-z][a-z]+(?:-[a-z]+)*(?![\w-])|(?<![\w$])[A-Z][A-Z0-9]{2,}_[A-Z0-9_]{2,30}[A-Z0-9](?!\w)/g
const TOOLS = 12

/** A clock of its own, so that commits are later than the note. */
class Changes {
  readonly cases: Case[] = []
  readonly shop: Workshop
  #clock = Date.parse('2026-09-01T00:00:00Z')

  constructor(shop: Workshop) {
    this.shop = shop
  }

  readonly read = (path: string): string => readFileSync(join(this.shop.root, path), 'utf8')
  readonly write = (path: string, text: string): void => {
    mkdirSync(dirname(join(this.shop.root, path)), { recursive: true })
    writeFileSync(join(this.shop.root, path), text)
  }
  readonly git = (...args: readonly string[]): string => gitIn(this.shop, ...args)

  commit(message: string): string {
    this.#clock += 3_600_000
    const date = new Date(this.#clock).toISOString()
    process.env['GIT_AUTHOR_DATE'] = date
    process.env['GIT_COMMITTER_DATE'] = date
    this.git('commit', '-q', '-a', '--no-verify', '-m', message)
    return this.git('rev-parse', 'HEAD').trim()
  }

  expect(kind: ChangeKind, text: string, states: readonly string[], rest: Pick<Case, 'now' | 'commit'> = {}): void {
    this.cases.push({ kind, text, states, ...rest })
  }
}

/** Makes each change in a commit of its own and holds the claims of a note that was written before against the result. */
export function measureScripted(shop: Workshop, each: number): ReadonlyMap<ChangeKind, KindFigures> {
  const changes = new Changes(shop)
  addTools(changes)
  const listed = changes
    .git('ls-files', '-z')
    .split('\0')
    .filter((path) => CODE.test(path) && !MADE.test(path) && path.includes('/') && /^[\w./-]+$/.test(path))
  const texts = new Map(listed.map((path) => [path, changes.read(path)]))
  const big = shuffled(
    listed.filter((path) => (texts.get(path)?.split('\n').length ?? 0) > 25),
    (path) => path,
  )
  const files = big.slice(0, Math.min(4 * each, Math.floor(big.length / 2)))
  const part = Math.floor(files.length / 4)
  const [renamed, deleted, cited, squashed] = [0, 1, 2, 3].map((at) => files.slice(at * part, (at + 1) * part))
  const taken = new Set(files)
  const free = listed.filter((path) => !taken.has(path))
  for (const path of big.slice(files.length, files.length + each)) changes.expect('untouched', path, ['holds'])
  for (const name of ['never-was', 'no-such-thing', 'nothing-here'])
    changes.expect('untouched', `src/${name}.ts`, ['unknown'])
  renameNames(changes, { texts, taken, free, each })
  renameFiles(changes, renamed ?? [])
  deleteFiles(changes, deleted ?? [])
  changeLines(changes, cited ?? [])
  changeTools(changes)
  squash(changes, (squashed ?? []).slice(0, Math.ceil(each / 2)))
  return judge(changes)
}

function addTools(changes: Changes): void {
  const names = Array.from({ length: TOOLS }, (_, at) => `tool-${at}`)
  changes.write('tooling/GNUmakefile', names.map((name) => `make-${name}:\n\techo ${name}\n`).join('\n'))
  changes.write(
    'tooling/package.json',
    manifest(names, () => '1.4.2'),
  )
  changes.write(
    'tooling/package-lock.json',
    lock(names, () => '1.4.2'),
  )
  changes.git('add', '-A', '-f', 'tooling')
  changes.commit('Tools')
}

const manifest = (
  names: readonly string[],
  version: (name: string) => string,
  without: readonly string[] = [],
): string =>
  `${JSON.stringify({ name: 'tooling', scripts: Object.fromEntries(names.filter((name) => !without.includes(name)).map((name) => [`run:${name}`, `node ${name}.js`])), dependencies: Object.fromEntries(names.map((name) => [`bench-${name}`, `^${version(name)}`])) }, null, 2)}\n`

const lock = (names: readonly string[], version: (name: string) => string): string =>
  `${JSON.stringify({ name: 'tooling', lockfileVersion: 3, packages: { '': { name: 'tooling' }, ...Object.fromEntries(names.map((name) => [`node_modules/bench-${name}`, { version: version(name) }])) } }, null, 2)}\n`

/** Half of the versions, scripts and targets change; the others are asked too. */
function changeTools(changes: Changes): void {
  const names = Array.from({ length: TOOLS }, (_, at) => `tool-${at}`)
  const bumped: string[] = []
  const version = (name: string): string => (bumped.includes(name) ? '2.0.1' : '1.4.2')
  for (const name of names) {
    const text = `bench-${name}@1.4.2`
    if (names.indexOf(name) % 2 === 1) {
      changes.expect('untouched', text, ['holds'])
      continue
    }
    bumped.push(name)
    changes.write('tooling/package-lock.json', lock(names, version))
    changes.write('tooling/package.json', manifest(names, version))
    changes.expect('version', text, ['changed'], { now: `bench-${name}@2.0.1`, commit: changes.commit(`Bump ${name}`) })
  }
  const dropped: string[] = []
  for (const name of names.filter((_, at) => at % 3 === 0)) {
    dropped.push(name)
    changes.write('tooling/package.json', manifest(names, version, dropped))
    changes.expect('script', `\`npm run run:${name}\``, ['gone'], { commit: changes.commit(`Drop ${name}`) })
  }
  for (const name of names.filter((_, at) => at % 3 === 1)) {
    changes.write(
      'tooling/GNUmakefile',
      changes.read('tooling/GNUmakefile').replace(`make-${name}:\n\techo ${name}\n`, ''),
    )
    changes.expect('script', `\`make make-${name}\``, ['gone'], { commit: changes.commit(`Drop the target ${name}`) })
  }
  for (const name of names.filter((_, at) => at % 3 === 2))
    changes.expect('untouched', `\`npm run run:${name}\``, ['holds'])
}

function renameFiles(changes: Changes, paths: readonly string[]): void {
  for (const path of paths) {
    const now = join(dirname(path), `renewed_${basename(path)}`)
    changes.git('mv', path, now)
    changes.expect('rename', path, ['moved'], { now, commit: changes.commit(`Rename ${path}`) })
  }
}

function deleteFiles(changes: Changes, paths: readonly string[]): void {
  for (const path of paths) {
    changes.git('rm', '-q', path)
    changes.expect('delete', path, ['gone'], { commit: changes.commit(`Delete ${path}`) })
  }
}

/** A cited line is changed in one file, in the next lines are added above it, in the third below it. */
function changeLines(changes: Changes, paths: readonly string[]): void {
  for (const [at, path] of paths.entries()) {
    const lines = changes.read(path).split('\n')
    const edited =
      at % 3 === 0
        ? lines.with(11, `${lines[11]} // changed`)
        : lines.toSpliced(at % 3 === 1 ? 3 : 20, 0, '// one', '// two')
    changes.write(path, edited.join('\n'))
    const commit = changes.commit(`Edit ${path}`)
    if (at % 3 === 0) changes.expect('lines', `${path}:12`, ['changed'], { commit })
    else if (at % 3 === 1) changes.expect('lines', `${path}:12`, ['moved'], { now: `${path}:14`, commit })
    else changes.expect('untouched', `${path}:12`, ['holds'])
  }
}

function squash(changes: Changes, paths: readonly string[]): void {
  const main = changes.git('rev-parse', 'HEAD').trim()
  for (const path of paths) {
    changes.git('rm', '-q', path)
    changes.commit(`Step of a branch: ${path}`)
  }
  const tip = changes.git('rev-parse', 'HEAD').trim()
  changes.git('reset', '-q', '--hard', main)
  changes.git('merge', '-q', '--squash', tip)
  const commit = changes.commit('The whole branch')
  for (const path of paths) changes.expect('squash', path, ['gone'], { commit })
}

interface Tree {
  readonly texts: ReadonlyMap<string, string>
  readonly taken: ReadonlySet<string>
  readonly free: readonly string[]
  readonly each: number
}

/** Names are spelled otherwise wherever code says them; only those are taken that no other changed file holds. */
function renameNames(changes: Changes, { texts, taken, free, each }: Tree): void {
  const holders = new Map<string, Set<string>>()
  for (const path of changes.git('ls-files', '-z').split('\0').filter(Boolean))
    for (const [word] of (texts.get(path) ?? readText(changes, path)).matchAll(/--[a-z][a-z-]+|[A-Za-z_]\w{4,}/g)) {
      const own = holders.get(word) ?? new Set()
      holders.set(word, own.add(path))
    }
  const symbols = new Set<string>()
  const tokens = new Set<string>()
  for (const path of free) {
    const text = texts.get(path) ?? ''
    for (const defined of DEFINED) for (const [, name = ''] of text.matchAll(defined)) symbols.add(name)
    for (const [name] of text.matchAll(TOKENS)) tokens.add(name)
  }
  const isApart = (name: string): boolean => {
    const own = [...(holders.get(name) ?? [])]
    return own.length > 0 && own.length <= 6 && own.every((path) => CODE.test(path) && !taken.has(path))
  }
  const chosen = [
    ...shuffled([...symbols].filter(isApart), (name) => name)
      .slice(0, each)
      .map((name) => ['symbol', name, `\`${name}()\``] as const),
    ...shuffled([...tokens].filter(isApart), (name) => name)
      .slice(0, each / 2)
      .map((name) => ['flag or variable', name, `\`${name}\``] as const),
  ]
  for (const [kind, name, text] of chosen) {
    const next = name.startsWith('--') ? `--renewed-${name.slice(2)}` : `renewed${name}`
    const spelled = new RegExp(`(?<![\\w$-])${name}(?![\\w$-])`, 'g')
    for (const path of holders.get(name) ?? []) changes.write(path, changes.read(path).replaceAll(spelled, next))
    if (changes.git('status', '--porcelain', '-uno') === '') continue
    changes.expect(kind, text, ['gone', 'moved'], { commit: changes.commit(`Rename ${name}`) })
  }
}

function readText(changes: Changes, path: string): string {
  try {
    return extname(path) === '' || /\.(?:png|gif|jpe?g|zip|jar|ico|woff2?)$/.test(path) ? '' : changes.read(path)
  } catch {
    return ''
  }
}

function judge({ cases, shop }: Changes): ReadonlyMap<ChangeKind, KindFigures> {
  const notes = join(shop.home, 'notes')
  const place = join(notes, 'claims.md')
  mkdirSync(notes, { recursive: true })
  writeFileSync(place, cases.map(({ text }) => `It is in ${text} here.`).join('\n\n'))
  utimesSync(place, new Date('2026-09-01T00:30:00Z'), new Date('2026-09-01T00:30:00Z'))
  wuku(shop, 'index', '--quiet')
  wuku(shop, 'add', notes, '--kind', 'notes', '--name', 'written', '--quiet')
  const judged = new Map<number, JudgedLine[]>(
    Map.groupBy(verify(shop, 'wuku://notes/written/claims.md'), ({ line }) => (line - 1) / 2),
  )
  rmSync(notes, { recursive: true })
  const figures = Map.groupBy(
    cases.map((each, at) => ({ each, found: judged.get(at) ?? [] })),
    ({ each }) => each.kind,
  )
  return new Map([...figures].map(([kind, rows]) => [kind, figuresOf(rows)]))
}

function figuresOf(rows: readonly { readonly each: Case; readonly found: readonly JudgedLine[] }[]): KindFigures {
  const isRight = ({ each, found }: (typeof rows)[number]): boolean =>
    found.some(({ state, now }) => each.states.includes(state) && (each.now === undefined || now === each.now))
  const right = rows.filter(isRight)
  return {
    cases: rows.length,
    said: rows.filter(({ found }) => found.some(isNews)).length,
    right: right.length,
    rightCommit: right.filter(({ each, found }) => found.some(({ commit }) => commit === each.commit)).length,
    wrong: rows
      .filter((row) => !isRight(row))
      .map(
        ({ each, found }) =>
          `${each.text}: ${found.map(({ text, state, now = '' }) => `${text} ${state} ${now}`).join(', ') || 'no claim'}`,
      ),
  }
}
