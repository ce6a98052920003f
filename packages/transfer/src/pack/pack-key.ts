import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { msg } from '@wuku/messages/transfer'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import { commandLine } from '@wuku/text/show/shell-words'
import { readPrivately, writePrivately } from '@wuku/settings/private-file'

/** The user's own key, with which packs are signed: Ed25519. */
export interface PackKey {
  readonly file: string
  readonly private: KeyObject
  /** SPKI in DER, as base64: it stands in each pack. */
  readonly public: string
  readonly fingerprint: string
}

const NAME = 'pack-key.json'

/** Made on first use, in a file that nobody else can read. */
export async function packKey(home: string): Promise<PackKey> {
  const there = await knownPackKey(home)
  if (there) return there
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writePrivately(join(home, NAME), `${JSON.stringify({ private: pem })}\n`)
  // Another process may have made one at the same time: the one in the file counts.
  return (await knownPackKey(home)) ?? keyOf(join(home, NAME), privateKey)
}

export async function knownPackKey(home: string): Promise<PackKey | undefined> {
  const file = join(home, NAME)
  const text = await readPrivately(file)
  if (text === undefined) return undefined
  const pem = (parseJson(text) as { readonly private?: unknown } | undefined)?.private
  try {
    return keyOf(file, createPrivateKey(String(pem)))
  } catch (cause) {
    throw new WukuError('store-damaged', msg('holdsNoKey', { file, command: commandLine`rm ${file}` }), { cause })
  }
}

function keyOf(file: string, key: KeyObject): PackKey {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return { file, private: key, public: der.toString('base64'), fingerprint: fingerprintOf(der) }
}

/** As people compare it and settings name it. */
const fingerprintOf = (der: Uint8Array): string => `wuku-${createHash('sha256').update(der).digest('base64url')}`

/** Fingerprint of the key, which is SPKI in DER, if it signed the text. */
export function signerOf(text: Uint8Array, der: Buffer, signature: Uint8Array): string | undefined {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, text, key, signature) ? fingerprintOf(der) : undefined
  } catch {
    // A text that is no key has signed nothing.
    return undefined
  }
}
