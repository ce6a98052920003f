import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Surroundings } from '../settings.ts'
import type { Client, TextPlace } from './client.ts'

/** Of all projects, or of the one in `folder`. */
export interface Scope {
  readonly isProject: boolean
  readonly folder: string
  readonly places: Surroundings
}

/** Where the servers of a client stand; `undefined` where it has no such settings that a program may write. */
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

export function hookFile({ hook }: Client, { isProject, folder, places }: Scope): string | undefined {
  return hook && (isProject ? resolve(folder, hook.project) : hook.global(places))
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
