import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { isSameSecret } from '../identify.ts'

export interface SigningKey {
  /** `kid` of what it signed. */
  readonly id: string
  readonly secret: Uint8Array
  /** Milliseconds since the epoch: when the last token that it signed has expired. */
  readonly verifiesUntil: number
}

export interface SigningKeys {
  /** The first signs, and the others verify. Asked at each use: a rotation acts on the next request. */
  all(): readonly SigningKey[]
}

/** Tokens that the server gives out, and knows again without having kept them. */
export interface Signing {
  /** A JWT that everybody may read. */
  sign(claims: JWTPayload, options: TokenOptions): Promise<string>
  /** Its claims; `undefined` for any that is not ours, not for this address, or expired. */
  verify(token: string, options: Pick<TokenOptions, 'publicUrl'>): Promise<JWTPayload | undefined>
  /** One that nobody can read, for one purpose. */
  seal(purpose: string, claims: JWTPayload, seconds: number): Promise<string>
  unseal(purpose: string, sealed: string): Promise<JWTPayload | undefined>
  /** Proof that a text came from here. */
  mark(text: string): string
  isMarked(text: string, mark: string): boolean
}

export interface TokenOptions {
  readonly publicUrl: string
  readonly seconds: number
}

const TYPE = 'at+jwt'

export function createSigning(keys: SigningKeys, now: () => number): Signing {
  /** Keys that cannot be read are a fault of ours, and no wrong token: they are asked for before any token is looked at. */
  const keyFor = (purpose: string): ((header: { readonly kid?: string }) => Uint8Array) => {
    const all = keys.all()
    return ({ kid }) => {
      const found = all.find((key) => key.id === kid && key.verifiesUntil > now())
      if (!found) throw new TypeError('That key is not known.')
      return derived(found, purpose)
    }
  }
  const newest = (): SigningKey => {
    const [first] = keys.all()
    if (!first) throw new TypeError('There is no key that signs.')
    return first
  }
  const until = (seconds: number): number => Math.floor(now() / 1_000) + seconds
  return {
    async sign(claims, { publicUrl, seconds }) {
      const { SignJWT } = await import('jose')
      const key = newest()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: key.id })
        .setIssuer(publicUrl)
        .setAudience(publicUrl)
        .setIssuedAt(until(0))
        .setExpirationTime(until(seconds))
        .sign(derived(key, 'access'))
    },
    async verify(token, { publicUrl }) {
      const { jwtVerify } = await import('jose')
      const options = { issuer: publicUrl, audience: publicUrl, typ: TYPE, algorithms: ['HS256'] }
      const required = { requiredClaims: ['sub', 'sid', 'exp'], currentDate: new Date(now()) }
      return orNone(jwtVerify(token, keyFor('access'), { ...options, ...required }))
    },
    async seal(purpose, claims, seconds) {
      const { EncryptJWT } = await import('jose')
      const key = newest()
      return new EncryptJWT(claims)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
        .setExpirationTime(until(seconds))
        .encrypt(derived(key, purpose))
    },
    async unseal(purpose, sealed) {
      const { jwtDecrypt } = await import('jose')
      const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      const required = { requiredClaims: ['exp'], currentDate: new Date(now()) }
      return orNone(jwtDecrypt(sealed, keyFor(purpose), { ...options, ...required }))
    },
    mark: (text) => markBy(newest(), text),
    isMarked: (text, mark) => keys.all().some((key) => isSameSecret(markBy(key, text), mark)),
  }
}

/** Each purpose has a key of its own: what was made for one is nothing to another. */
const derived = ({ secret }: SigningKey, purpose: string): Uint8Array =>
  createHmac('sha256', secret).update(`wuku:${purpose}`).digest()

const markBy = (key: SigningKey, text: string): string =>
  createHmac('sha256', derived(key, 'mark')).update(text).digest('base64url')

async function orNone(work: Promise<{ readonly payload: JWTPayload }>): Promise<JWTPayload | undefined> {
  try {
    return (await work).payload
  } catch {
    return undefined
  }
}
