import { readName } from '../names/match.ts'
import type { Dependency, Ecosystem } from './dependency.ts'

export interface LibraryNames {
  readonly name: string
  /** `/facebook/react` */
  readonly slug: string
  readonly aliases?: readonly string[]
}

export interface DependencyMatch {
  readonly dependency: Dependency
  /** From 0 to 1. */
  readonly surety: number
  readonly because: string
}

/**
 * Which dependencies are that library, the surest first; of equals what the project asks for itself, then what has an exact
 * version. A project of many folders may use several versions: each is named with its file.
 */
export function dependencyOf(library: LibraryNames, dependencies: readonly Dependency[]): readonly DependencyMatch[] {
  const libraryNames = normalizeNames(library)
  return dependencies
    .flatMap((dependency) => {
      const rule = rules.find(({ holds }) => holds(dependency, libraryNames))
      return rule ? [{ dependency, surety: rule.surety, because: rule.because }] : []
    })
    .toSorted((a, b) => b.surety - a.surety || rankOf(b.dependency) - rankOf(a.dependency))
}

const rankOf = ({ isDirect, locked }: Dependency): number => (isDirect ? 2 : 0) + (locked === undefined ? 0 : 1)

interface NormalizedNames {
  /** Name and aliases, without punctuation. */
  readonly names: ReadonlySet<string>
  /** The same without `js` at their ends. */
  readonly plain: ReadonlySet<string>
  /** The project of the slug: alone it may be as common a word as `core`. */
  readonly project: string
  /** `facebook/react`, of the slug and of aliases. */
  readonly paths: ReadonlySet<string>
  /** Beginnings of artifacts of one family: `spring-boot-`. */
  readonly families: readonly string[]
}

function normalizeNames({ name, slug, aliases = [] }: LibraryNames): NormalizedNames {
  const names = [name, ...aliases].map(readName).filter(({ squeezed }) => squeezed !== '')
  return {
    names: new Set(names.map(({ squeezed }) => squeezed)),
    plain: new Set(names.map(({ plain }) => plain)),
    project: readName(slug.split('/').at(-1) ?? '').squeezed,
    paths: new Set(
      [slug, ...aliases].map((each) => readName(each).parts.join('/')).filter((path) => path.includes('/')),
    ),
    families: names.map(({ words }) => `${words.join('-')}-`),
  }
}

interface Rule {
  readonly surety: number
  readonly because: string
  holds(dependency: Dependency, libraryNames: NormalizedNames): boolean
}

/** The first that holds counts. `@emotion/react` is not React: the last part of a name in a scope says nothing. */
const rules: readonly Rule[] = [
  {
    surety: 1,
    because: 'the same name',
    holds: ({ name }, { names }) => names.has(readName(name).squeezed),
  },
  {
    surety: 0.95,
    because: 'the same repository',
    holds: ({ ecosystem, name }, { paths }) => ecosystem !== 'maven' && paths.has(pathOf(name)),
  },
  {
    surety: 0.9,
    because: 'the same name except for "js"',
    holds: ({ ecosystem, name }, { plain }) => ecosystem === 'npm' && plain.has(readName(name).plain),
  },
  {
    surety: 0.85,
    because: 'the last part of its name',
    holds: ({ ecosystem, name }, { names }) => PATHS.has(ecosystem) && names.has(readName(lastPart(name)).squeezed),
  },
  {
    surety: 0.8,
    because: 'the main package of its scope',
    holds: ({ ecosystem, name }, { plain }) => ecosystem === 'npm' && plain.has(scopeOf(name)),
  },
  {
    surety: 0.7,
    because: 'the name of its repository',
    holds: ({ name }, { project }) => project !== '' && readName(name).squeezed === project,
  },
  {
    surety: 0.6,
    because: 'an artifact of its family',
    holds: ({ ecosystem, name }, { families }) =>
      ecosystem === 'maven' && families.some((family) => family.length > 1 && lastPart(name).startsWith(family)),
  },
]

/** Ecosystems in whose names only the last part identifies the package; the parts before it name the publisher. */
const PATHS: ReadonlySet<Ecosystem> = new Set(['go', 'maven', 'composer'])

/** `gin-gonic/gin` of `github.com/gin-gonic/gin`, `vue/core` of `@vue/core`. */
const pathOf = (name: string): string => {
  const parts = readName(withoutMajor(name)).parts
  return (parts[0]?.includes('.') ? parts.slice(1, 3) : parts).join('/')
}

/** `yaml` for `gopkg.in/yaml.v3`, `echo` for `github.com/labstack/echo/v4`. */
const lastPart = (name: string): string => withoutMajor(name).split(/[/:]/).at(-1) ?? ''

const withoutMajor = (name: string): string => name.replace(/[/.]v\d+$/, '')

/** `angular` for `@angular/core`; empty for the other packages of a scope. */
const scopeOf = (name: string): string => readName(/^@([^/]+)\/(?:core|common|runtime)$/.exec(name)?.[1] ?? '').plain
