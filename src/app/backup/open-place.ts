import { resolve } from 'node:path'
import { usage } from '../../surfaces/cli/arguments.ts'
import type { Surroundings } from '../settings.ts'
import { expandPath } from '../user-path.ts'
import { openFolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'

/** A folder, or `s3://bucket/prefix`. */
export async function openPlace(written: string, surroundings: Surroundings): Promise<BackupPlace> {
  if (written.trim() === '') throw usage('No place for backups is given.', 'Give a folder: wuku backup <folder>')
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(written)) throw noSuchPlace(written)
  return openFolderPlace(resolve(expandPath(written, surroundings) ?? written))
}

const noSuchPlace = (written: string): Error =>
  usage(
    `Backups cannot be kept at an address of the kind ${written.split(':')[0]}.`,
    'Give a folder, or s3://bucket/prefix.',
  )
