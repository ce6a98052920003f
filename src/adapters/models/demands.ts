import { WukuError } from '../../core/errors.ts'

export interface AddressSetting {
  /** Its key in the settings. */
  readonly setting: string
  readonly example: string
}

/** An address that can be asked. Credentials in one would show up in messages. */
export function demandAddress(written: string, { setting, example }: AddressSetting): URL {
  const url = URL.parse(written)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url
  throw new WukuError(
    'usage',
    `The setting ${setting} is not a usable address.`,
    `Give an address that begins with "https://" or "http://" and contains no password, such as "${example}".`,
  )
}

export interface KeySetting {
  readonly of: string
  /** Where it is set. */
  readonly place: string
}

/** What no header can carry would be quoted in the error of the one who tries. */
export function demandKey(key: () => string, { of, place }: KeySetting): () => string {
  if (/^[\x21-\x7e]*$/.test(key())) return key
  throw new WukuError(
    'usage',
    `The key of the ${of} contains characters that no key can have.`,
    `Copy it again, without spaces and line breaks, into ${place}.`,
  )
}
