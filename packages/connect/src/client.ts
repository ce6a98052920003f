import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/connect'
import type { Json } from '@wuku/core/core-types'
import type { Environment } from '@wuku/settings/app-settings'

/** A program that starts MCP servers, and where it keeps what it knows of them. */
export interface Client {
  readonly name: string
  readonly title: string
  readonly format: 'json' | 'toml' | 'yaml'
  /** The key under which servers stand. */
  readonly table: string
  /** Settings for all projects: the first of these that is there, or else the first. None: the program lets nobody write any. */
  global?(places: Environment): readonly string[]
  /** Settings of one project, below its folder, chosen alike. */
  readonly project?: readonly string[]
  entry(server: ServerCommand): Entry
  /** Absent: it starts its servers itself, and reaches none by an address. */
  readonly remote?: Remote
  readonly guide?: { global?(places: Environment): TextPlace; readonly project?: TextPlace }
  readonly hook?: Hook
  /** Settings that only the program itself may write: how a user puts the entry in. */
  readonly paste?: {
    readonly where: string
    /** Opens the program with the entry filled in. */
    link?(servers: Entry): string
  }
}

export interface Entry {
  readonly [key: string]: Json
}

/** Position of the entry in the settings. */
export type EntryPath = readonly [table: string, name: string]

/** Thrown when settings are not in their format, lack its structure, or are written in a way that cannot be edited in place. */
export class Uneditable extends Error {}

export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Entries of a server that is there already. */
export interface Remote {
  /** With a secret in it: for files of one user. */
  own(url: string, authorization: string): Entry
  /** The variable `WUKU_TOKEN` holds the secret. Absent: these settings cannot name a variable. */
  shared?(url: string): Entry
}

/** Reached by its address; without a token it is in the variable. */
export interface RemoteServer {
  readonly url: string
  readonly token: string | undefined
}

export type AgentServer = ServerCommand | RemoteServer

/** A text that the program's model reads. */
export interface TextPlace {
  /** The first that is there; where none is, `otherwise`, or else the first. */
  readonly files: readonly string[]
  readonly otherwise?: string
  /** Text before the guide in a file that is ours alone. */
  readonly head?: string
}

/** The settings or the file in which a program finds the command for its events. */
interface HookPlace {
  global(places: Environment): string
  readonly project: string
  /** Step that the user has to take before it runs. */
  readonly note?: Text
}

/** Settings that name a command for each event. */
export interface SettingsHook extends HookPlace {
  /** The events at which wuku may say something, each with the tools that it is about; empty where it is about none. */
  readonly events: Readonly<Record<string, string>>
  /**
   * Fields that the program can pass to a tool of a server that it runs anyway, by event: `mcp_tool` hooks start no process.
   * Other events keep the command.
   */
  readonly served?: Readonly<Record<string, Entry>>
  /** Other required content of a file of its own. */
  readonly head?: Entry
  item(command: HookCommand, tools: string): Entry
}

/** A file that the program loads. */
export interface PluginHook extends HookPlace {
  plugin(line: string): string
}

export type Hook = SettingsHook | PluginHook

/** One line for a shell, and the same for PowerShell. */
export interface HookCommand {
  readonly line: string
  /** For a tool: the language, where it is another than English. */
  readonly spoken?: Entry
  readonly powershell: string
}

/** Place of settings: for all projects, or for the one in `folder`. */
export interface Scope {
  readonly isProject: boolean
  readonly folder: string
  readonly places: Environment
}

/** File with the servers of a client; `undefined` if it has no such settings that a program may write. */
export function settingsFile({ global, project }: Client, { isProject, folder, places }: Scope): string | undefined {
  const files = isProject ? project?.map((file) => resolve(folder, file)) : global?.(places)
  return files?.find(isFile) ?? files?.[0]
}

export function guidePlace({ guide }: Client, { isProject, folder, places }: Scope): TextPlace | undefined {
  const place = isProject ? guide?.project : guide?.global?.(places)
  if (!place) return undefined
  const { files, otherwise = files[0] ?? '' } = place
  return { ...place, files: files.map((file) => resolve(folder, file)), otherwise: resolve(folder, otherwise) }
}

export const hookFile = ({ hook }: Client, { isProject, folder, places }: Scope): string | undefined =>
  hook && (isProject ? resolve(folder, hook.project) : hook.global(places))

export const isRemote = (server: AgentServer): server is RemoteServer => 'url' in server

/** Nothing secret is written into a file that others share. */
export function entryOf({ title, entry, remote }: Client, server: AgentServer, isShared: boolean): Entry {
  if (!isRemote(server)) return entry(server)
  const { url, token } = server
  if (!remote) throw new WukuError('not-allowed', msg('startsItsServersItselfAndReaches', { title }))
  if (token !== undefined && !isShared) return remote.own(url, `Bearer ${token}`)
  if (remote.shared) return remote.shared(url)
  throw new WukuError('not-allowed', msg('cannotTakeTokenFrom', { title }))
}

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

export async function readOrEmpty(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
