import type { Text } from '@wuku/messages/message'
import type { Json } from '@wuku/core/core-types'

/** The program as it is set up on this machine. The app knows it, and the engine asks. */
export interface EngineInstallation {
  /** The data folder; empty where there is none. */
  readonly home: string
  /** As `wuku doctor` has them, in the order in which one rests on the other. */
  check(): Promise<readonly Check[]>
  clients(query: ClientsQuery): Promise<Clients>
  settings(): Promise<readonly SettingFacts[]>
  /** `null` returns to the default. It refuses a value that does not fit, and a setting that the environment decides. */
  changeSetting(name: string, value: SettingValue): Promise<SettingFacts>
}

export const settingOrigins = ['flag', 'environment', 'file', 'default'] as const
export const settingTypes = ['text', 'list', 'boolean', 'integer', 'number', 'period', 'choice'] as const

export type SettingValue = string | number | boolean | readonly string[] | null

export interface SettingFacts {
  readonly name: string
  /** Always `null` for a secret: `isSet` says whether there is one. */
  readonly value: SettingValue
  readonly default: SettingValue
  readonly isSet: boolean
  readonly isSecret: boolean
  readonly from: (typeof settingOrigins)[number]
  /** The variable that decides, or would. */
  readonly variable: string
  /** Line of the settings file. */
  readonly line: number | null
  readonly says: string
  readonly type: (typeof settingTypes)[number]
  readonly choices: readonly string[] | null
  readonly least: number | null
  readonly most: number | null
  /** `null`: it may be changed here. */
  readonly fixed: Text | null
  readonly takesEffect: 'at once' | 'after a restart'
}

export const checkStatuses = ['ok', 'warning', 'problem'] as const

export interface Check {
  /** The thing that was looked at, such as `store` or `notes/handbook`. */
  readonly name: string
  readonly status: (typeof checkStatuses)[number]
  readonly message: Text
  readonly mends?: Remedy
}

/** Remedy in words, as a command and as an operation, where there are such. */
export interface Remedy {
  /** In words, for a line or a button. */
  readonly label: Text
  /** To be typed on the machine. */
  readonly command?: string
  /** The same as an operation, with its input. */
  readonly operation?: string
  readonly input?: { readonly [key: string]: Json }
}

export interface ClientsQuery {
  readonly client?: string
  /** Address at which clients reach the server; by default as it is set or listens. */
  readonly url?: string
  /** Whether the caller is on this machine, and its paths mean something to that one. */
  readonly isHere: boolean
}

export interface Clients {
  /** `null`: no server runs, and none is set. */
  readonly url: string | null
  readonly key: { readonly placeholder: string; readonly from: 'accounts' | 'local' }
  readonly clients: readonly ClientToConnect[]
}

export interface ClientToConnect {
  readonly name: string
  readonly title: string
  readonly format: 'json' | 'toml' | 'yaml'
  /** Its settings for all projects, by platform; `null`: they are kept inside the program. */
  readonly config: Readonly<Record<'linux' | 'macos' | 'windows', string | null>>
  /** Settings of one project, below its folder. */
  readonly project: string | null
  /** Settings on this machine; `null` where the caller is elsewhere. */
  readonly file: string | null
  readonly connected: boolean | null
  readonly stdio: Way
  /** `null`: it reaches no server by an address, or there is none. */
  readonly http: Way | null
  /** The place for pasting, when no program may write the settings. */
  readonly paste: { readonly where: string; readonly link: string | null } | null
}

export interface Way {
  readonly text: string
  readonly command: string
}
