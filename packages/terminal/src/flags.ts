import type { Operation } from '@wuku/kernel/base/operation'
import { inputShape } from '@wuku/kernel/arguments/shape'
import type { Flag } from './command-types.ts'

/** Flags that every command has. */
export const commonFlags: readonly Flag[] = [
  { key: 'json', names: ['--json'], takes: 'nothing', description: 'Print the answer as JSON.' },
  {
    key: 'quiet',
    names: ['--quiet', '-q'],
    takes: 'nothing',
    description: 'No progress, no hints; a change that went well says nothing.',
  },
  { key: 'help', names: ['--help', '-h'], takes: 'nothing', description: 'Show this help.' },
]

/** For commands that look for something. */
export const failEmptyFlag: Flag = {
  key: 'failEmpty',
  names: ['--fail-empty'],
  takes: 'nothing',
  description: 'End with 1 if nothing is found, as grep does.',
}

/** For a command of which one action looks for something. */
export const failEmptySearch: Flag = {
  ...failEmptyFlag,
  description: 'search: end with 1 if nothing is found, as grep does.',
}

/** Every input key is a flag: `minScore` is `--min-score`. */
export function flagsOf(operation: Operation): readonly Flag[] {
  const { properties = {}, required = [] } = inputShape(operation) as ObjectShape
  return Object.entries(properties).map(([key, property]) => ({
    key,
    names: [kebab(key), ...otherNames(key, properties, operation.aliases)].flatMap(typedNames),
    takes: valueTypeOf(property),
    description: property.description ?? '',
    choices: property.enum ?? property.items?.enum,
    byDefault: property.default,
    isRequired: required.includes(key),
  }))
}

interface ObjectShape {
  readonly properties?: Properties
  readonly required?: readonly string[]
}

interface Property {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly items?: Property
}

type Properties = Readonly<Record<string, Property>>

/** Aliases, and the singular of a list, since people write `--source notes`: where no key has that name itself. */
function otherNames(key: string, properties: Properties, aliases: Operation['aliases'] = {}): readonly string[] {
  const singular = valueTypeOf(properties[key] ?? {}) === 'list' && key.endsWith('s') ? [key.slice(0, -1)] : []
  const others = [...singular, ...Object.keys(aliases).filter((alias) => aliases[alias] === key)]
  const propertyNames = new Set(Object.keys(properties).map(kebab))
  return [...new Set(others.map(kebab))].filter((name) => !propertyNames.has(name))
}

/** A single letter is typed with one dash, where it does not mean something else everywhere. */
function typedNames(name: string): readonly string[] {
  const isShort = name.length === 1 && !commonFlags.some(({ names }) => names.includes(`-${name}`))
  return isShort ? [`-${name}`, `--${name}`] : [`--${name}`]
}

export const kebab = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')

function valueTypeOf(property: Property): Flag['takes'] {
  if (property.type === 'boolean') return 'nothing'
  if (property.type === 'number' || property.type === 'integer') return 'number'
  if (property.type === 'array') return property.items?.type === 'string' ? 'list' : 'json'
  return property.type === 'object' ? 'json' : 'text'
}
