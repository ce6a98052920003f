import { isTemplate } from './randomness.ts'
import type { SecretRow } from './rule.ts'

/** Databases and queues: people write their passwords unescaped, with any punctuation. */
const LOOSE =
  '(?:mysqlx?|mariadb|postgres(?:ql)?|mongodb(?:\\+srv)?|rediss?|amqps?|sqlserver|mssql|clickhouse|oracle|ldaps?)'
const USER = '[^\\s:/?#"\'<>`[\\]]{0,100}'

/** `user:password@host` shows a form. */
const isTyped = (password: string): boolean =>
  !isTemplate(password) && !/^(?:pass(?:word|wd)?|pwd|secret|token)$/i.test(password)

/** Secrets that an address carries. */
export const addresses = (): readonly SecretRow[] => [
  {
    // A weak password in an address opens the door as well as a strong one. It ends at the last @ before the host.
    name: 'url-password',
    keywords: ['://'],
    pattern:
      `:\\/\\/${USER}:(?:(?<secret>[^\\s/?#"'<>\`]{1,200})@(?=[\\w[])` +
      `|(?<=\\b${LOOSE}:\\/\\/[^\\s:]{0,100}:)(?!\\d{1,5}[/?#])(?<secret>[^\\s"'<>\`]{1,200})@(?=[\\w[]))`,
    accepts: ({ secret }) => isTyped(secret),
    source: 'RFC 3986, 3.2.1; detect-secrets basic_auth; secretlint basicauth, database-connection-string',
  },
  {
    name: 'url-password',
    keywords: ['@tcp(', '@unix('],
    pattern: '(?<=\\b[\\w.-]{1,64}:(?<secret>[^\\s"\'<>`:]{1,100}))@(?:tcp|unix)\\(',
    accepts: ({ secret }) => isTyped(secret),
    source: 'github.com/go-sql-driver/mysql: data source name',
  },
  ...webhooks(),
  {
    name: 'signed-address',
    keywords: ['sig='],
    pattern: '(?<=[?&;])sig=(?<secret>(?:[\\w+/=-]|%[0-9A-Fa-f]{2}){30,120})',
    source: 'learn.microsoft.com: shared access signatures',
  },
  {
    name: 'signed-address',
    keywords: ['X-Amz-Signature=', 'X-Goog-Signature=', 'X-Tos-Signature='],
    pattern: 'X-(?:Amz|Goog|Tos)-Signature=(?<secret>[0-9A-Fa-f]{64,600})',
    source: 'docs.aws.amazon.com: signed requests; cloud.google.com/storage: signed URLs',
  },
  {
    name: 'signed-address',
    keywords: ['Signature='],
    pattern: '(?<=[?&])Signature=(?<secret>(?:[\\w+/=-]|%[0-9A-Fa-f]{2}){20,400})',
    source: 'help.aliyun.com: OSS, signatures in addresses',
  },
]

function webhooks(): readonly SecretRow[] {
  const rows: readonly (readonly [name: string, keyword: string, rest: string, source: string])[] = [
    [
      'slack-webhook',
      'hooks.slack.com/',
      '(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/]{20,100})',
      'api.slack.com: incoming webhooks; gitleaks slack-webhook-url',
    ],
    ['discord-webhook', '/api/webhooks/', '\\d{17,20}/(?<secret>[\\w-]{60,100})', 'discord.com/developers: webhooks'],
    ['feishu-webhook', '/open-apis/bot/', 'v2/hook/(?<secret>[\\w-]{30,60})', 'open.feishu.cn: custom bots'],
    [
      'wecom-webhook',
      '/cgi-bin/webhook/',
      'send\\?key=(?<secret>[\\w-]{30,60})',
      'developer.work.weixin.qq.com: group robots',
    ],
    [
      'teams-webhook',
      'webhook.office.com/',
      'webhookb2/[\\w@-]{70,80}/IncomingWebhook/(?<secret>[\\w/-]{32,110})',
      'learn.microsoft.com: Teams webhooks; gitleaks microsoft-teams-webhook',
    ],
    ['telegram-token', 'api.telegram.org/', 'bot(?<secret>\\d{5,16}:[\\w-]{30,50})', 'core.telegram.org/bots/api'],
  ]
  return rows.map(([name, keyword, rest, source]) => ({
    name,
    keywords: [keyword],
    pattern: keyword.replace(/[./]/g, '\\$&') + rest,
    source,
  }))
}
