import { readName, type NamedLibrary } from '../names/match.ts'
import type { Dependency, Ecosystem } from './dependency.ts'

export type LibraryNames = Omit<NamedLibrary, 'description'>

/**
 * Which dependencies are that library, the surest first; of equals what the project asks for itself, then what has an exact
 * version. A project of many folders may use several versions: each is named with its file.
 */
export function dependencyOf(library: LibraryNames, dependencies: readonly Dependency[]) {
  const called = namesOf(library)
  return dependencies
    .flatMap((dependency) => {
      const rule = rules.find(({ holds }) => holds(dependency, called))
      return rule ? [{ dependency, surety: rule.surety, because: rule.because }] : []
    })
    .toSorted((a, b) => b.surety - a.surety || rankOf(b.dependency) - rankOf(a.dependency))
}

const rankOf = ({ isDirect, locked }: Dependency): number => (isDirect ? 2 : 0) + (locked === undefined ? 0 : 1)

/** `plain`: without punctuation, and without `js` at its end; `family`: the beginning of its artifacts, `spring-boot-`. */
function namesOf({ name, slug }: LibraryNames) {
  const { squeezed, plain, words } = readName(name)
  const { parts } = readName(slug)
  return {
    name: squeezed,
    plain,
    // Alone it may be as common a word as `core`.
    project: readName(slug.split('/').at(-1) ?? '').squeezed,
    path: parts.length > 1 ? parts.join('/') : '',
    family: `${words.join('-')}-`,
  }
}

interface Rule {
  /** From 0 to 1. */
  readonly surety: number
  readonly because: string
  holds(dependency: Dependency, called: ReturnType<typeof namesOf>): boolean
}

/** The first that holds counts. `@emotion/react` is not React: the last part of a name in a scope says nothing. */
const rules: readonly Rule[] = [
  {
    surety: 1,
    because: 'the same name',
    holds: ({ name }, called) => isSame(readName(name).squeezed, called.name),
  },
  {
    surety: 0.95,
    because: 'the same repository',
    holds: ({ ecosystem, name }, { path }) => ecosystem !== 'maven' && isSame(pathOf(name), path),
  },
  {
    surety: 0.9,
    because: 'the same name except for "js"',
    holds: ({ ecosystem, name }, { plain }) => ecosystem === 'npm' && isSame(readName(name).plain, plain),
  },
  {
    surety: 0.85,
    because: 'the last part of its name',
    holds: ({ ecosystem, name }, called) =>
      PATHS.has(ecosystem) && isSame(readName(lastPart(name)).squeezed, called.name),
  },
  {
    surety: 0.8,
    because: 'the main package of its scope',
    holds: ({ ecosystem, name }, { plain }) => ecosystem === 'npm' && isSame(scopeOf(name), plain),
  },
  {
    surety: 0.7,
    because: 'the name of its repository',
    holds: ({ name }, { project }) => isSame(readName(name).squeezed, project),
  },
  {
    surety: 0.6,
    because: 'an artifact of its family',
    holds: ({ ecosystem, name }, { family }) =>
      ecosystem === 'maven' && family.length > 1 && lastPart(name).startsWith(family),
  },
]

/** Names without a letter are nobody's. */
const isSame = (one: string, other: string): boolean => one !== '' && one === other

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
