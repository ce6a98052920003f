import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/models'
import { isLoopback } from '@wuku/core/loopback'
import { type AuthMode, authModes } from '@wuku/core/ports/embedder'

/** An address that can be asked, by its key in the settings. Credentials in one would show up in messages. */
export function requireAddress(written: string, { setting, example }: { setting: string; example: string }): URL {
  const url = URL.parse(written)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url
  throw new WukuError('usage', msg('settingIsNotUsableAddress', { setting, example }))
}

export interface KeySetting {
  readonly of: string
  /** Place where it is set. */
  readonly place: string
  /** Address of the server that gets it. */
  readonly url: URL
  /** By default it is sent to no other machine over `http:`. */
  readonly insecure?: boolean | undefined
}

/** Characters that a header cannot carry would be quoted in the error of the HTTP client. */
export function requireKey(key: () => string, { of, place, ...way }: KeySetting): () => string {
  if (key() !== '') requireSecureUrl(of, way)
  if (/^[\x21-\x7e]*$/.test(key())) return key
  throw new WukuError('usage', msg('keyOfContainsCharactersThatNo', { of, place }))
}

/** Refuses to send a credential where everybody on the way can read it. */
export function requireSecureUrl(of: string, { url, insecure = false }: Pick<KeySetting, 'url' | 'insecure'>): void {
  if (insecure || url.protocol !== 'http:' || isLoopback(url.host)) return
  throw new WukuError('usage', msg('everybodyOnWayToCouldRead', { origin: url.origin, of }))
}

/** The value is not repeated: it could be the key in the wrong place. */
export const unusable = (setting: string, expected: Text): WukuError =>
  new WukuError('usage', msg('unusable', { setting, expected }))

/** `undefined` where nothing is written. */
export function countOf(setting: string, written: string, max: number): number | undefined {
  if (written === '') return undefined
  if (/^[1-9]\d*$/.test(written) && Number(written) <= max) return Number(written)
  throw unusable(setting, msg('wholeNumberFrom', { max }))
}

export function authModeOf(setting: string, written: string): AuthMode {
  const found = authModes.find((mode) => mode === written)
  if (found) return found
  throw unusable(setting, msg('one2', { authModes: authModes.join(', ') }))
}

/** A token of HTTP: it can stand as a header and within an address. */
export function keyNameOf(setting: string, written: string, authMode: AuthMode): string {
  const name = written || (authMode === 'query' ? 'key' : 'x-goog-api-key')
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name
  throw unusable(setting, 'the name of a header or parameter, such as "api-key"')
}

/** As one writes it where no line can be broken. `undefined` where nothing is written. */
export function promptOf(written: string): string | undefined {
  if (written === '') return undefined
  return written === 'none' ? '' : written.replaceAll('\\n', '\n')
}
