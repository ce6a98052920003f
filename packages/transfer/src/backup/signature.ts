import { createPublicKey, sign, verify } from 'node:crypto'
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
  throw new WukuError(
    'store-damaged',
    'The signature of the backup is not that of its manifest: it was changed.',
    'Take another backup: wuku backup --list',
  )
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
  if (signer === undefined)
    throw new WukuError(
      'not-allowed',
      'The backup is not signed, as those of older versions are not: nothing tells who made it. Nothing was changed.',
      'If nobody else can write to its place, restore it all the same: --unverified',
    )
  throw new WukuError(
    'not-allowed',
    `The backup is signed with a key that is not known here: ${signer}. Nothing was changed.`,
    `Compare it with what wuku backup said when it was made, or "wuku pack key" says there, and add --trust ${signer}; or, if nobody else can write to its place: --unverified`,
  )
}
