import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/server'
import type { SigningKey, SigningKeys } from '../http/login/signing.ts'
import { requirePrivate, readPrivately, writePrivately } from '@wuku/settings/private-file'
import type { Settings } from '@wuku/settings/app-settings'

/** Keys of the file, newest first. */
interface WrittenKey {
  /** 32 random bytes in base64url. */
  readonly secret: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Since a rotation: until when it verifies. */
  readonly verifiesUntil?: string
}

const KEYS_FILE = 'signing-keys.json'
const LEAST_BYTES = 32

export interface SigningKeysOptions {
  readonly home: string
  /** Secrets from the environment, newest first; the file is not looked at when there are some. */
  readonly given: readonly string[]
  now(): number
}

/**
 * Instances that share a database have no folder in common. The database does not hold signing keys, because anybody who
 * reads it or a backup could then sign access tokens for every open login.
 */
export const needsSigningKeys = ({ team, auth }: Pick<Settings, 'team' | 'auth'>): boolean =>
  team.database.url() !== '' && auth.signingKeys().length === 0

/**
 * Keys of the data folder: the file is made at the first login, and read again whenever it has changed. One that cannot be
 * used is refused at once, where somebody who starts the server reads why.
 */
export function openSigningKeys({ home, given, now }: SigningKeysOptions): SigningKeys {
  if (given.length > 0) {
    const keys = given.map((secret) => signingKey({ secret }))
    return { all: () => keys }
  }
  const path = join(home, KEYS_FILE)
  const read: { stamp?: string; keys: readonly SigningKey[] } = { keys: [] }
  const all = (): readonly SigningKey[] => {
    const stamp = stampOf(path) ?? stampOf(makeFile(path, now()))
    if (stamp !== undefined && stamp !== read.stamp) {
      read.keys = parseKeys(path, readFileSync(path, 'utf8')).map(signingKey)
      read.stamp = stamp
    }
    return read.keys
  }
  if (existsSync(path)) all()
  return { all: () => orFault(all) }
}

/** Later it is a fault of the server: who logs in can do nothing about it, and its log says what to do. */
function orFault<Keys>(all: () => Keys): Keys {
  try {
    return all()
  } catch (error) {
    if (!isWukuError(error)) throw error
    throw new Error(`${error.message} ${error.remedy}`, { cause: error })
  }
}

/** Also says that nobody else can read it. */
function stampOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return undefined
  requirePrivate(path, stat)
  return `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

function makeFile(path: string, now: number): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, textOf([newKey(now)]), { mode: 0o600, flag: 'wx', flush: true })
  return path
}

const newKey = (now: number): WrittenKey => ({
  secret: randomBytes(LEAST_BYTES).toString('base64url'),
  createdAt: new Date(now).toISOString(),
})

const textOf = (keys: readonly WrittenKey[]): string => `${JSON.stringify({ keys }, null, 2)}\n`

export interface Rotation {
  readonly home: string
  readonly now: number
  readonly accessMinutes: number
  readonly refreshDays: number
  /** Tokens that former keys signed count no more: somebody may have a key. Refresh tokens still count. */
  readonly isUrgent: boolean
}

/** A new key signs from now on. Nobody is logged out: former keys verify until their tokens have expired. */
export async function rotateSigningKeys(rotation: Rotation): Promise<{ readonly former: number }> {
  const { home, now, accessMinutes, refreshDays, isUrgent } = rotation
  const path = join(home, KEYS_FILE)
  const text = await readPrivately(path)
  const retired = new Date(isUrgent ? now : now + accessMinutes * 60_000).toISOString()
  const former = (text === undefined ? [] : parseKeys(path, text))
    .map((key) => (isUrgent || key.verifiesUntil === undefined ? { ...key, verifiesUntil: retired } : key))
    // Kept for as long as refresh tokens with its mark: a used one is known as ours.
    .filter((key) => Date.parse(key.verifiesUntil ?? retired) + refreshDays * 24 * 3_600_000 > now)
  await writePrivately(path, textOf([newKey(now), ...former]))
  return { former: former.length }
}

function parseKeys(path: string, text: string): readonly WrittenKey[] {
  try {
    const { keys } = JSON.parse(text) as { readonly keys: readonly WrittenKey[] }
    if (keys.length > 0 && keys.every(({ secret }) => bytesOf(secret).length >= LEAST_BYTES)) return keys
  } catch {
    // The text of the error would quote the file.
  }
  throw new WukuError('bad-input', msg('holdsNoSigningKeys', { path }))
}

function signingKey({ secret, verifiesUntil }: Pick<WrittenKey, 'secret' | 'verifiesUntil'>): SigningKey {
  const bytes = bytesOf(secret)
  if (bytes.length < LEAST_BYTES) throw new WukuError('usage', msg('keyInWukuAuthSigning'))
  return {
    id: createHash('sha256').update(bytes).digest('base64url').slice(0, 12),
    secret: bytes,
    verifiesUntil: verifiesUntil === undefined ? Infinity : Date.parse(verifiesUntil),
  }
}

/** Both alphabets are read. */
const bytesOf = (secret: string): Uint8Array => Buffer.from(secret, 'base64')
