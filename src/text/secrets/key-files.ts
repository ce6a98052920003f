import { isPlaceholder } from './randomness.ts'
import { ESCAPES, QUOTE, type SecretRule } from './rule.ts'

const KEY_EDGE = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}'
const KEY_BLOCK = `(?:(?!-{4})[^]){0,20000}-{4,5} ?END ${KEY_EDGE}`
/** When a block's end is missing: the lines that are certainly of the key. */
const KEY_LINES = '(?:(?:\\s|\\\\[rn]){0,8}[A-Za-z0-9+/=]{32,4000}){1,400}'

const BREAK = '(?:\\r?\\n|\\\\{1,7}n|\\\\{1,7}r\\\\{1,7}n)'

/** Keys as programs write them into files. Certificates and public keys are none. */
export const keyFiles: readonly SecretRule[] = [
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
    pattern: `Private-Lines: \\d{1,3}${BREAK}(?<secret>(?:[A-Za-z0-9+/=]{1,64}(?:${BREAK}|$)){1,200})`,
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
