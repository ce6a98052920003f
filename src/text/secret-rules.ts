import { isDrawn, isPlaceholder, isTemplate, looksRandom } from './randomness.ts'

export interface SecretRule {
  /** Stands in the text in place of the secret. */
  readonly name: string
  /** What the secret is known by. Ends with one of `headEnds`. */
  readonly head: string
  /** What follows it. Only the part named `secret` is masked, or else head and tail. Every repetition has a bound. */
  readonly tail: string
  /** The last word, on the masked part alone. */
  readonly accepts: (secret: string) => boolean
}

/** Rare enough in prose to be looked for one by one; from there the search looks back. */
export const headEnds = '-_:=：/.ADIJKNz'

const isReal = (secret: string): boolean => !isPlaceholder(secret)

/**
 * Keys that tell by themselves who issued them. Examples among them are masked too: nobody can tell an example from a key
 * that somebody typed in, and a masked example does no harm.
 */
const issuedKeys: readonly (readonly [name: string, head: string, tail: string])[] = [
  ['aws-access-key', '\\b(?:AKIA|ASIA|ABIA|ACCA)', '[A-Z0-9]{16}\\b'],
  ['github-token', 'gh[pousr]\\\\?_', '[A-Za-z0-9]{36,255}'],
  ['github-token', 'github\\\\?_pat\\\\?_', '\\w{22,255}'],
  ['gitlab-token', 'gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat)-', '[\\w-]{20,100}'],
  ['slack-token', '(?<![\\w-])xox[abceoprs]-', '[A-Za-z0-9-]{10,100}'],
  ['slack-token', 'xapp-', '\\d-[A-Za-z0-9-]{10,200}'],
  ['slack-webhook', 'hooks\\.slack\\.com/', '(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/]{20,100})'],
  ['discord-webhook', '/api/webhooks/', '\\d{17,20}/(?<secret>[\\w-]{60,100})'],
  ['feishu-webhook', '/open-apis/bot/', 'v2/hook/(?<secret>[\\w-]{30,60})'],
  ['wecom-webhook', '/cgi-bin/webhook/', 'send\\?key=(?<secret>[\\w-]{30,60})'],
  ['anthropic-key', '(?<![\\w-])sk-ant-', '[\\w-]{20,200}'],
  ['google-api-key', 'AIz', 'a[\\w-]{35}'],
  ['google-oauth-secret', 'GOCSPX-', '[\\w-]{28}'],
  ['npm-token', '\\bnpm\\\\?_', '[A-Za-z0-9]{36}\\b'],
  ['stripe-key', '[sr]k\\\\?_live\\\\?_', '[A-Za-z0-9]{16,250}'],
  ['stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{24,100}'],
  ['sendgrid-key', '\\bSG\\.', '[\\w-]{16,32}\\.[\\w-]{32,64}'],
  ['twilio-key', '\\bSK', '[0-9a-f]{32}\\b'],
  ['telegram-token', '\\b\\d{8,10}:', 'AA[\\w-]{33}(?![\\w-])'],
  ['digitalocean-token', 'do[opr]_v1_', '[0-9a-f]{64}'],
  ['huggingface-token', '\\bhf\\\\?_', '[A-Za-z0-9]{30,60}\\b'],
  ['pypi-token', 'pypi-', 'Ag[\\w-]{50,300}'],
  ['aliyun-access-key', '\\bLTAI', '[A-Za-z0-9]{12,30}\\b'],
  ['tencent-access-key', '\\bAKID', '[A-Za-z0-9]{13,40}\\b'],
  ['jwt', '(?<![\\w-])eyJ', '[\\w-]{8,4000}\\.eyJ[\\w-]{8,8000}(?:\\.[\\w-]{1,2000})?'],
]

const keyEdge = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}'
const keyBlock = `(?:(?!-{4})[^]){0,20000}-{4,5} ?END ${keyEdge}`
/** When a block's end is missing: the lines that are certainly of the key. */
const keyLines = '(?:(?:\\s|\\\\[rn]){0,8}[A-Za-z0-9+/=]{32,4000}){1,400}'

/** An identifier that ends with the name of a secret or goes on after it, and the sign that gives it a value. */
const assignment = (names: string): string => `(?:${names})[\\w\\\\-]{0,20}["'\`]?\\]?[ \\t]{0,4}[:=：]`
const secretNames =
  '[Pp]assword|PASSWORD|[Pp]asswd|PASSWD|[Pp]assphrase|PASSPHRASE|[Ss]ecret|SECRET|[Tt]oken|TOKEN|' +
  '[Aa](?:pi|PI|ccess|ccount)\\\\?[_-]?[Kk]ey|A(?:PI|CCESS|CCOUNT)\\\\?_?KEY|密码|口令|密钥|密碼|密鑰|令牌'

/** JSON within a text, and JSON within that: `\\"api_key\\": \\"...\\"`. */
const escapes = '\\\\{0,3}'

/** In the order in which they are tried at the same place. */
export const secretRules: readonly SecretRule[] = [
  {
    name: 'private-key',
    head: '-{4,5} ?BEGIN',
    tail: ` ${keyEdge}(?:${keyBlock}|${keyLines})`,
    accepts: (block) => /[A-Za-z0-9+/]{24}/.test(block),
  },
  {
    name: 'private-key',
    head: 'Private-Lines:',
    tail: ' \\d{1,3}\\r?\\n(?<secret>(?:[A-Za-z0-9+/=]{1,64}(?:\\r?\\n|$)){1,200})',
    accepts: isReal,
  },
  ...issuedKeys.map(([name, head, tail]) => ({ name, head, tail, accepts: isDrawn })),
  {
    name: 'openai-key',
    head: '(?<![\\w-])sk-',
    tail: '(?!ant-)[\\w-]{20,250}',
    accepts: (key) => looksRandom(key) || /[A-Za-z0-9]{24}/.test(key),
  },
  // A weak password in an address opens the door as well as a strong one.
  {
    name: 'url-password',
    head: '://',
    tail: '[^\\s:@/?#"\'<>`[]{0,100}:(?<secret>[^\\s@/?#"\'<>`]{1,200})@(?=[\\w[])',
    accepts: (password) => !isTemplate(password),
  },
  {
    name: 'authorization',
    head: `[Aa]uthorization${escapes}["'\`]?[ \\t]{0,4}[:=]`,
    tail: `[ \\t]{0,4}${escapes}["'\`]?[A-Za-z]{1,20} (?<secret>[\\w.~+/=-]{16,4000})`,
    accepts: looksRandom,
  },
  {
    name: 'aws-secret-key',
    head: assignment('[Ss]ecret\\\\?_?[Aa]ccess\\\\?_?[Kk]ey|SECRET\\\\?_ACCESS\\\\?_KEY'),
    tail: `[ \\t]{0,4}${escapes}["'\`]?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
    accepts: isReal,
  },
  {
    name: 'assigned-secret',
    head: assignment(secretNames),
    tail: `[=>]?[ \\t]{0,4}(?<quote>${escapes}["'\`])(?<secret>[^"'\`\\s]{8,400}?)\\k<quote>`,
    accepts: looksRandom,
  },
  {
    name: 'assigned-secret',
    head: assignment(secretNames),
    tail: '[=>]?[ \\t]{0,4}(?<secret>[\\w+/=.~!@#$%^*-]{10,400})(?![\\w([])',
    accepts: (value) => looksRandom(value) && !/^[\w$]+(?:\.[\w$]+)+$/.test(value),
  },
]
