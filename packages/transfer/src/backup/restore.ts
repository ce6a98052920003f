import { msg } from '@wuku/messages/transfer'
import type { CountedSource } from '../rows/records.ts'
import { buffer } from 'node:stream/consumers'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import {
  HOME_FOLDER,
  pathOfBlob,
  readManifest,
  readVerified,
  requireComplete,
  SIGNATURE,
  type BackupPlace,
  type Manifest,
  type ReadFile,
  type Watching,
} from './manifest.ts'
import { z } from 'zod'
import { commandLine } from '@wuku/text/show/shell-words'
import { signerOf } from '../pack/pack-key.ts'
import { missingFile } from './copy-blobs.ts'
import { MANIFEST } from '../carry/summed-files.ts'

export interface RestoreTarget {
  readonly kind: Manifest['store']['kind']
  /** Newest version of the store that this program knows. */
  readonly version: number
  /** For people. */
  readonly label: string
  /** Typed by a person to confirm that it may be replaced. */
  readonly name: string
  /** The data folder. */
  readonly home: string
  /** Nothing of anybody is in it. */
  isEmpty(): Promise<boolean>
  /** Refuses while others use it. */
  requireUnused(): Promise<void>
  /** All of the backup or nothing; what was there is replaced. Answers with what is there then. */
  restore(found: FoundBackup, how: RestoreHow): Promise<Restored>
}

export interface RestoreHow extends Watching {
  readonly replaces: boolean
}

export interface FoundBackup {
  readonly name: string
  /** Fingerprint of the key that signed it. */
  readonly signer: string | undefined
  readonly manifest: Manifest
  /** Bytes of a file that the manifest names. */
  read: ReadFile
  /** The same as one, checked while it is read. */
  readVerified(path: string): Promise<Uint8Array>
}

export interface Restored {
  readonly sources: readonly CountedSource[]
  /** Files of the data folder that were there and stay as they are. */
  readonly retainedFiles: readonly string[]
}

export async function openFile(read: ReadFile, path: string): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await read(path)
  if (!bytes) throw missingFile(path)
  return bytes
}

export async function findBackup(place: BackupPlace, named: string | undefined): Promise<FoundBackup> {
  const names = await place.list()
  const name = named ?? names.at(-1)
  if (name === undefined || !names.includes(name)) throw noBackup(place, named)
  const read: ReadFile = (path) => place.read(name, path)
  const text = (await buffer(await openFile(read, MANIFEST))).toString('utf8')
  const signature = await place.read(name, SIGNATURE)
  const signer = signature && signerOfManifest(text, (await buffer(signature)).toString('utf8'))
  const manifest = readManifest(text, `${name} in ${place.label}`)
  const files = new Map(manifest.files.map((file) => [file.path, file]))
  const missing = manifest.blobs.find(({ sha256 }) => files.get(pathOfBlob(sha256))?.sha256 !== sha256)
  if (missing) throw missingFile(pathOfBlob(missing.sha256))
  return {
    name,
    signer,
    manifest,
    read,
    readVerified: async (path) => {
      const file = files.get(path)
      if (!file) throw missingFile(path)
      return readVerified(file, read)
    },
  }
}

const shape = z.strictObject({ key: z.base64().max(200), signature: z.base64().max(200) })

/** Throws when the signature is not that of this manifest. */
function signerOfManifest(manifest: string, written: string): string {
  const { data } = shape.safeParse(parseJson(written))
  const [key, signature] = [data?.key, data?.signature].map((each) => Buffer.from(each ?? '', 'base64'))
  const signer = key && signature && signerOf(Buffer.from(manifest), key, signature)
  if (signer !== undefined) return signer
  throw new WukuError('store-damaged', msg('signatureBackupNotManifestChanged'))
}

export interface Trust {
  /** Fingerprints of keys. */
  readonly keys: ReadonlySet<string | undefined>
  /** Any backup is taken. */
  readonly unverified: boolean
}

function requireTrusted(signer: string | undefined, { keys, unverified }: Trust): void {
  if (unverified || (signer !== undefined && keys.has(signer))) return
  if (signer === undefined) throw new WukuError('not-allowed', msg('backupNotSignedThoseOlder'))
  throw new WukuError('not-allowed', msg('backupSignedKeyNotKnown', { signer }))
}

const noBackup = (place: BackupPlace, named: string | undefined): WukuError =>
  new WukuError(
    'not-found',
    named === undefined ? msg('noBackup', { label: place.label }) : msg('noBackup2', { named, label: place.label }),
    msg('seeThose', { command: commandLine`wuku backup ${place.label} --list` }),
  )

export interface RestoreInput extends Watching {
  readonly target: RestoreTarget
  readonly backup: FoundBackup
  readonly trust: Trust
  /** A store that is there may be replaced. */
  readonly replace: boolean
  /** Asks a person, when something would be replaced. */
  confirm(): Promise<void>
}

/** Looks at everything first; nothing is changed where anything is wrong. */
export async function restoreBackup(input: RestoreInput): Promise<Restored> {
  const { target, backup, replace } = input
  const { manifest } = backup
  requireTrusted(backup.signer, input.trust)
  requireCompatible(target, manifest)
  await target.requireUnused()
  const isEmpty = await target.isEmpty()
  if (!isEmpty && !replace) throw new WukuError('conflict', msg('storeAlready', { label: target.label }))
  await requireComplete(manifest.files, backup.read, input)
  if (!isEmpty) await input.confirm()
  return target.restore(backup, { ...input, replaces: !isEmpty || replace })
}

function requireCompatible({ kind, version, label }: RestoreTarget, { store, wuku }: Manifest): void {
  if (store.kind !== kind)
    throw new WukuError(
      'bad-input',
      store.kind === 'sqlite'
        ? msg('backupStoreOneMachineDatabase', { label })
        : msg('backupTeamsStorePostgresqlData', { label }),
      store.kind === 'sqlite' ? msg('restoreIntoFolderFolderMove') : msg('giveDatabaseTakesPostgresUser'),
    )
  if (store.version > version)
    throw new WukuError(
      'store-newer',
      msg('storeBackupFormatMadeVersion', { version: store.version, wuku, version2: version }),
    )
}

/** Sources are those that were counted when the backup was made. */
export function requireEqual(restored: readonly CountedSource[], { sources }: Manifest): void {
  const [here, there] = [restored, sources].map((each) => JSON.stringify(each.map(plain)))
  if (here === there) return
  throw new WukuError('store-damaged', msg('restoredStoreHoldsOtherSources'))
}

const plain = ({ source, documents, chunks }: CountedSource) => [source, documents, chunks]

/** Names and bytes of the files of the data folder that a backup has. */
export const homeFilesOf = ({ manifest }: FoundBackup): readonly string[] =>
  manifest.files.flatMap(({ path }) => (path.startsWith(HOME_FOLDER) ? [path] : []))
