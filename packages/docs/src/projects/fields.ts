import { isRecord } from '@wuku/core/lenient-parsing'
import { parse, TomlError } from 'smol-toml'
import type { LockedPackage } from './dependency.ts'

/** An object of a parsed file; everything in it may be of any type. */
export type Fields = { readonly [key: string]: unknown }

/** Empty for what is no object, as in broken files. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** Own ones only: no file can reach what every object has. */
export const fieldAt = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (Object.hasOwn(fieldsOf(inner), key) ? fieldsOf(inner)[key] : undefined), value)

export const textAt = (value: unknown, ...keys: readonly string[]): string | undefined => {
  const found = fieldAt(value, ...keys)
  return typeof found === 'string' ? found : undefined
}

export const entriesAt = (value: unknown, ...keys: readonly string[]): readonly (readonly [string, unknown])[] =>
  Object.entries(fieldsOf(fieldAt(value, ...keys)))

export const listAt = (value: unknown, ...keys: readonly string[]): readonly unknown[] => {
  const found = fieldAt(value, ...keys)
  return Array.isArray(found) ? found : []
}

/** Packages with their versions, as entries of lock files name both. */
export const packagesIn = (entries: readonly unknown[]): readonly LockedPackage[] =>
  entries.flatMap((entry) => {
    const [name, version] = [textAt(entry, 'name'), textAt(entry, 'version')]
    return name && version ? [{ name, version }] : []
  })

export const textsOf = (values: readonly unknown[]) => values.filter((each) => typeof each === 'string')

/** Without a byte order mark, and with the line breaks of Unix. */
export const linesOf = (text: string): readonly string[] => text.replace(/^\uFEFF/, '').split(/\r?\n/)

export const jsonOf = (text: string): Fields => {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (fieldsOf(value) !== value) throw new Error('it is not a JSON object')
  return fieldsOf(value)
}

/** Whole numbers may be of any length: what is no version is not looked at. */
export function tomlOf(text: string): Fields {
  try {
    return parse(text, { maxDepth: DEEPEST, integersAsBigInt: 'asNeeded' })
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const [message = ''] = cause.message.replace('Invalid TOML document: ', '').split('\n')
    throw new Error(`line ${cause.line}: ${message}`, { cause })
  }
}

const DEEPEST = 64
