import { attempt } from '@wuku/core/environment'
import { isTemplate, looksRandom } from './randomness.ts'
import { edgeOf, ESCAPES, QUOTE, type SecretRule } from './rule.ts'

const SIGN = `${QUOTE}?[ \\t]{0,4}[:=,][ \\t]{0,4}${ESCAPES}["'\`]?`

/** And no longer word that ends with it. */
const authorization = (): string => `(?:(?<=${edgeOf('A-Za-z')}[Aa])uthorization|(?<=${edgeOf('A-Z')}A)UTHORIZATION)`

/** Credentials in HTTP headers. */
export const headers = (): readonly SecretRule[] => [
  {
    name: 'authorization',
    keywords: ['uthorization', 'UTHORIZATION'],
    pattern: `${authorization()}${SIGN}[Bb]asic[ \\t]{1,4}(?<secret>[\\w+/=-]{4,4000})`,
    accepts: ({ secret }) => isUserAndPassword(secret) || (secret.length >= 16 && looksRandom(secret)),
    source: 'RFC 7617; gitleaks curl-auth-header',
  },
  {
    name: 'authorization',
    keywords: ['uthorization', 'UTHORIZATION'],
    pattern: `${authorization()}${SIGN}(?:[A-Za-z][\\w-]{0,24}[ \\t]{1,4})?(?<secret>[\\w.~+/=:-]{8,4000})(?![\\w.~+/=:([-])`,
    accepts: ({ secret }) => looksRandom(secret) && !/^[A-Za-z_]\w*\.[A-Za-z_]\w*$/.test(secret),
    isNamedByValue: true,
    source: 'RFC 6750; gitleaks curl-auth-header',
  },
  {
    name: 'authorization',
    keywords: ['earer '],
    pattern: 'earer (?<secret>[\\w.~+/=-]{20,4000})',
    accepts: ({ secret }) => looksRandom(secret),
    isNamedByValue: true,
    source: 'RFC 6750',
  },
  {
    name: 'cookie',
    keywords: ['et-Cookie', 'et-cookie'],
    pattern: `et-[Cc]ookie${SIGN}[\\w!#$%&*+.^-]{1,100}=(?<secret>[^\\s;,"'\`<>\\\\]{8,4000})`,
    accepts: ({ secret }) => isCookieValue(secret),
    source: 'RFC 6265, 4.1',
  },
  {
    name: 'cookie',
    keywords: ['ookie', 'OOKIE'],
    pattern: `(?<![Ss]et-.)(?:ookie|OOKIE)s?${SIGN}(?<secret>[\\w!#$%&*+.^-]{1,100}=[^\\s;,"'\`<>\\\\]{1,4000}(?:; ?[\\w!#$%&*+.^-]{1,100}=[^\\s;,"'\`<>\\\\]{0,4000}){0,40})`,
    accepts: ({ secret }) => secret.split(/; ?/).some((pair) => isCookieValue(pair.slice(pair.indexOf('=') + 1))),
    source: 'RFC 6265, 4.2; gitleaks gitlab-session-cookie',
  },
  {
    name: 'cookie',
    keywords: ['-b ', '--cookie'],
    pattern: `(?<=${edgeOf('\\w-')}curl\\b[^\\n]{0,300} )(?:-b|--cookie)[ =]${QUOTE}?(?<secret>[\\w.-]{1,100}=[^\\n"'\`<>\\s]{8,4000})`,
    accepts: ({ secret }) => secret.split(/; ?/).some((pair) => isCookieValue(pair.slice(pair.indexOf('=') + 1))),
    source: 'curl.se/docs/manpage.html: --cookie',
  },
  {
    name: 'registry-login',
    keywords: ['auth"', "auth'", 'auth\\', '_auth'],
    pattern: `(?:(?<=["'])auth${QUOTE}|_auth)[ \\t]{0,4}[:=][ \\t]{0,4}${ESCAPES}["']?(?<secret>[A-Za-z0-9+/]{8,2000}={0,2})`,
    accepts: ({ secret }) => isUserAndPassword(secret),
    source: 'docs.docker.com: config.json; docs.npmjs.com: npmrc, _auth',
  },
]

/** A value that was drawn, long enough to stand for a person. */
const isCookieValue = (value: string): boolean => value.length >= 8 && looksRandom(value.replace(/%[0-9A-F]{2}/gi, '.'))

/** Base64 of `name:password`. */
export function isUserAndPassword(value: string): boolean {
  const text = (/^[A-Za-z0-9+/]+={0,2}$/.test(value) && attempt(() => atob(value))) || ''
  return /^[^\s:]{0,200}:[^\s]{1,}$/.test(text) && /^[ -~\u00a0-\uffff]*$/.test(text) && !isTemplate(text)
}
