import { z } from 'zod'
import type { Operation } from '../../engine/operation.ts'
import type { Flag } from './command.ts'

/** Flags that every command has. */
export const commonFlags: readonly Flag[] = [
  { key: 'json', names: ['--json'], takes: 'nothing', says: 'Print the answer as JSON.' },
  {
    key: 'quiet',
    names: ['--quiet', '-q'],
    takes: 'nothing',
    says: 'No progress, no hints; a change that went well says nothing.',
  },
  { key: 'help', names: ['--help', '-h'], takes: 'nothing', says: 'Show this help.' },
]

/** Every input key is a flag: `minScore` is `--min-score`. */
export function flagsOf(operation: Operation): readonly Flag[] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as ObjectSchema
  return Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    key,
    names: namesOf(key, property, operation.aliases ?? {}),
    takes: takenBy(property),
    says: property.description ?? '',
    choices: property.enum ?? property.items?.enum,
    byDefault: property.default,
    isRequired: schema.required?.includes(key) ?? false,
  }))
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

interface Property {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly items?: Property
}

/** A list may also be named by its singular, since people write `--source notes`. */
function namesOf(key: string, property: Property, aliases: Readonly<Record<string, string>>): readonly string[] {
  const singular = property.type === 'array' && key.endsWith('s') ? [key.slice(0, -1)] : []
  const others = Object.keys(aliases).filter((alias) => aliases[alias] === key)
  return [...new Set([key, ...singular, ...others].map((name) => `--${kebab(name)}`))]
}

export const kebab = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')

function takenBy(property: Property): Flag['takes'] {
  if (property.type === 'boolean') return 'nothing'
  if (property.type === 'number' || property.type === 'integer') return 'number'
  if (property.type === 'array') return property.items?.type === 'string' ? 'list' : 'json'
  return property.type === 'object' ? 'json' : 'text'
}
