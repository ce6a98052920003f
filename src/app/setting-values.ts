import { WukuError } from '../core/errors.ts'
import { settingsTable, type Key } from './settings-table.ts'

/** What a setting says, as text, to values; what cannot be one names the setting and how to write it. */

export const toList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export function toNumber(key: Key, text: string, { least = 1, most = Infinity } = {}): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  const wanted = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
  throw badSetting(key, text, `a whole number ${wanted}`)
}

export function toWeight(key: Key, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (number >= 0 && number <= 1_000) return number
  throw badSetting(key, text, 'a number from 0 to 1000')
}

export function toBoolean(key: Key, text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text)) return true
  if (['false', '0', 'no', 'off', ''].includes(text)) return false
  throw badSetting(key, text, 'true or false')
}

function badSetting(key: Key, text: string, wanted: string): WukuError {
  const variable = settingsTable.find((setting) => setting.key === key)?.variable
  return new WukuError(
    'usage',
    `The setting ${key} is "${text}".`,
    `Give ${wanted}, in settings.yaml or in ${variable}.`,
  )
}
