import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import type { SettingFacts } from '@wuku/kernel/base/parts/installation'
import { parseQuota, type Quota } from '@wuku/kernel/base/quotas'
import { readPeriod } from '@wuku/kernel/base/docs-settings'

/** One setting: its text comes from the file or from a variable, and its type makes a value of it. */
export interface Setting<Value> extends Options {
  readonly description: string
  readonly type: SettingFacts['type']
  readonly choices?: readonly string[]
  readonly byDefault: string
  /** Throws `Unreadable` for a text that is no such value. */
  read(text: string): Value
}

interface Options extends Bounds {
  /** Variable, if its name is not derived from the key. */
  readonly variable?: string
  /** A variable of another program that counts where ours is not set. Set to nothing, ours overrides it too. */
  readonly also?: string
  /** Its value is in no message and in no answer. */
  readonly isSecret?: true
  /** A running server heeds a new value at once; any other takes effect when it starts again. */
  readonly isLive?: true
}

interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** The message says what would be one. */
class Unreadable extends Error {}

type WithDefault<Value> = Options & { readonly byDefault?: Value }

export const text = (description: string, options: WithDefault<string> = {}): Setting<string> => ({
  description,
  type: 'text',
  byDefault: '',
  ...options,
  read: (written) => written.trim(),
})

/** Spaces around it count. */
export const exactText = (description: string): Setting<string> => ({
  ...text(description),
  read: (written) => written,
})

export const list = (description: string, options: Options = {}): Setting<readonly string[]> => ({
  description,
  type: 'list',
  byDefault: '',
  ...options,
  read: listIn,
})

export const listIn = (written: string): readonly string[] =>
  written
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const quotaList = (description: string): Setting<readonly Quota[]> => ({
  ...list(description),
  read: (written) =>
    listIn(written).map((each) => {
      const quota = parseQuota(each)
      if (quota) return quota
      throw new Unreadable('a list of quotas such as sources=20 or group:research documentBytes=2000000000')
    }),
})

export const flag = (
  description: string,
  { byDefault = false, ...options }: WithDefault<boolean> = {},
): Setting<boolean> => ({
  description,
  type: 'boolean',
  byDefault: String(byDefault),
  ...options,
  read(written) {
    if (['true', '1', 'yes', 'on'].includes(written)) return true
    if (['false', '0', 'no', 'off', ''].includes(written)) return false
    throw new Unreadable('true or false')
  },
})

/** PostgreSQL cuts a longer name off, and keeps names that begin with `pg_` for itself. */
export const schemaName = (
  description: string,
  options: Options & { readonly byDefault: string },
): Setting<string> => ({
  ...text(description, options),
  read(written) {
    const name = written.trim() || options.byDefault
    if (Buffer.byteLength(name) <= 63 && !name.startsWith('pg_') && !name.includes('\0')) return name
    throw new Unreadable('a name of at most 63 bytes that does not begin with "pg_"')
  },
})

/** Visible characters of a number of its own; empty when it is not set. */
export const secret = (
  description: string,
  { min = 1, max, ...options }: Options & { readonly max: number },
): Setting<string> => ({
  ...text(description, { ...options, isSecret: true }),
  read(written) {
    const trimmed = written.trim()
    if (trimmed === '' || (/^[\x21-\x7E]+$/.test(trimmed) && trimmed.length >= min && trimmed.length <= max))
      return trimmed
    throw new Unreadable(`${min} to ${max} visible characters`)
  },
})

export const choice = <Value extends string>(
  description: string,
  choices: readonly Value[],
  byDefault: Value,
): Setting<Value> => ({
  description,
  type: 'choice',
  choices,
  byDefault,
  read(written) {
    const found = choices.find((value) => value === written.trim())
    if (found === undefined) throw new Unreadable(`one of ${choices.join(', ')}`)
    return found
  },
})

/** `undefined` when nothing is written: the program chooses. */
export const optionalInteger = (description: string, options: Options = {}): Setting<number | undefined> => ({
  description,
  type: 'integer',
  min: 1,
  byDefault: '',
  ...options,
  read: (written) => (written.trim() === '' ? undefined : toInteger(written, options)),
})

export const integer = (
  description: string,
  { byDefault, ...options }: Options & { readonly byDefault: number },
): Setting<number> => ({
  ...optionalInteger(description, options),
  byDefault: String(byDefault),
  read: (written) => toInteger(written, options),
})

function toInteger(written: string, { min = 1, max = Infinity }: Bounds): number {
  const number = toNumber(written)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw new Unreadable(`a whole number ${max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`}`)
}

export const weight = (description: string): Setting<number> => ({
  description,
  type: 'number',
  min: 0,
  max: 1_000,
  byDefault: '1',
  read(written) {
    const number = toNumber(written)
    if (number >= 0 && number <= 1_000) return number
    throw new Unreadable('a number from 0 to 1000')
  },
})

/** Milliseconds; 0 for never. */
export const period = (description: string, options: Options): Setting<number> => ({
  description,
  type: 'period',
  byDefault: 'off',
  ...options,
  read(written) {
    const milliseconds = readPeriod(written.trim() === '' ? 'off' : written.trim())
    if (milliseconds === undefined) throw new Unreadable('off, or a number with m, h, d or w, such as 7d')
    return milliseconds
  },
})

/** Dollars for a million tokens. */
export const price = (description: string): Setting<number | undefined> => ({
  description,
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
