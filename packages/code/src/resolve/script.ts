import { once, onceFor } from '@wuku/core/once'
import { fieldsOf, readJson, textsOf, type Fields } from './configs.ts'
import { foldersAbove, type ResolverContext, type LanguageResolver } from './resolver.ts'
import { createPackages, type Mapping, starOf, targetsFor, withStar } from './packages.ts'
import { folderOf, joinPath, nameOf, type PathIndex, stripExtension, within } from './path-index.ts'
import { plainSpecifier, type ResolveRequest } from './path-hints.ts'

export function createScriptResolver(context: ResolverContext): LanguageResolver {
  const packages = createPackages(context)
  const projects = createProjects(context, packages.foldersOf)
  const basesOf = ({ from, specifier }: ResolveRequest): Iterable<string> => {
    const plain = plainSpecifier(specifier)
    const relative = /^\.\.?(?:\/|$)/.test(plain) ? joinPath(folderOf(from.path), plain) : undefined
    if (relative !== undefined) return [relative, ...packages.entriesOf(relative), ...packages.originsOf(relative)]
    if (/^[@~#]?\/*$/.test(plain) || plain.startsWith('.') || /^[a-z]+:/i.test(plain)) return []
    const above = foldersAbove(folderOf(from.path))
    if (plain.startsWith('/')) return above.map((folder) => within(folder, plain.slice(1)))
    const siblings = from.language === 'html' ? [within(folderOf(from.path), plain)] : []
    return [...siblings, ...projects.basesFor(from.path, plain), ...packages.basesFor(from.path, plain)]
  }
  const resolveFile = (request: ResolveRequest): readonly string[] => {
    for (const base of basesOf(request)) {
      const found = scriptFileAt(context.paths, base, request.from.language)
      if (found !== undefined) return [found]
    }
    return []
  }
  /** All files of a folder mean the same by a specifier, and most folders import the same packages. */
  const known = new Map<string, readonly string[]>()
  return {
    resolve: (request) => {
      const key = [request.from.language, folderOf(request.from.path), request.specifier].join('\n')
      const found = known.get(key) ?? resolveFile(request)
      if (known.size >= MAX_CACHED) known.clear()
      known.set(key, found)
      return found
    },
    aliasesOf: (path) => {
      const stems = stemsOf(path)
      return [...projects.aliasesOf(stems), ...packages.aliasesOf(path, stems)]
    },
  }
}

const MAX_CACHED = 20_000

function stemsOf(path: string): readonly string[] {
  const stem = stripExtension(path)
  return nameOf(stem) === 'index' ? [path, stem, folderOf(path)] : [path, stem]
}

/** The file that is meant by a path that may lack its extension, have another one, or name a folder. */
function scriptFileAt(paths: PathIndex, base: string, language: string | null): string | undefined {
  const extensions = language === 'javascript' ? javascriptFirst : typescriptFirst
  return (
    [base, ...written(base), ...extensions.map((extension) => base + extension)].find((path) => paths.has(path)) ??
    extensions.map((extension) => within(base, `index${extension}`)).find((path) => paths.has(path))
  )
}

const typescript = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.d.mts', '.d.cts']
const javascript = ['.js', '.jsx', '.mjs', '.cjs']
const others = ['.vue', '.svelte', '.astro', '.json']
const typescriptFirst = [...typescript, ...javascript, ...others]
const javascriptFirst = [...javascript, ...typescript, ...others]

/** TypeScript imports the file that will be there once it is compiled. */
function written(base: string): readonly string[] {
  const [, stem = '', kind = '', isJsx = ''] = /^(.*)\.([cm]?)js(x?)$/s.exec(base) ?? []
  if (stem === '') return []
  return isJsx ? [`${stem}.tsx`] : [`${stem}.${kind}ts`, `${stem}.tsx`, `${stem}.d.${kind}ts`]
}

interface Project {
  /** Base folder of names that are not relative. */
  readonly base?: string
  /** Targets from the top of the source. */
  readonly patterns: readonly Mapping[]
}

/** `foldersOf`: where a package of that name lies, since a configuration may extend one of a package. */
function createProjects(context: ResolverContext, foldersOf: (name: string) => readonly string[]) {
  const reader: ConfigReader = { configs: context.configs, foldersOf }
  const projectsAround: (folder: string) => readonly Project[] = onceFor((folder) => {
    const own = projectIn(folder, reader)
    const above = folder === '' ? [] : projectsAround(folderOf(folder))
    return own ? [own, ...above] : above
  })
  const patterns = once(() => {
    const folders = new Set([...context.configs.keys()].filter((path) => CONFIGS.includes(nameOf(path))).map(folderOf))
    return distinct([...folders].flatMap((folder) => projectIn(folder, reader)?.patterns ?? []))
  })
  return {
    /** Paths without extension that the specifier may mean by the configurations around the file, nearest first. */
    basesFor: (path: string, specifier: string) =>
      projectsAround(folderOf(path)).flatMap((project) => basesIn(project, specifier)),
    aliasesOf: (stems: readonly string[]) => aliasesBy(patterns(), stems),
  }
}

function basesIn({ base, patterns }: Project, specifier: string): readonly string[] {
  const plain = base === undefined ? undefined : joinPath(base, specifier)
  return [...targetsFor(patterns, specifier).map((target) => joinPath('', target)), plain].filter(
    (path) => path !== undefined,
  )
}

function aliasesBy(patterns: readonly Mapping[], stems: readonly string[]): readonly string[] {
  return patterns.flatMap(([pattern, targets]) =>
    targets.flatMap((target) =>
      stems
        .map((stem) => starOf(stripExtension(target), stem))
        .filter((star) => star !== undefined)
        .map((star) => withStar(pattern, star)),
    ),
  )
}

const distinct = (patterns: readonly Mapping[]): readonly Mapping[] => [
  ...new Map(patterns.map((pattern) => [JSON.stringify(pattern), pattern])).values(),
]

interface ConfigReader {
  readonly configs: ReadonlyMap<string, string>
  foldersOf(name: string): readonly string[]
}

const CONFIGS = ['tsconfig.json', 'jsconfig.json']

function projectIn(folder: string, reader: ConfigReader): Project | undefined {
  const path = CONFIGS.map((name) => within(folder, name)).find((each) => reader.configs.has(each))
  return path === undefined ? undefined : readProject(path, reader, { seen: new Set(), top: folder })
}

interface Reading {
  /** A configuration that extends itself in a circle is read once. */
  readonly seen: Set<string>
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

function ownProject(options: Fields, folder: string, top: string): { base?: string; patterns?: readonly Mapping[] } {
  const place = (text: string): string | undefined =>
    text.startsWith('${configDir}') ? joinPath(top, text.slice('${configDir}'.length)) : joinPath(folder, text)
  const baseUrl = textsOf(options['baseUrl'])[0]
  const base = baseUrl === undefined ? undefined : place(baseUrl)
  const from = (target: string): string | undefined =>
    base === undefined || target.startsWith('$') ? place(target) : joinPath(base, target)
  return {
    ...(base !== undefined && { base }),
    ...(options['paths'] !== undefined && {
      patterns: Object.entries(fieldsOf(options['paths'])).map(([key, value]): Mapping => [
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
