import rows from './issued-keys.json' with { type: 'json' }
import { isScrambled, looksRandom } from './randomness.ts'
import { ALNUM, EDGE, edgeOf, END, HEX, type SecretRow, WORD } from './rule.ts'

const classes: Readonly<Record<string, string>> = { alnum: ALNUM, hex: HEX, word: WORD, end: END }

/** `prefixes` are literal, with spaces between them; `body` is a pattern of what follows any, and may name a class. */
const fromRow = ({ name, prefixes, body, source }: (typeof rows)['tools'][number]): SecretRow => {
  const written = prefixes.split(' ')
  const isShort = written.some((prefix) => prefix.length < 4)
  const literal = written.map((prefix) => prefix.replace(/[.~/]/g, '\\$&').replaceAll('_', '\\\\?_'))
  return {
    name,
    keywords: written.flatMap((prefix) => (prefix.includes('_') ? [prefix, prefix.replaceAll('_', '\\_')] : [prefix])),
    pattern: `${written.some(isFileEnding) ? edgeOf('A-Za-z0-9.') : EDGE}(?:${literal.join('|')})${body.replaceAll(/<(\w+)>/g, (_, named: string) => classes[named] ?? '')}`,
    accepts: ({ secret }) => isIssued(bodyOf(secret, written), isShort),
    source,
  }
}

/** `favicon.ico-7a38...`: behind a dot these end the name of a file. */
const isFileEnding = (prefix: string): boolean => /^[a-z]{2,3}-$/.test(prefix)

const bodyOf = (secret: string, prefixes: readonly string[]): string => {
  const plain = secret.replaceAll('\\_', '_')
  return plain.slice(prefixes.find((prefix) => plain.startsWith(prefix))?.length ?? 0)
}

/** Not `ghp_xxxxxxxx`, which shows a form. */
const isIssued = (body: string, isShort: boolean): boolean =>
  new Set(body).size >= 4 && !/x{8}|X{8}/.test(body) && (!isShort || isMixed(body))

/** A short prefix also begins names of classes and parts of words. */
const isMixed = (body: string): boolean =>
  (/\d/.test(body) && /[A-Za-z]/.test(body)) || (body.length >= 20 && isScrambled(body))

/** Keys whose mark stands behind their beginning. */
const markedWithin = (): readonly SecretRow[] => [
  {
    name: 'telegram-token',
    keywords: [':AA'],
    pattern: `(?<=(?<before>(?<!\\d)\\d{8,10})):AA${WORD}{33}(?![\\w-])`,
    source: 'core.telegram.org/bots/api; gitleaks telegram-bot-api-token',
  },
  {
    name: 'mailchimp-key',
    keywords: ['-us'],
    pattern: `(?<=(?<before>${EDGE}${HEX}{32}))-us\\d{1,2}${END}`,
    source: 'mailchimp.com/developer: API keys; gitleaks mailchimp-api-key',
  },
  {
    name: 'terraform-token',
    keywords: ['.atlasv1.'],
    pattern: '(?<=(?<before>[A-Za-z0-9]{14}))\\.atlasv1\\.(?:[\\w=-]|\\\\_){60,70}',
    source: 'developer.hashicorp.com/terraform: API tokens; gitleaks hashicorp-tf-api-token',
  },
  {
    name: 'azure-client-secret',
    keywords: [...'0123456789'].map((digit) => `${digit}Q~`),
    pattern: '(?<=(?<before>(?<![\\w.~-])[\\w.~-]{3}))\\dQ~[\\w.~-]{31,34}(?![\\w.~-])',
    source: 'learn.microsoft.com: client secrets; gitleaks azure-ad-client-secret',
  },
  {
    name: 'maxmind-key',
    keywords: ['_mmk'],
    pattern: `(?<=(?<before>${EDGE}[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk(?!\\w)`,
    source: 'support.maxmind.com: license keys; gitleaks maxmind-license-key',
  },
]

/**
 * Keys whose form shows who issued them. Examples are masked too: an example cannot be distinguished from a real key,
 * and masking it does no harm.
 */
export const issuedKeys = (): readonly SecretRow[] => [
  ...[...rows.tools, ...rows.clouds, ...rows.services].map(fromRow),
  {
    name: 'openai-key',
    keywords: ['sk-'],
    pattern: `${edgeOf('\\w-')}sk-(?!ant-)${WORD}{20,250}`,
    accepts: ({ secret }) => looksRandom(secret) || /[A-Za-z0-9]{24}/.test(secret),
    source:
      'platform.openai.com/docs: API keys; gitleaks openai-api-key; DeepSeek, Moonshot and OpenRouter issue them too',
  },
  {
    // It begins a word, so that a long run of its characters is scanned once.
    name: 'jwt',
    keywords: ['eyJ'],
    pattern: `${edgeOf('\\w-')}eyJ(?:[\\w-]|\\\\_){8,4000}\\.eyJ(?:[\\w-]|\\\\_){8,8000}(?:\\.(?:[\\w-]|\\\\_){1,2000})?`,
    source: 'RFC 7519; gitleaks jwt',
  },
  ...markedWithin(),
  {
    // The first part is an account number in Base64: its first three characters are those that three digits can become.
    name: 'discord-token',
    keywords: [...'MNO'].flatMap((first) =>
      [...(first === 'O' ? 'DT' : 'DTjz')].flatMap((second) =>
        [...'AEIMQUYcgk'].map((third) => first + second + third),
      ),
    ),
    pattern: `${EDGE}[MNO][DTjz][A-Za-z0-9]{20,26}\\.${WORD}{6}\\.${WORD}{27,38}(?![\\w-])`,
    source: 'discord.com/developers: reference, authentication; detect-secrets discord',
  },
]
