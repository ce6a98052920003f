import { isTemplate, isOrdinaryWord } from './randomness.ts'
import { edgeOf, ESCAPES, QUOTE, type SecretRule } from './rule.ts'

/** Between the command and its option, on one line or on lines that end with a backslash. */
const GAP = '(?:(?!&&)[^\\n|;]|\\\\\\r?\\n){0,300}?'
const VALUE = `(?:(?<quote>${QUOTE})(?<secret>[^\\n]{1,200}?)\\k<quote>|(?<secret>[^\\s"'\`|;&<>\\\\]{1,200}))`
const namedValue = (sign: ':' | '%'): string =>
  `(?:(?<quote>${QUOTE})[^\\n${sign}"'\`]{0,100}${sign}(?<secret>[^\\n]{1,200}?)\\k<quote>` +
  `|[^\\s"'\`/${sign}]{0,100}${sign}(?<quote>["'])(?<secret>[^\\n]{1,200}?)\\k<quote>` +
  `|[^\\s"'\`/${sign}]{0,100}${sign}(?<secret>[^\\s"'\`|;&<>\\\\]{1,200}))`

type Row = readonly [commands: string, options: string, value: string, source: string]

const rows = (): readonly Row[] => [
  [
    'curl',
    '(?:-u|--user|--proxy-user|-U)(?:[ \\t]{1,4}|=)|-u(?=[\\w"\'])',
    namedValue(':'),
    'curl.se/docs/manpage.html: --user; gitleaks curl-auth-user',
  ],
  ['http https xh', '(?:-a|--auth)(?:[ \\t]{1,4}|=)', namedValue(':'), 'httpie.io/docs: authentication'],
  ['smbclient rpcclient', '-U[ \\t]{0,4}', namedValue('%'), 'samba.org: smbclient(1)'],
  [
    'mysql mysqldump mysqladmin mysqlimport mysqlsh mariadb mariadb-dump',
    '-p(?=\\S)',
    VALUE,
    'dev.mysql.com: connecting, password options',
  ],
  ['sshpass', '-p[ \\t]{0,4}', VALUE, 'sshpass(1)'],
  ['redis-cli', '(?:-a|--pass)[ \\t]{1,4}', VALUE, 'redis.io/docs: redis-cli'],
  [
    'mongo mongosh mongodump mongorestore mongoexport mongoimport',
    '-p[ \\t]{1,4}',
    VALUE,
    'mongodb.com/docs: mongosh options',
  ],
  [
    'docker podman helm nerdctl skopeo oras buildah',
    'login\\b(?:[^\\n|;&]|\\\\\\r?\\n){0,200}? -p[ \\t]{1,4}',
    VALUE,
    'docs.docker.com: docker login',
  ],
  ['az', 'login\\b[^\\n|;&]{0,200}? -p[ \\t]{1,4}', VALUE, 'learn.microsoft.com: az login'],
  ['ldapsearch ldapadd ldapmodify ldapwhoami', '-w[ \\t]{1,4}', VALUE, 'openldap.org: ldapsearch(1)'],
  ['sqlcmd bcp', '-P[ \\t]{0,4}', VALUE, 'learn.microsoft.com: sqlcmd'],
  ['7z 7za 7zz', '-p(?=\\S)', VALUE, '7-zip.org: command line, -p'],
  ['unzip zip', '-P[ \\t]{1,4}', VALUE, 'infozip: zip(1)'],
  [
    'htpasswd',
    '-[A-Za-z]{0,6}b[A-Za-z]{0,6}[ \\t]{1,4}\\S{1,200}[ \\t]{1,4}\\S{1,100}[ \\t]{1,4}',
    VALUE,
    'httpd.apache.org: htpasswd -b',
  ],
  ['openssl', '-pass(?:in|out)?[ \\t]{1,4}pass:', VALUE, 'docs.openssl.org: pass phrase options'],
  ['net', 'use\\b[^\\n|;&]{0,100}? /user:\\S{1,60}[ \\t]{1,4}', VALUE, 'learn.microsoft.com: net use'],
]

const byCommand = ([commands, options, value, source]: Row) => {
  const names = commands.split(' ')
  return {
    keywords: names.map((name) => `${name} `).filter((name) => name.length > 2),
    pattern: `${edgeOf('\\w.-')}(?:${names.join('|')})[ \\t]${GAP}(?<=[ \\t])(?:${options})${value}`,
    source,
  }
}

/** Passwords in commands, and in the files that commands read. */
export const commands = (): readonly SecretRule[] =>
  [
    ...rows().map(byCommand),
    {
      keywords: ['machine ', 'default\n', 'default login'],
      pattern: `(?:machine[ \\t]{1,4}\\S{1,200}|default)\\s{1,8}(?:login|user)\\s{1,8}\\S{1,200}\\s{1,8}(?:account\\s{1,8}\\S{1,200}\\s{1,8})?password\\s{1,8}(?<secret>[^\\s"'\`<>\\\\]{1,200})`,
      source: 'gnu.org/software/inetutils: the .netrc file',
    },
    {
      keywords: ['IDENTIFIED ', 'identified '],
      pattern: `(?<=\\b(?:USER|user|GRANT|grant)\\b[^\\n;]{0,200})(?:IDENTIFIED|identified)(?: (?:WITH|with) \\w{1,40})? (?:BY|by)(?: (?:PASSWORD|password))? (?<quote>${ESCAPES}["'])(?<secret>[^\\n]{1,200}?)\\k<quote>`,
      source: 'dev.mysql.com: CREATE USER',
    },
    {
      keywords: ['PASSWORD ', 'requirepass ', 'masterauth '],
      pattern: `(?:(?:PASSWORD (?=["'])|requirepass |masterauth )${VALUE})`,
      source: 'postgresql.org/docs: CREATE ROLE; redis.io/docs: configuration',
    },
  ].map((rule) => ({ ...rule, name: 'command-password', accepts: ({ secret }) => isTyped(secret) }))

/** No variable, and nothing to be filled in. */
const isTyped = (secret: string): boolean =>
  secret.length >= 3 && !notTyped.test(secret) && !isTemplate(secret) && !isOrdinaryWord(secret)
const notTyped = /^[@[(]|^\\?\$|\$[({]|^(?:pass(?:word|wd)?|pwd|secret|token|null|test|(.)\1*|\d{1,5})$/i
