import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { partsOf } from '@wuku/store-postgres/connection/addresses'

/** Surroundings of the process in which the file is looked for. */
export interface PasswordPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly userFolder: string
}

/**
 * The address with the password that the user's password file has for it, as all programs of PostgreSQL look it up. An address
 * with a password, and the variable `PGPASSWORD`, come first. A file that others can read does not count.
 */
export function withPassword(url: string, environment: PasswordPlaces): string {
  const address = /^postgres(ql)?:/.test(url) ? partsOf(url)?.address : undefined
  if (!address || address.username === '' || address.password !== '' || environment.env['PGPASSWORD']) return url
  const passwordFields = [
    address.hostname.replace(/^\[(.*)\]$/, '$1'),
    address.port || '5432',
    decodeURIComponent(address.pathname.slice(1)),
    decodeURIComponent(address.username),
  ]
  for (const line of readLines(placeOf(environment), environment.platform)) {
    const fields = fieldsOf(line)
    if (fields.length < 5 || !passwordFields.every((each, at) => fields[at] === '*' || fields[at] === each)) continue
    const password = encodeURIComponent(fields[4] ?? '')
    return url.replace(/:?@/, () => `:${password}@`)
  }
  return url
}

const placeOf = ({ env, platform, userFolder }: PasswordPlaces): string =>
  env['PGPASSFILE'] ||
  (platform === 'win32' ? join(env['APPDATA'] ?? '', 'postgresql', 'pgpass.conf') : join(userFolder, '.pgpass'))

function readLines(path: string, platform: NodeJS.Platform): readonly string[] {
  try {
    if (platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) return []
    return readFileSync(path, 'utf8').split(/\r?\n/)
  } catch {
    return []
  }
}

/** A colon and a backslash within a field have a backslash before them. A line that begins with `#` has no field that fits. */
const fieldsOf = (line: string): readonly string[] =>
  line.startsWith('#')
    ? []
    : (line.match(/(?:\\.|[^:\\])+|(?<=:)(?=:|$)/g) ?? []).map((field) => field.replaceAll(/\\(.)/g, '$1'))
