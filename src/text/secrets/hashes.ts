import { isDrawn } from './randomness.ts'
import type { SecretRule } from './rule.ts'

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

export const hashes: readonly SecretRule[] = rows.map(([keywords, pattern, source]) => ({
  name: 'password-hash',
  keywords: keywords.split(' '),
  pattern: `${pattern}(?![A-Za-z0-9./])`,
  accepts: ({ secret }) => isDrawn(secret),
  source,
}))
