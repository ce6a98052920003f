import { addresses } from './addresses.ts'
import { assignedSecrets } from './assigned.ts'
import { commands } from './commands.ts'
import { headers } from './headers.ts'
import { issuedKeys } from './issued-keys.ts'
import { type SecretRow, type SecretRule, ESCAPES, QUOTE } from './rule.ts'
import { isPlaceholder, isDrawn } from './randomness.ts'

const SALTED = '[A-Za-z0-9./+=$,_-]'

type Row = readonly [keywords: string, pattern: string, source: string]

/** Passwords as programs keep them. Weak ones are guessed from these within minutes. */
const rows: readonly Row[] = [
  ['$2a$ $2b$ $2y$ $2x$', '\\$2[abxy]\\$\\d\\d\\$[A-Za-z0-9./]{53}', 'bcrypt; httpd.apache.org: password formats'],
  ['$apr1$', '\\$apr1\\$[A-Za-z0-9./]{1,8}\\$[A-Za-z0-9./]{22}', 'httpd.apache.org: password formats'],
  ['$1$', '\\$1\\$[A-Za-z0-9./]{1,8}\\$[A-Za-z0-9./]{22}', 'crypt(5): md5crypt'],
  [
    '$5$ $6$',
    '\\$[56]\\$(?:rounds=\\d{1,9}\\$)?[A-Za-z0-9./]{1,16}\\$[A-Za-z0-9./]{43,86}',
    'crypt(5): sha256crypt, sha512crypt',
  ],
  [
    '$y$ $gy$ $7$',
    '\\$(?:g?y|7)\\$[A-Za-z0-9./]{1,64}\\$[A-Za-z0-9./]{1,86}\\$[A-Za-z0-9./]{43}',
    'crypt(5): yescrypt, scrypt',
  ],
  ['$argon2', `\\$argon2(?:id|i|d)\\$${SALTED}{20,400}`, 'RFC 9106; the PHC string format'],
  ['$scrypt$ $pbkdf2', `\\$(?:scrypt|pbkdf2(?:-sha\\d{1,3})?)\\$${SALTED}{20,400}`, 'the PHC string format; passlib'],
  [
    'scrypt: pbkdf2:sha',
    '(?:scrypt:\\d{1,9}:\\d{1,3}:\\d{1,3}|pbkdf2:sha\\d{1,3}(?::\\d{1,9})?)\\$[A-Za-z0-9]{4,40}\\$[0-9a-f]{40,128}',
    'werkzeug.palletsprojects.com: security',
  ],
  [
    'pbkdf2_sha',
    'pbkdf2_sha\\d{1,3}\\$\\d{1,9}\\$[A-Za-z0-9]{4,40}\\$[A-Za-z0-9+/=]{27,90}',
    'docs.djangoproject.com: password storage',
  ],
  ['$S$ $P$ $H$', '\\$[SPH]\\$[A-Za-z0-9./]{31,52}', 'phpass; Drupal, WordPress'],
  [
    '{SSHA {SHA {SMD5} {CRYPT}',
    '\\{(?:S?SHA(?:256|512)?|SMD5|CRYPT)\\}[A-Za-z0-9+/=.$]{13,180}',
    'RFC 2307; httpd.apache.org: password formats',
  ],
]

const hashes = (): readonly SecretRow[] =>
  rows.map(([keywords, pattern, source]) => ({
    name: 'password-hash',
    keywords: keywords.split(' '),
    pattern: `${pattern}(?![A-Za-z0-9./])`,
    source,
  }))

const KEY_EDGE = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}'
const KEY_BLOCK = `(?:(?!-{4})[^]){0,20000}-{4,5} ?END ${KEY_EDGE}`
/** When a block's end is missing: the lines that are certainly of the key. */
const KEY_LINES = '(?:(?:\\s|\\\\[rn]){0,8}[A-Za-z0-9+/=]{32,4000}){1,400}'

/** Between lines, also where they were joined or moved to the right. */
const BREAK = '(?:\\s{1,24}|\\\\{1,7}n|\\\\{1,7}r\\\\{1,7}n)'
const KEY_LINE = '[A-Za-z0-9+/=]{16,64}'

/** Keys as programs write them into files. Certificates and public keys are none. */
const keyFiles: readonly SecretRule[] = [
  {
    name: 'private-key',
    keywords: ['BEGIN '],
    pattern: `(?<=(?<before>-{4,5} ?))BEGIN ${KEY_EDGE}(?:${KEY_BLOCK}|${KEY_LINES})`,
    accepts: ({ secret }) => /[A-Za-z0-9+/]{24}/.test(secret),
    source: 'RFC 7468; gitleaks private-key',
  },
  {
    name: 'private-key',
    keywords: ['Private-Lines:'],
    pattern: `Private-Lines: \\d{1,3}${BREAK}(?<secret>${KEY_LINE}(?:${BREAK}${KEY_LINE}){0,200}(?:${BREAK}[A-Za-z0-9+/=]{1,64}(?=\\s|\\\\|["'\`]|$))?)`,
    accepts: ({ secret }) => !isPlaceholder(secret),
    source: 'the.earth.li/~sgtatham/putty: PPK files',
  },
  {
    name: 'kubeconfig-key',
    keywords: ['client-key-data'],
    pattern: `client-key-data${QUOTE}?[ \\t]{0,4}:[ \\t]{0,4}${ESCAPES}["']?(?<secret>[A-Za-z0-9+/]{24,20000}={0,2})`,
    accepts: ({ secret }) => !isPlaceholder(secret),
    source: 'kubernetes.io/docs: kubeconfig v1, client-key-data',
  },
  {
    // WireGuard, and JSON Web Keys: the private part is one line of Base64.
    name: 'private-key',
    keywords: ['PrivateKey', 'PresharedKey', 'PreSharedKey'],
    pattern: `(?:PrivateKey|Pre[Ss]haredKey)${QUOTE}?[ \\t]{0,4}[:=][ \\t]{0,4}${ESCAPES}["']?(?<secret>[A-Za-z0-9+/]{43}=)`,
    accepts: ({ secret }) => !isPlaceholder(secret),
    source: 'wireguard.com: wg(8), configuration file format',
  },
]

export type { SecretRule } from './rule.ts'

/** All that is known of secrets, in the order in which rules are tried at the same place. */
export const secretRules = (): readonly SecretRule[] =>
  [...keyFiles, ...issuedKeys(), ...hashes(), ...addresses(), ...headers(), ...commands(), ...assignedSecrets()].map(
    (rule: SecretRow) => ({ accepts: isAnyDrawn, ...rule }),
  )

const isAnyDrawn: SecretRule['accepts'] = ({ secret }) => isDrawn(secret)
