import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { EmbedderSettings } from '@wuku/models/embedder'
import type { GeneratorSettings } from '@wuku/models/generator'
import type { RerankerSettings } from '@wuku/models/rerank-http'
import { WukuError } from '@wuku/core/errors'
import { isRecord } from '@wuku/core/lenient-parsing'
import { msg, packed } from '@wuku/messages/settings'
import type { LanguageChoice } from './language-choice.ts'
import type { DocsSettings } from '@wuku/kernel/base/docs-settings'
import type { KeepingLimits } from '@wuku/kernel/base/pad-limits'
import type { PushLimits } from '@wuku/kernel/base/push-limits'
import type { ModelTimeouts } from '@wuku/core/ports/models'
import { embedderOf, geminiNames, localModelsOf, type LocalModelSettings } from './model-settings.ts'
import { authOf, serverOf, type AuthSettings, type ServerSettings } from './server-settings.ts'
import { teamOf, type TeamSettings } from './team-settings.ts'
import type { SettingValue } from '@wuku/kernel/base/parts/installation'
import { createReadSetting, readBelow, settingsTable, type Key, type ReadSetting } from './settings-table.ts'

/** The settings file, overridden by variables; a command's own flags override both. */
export interface Settings {
  /** The data folder. */
  readonly home: string
  readonly file: string
  readonly store: string
  readonly team: TeamSettings
  readonly backup: BackupSettings
  readonly packs: { readonly trusted: readonly string[] }
  readonly fileBytes: number
  /** Toolsets that agents see; all of them when empty. */
  readonly tools: readonly string[]
  readonly readOnly: boolean
  readonly language: LanguageChoice
  /** Whether sessions get a summary of open work, if their program asks for it. */
  readonly sessionContext: boolean
  readonly workers: number
  readonly pads: KeepingLimits
  readonly push: PushLimits
  readonly code: CodeSettings
  readonly chats: ChatsSettings
  readonly docs: DocsSettings
  readonly fetching: FetchingSettings
  readonly connectors: ConnectorsSettings
  readonly server: ServerSettings
  readonly auth: AuthSettings
  /** Texts that look like a secret and are none. */
  readonly allowedSecrets: readonly string[]
  /** Nothing is sent anywhere. */
  readonly offline: boolean
  /** Models are checked when they are opened. */
  readonly generator: GeneratorSettings
  readonly embedder: EmbedderSettings
  readonly timeouts: ModelTimeouts
  /** Dollars for a million tokens. */
  readonly embedderPrice: number | undefined
  readonly reranker: RerankerSettings
  /** Models that run on this machine, and where they come from. */
  readonly localModels: LocalModelSettings
  /** Given to the command that started this process; they override all else. */
  readonly flags?: Readonly<Partial<Record<Key, SettingValue>>>
  /** Warnings about meaningless entries in the file, packed: threads get settings as plain data. */
  readonly warnings: readonly string[]
}

export interface BackupSettings {
  /** Empty: none. */
  readonly place: string
  /** Milliseconds; 0 for never. */
  readonly every: number
  /** 0 for all. */
  readonly keep: number
}

export interface CodeSettings {
  readonly fileBytes: number
  /** How many of the newest commits are indexed; 0 for none. */
  readonly commits: number
  /** As the user wrote it; empty where nobody named one. */
  readonly project: string
  /** Current folder by the shell that started the program. */
  readonly shellFolder: string
  /** By default the folder of the process; empty where callers come from elsewhere. */
  readonly startedIn?: string
}

export interface ChatsSettings {
  /** Globs of folders that were worked in, or of ids, which are kept out of the index. */
  readonly exclude: readonly string[]
  /** Whether what other servers retrieved is kept out of conversations. */
  readonly leaveOutRetrieved: boolean
  /** Id of the conversation that asks; empty where nobody said. */
  readonly current: string
}

/** The part of the process that settings are made from. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The user's home folder. */
  readonly userFolder: string
}

/** Keys of the file that another module reads (`declared.ts`). */
const foreignKeys = ['contexts', 'projects']

export async function readSettings(environment: Environment): Promise<Settings> {
  const file = join(dataFolder(environment), 'settings.yaml')
  return settingsFrom(await readYaml(file), environment)
}

/** Settings as they would be with these in the file. */
export function settingsFrom(written: Written, environment: Environment): Settings {
  const home = dataFolder(environment)
  const file = join(home, 'settings.yaml')
  const read = createReadSetting({ file: written, env: environment.env })
  return {
    home,
    file,
    store: join(home, 'wuku.sqlite'),
    team: teamOf(read, environment, written),
    backup: readBelow(read, 'backup', ['place', 'every', 'keep']),
    packs: readBelow(read, 'packs', ['trusted']),
    fileBytes: read('limits.fileBytes'),
    tools: read('tools'),
    readOnly: read('readOnly'),
    language: read('language'),
    sessionContext: read('sessionContext'),
    workers: read('workers') ?? spareCores(),
    pads: {
      padBytes: read('pads.bytes'),
      padsPerWorkflow: read('pads.perWorkflow'),
      padVersions: read('pads.versions'),
    },
    push: readBelow(read, 'push', ['files', 'bytes']),
    code: {
      ...readBelow(read, 'code', ['fileBytes', 'commits', 'project']),
      shellFolder: environment.env['PWD'] ?? '',
    },
    chats: readBelow(read, 'chats', ['exclude', 'leaveOutRetrieved', 'current']),
    docs: {
      ...readBelow(read, 'docs', ['fileBytes', 'unreadableSeconds', 'purgeDays', 'enrich']),
      ...readBelow(read, 'docs', ['popularity', 'cacheSeconds', 'refreshEvery']),
      weights: readBelow(read, 'docs.weights', ['fullText', 'vectors']),
      recordDays: read('records.days'),
    },
    fetching: {
      ...readBelow(read, 'docs', ['allowHosts', 'proxy']),
      tokenOf: tokensOf(read('docs.tokens'), environment.env),
    },
    server: serverOf(read),
    auth: authOf(read),
    connectors: {
      credentialOf: credentialsOf(read('connectors.tokens'), environment.env),
      people: read('connectors.people'),
      webhooks: read('connectors.webhooks'),
    },
    allowedSecrets: read('secrets.allow'),
    offline: read('offline'),
    generator: generatorOf(read, environment.env),
    embedder: embedderOf(read, environment.env),
    timeouts: {
      question: read('models.embedder.patience'),
      order: read('models.reranker.patience'),
      words: read('models.generator.patience'),
    },
    embedderPrice: read('models.embedder.price'),
    reranker: rerankerOf(read),
    localModels: localModelsOf(read, environment),
    warnings: unknownKeys(written, file),
  }
}

function rerankerOf(read: ReadSetting): RerankerSettings {
  const key = read('models.reranker.key')
  return {
    ...readBelow(read, 'models.reranker', ['provider', 'url', 'model']),
    key: () => key,
    insecure: read('models.insecure'),
  }
}

/** The main thread reads, hashes and stores: it keeps one core busy, and four others keep it busy. */
const spareCores = (): number => Math.min(4, Math.max(1, availableParallelism() - 1))

export function dataFolder({ env, platform, userFolder }: Environment): string {
  if (env['WUKU_HOME']) return resolve(env['WUKU_HOME'])
  if (platform === 'darwin') return join(userFolder, 'Library', 'Application Support', 'wuku')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(userFolder, 'AppData', 'Local'), 'wuku')
  return join(env['XDG_DATA_HOME'] || join(userFolder, '.local', 'share'), 'wuku')
}

export type Written = Readonly<Record<string, unknown>>

/** Dotted keys to their values; nothing when there is no file. */
export async function readYaml(file: string): Promise<Written> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw new WukuError('bad-input', msg('cannotBeRead2', { file, reason: error.message }))
  })
  if (text.trim() === '') return {}
  const { parse } = await import('yaml')
  return flatten(parseOrExplain(() => parse(text, { logLevel: 'error' }), file))
}

function parseOrExplain(parse: () => unknown, file: string): unknown {
  try {
    return parse()
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new WukuError('bad-input', msg('isNotValidYaml', { file, reason: String(reason) }))
  }
}

export function flatten(value: unknown, above = ''): Written {
  if (!isRecord(value) || foreignKeys.includes(above)) return above === '' ? {} : { [above]: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flatten(inner, above ? `${above}.${key}` : key)),
  )
}

function unknownKeys(written: Written, file: string): readonly string[] {
  const known: readonly string[] = [...Object.keys(settingsTable), ...foreignKeys]
  return Object.keys(written)
    .filter((key) => !known.includes(key))
    .map((key) => packed(msg('notASetting', { file, key, known: known.join(', ') })))
}

/**
 * Settings of the language model. The variables of Gemini count if it is the provider, so that its key goes to no other
 * server; alone they enable no language model, since many users have them for other programs.
 */
function generatorOf(read: ReadSetting, env: Readonly<Record<string, string | undefined>>): GeneratorSettings {
  const provider = read('models.generator.provider')
  const gemini = provider === 'gemini' ? geminiNames(env, '') : undefined
  const key = read('models.generator.key') || (gemini?.key ?? '')
  return {
    provider,
    url: read('models.generator.url') || (gemini?.url ?? ''),
    model: read('models.generator.model'),
    auth: gemini?.auth ?? '',
    keyName: gemini?.keyName ?? '',
    key: () => key,
    insecure: read('models.insecure'),
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/** How documentation is fetched. */
interface FetchingSettings {
  /** Token for a host; read when it is used, so that no printed settings show it. */
  tokenOf(host: string): string | undefined
  /** `host` or `host:port` that may have private addresses. */
  readonly allowHosts: readonly string[]
  readonly proxy: string
}

/** A token set for a host overrides the variable that programs of that provider use. */
function tokensOf(written: readonly string[], env: Variables): FetchingSettings['tokenOf'] {
  if (written.some((each) => !/^[^=\s]+=\S+$/.test(each))) throw badToken()
  const configured = new Map(
    written.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  )
  const defaults: Readonly<Record<string, string | undefined>> = {
    'github.com': env['GITHUB_TOKEN'],
    'gitlab.com': env['GITLAB_TOKEN'],
    'gitea.com': env['GITEA_TOKEN'],
    'codeberg.org': env['GITEA_TOKEN'],
  }
  return (host) => configured.get(host) || defaults[host] || undefined
}

/** How services are asked. */
interface ConnectorsSettings {
  /** The variable that a source names, else what is set for one of the hosts; read when it is used. */
  credentialOf(variable: string | undefined, hosts: readonly string[]): string | undefined
  /** `login=e-mail`. */
  readonly people: readonly string[]
  /** `source=secret`. */
  readonly webhooks: readonly string[]
}

function credentialsOf(written: readonly string[], env: Variables): ConnectorsSettings['credentialOf'] {
  const tokenOf = tokensOf(written, env)
  return (variable, hosts) =>
    variable === undefined
      ? hosts.map((host) => tokenOf(host) ?? tokenOf(host.replace(/^(?:api|www)\./, ''))).find(Boolean)
      : env[variable]?.trim() || undefined
}

/** The rejected entry is not repeated: it may be a token. */
const badToken = (): WukuError => new WukuError('usage', msg('badToken'))
