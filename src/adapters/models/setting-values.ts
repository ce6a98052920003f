import { WukuError } from '../../core/errors.ts'
import { authModes, type AuthMode } from '../../ports/embedder.ts'

/** What is written there is not repeated: it could be the key in the wrong place. */
export const unusable = (setting: string, wanted: string): WukuError =>
  new WukuError('usage', `The setting ${setting} cannot be used as written.`, `Give ${wanted}.`)

/** `undefined` where nothing is written. */
export function countOf(setting: string, written: string, most: number): number | undefined {
  if (written === '') return undefined
  if (/^[1-9]\d*$/.test(written) && Number(written) <= most) return Number(written)
  throw unusable(setting, `a whole number from 1 to ${most}`)
}

export function authModeOf(setting: string, written: string): AuthMode {
  const found = authModes.find((mode) => mode === written)
  if (found) return found
  throw unusable(setting, `one of ${authModes.join(', ')}`)
}

/** A token of HTTP: it can stand as a header and within an address. */
export function keyNameOf(
  setting: string,
  { written, authMode }: { readonly written: string; readonly authMode: AuthMode },
): string {
  const name = written || (authMode === 'query' ? 'key' : 'x-goog-api-key')
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name
  throw unusable(setting, 'the name of a header or parameter, such as "api-key"')
}

/** As one writes it where no line can be broken. `undefined` where nothing is written. */
export function promptOf(written: string): string | undefined {
  if (written === '') return undefined
  return written === 'none' ? '' : written.replaceAll('\\n', '\n')
}
