import { once } from '@wuku/core/once'
import { fieldsOf, readJson, textsOf, type Fields } from './configs.ts'
import { configsNamed, type ResolverContext } from './resolver.ts'
import { folderOf, joinPath, stripExtension, within } from './path-index.ts'
import { bestMatch, starOf, withStar } from './packages.ts'

export interface Projects {
  /** Paths without extension that the specifier may mean by the configurations around the file, nearest first. */
  basesFor(path: string, specifier: string): readonly string[]
  aliasesOf(stems: readonly string[]): readonly string[]
}

interface Project {
  /** Base folder of names that are not relative. */
  readonly base?: string
  /** Targets from the top of the source. */
  readonly patterns: readonly Pattern[]
}

type Pattern = readonly [pattern: string, targets: readonly string[]]

/** `foldersOf`: where a package of that name lies, since a configuration may extend one of a package. */
export function createProjects(context: ResolverContext, foldersOf: (name: string) => readonly string[]): Projects {
  const reader: ConfigReader = { configs: context.configs, foldersOf }
  const around = new Map<string, readonly Project[]>()
  const projectsAround = (folder: string): readonly Project[] => {
    const known = around.get(folder)
    if (known) return known
    const own = projectIn(folder, reader)
    const above = folder === '' ? [] : projectsAround(folderOf(folder))
    const projects = own ? [own, ...above] : above
    around.set(folder, projects)
    return projects
  }
  const folders = once(() => [
    ...configsNamed(context, (name) => name === 'tsconfig.json' || name === 'jsconfig.json').keys(),
  ])
  const patterns = once(() => distinct(folders().flatMap((folder) => projectIn(folder, reader)?.patterns ?? [])))
  return {
    basesFor: (path, specifier) => projectsAround(folderOf(path)).flatMap((project) => basesIn(project, specifier)),
    aliasesOf: (stems) => aliasesBy(patterns(), stems),
  }
}

function basesIn({ base, patterns }: Project, specifier: string): readonly string[] {
  const match = bestMatch(patterns, specifier)
  const plain = base === undefined ? undefined : joinPath(base, specifier)
  return [
    ...(match?.value ?? []).flatMap((target) => joinPath('', withStar(target, match?.star ?? '')) ?? []),
    ...(plain === undefined ? [] : [plain]),
  ]
}

function aliasesBy(patterns: readonly Pattern[], stems: readonly string[]): readonly string[] {
  return patterns.flatMap(([pattern, targets]) =>
    targets.flatMap((target) =>
      stems.flatMap((stem) => {
        const star = starOf(stripExtension(target), stem)
        return star === undefined ? [] : [withStar(pattern, star)]
      }),
    ),
  )
}

const distinct = (patterns: readonly Pattern[]): readonly Pattern[] => [
  ...new Map(patterns.map((pattern) => [JSON.stringify(pattern), pattern])).values(),
]

interface ConfigReader {
  readonly configs: ReadonlyMap<string, string>
  foldersOf(name: string): readonly string[]
}

function projectIn(folder: string, reader: ConfigReader): Project | undefined {
  const path = ['tsconfig.json', 'jsconfig.json']
    .map((name) => within(folder, name))
    .find((each) => reader.configs.has(each))
  return path === undefined ? undefined : readProject(path, reader, { seen: new Set(), top: folder })
}

interface Reading {
  /** A configuration that extends itself in a circle is read once. */
  readonly seen: Set<string>
  /** Value of `${configDir}`. */
  readonly top: string
}

/** Its own settings override those that it extends; a configuration with only references has their patterns. */
function readProject(path: string, reader: ConfigReader, reading: Reading): Project {
  const text = reader.configs.get(path)
  if (text === undefined || reading.seen.has(path) || reading.seen.size >= MAX_CONFIGS) return { patterns: [] }
  reading.seen.add(path)
  const fields = readJson(text)
  const extended = textsOf(fields['extends']).toReversed()
  const parents = extended.flatMap((each) => extendedPaths(each, folderOf(path), reader))
  const own = ownProject(fieldsOf(fields['compilerOptions']), folderOf(path), reading.top)
  const inherited = parents.map((each) => readProject(each, reader, reading))
  const base = own.base ?? inherited.find((each) => each.base !== undefined)?.base
  const patterns = own.patterns ?? inherited.find((each) => each.patterns.length > 0)?.patterns ?? []
  const referred = patterns.length > 0 ? [] : referredPaths(fields, folderOf(path))
  return {
    ...(base !== undefined && { base }),
    patterns: [...patterns, ...referred.flatMap((each) => readProject(each, reader, reading).patterns)],
  }
}

const MAX_CONFIGS = 64

function ownProject(options: Fields, folder: string, top: string): { base?: string; patterns?: readonly Pattern[] } {
  const place = (text: string): string | undefined =>
    text.startsWith('${configDir}') ? joinPath(top, text.slice('${configDir}'.length)) : joinPath(folder, text)
  const baseUrl = textsOf(options['baseUrl'])[0]
  const base = baseUrl === undefined ? undefined : place(baseUrl)
  const from = (target: string): string | undefined =>
    base === undefined || target.startsWith('$') ? place(target) : joinPath(base, target)
  return {
    ...(base !== undefined && { base }),
    ...(options['paths'] !== undefined && {
      patterns: Object.entries(fieldsOf(options['paths'])).map(([key, value]): Pattern => [
        key,
        textsOf(value).flatMap((target) => from(target) ?? []),
      ]),
    }),
  }
}

function extendedPaths(name: string, folder: string, { configs, foldersOf }: ConfigReader): readonly string[] {
  if (/^\.\.?(?:\/|$)/.test(name)) return present(joinPath(folder, name), configs)
  const [, own = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/s.exec(name) ?? []
  return foldersOf(own).flatMap((each) => present(joinPath(each, rest), configs))
}

const present = (base: string | undefined, configs: ReadonlyMap<string, string>): readonly string[] =>
  base === undefined
    ? []
    : [base, `${base}.json`, within(base, 'tsconfig.json')].filter((path) => configs.has(path)).slice(0, 1)

function referredPaths(fields: Fields, folder: string): readonly string[] {
  const references = Array.isArray(fields['references']) ? fields['references'] : []
  return references.slice(0, MAX_CONFIGS).flatMap((each) => {
    const path = textsOf(fieldsOf(each)['path'])[0]
    const base = path === undefined ? undefined : joinPath(folder, path)
    // A reference to a folder is another project; one to a file in the same folder is a part of this one.
    return base === undefined || !base.endsWith('.json') ? [] : [base]
  })
}
