import type { Command } from './command.ts'

/** A program that indexes a folder and answers queries, at its command line and as a server. */
export interface Peer {
  readonly name: string
  /** How its server is asked, and what several clients share. */
  readonly door: string
  /** Folder of all its data. */
  readonly storage: string
  /** Registers a folder and indexes it. */
  add(folder: string): Command
  update(): Command
  search(query: string): Command
  /** Documents that `add` says it took in. */
  documentsIn(output: string): number
  /** Results in the output of `search`. */
  hitsIn(output: string): number
  /** How a program reports its number of chunks. */
  readonly chunks?: { readonly command: Command; in(output: string): number }
  /** Servers for so many clients. */
  serve(clients: number): Promise<Service>
}

export interface Service {
  readonly clients: readonly Client[]
  /** Its servers. */
  readonly pids: readonly number[]
  /** Address, if it speaks HTTP. */
  readonly url?: string
  close(): Promise<void>
}

export interface Client {
  /** The number of results, at most ten. */
  ask(query: string): Promise<number>
}

/** The least that a program needs; nothing of the caller's own settings reaches it. */
export const bareEnvironment = (home: string): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  NO_COLOR: '1',
})
