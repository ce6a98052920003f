import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variableOf, type Setting } from '@wuku/settings/setting'
import { settingsTable } from '@wuku/settings/settings-table'

const repository = join(import.meta.dirname, '../../..')

export const inRepository = (...names: readonly string[]): string => join(repository, ...names)

export const read = (...names: readonly string[]): string => readFileSync(inRepository(...names), 'utf8')

/** Variables of the AWS SDK, as the guide names them; the data folder and what the launcher reads, which are no settings. */
const others = [
  'WUKU_HOME',
  'WUKU_RUN_IN_PLACE',
  'AWS_ENDPOINT_URL_S3',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]

const settings = new Map<string, Setting<unknown>>(
  Object.entries(settingsTable as Readonly<Record<string, Setting<unknown>>>).flatMap(([key, setting]) =>
    [variableOf(key, setting), setting.also].flatMap((name) => (name === undefined ? [] : [[name, setting] as const])),
  ),
)

/** What is wrong with a variable that an instance is given: a name that nobody reads, or a value that is refused. */
export function wrongVariable(name: string, value: string): string | undefined {
  if (others.includes(name)) return undefined
  const setting = settings.get(name)
  if (!setting) return `${name} is no setting`
  if (value === '') return undefined
  try {
    setting.read(value)
    return undefined
  } catch {
    return `${name} may not be ${value}`
  }
}

export const defaultOf = (key: keyof typeof settingsTable): string => settingsTable[key].byDefault

/** An image of one release by its bytes; our own, which are built here or by the reader, by their release. */
export const isPinned = (image: string): boolean =>
  /^(?:registry\.example\.com\/)?wuku:\d+\.\d+\.\d+$/.test(image) ||
  /^[a-z0-9./-]+:v?\d+\.\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/.test(image)

/** Without unit: `2M` is two mebibytes for nginx and for Docker. */
export function bytesOf(size: string): number {
  const [, number = '', unit = ''] = /^(\d+)([kmg]?)$/i.exec(size) ?? []
  return Number(number) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase())
}
