import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { EmbedderSettings } from '../adapters/models/embedder.ts'
import { WukuError } from '../core/errors.ts'
import type { DocsSettings } from '../engine/docs-settings.ts'
import type { KeepingLimits } from '../engine/keeping/limits.ts'
import { mostSlots } from '../ports/pads.ts'
import { embedderOf } from './embedder-settings.ts'
import { settingsTable, type Key } from './settings-table.ts'

export { settingsTable }

/** The settings file, overridden by variables; a command's own flags override both. */
export interface Settings {
  /** The data folder. */
  readonly home: string
  readonly file: string
  readonly store: string
  readonly fileBytes: number
  /** Toolsets that agents see; all of them when empty. */
  readonly tools: readonly string[]
  readonly readOnly: boolean
  readonly workers: number
  readonly pads: KeepingLimits
  readonly code: CodeSettings
  readonly chats: ChatsSettings
  readonly docs: DocsSettings
  readonly fetching: FetchingSettings
  /** What looks like a secret and is none. */
  readonly allowedSecrets: readonly string[]
  /** Nothing is sent anywhere. */
  readonly offline: boolean
  readonly generator: GeneratorSettings
  /** Checked when it is opened. */
  readonly embedder: EmbedderSettings
  /** What in the file means nothing. */
  readonly warnings: readonly string[]
}

export interface CodeSettings {
  readonly fileBytes: number
  /** How many of the newest commits are indexed; 0 for none. */
  readonly commits: number
  /** As the user wrote it; empty where nobody named one. */
  readonly project: string
  /** Where the shell that started the program says that it was. */
  readonly shellFolder: string
}

export interface ChatsSettings {
  /** Globs of folders that were worked in, or of ids, which are kept out of the index. */
  readonly exclude: readonly string[]
  /** Id of the conversation that asks; empty where nobody said. */
  readonly current: string
}

/** How documentation is fetched. */
export interface FetchingSettings {
  /** Of a host; asked for when it is used, so that no settings printed anywhere show it. */
  tokenOf(host: string): string | undefined
  /** `host` or `host:port` that may have private addresses. */
  readonly allowHosts: readonly string[]
  readonly proxy: string
}

/** The language model; without an address and a name there is none. */
export interface GeneratorSettings {
  readonly url: string
  readonly model: string
  /** Asked for when it is used, so that no settings printed anywhere show it; empty where none is needed. */
  readonly key: () => string
}

/** The part of the process that settings are made from. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The user's home folder. */
  readonly userFolder: string
}

/** Keys of the file that other modules read and write. */
const foreignKeys = ['contexts']

export async function readSettings(surroundings: Surroundings): Promise<Settings> {
  const home = dataFolder(surroundings)
  const file = join(home, 'settings.yaml')
  const written = await readYaml(file)
  const said = (key: Key): string => settingOf(key, written, surroundings)
  return {
    home,
    file,
    store: join(home, 'wuku.sqlite'),
    fileBytes: toNumber('limits.fileBytes', said('limits.fileBytes')),
    tools: toList(said('tools')),
    readOnly: toBoolean('readOnly', said('readOnly')),
    workers: said('workers') === '' ? spareCores() : toNumber('workers', said('workers')),
    pads: {
      padBytes: toNumber('pads.bytes', said('pads.bytes')),
      padsPerWorkflow: toNumber('pads.perWorkflow', said('pads.perWorkflow'), { most: mostSlots }),
      padVersions: toNumber('pads.versions', said('pads.versions')),
    },
    code: {
      fileBytes: toNumber('code.fileBytes', said('code.fileBytes')),
      commits: toNumber('code.commits', said('code.commits'), { least: 0 }),
      project: said('code.project').trim() || (surroundings.env['SCYTHE_CONTEXT_DEFAULT_PROJECT'] ?? '').trim(),
      shellFolder: surroundings.env['PWD'] ?? '',
    },
    chats: {
      exclude: toList(said('chats.exclude')),
      current: said('chats.current').trim() || (surroundings.env['CHATWISE_CURRENT_CHAT_ID'] ?? '').trim(),
    },
    docs: docsOf(said),
    fetching: {
      tokenOf: tokensOf(toList(said('docs.tokens')), surroundings.env),
      allowHosts: toList(said('docs.allowHosts')),
      proxy: said('docs.proxy').trim(),
    },
    allowedSecrets: toList(said('secrets.allow')),
    offline: toBoolean('offline', said('offline')),
    generator: generatorOf(said),
    embedder: embedderOf(said, surroundings.env),
    warnings: unknownKeys(written, file),
  }
}

function generatorOf(said: (key: Key) => string): GeneratorSettings {
  const key = said('models.generator.key').trim()
  return { url: said('models.generator.url').trim(), model: said('models.generator.model').trim(), key: () => key }
}

const docsOf = (said: (key: Key) => string): DocsSettings => ({
  fileBytes: toNumber('docs.fileBytes', said('docs.fileBytes')),
  purgeDays: toNumber('docs.purgeDays', said('docs.purgeDays'), { least: 0 }),
  enrich: toBoolean('docs.enrich', said('docs.enrich')),
  weights: {
    fullText: toWeight('docs.weights.fullText', said('docs.weights.fullText')),
    vectors: toWeight('docs.weights.vectors', said('docs.weights.vectors')),
  },
  popularity: toBoolean('docs.popularity', said('docs.popularity')),
  cacheSeconds: toNumber('docs.cacheSeconds', said('docs.cacheSeconds'), { least: 0 }),
  recordDays: toNumber('records.days', said('records.days')),
})

/** What is set for a host beats the variable that programs of its maker use. */
function tokensOf(written: readonly string[], env: Surroundings['env']): FetchingSettings['tokenOf'] {
  if (written.some((each) => !/^[^=\s]+=\S+$/.test(each))) throw badToken()
  const said = new Map(written.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]))
  const usual: Readonly<Record<string, string | undefined>> = {
    'github.com': env['GITHUB_TOKEN'],
    'gitlab.com': env['GITLAB_TOKEN'],
    'gitea.com': env['GITEA_TOKEN'],
    'codeberg.org': env['GITEA_TOKEN'],
  }
  return (host) => said.get(host) || usual[host] || undefined
}

/** The main thread reads, hashes and stores: it keeps one core busy, and four others keep it busy. */
const spareCores = (): number => Math.min(4, Math.max(1, availableParallelism() - 1))

export function dataFolder({ env, platform, userFolder }: Surroundings): string {
  if (env['WUKU_HOME']) return resolve(env['WUKU_HOME'])
  if (platform === 'darwin') return join(userFolder, 'Library', 'Application Support', 'wuku')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(userFolder, 'AppData', 'Local'), 'wuku')
  return join(env['XDG_DATA_HOME'] || join(userFolder, '.local', 'share'), 'wuku')
}

type Written = Readonly<Record<string, unknown>>

/** Dotted keys to their values; nothing when there is no file. */
async function readYaml(file: string): Promise<Written> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw new WukuError('bad-input', `${file} cannot be read: ${error.message}`, 'Mend that, or move it away.')
  })
  if (text.trim() === '') return {}
  const { parse } = await import('yaml')
  return flatten(parseOrExplain(() => parse(text, { logLevel: 'error' }), file))
}

function parseOrExplain(parse: () => unknown, file: string): unknown {
  try {
    return parse()
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new WukuError('bad-input', `${file} is not valid YAML: ${said}`, 'Mend that line, or move the file away.')
  }
}

function flatten(value: unknown, above = ''): Written {
  if (!isRecord(value) || foreignKeys.includes(above)) return above === '' ? {} : { [above]: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flatten(inner, above ? `${above}.${key}` : key)),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function settingOf(key: Key, written: Written, { env }: Surroundings): string {
  const { variable, byDefault } = settingsTable.find((setting) => setting.key === key) ?? {
    variable: '',
    byDefault: '',
  }
  const value = env[variable] ?? written[key] ?? byDefault
  return Array.isArray(value) ? value.join(',') : String(value)
}

function unknownKeys(written: Written, file: string): readonly string[] {
  const known: readonly string[] = [...settingsTable.map((setting) => setting.key), ...foreignKeys]
  return Object.keys(written)
    .filter((key) => !known.includes(key))
    .map((key) => `${file}: "${key}" is not a setting. Known are ${known.join(', ')}.`)
}

const toList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function toNumber(key: Key, text: string, { least = 1, most = Infinity } = {}): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  const wanted = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
  throw badSetting(key, text, `a whole number ${wanted}`)
}

/** What was written is not repeated: it may be a token. */
const badToken = (): WukuError =>
  new WukuError(
    'usage',
    'An entry of the setting docs.tokens is not of the form host=token.',
    'Write each as "github.com=<token>", in settings.yaml or in WUKU_DOCS_TOKENS.',
  )

function toWeight(key: Key, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (number >= 0 && number <= 1_000) return number
  throw badSetting(key, text, 'a number from 0 to 1000')
}

function toBoolean(key: Key, text: string): boolean {
  if (['true', '1', 'yes'].includes(text)) return true
  if (['false', '0', 'no', ''].includes(text)) return false
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
