import type { BackupFile } from './manifest.ts'

/** A place with backups, each in a folder of its own. */
export interface BackupPlace {
  /** For people. */
  readonly label: string
  /** Names of those that are whole, oldest first. */
  list(): Promise<readonly string[]>
  /** `undefined` when there is none. */
  read(name: string, path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  begin(name: string): Promise<Draft>
  remove(name: string): Promise<void>
  /** Removes what killed processes left. */
  sweep(): Promise<void>
}

/** A backup that is being written: no list shows it. */
export interface Draft {
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<BackupFile>
  /** A file that something else makes at the place that it is given, where none is yet. */
  make(path: string, work: (at: string) => Promise<void>): Promise<BackupFile>
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** From here on it is a backup. */
  finish(manifest: string): Promise<void>
  abandon(): Promise<void>
}
