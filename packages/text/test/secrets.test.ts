import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowSecrets, maskSecrets } from '../src/secrets/secrets.ts'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../test/scale.ts'

/** Letters and digits that no issuer gave out: the same every time, and of the asked length. */
const fake = (length: number, alphabet = 'aZ3kQ9mX7pLw2RtY8vBn4HsD6gJf5cE'): string =>
  Array.from({ length }, (_, at) => alphabet[(at * 11 + (at >> 2)) % alphabet.length]).join('')
const hex = (length: number): string => fake(length, '3f9a07c5e8b1d264')
const capitals = (length: number): string => fake(length, 'Q7ZK3XW9VJ2H5TRM')
const digits = (length: number): string => fake(length, '7294018365')
/** Written in parts, so that this file does not look like one that holds a secret. */
const whole = (...parts: readonly string[]): string => parts.join('')
const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url')

const pem = (kind: string, lines = 3): string =>
  [`-----BEGIN ${kind}-----`, ...Array.from({ length: lines }, () => fake(64)), `-----END ${kind}-----`].join('\n')

const secrets: readonly (readonly [rule: string, secret: string])[] = [
  ['aws-access-key', whole('AK', 'IA', capitals(16))],
  ['aws-access-key', whole('AS', 'IA', capitals(16))],
  ...['p', 'o', 'u', 's', 'r'].map((kind) => ['github-token', `gh${kind}_` + fake(36)] as const),
  ['github-token', whole('github_', 'pat_', fake(22), '_', fake(59))],
  ['gitlab-token', whole('gl', 'pat-', fake(20))],
  ['slack-token', whole('xo', 'xb-', digits(12), '-', digits(12), '-', fake(24))],
  ['slack-token', whole('xa', 'pp-1-', capitals(11), '-', digits(13), '-', hex(40))],
  ['anthropic-key', whole('sk-', 'ant-api03-', fake(80))],
  ['openai-key', whole('sk-', fake(48))],
  ['openai-key', whole('sk-', 'proj-', fake(70), '_', fake(30))],
  ['openai-key', whole('sk-', hex(32))],
  ['google-api-key', whole('AI', 'za', fake(35))],
  ['google-oauth-secret', whole('GOC', 'SPX-', fake(28))],
  ['npm-token', whole('np', 'm_', fake(36))],
  ['stripe-key', whole('sk_', 'live_', fake(24))],
  ['stripe-key', whole('rk_', 'live_', fake(24))],
  ['stripe-webhook-secret', whole('whs', 'ec_', fake(32))],
  ['sendgrid-key', whole('S', 'G.', fake(22), '.', fake(43))],
  ['twilio-key', whole('S', 'K', hex(32))],
  ['digitalocean-token', whole('do', 'p_v1_', hex(64))],
  ['huggingface-token', whole('h', 'f_', fake(34))],
  ['pypi-token', whole('py', 'pi-Ag', fake(80))],
  ['aliyun-access-key', whole('LT', 'AI', fake(20))],
  ['tencent-access-key', whole('AK', 'ID', fake(32))],
  ['jwt', `${part({ alg: 'HS256' })}.${part({ sub: 'tide-gauge', iat: 7 })}.${fake(43)}`],
  ['private-key', pem(whole('RSA PRIVATE ', 'KEY'))],
  ['private-key', pem(whole('PRIVATE ', 'KEY'), 1)],
  ['private-key', pem(whole('ENCRYPTED PRIVATE ', 'KEY'))],
  ['private-key', pem(whole('OPENSSH PRIVATE ', 'KEY'), 9)],
  ['private-key', pem(whole('EC PRIVATE ', 'KEY'))],
  ['private-key', pem(whole('PGP PRIVATE ', 'KEY BLOCK'))],
  ['private-key', pem(whole('PRIVATE ', 'KEY')).replaceAll('\n', '\\n')],
  ['private-key', pem(whole('RSA PRIVATE ', 'KEY')).replace('KEY-----\n', 'KEY-----\nDEK-Info: AES-128-CBC,3F17\n\n')],
]

/** `text` holds the secret between `«` and `»`; both signs are taken out. */
const marked = (text: string): readonly [text: string, masked: (rule: string) => string] => [
  text.replace(/[«»]/g, ''),
  (rule) => text.replace(/«[^]*»/, (secret) => `[REDACTED:${rule}]${'\n'.repeat(secret.split('\n').length - 1)}`),
]

describe('maskSecrets', () => {
  it.each(secrets)('masks a %s', (rule, secret) => {
    const breaks = '\n'.repeat(secret.split('\n').length - 1)
    for (const [before, after] of [
      ['', ''],
      ['The key is ', ' and nobody should see it.\n'],
      ['KEY="', '"\n'],
      ['密钥是', '，请勿外传'],
    ] as const)
      expect(maskSecrets(before + secret + after)).toEqual({
        text: `${before}[REDACTED:${rule}]${breaks}${after}`,
        found: [{ rule, count: 1 }],
      })
  })

  it.each([
    ['slack-webhook', `https://hooks.${'slack'}.com/services/«${capitals(9)}/${capitals(9)}/${fake(24)}»`],
    ['discord-webhook', `https://discord.com/api/webhooks/${digits(18)}/«${fake(68)}»`],
    [
      'feishu-webhook',
      `https://open.feishu.cn/open-apis/bot/v2/hook/«${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}»`,
    ],
    ['wecom-webhook', `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=«${hex(36)}»`],
    ['telegram-token', `bot «${digits(10)}:AA${fake(33)}»`],
    ['private-key', `Private-Lines: 2\n«${fake(64)}\n${fake(40)}\n»Private-MAC: 1`],
    [
      'private-key',
      `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${fake(64)}\n${fake(64)}`.replace(/^|$/g, (_, at) =>
        at === 0 ? '«' : '»',
      ),
    ],
    ['aws-secret-key', `aws_secret_access_key = «${fake(40)}»`],
    ['aws-secret-key', `"SecretAccessKey": "«${fake(40)}»"`],
    ['url-password', 'postgres://tide:«ebb-and-flow»@db.internal:5432/sea'],
    ['url-password', 'DATABASE_URL=mysql://root:«root»@127.0.0.1/sea'],
    ['url-password', 'redis://:«p4ss»@cache:6379'],
    ['url-password', 'git clone https://tide:«Wave!7»@git.internal/sea.git'],
    ['authorization', `curl -H "Authorization: Bearer «${fake(32)}»" sea`],
    ['authorization', `{ "Authorization": "Basic «${fake(24)}==»" }`],
    ['assigned-secret', `const password = '«${fake(12)}»'`],
    ['assigned-secret', `api_key: "«${fake(32)}»"`],
    ['assigned-secret', `DB_PASSWORD=«${fake(14)}»\n`],
    ['assigned-secret', `export CLIENT_SECRET='«${hex(32)}»'`],
    ['assigned-secret', `{"content":"{\\"api_key\\": \\"«${fake(31)}»\\"}"}`],
    ['assigned-secret', `\\\\\\"token\\\\\\":\\\\\\"«${fake(31)}»\\\\\\",`],
    ['authorization', `"{\\"Authorization\\":\\"Bearer «${fake(40)}»\\"}"`],
    ['aws-secret-key', `{\\"secretAccessKey\\":\\"«${fake(40)}»\\"}`],
    ['assigned-secret', `"accessToken" : "«${fake(40)}»",`],
    ['assigned-secret', `config["apiKey"] = "«${fake(24)}»"`],
    ['assigned-secret', `密码：«${fake(12)}»，请保管好`],
    ['assigned-secret', `https://oapi.dingtalk.com/robot/send?access_token=«${hex(64)}»&x=1`],
  ])('masks only the secret part: %s', (rule, text) => {
    const [plain, masked] = marked(text)
    expect(maskSecrets(plain)).toEqual({ text: masked(rule), found: [{ rule, count: 1 }] })
  })

  it.each([
    ['github-token', `«ghp_${fake(12)}\n${fake(24)}»`],
    ['github-token', `token: «ghp_${fake(12)}\r\n    ${fake(24)}»\r\nebb`],
    ['anthropic-key', `> «sk-${'ant'}-api03-${fake(40)}\n> ${fake(40)}\n> ${fake(15)}»\n> ebb`],
  ])('masks a key that is broken over lines: %s', (rule, text) => {
    const [plain] = marked(text)
    const breaks = /«([^]*)»/.exec(text)?.[1]?.match(/\r?\n/g)?.join('') ?? ''
    const masked = maskSecrets(plain)
    expect(masked).toEqual({ text: text.replace(/«[^]*»/, `[REDACTED:${rule}]${breaks}`), found: [{ rule, count: 1 }] })
  })

  it.each([
    ['between letters', `ghp_${fake(10)}\u200b${fake(26)}`],
    ['two of them', `ghp_${fake(10)}\u200b\u200d${fake(26)}`],
    ['as an escape of JSON', `{"note": "ghp_${fake(10)}\\u200b${fake(26)}"}`],
    ['within a label', `密\u200b码：${fake(12)}`],
  ])('a zero-width character does not save a key: %s', (_, text) => {
    expect(maskSecrets(text).text).not.toContain(fake(10))
  })

  it.each([
    'const password = process.env.DB_PASSWORD2',
    "password: 'your-password-here-1'",
    'API_KEY=xxxxxxxxxxxxxxxx1',
    'token = "<your token 1>"',
    'secret: ${SECRET_1234567}',
    'apiKey: "example-key-1234"',
    'password: changeme123',
    'token: string, password: string',
    'const token = getTokenFromRequest2(request)',
    'token = tokens[index12345]',
    "secretName: 'database-credentials-v2'",
    'access_token: config.auth.token2',
    'The password: a word that you remember',
    'max_tokens: 4096, tokenLimit = 128000',
    'postgres://user:<password>@host/db',
    'postgres://user:${PASSWORD}@host/db',
    'https://example.com:8080/path@2x.png',
    'https://unpkg.com/vue@3/dist/vue.js',
    'ghp_' + 'x'.repeat(36),
    'sk-learn-estimator-html-container-list',
    'Authorization: Bearer <token>',
    'Authorization: Bearer your-token-goes-right-here-1',
    whole('-----BEGIN PRIVATE ', 'KEY-----\n...\n-----END PRIVATE ', 'KEY-----'),
    '-----BEGIN CERTIFICATE-----\n' + fake(64) + '\n-----END CERTIFICATE-----',
    'sha256-' + fake(43) + '=',
    'commit ' + hex(40),
  ])('leaves %j as it is', (text) => expect(maskSecrets(text)).toEqual({ text, found: [] }))

  it('counts by rule and keeps every line where it was', () => {
    const text = ['a', pem(whole('PRIVATE ', 'KEY')), 'b', 'ghp_' + fake(36), 'ghp_' + fake(36), 'c'].join('\r\n')
    const masked = maskSecrets(text)
    expect(masked.found).toEqual([
      { rule: 'private-key', count: 1 },
      { rule: 'github-token', count: 2 },
    ])
    expect(
      masked.text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ).toEqual(['a', '[REDACTED:private-key]', 'b', '[REDACTED:github-token]', '[REDACTED:github-token]', 'c'])
    expect(masked.text.split('\n').length).toBe(text.split('\n').length)
  })

  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...secrets.map(([, secret]) => secret)),
      fc.constantFrom('password=', '\n', '"', ': ', 'token', '://', '@', '-----BEGIN ', 'eyJ', '_', '-'),
      fc.string({ maxLength: 10 }),
    ),
    { maxLength: 12 },
  )

  it('keeps the number of lines, whatever stands together', () =>
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join(' ')
        const masked = maskSecrets(text)
        expect(masked.text.split('\n').length).toBe(text.split('\n').length)
      }),
      { numRuns: runs(500) },
    ))

  it.each([
    'password=',
    'secret: aaaaaaaaaaaaaaaaaaaaaaa1',
    whole('-----BEGIN RSA PRIVATE ', 'KEY-----'),
    'eyJ',
    '-eyJaaaaaaaaa.',
    '://a:',
    'sk-',
    'xoxb-',
    'Authorization: Bearer ',
    '-',
    'A',
    'token="',
    'Private-Lines: 9\na\n',
  ])('takes time in proportion to a text full of %j', (hostile) => {
    const time = timed((size) => maskSecrets(repeated(hostile, size)))
    expect(whySlow(time, 200_000)).toBeUndefined()
  })
})

describe('what is allowed', () => {
  const key = whole('AK', 'IA', capitals(9), 'EXAMPLE')
  it.each([
    [[], 1],
    [[key], 0],
    [[key.toLowerCase()], 1],
    [['*EXAMPLE'], 0],
    [['AKIA*'], 0],
    [['AKIA*EXAMPLE'], 0],
    [['A*I*EX*LE'], 0],
    [['*EXAMPLES'], 1],
    [['KIA*'], 1],
    [[`${key}*E`], 1],
    [['other', '*'], 0],
    [[''], 1],
  ] as const)('%j leaves %d', (patterns, found) => {
    const masked = maskSecrets(`key: ${key} and ${fake(36)}`, allowSecrets(patterns))
    expect([masked.found.length, masked.text.includes(key)]).toEqual([found, found === 0])
  })

  it('lets nothing else through', () => {
    const other = whole('AK', 'IA', capitals(16))
    const { text, found } = maskSecrets(`${key} ${other}`, allowSecrets([key]))
    expect([text, found]).toEqual([`${key} [REDACTED:aws-access-key]`, [{ rule: 'aws-access-key', count: 1 }]])
  })

  it('takes no longer than its length explains', () => {
    const isAllowed = allowSecrets([`${'a*'.repeat(2_000)}b`])
    const time = timed((size) => expect(isAllowed('a'.repeat(size))).toBe(false))
    expect(whySlow(time, 100_000)).toBeUndefined()
  })
})
