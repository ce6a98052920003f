import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import type { SettingFacts } from '@wuku/kernel/base/parts/installation'
import { readPeriod } from '@wuku/kernel/base/docs-settings'

/** One setting: its text comes from the file or from a variable, and its type makes a value of it. */
export interface Setting<Value> extends SettingType<Value> {
  readonly description: string
  /** Variable, if its name is not derived from the key. */
  readonly variable?: string
  /** A variable of another program that counts where ours is not set. Set to nothing, ours overrides it too. */
  readonly also?: string
  /** Its value is in no message and in no answer. */
  readonly isSecret?: true
  /** A running server heeds a new value at once; any other takes effect when it starts again. */
  readonly isLive?: true
}

interface SettingType<Value> extends Bounds {
  readonly type: SettingFacts['type']
  readonly choices?: readonly string[]
  readonly byDefault: string
  /** Throws `Unreadable` for a text that is no such value. */
  read(text: string): Value
}

/** The message says what would be one. */
class Unreadable extends Error {}

export const text = (byDefault = ''): SettingType<string> => ({
  type: 'text',
  byDefault,
  read: (written) => written.trim(),
})

/** Spaces around it count. */
export const exactText = (): SettingType<string> => ({ type: 'text', byDefault: '', read: (written) => written })

export const list = (): SettingType<readonly string[]> => ({
  type: 'list',
  byDefault: '',
  read: (written) =>
    written
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
})

export const flag = (byDefault: boolean): SettingType<boolean> => ({
  type: 'boolean',
  byDefault: String(byDefault),
  read(written) {
    if (['true', '1', 'yes', 'on'].includes(written)) return true
    if (['false', '0', 'no', 'off', ''].includes(written)) return false
    throw new Unreadable('true or false')
  },
})

/** PostgreSQL cuts a longer name off, and keeps names that begin with `pg_` for itself. */
export const schemaName = (byDefault: string): SettingType<string> => ({
  type: 'text',
  byDefault,
  read(written) {
    const name = written.trim() || byDefault
    if (Buffer.byteLength(name) <= 63 && !name.startsWith('pg_') && !name.includes('\0')) return name
    throw new Unreadable('a name of at most 63 bytes that does not begin with "pg_"')
  },
})

/** Visible characters of a number of its own; empty when it is not set. */
export const secret = ({ min = 1, max }: { readonly min?: number; readonly max: number }) => ({
  type: 'text' as const,
  byDefault: '',
  isSecret: true as const,
  read(written: string) {
    const trimmed = written.trim()
    if (trimmed === '' || (/^[\x21-\x7E]+$/.test(trimmed) && trimmed.length >= min && trimmed.length <= max))
      return trimmed
    throw new Unreadable(`${min} to ${max} visible characters`)
  },
})

export const choice = <Value extends string>(values: readonly Value[], byDefault: Value): SettingType<Value> => ({
  type: 'choice',
  choices: values,
  byDefault,
  read(written) {
    const found = values.find((value) => value === written.trim())
    if (found === undefined) throw new Unreadable(`one of ${values.join(', ')}`)
    return found
  },
})

interface Bounds {
  readonly min?: number
  readonly max?: number
}

export const integer = ({ byDefault, ...bounds }: Bounds & { readonly byDefault: number }): SettingType<number> => ({
  type: 'integer',
  min: 1,
  ...bounds,
  byDefault: String(byDefault),
  read: (written) => toInteger(written, bounds),
})

/** `undefined` when nothing is written: the program chooses. */
export const optionalInteger = (bounds: Bounds = {}): SettingType<number | undefined> => ({
  type: 'integer',
  min: 1,
  ...bounds,
  byDefault: '',
  read: (written) => (written.trim() === '' ? undefined : toInteger(written, bounds)),
})

function toInteger(written: string, { min = 1, max = Infinity }: Bounds): number {
  const number = toNumber(written)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw new Unreadable(`a whole number ${max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`}`)
}

export const weight = (byDefault: number): SettingType<number> => ({
  type: 'number',
  min: 0,
  max: 1_000,
  byDefault: String(byDefault),
  read(written) {
    const number = toNumber(written)
    if (number >= 0 && number <= 1_000) return number
    throw new Unreadable('a number from 0 to 1000')
  },
})

/** Milliseconds; 0 for never. */
export const period = (): SettingType<number> => ({
  type: 'period',
  byDefault: 'off',
  read(written) {
    const milliseconds = readPeriod(written.trim() === '' ? 'off' : written.trim())
    if (milliseconds === undefined) throw new Unreadable('off, or a number with m, h, d or w, such as 7d')
    return milliseconds
  },
})

/** Dollars for a million tokens. */
export const price = (): SettingType<number | undefined> => ({
  type: 'number',
  min: 0,
  byDefault: '',
  read(written) {
    if (written.trim() === '') return undefined
    const number = toNumber(written)
    if (Number.isFinite(number) && number >= 0) return number
    throw new Unreadable('dollars per million tokens, such as 0.02')
  },
})

const toNumber = (written: string): number => (written.trim() === '' ? Number.NaN : Number(written))

/** `WUKU_`, then the key in capitals. `models.` is left out. */
export const variableOf = (key: string, { variable }: Pick<Setting<unknown>, 'variable'>): string =>
  variable ??
  `WUKU_${key
    .replace(/^models\./, '')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('.', '_')
    .toUpperCase()}`

export interface WrittenSettings {
  /** By dotted key, from the file. */
  readonly file: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A variable overrides the file, and the file overrides the default. */
export const readSetting = <Value>(key: string, setting: Setting<Value>, written: WrittenSettings): Value =>
  parseSetting(key, setting, findSetting(key, setting, written).text)

interface FoundSetting {
  readonly text: string
  readonly from: Exclude<SettingFacts['from'], 'flag'>
  readonly variable: string
}

export function findSetting(key: string, setting: Setting<unknown>, { file, env }: WrittenSettings): FoundSetting {
  const variable = variableOf(key, setting)
  const own = env[variable] ?? file[key] ?? undefined
  const other = own === undefined && setting.also ? env[setting.also] : undefined
  if (other !== undefined && setting.also) return { text: other, from: 'environment', variable: setting.also }
  const written = Array.isArray(own) ? own.join(',') : String(own ?? setting.byDefault)
  if (env[variable] !== undefined) return { text: written, from: 'environment', variable }
  return { text: written, from: own === undefined ? 'default' : 'file', variable }
}

export function parseSetting<Value>(key: string, setting: Setting<Value>, written: string): Value {
  try {
    return setting.read(written)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const remedy = msg('giveSettingsYaml', { error: error.message, variable: variableOf(key, setting) })
    const what = setting.isSecret ? msg('isNotOfItsForm') : msg('is', { written })
    throw new WukuError('usage', msg('setting', { key, what }), remedy, { cause: error })
  }
}
