import { either } from '@wuku/core/list-helpers'
import { chmod, readFile } from 'node:fs/promises'
import { msg, type Text } from '@wuku/messages/cli'
import type { Document } from 'yaml'
import { WukuError } from '@wuku/core/errors'
import type { SettingFacts, SettingValue } from '@wuku/kernel/base/parts/installation'
import { nearest } from '@wuku/text/edits/edit'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { findSetting, listIn, parseSetting, variableOf, type Setting } from '@wuku/settings/setting'
import { changeSettings, readSettingsFile } from '@wuku/settings/settings-file'
import { settingsTable, type Key } from '@wuku/settings/settings-table'
import { readYaml, settingsFrom, type Environment, type Written } from '@wuku/settings/app-settings'
import type { CommandsInput } from '../local-shell.ts'

const rows = Object.entries<Setting<unknown>>(settingsTable)

/** Every setting as it counts now, by the file as it is at this moment. */
export async function listSettings({ settings, environment }: CommandsInput): Promise<readonly SettingFacts[]> {
  const [file, lines] = await Promise.all([readYaml(settings.file), linesIn(settings.file)])
  const { flags = {} } = settings
  return rows.map(([key, setting]) =>
    factsOf(key, setting, {
      written: file,
      env: environment.env,
      line: lines.get(key) ?? null,
      flag: flags[key as Key],
    }),
  )
}

interface Found {
  readonly written: Written
  readonly env: Environment['env']
  readonly line: number | null
  readonly flag: SettingValue | undefined
}

function factsOf(key: string, setting: Setting<unknown>, { written, env, line, flag }: Found): SettingFacts {
  const { description, type, choices = null, min = null, max = null, isSecret = false, isLive = false } = setting
  const { text, from: origin, variable } = findSetting(key, setting, { file: written, env })
  const from = flag === undefined ? origin : 'flag'
  const value = flag ?? valueOf(setting, text)
  const defaultValue = valueOf(setting, setting.byDefault)
  const isSet = flag !== undefined || text.trim() !== ''
  return {
    name: key,
    value: isSecret ? null : shown(value),
    default: defaultValue,
    isSet,
    isSecret,
    from,
    variable,
    line,
    says: description,
    type,
    choices,
    least: min,
    most: max,
    fixed: whyFixed(from, variable),
    takesEffect: isLive ? 'at once' : 'after a restart',
  }
}

function whyFixed(from: SettingFacts['from'], variable: string): Text | null {
  if (from === 'flag') return 'An option of the command that started the server decides.'
  return from === 'environment' ? msg('variableDecides', { variable }) : null
}

/** A text that is no such value is shown as it stands, and a list by its parts, whatever they mean: somebody has to see it. */
function valueOf({ type, read }: Setting<unknown>, text: string): SettingValue {
  if (type === 'text' || type === 'period' || type === 'choice') return text === '' ? null : text
  try {
    const value = (read(text) as SettingValue | undefined) ?? null
    return value !== null && typeof value === 'object' ? listIn(text) : value
  } catch {
    return text
  }
}

/** An address may hold a password, and any text a secret that was put into the wrong place. */
function shown(value: SettingValue): SettingValue {
  if (typeof value === 'string') return maskSecrets(value.replace(/\/\/[^/@\s]*@/, '//***@')).text
  return value !== null && typeof value === 'object' ? value.map((each) => String(shown(each))) : value
}

/** By dotted key, from 1. */
async function linesIn(file: string): Promise<ReadonlyMap<string, number>> {
  const [document, text] = await Promise.all([readSettingsFile(file), readFile(file, 'utf8').catch(() => '')])
  const { isMap, isScalar } = await import('yaml')
  const lines = new Map<string, number>()
  const walk = (node: unknown, above: string): void => {
    if (!isMap(node)) return
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue
      const name = above === '' ? String(key.value) : `${above}.${String(key.value)}`
      if (isMap(value)) walk(value, name)
      else lines.set(name, text.slice(0, key.range?.[0] ?? 0).split('\n').length)
    }
  }
  walk((document as Document).contents, '')
  return lines
}

/** Writes it into the file, where the next start or a running server finds it. */
export async function changeSetting(name: string, value: SettingValue, place: CommandsInput): Promise<SettingFacts> {
  const { settings, environment } = place
  const setting = requireSetting(name)
  const before = await factsNamed(name, place)
  if (before.fixed !== null)
    throw new WukuError('conflict', msg('cannotChangedHere', { name, fixed: before.fixed }), remedyFor(before))
  const written = value === null ? undefined : asWritten(setting, value)
  if (written !== undefined) parseSetting(name, setting, asText(written))
  const { [name]: _, ...others } = await readYaml(settings.file)
  settingsFrom({ ...others, ...(written !== undefined && { [name]: written }) }, environment)
  if (setting.isSecret && written !== undefined) await chmod(settings.file, 0o600).catch(() => {})
  await changeSettings(settings, { [name as Key]: written })
  return factsNamed(name, place)
}

async function factsNamed(name: string, place: CommandsInput): Promise<SettingFacts> {
  const found = (await listSettings(place)).find((each) => each.name === name)
  if (!found) throw new Error(`No setting is called ${name}.`)
  return found
}

function requireSetting(name: string): Setting<unknown> {
  const found = rows.find(([key]) => key === name)
  if (found) return found[1]
  const names = rows.map(([key]) => key)
  const near = nearest(name, names, { max: 3, limit: 3 })
  const hint = near.length > 0 ? msg('didYouMean2', { near: either(near) }) : ''
  throw new WukuError('not-found', msg('noSetting', { name, hint }))
}

const remedyFor = ({ from, variable, name }: SettingFacts): Text =>
  from === 'flag'
    ? msg('startServerWithoutOption')
    : msg('unsetWhereStartedStartAgain', { variable: variable || variableOf(name, requireSetting(name)) })

/** A form may send every value as text. */
const asWritten = (setting: Setting<unknown>, value: Exclude<SettingValue, null>): Exclude<SettingValue, null> =>
  typeof value === 'string' ? (valueOf(setting, value) ?? value) : value

const asText = (value: Exclude<SettingValue, null>) => (typeof value === 'object' ? value.join(',') : String(value))
