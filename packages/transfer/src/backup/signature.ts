import { createPublicKey, sign, verify } from 'node:crypto'
import { msg } from '@wuku/messages/transfer'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { parsed } from '../carry/carried-lines.ts'
import { fingerprintOf, packKey } from '../pack/pack-key.ts'

/** Beside the manifest, which names the hash of every other file: so it covers every byte of a backup. */
export const SIGNATURE = 'signature.json'

const shape = z.strictObject({ key: z.base64().max(200), signature: z.base64().max(200) })

export interface Signed {
  /** Text of the file. */
  readonly text: string
  readonly signer: string
}

/** With the key of this data folder, with which packs are signed too. */
export async function signManifest(manifest: string, home: string): Promise<Signed> {
  const key = await packKey(home)
  const signature = sign(null, Buffer.from(manifest), key.private).toString('base64')
  return { text: `${JSON.stringify({ key: key.public, signature })}\n`, signer: key.fingerprint }
}

/** Fingerprint of the key that signed it; throws when the signature is not that of this manifest. */
export function signerOf(manifest: string, signature: string): string {
  try {
    const { key, signature: signed } = shape.parse(parsed(signature))
    const der = Buffer.from(key, 'base64')
    const known = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (verify(null, Buffer.from(manifest), known, Buffer.from(signed, 'base64'))) return fingerprintOf(der)
  } catch {
    // A text that is no key has signed nothing.
  }
  throw new WukuError('store-damaged', msg('signatureBackupNotManifestChanged'))
}

export interface Trust {
  /** Fingerprints of keys. */
  readonly keys: ReadonlySet<string | undefined>
  /** Any backup is taken. */
  readonly unverified: boolean
}

/** Refuses a backup that no known key has signed. */
export function requireTrusted(signer: string | undefined, { keys, unverified }: Trust): void {
  if (unverified || (signer !== undefined && keys.has(signer))) return
  if (signer === undefined) throw new WukuError('not-allowed', msg('backupNotSignedThoseOlder'))
  throw new WukuError('not-allowed', msg('backupSignedKeyNotKnown', { signer }))
}
