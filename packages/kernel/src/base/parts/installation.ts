import type { Text } from '@wuku/messages/message'
import type { Check, Clients } from '../installation-shapes.ts'

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

export interface ClientsQuery {
  readonly client?: string
  /** Address at which clients reach the server; by default as it is set or listens. */
  readonly url?: string
  /** Whether the caller is on this machine, and its paths mean something to that one. */
  readonly isHere: boolean
}
