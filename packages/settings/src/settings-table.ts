import { limits } from '@wuku/core/limits'
import { languages } from './language-choice.ts'
import { pushLimits } from '@wuku/kernel/base/push-limits'
import { maxSlots } from '@wuku/core/ports/pads'
import { authSettingsTable } from './auth-settings-table.ts'
import { modelSettingsTable } from './model-settings-table.ts'
import { teamSettingsTable } from './team-settings-table.ts'
import {
  choice,
  flag,
  list,
  period,
  quotaList,
  readSetting,
  text,
  weight,
  integer,
  optionalInteger,
  type Setting,
  type WrittenSettings,
} from './setting.ts'

const backupSettingsTable = {
  'backup.place': text(
    'Where backups are kept: a folder, or `s3://bucket/prefix`, with endpoint and keys as the AWS SDK reads them.',
    { isLive: true },
  ),
  'backup.every': period('How often `wuku serve` makes a backup there, such as `1d`; `off`: only `wuku backup` does.', {
    isLive: true,
  }),
  'backup.keep': integer('Number of newest backups to keep there when another was made; 0 for all.', {
    byDefault: 7,
    min: 0,
    isLive: true,
  }),
} as const satisfies Readonly<Record<string, Setting<unknown>>>

const MIB = 1024 * 1024

/** Every setting of the file and the environment: its type, values, variables and reference page follow from this table. */
export const settingsTable = {
  'limits.fileBytes': integer('Larger files are not indexed.', { byDefault: limits.fileBytes, isLive: true }),
  'limits.requestsPerMinute': integer(
    'Requests that one credential may send to `wuku serve` in a minute; 0 for no limit. A key may have a lower one of its own.',
    { byDefault: 600, min: 0 },
  ),
  'limits.callsPerDay': integer(
    'Operations that a user of a server may call in a day (UTC), also as MCP tools; 0 for no limit.',
    { byDefault: 0, min: 0 },
  ),
  'limits.uploadBytesPerDay': integer('Bytes that a user of a server may upload in a day (UTC); 0 for no limit.', {
    byDefault: 0,
    min: 0,
  }),
  'limits.quotas': quotaList(
    'Quotas, as a list: `sources=20` (libraries, and sources that are pushed or added) and `documentBytes=1000000000` of each user; before `callsPerDay=`, `uploadBytesPerDay=`, `sources=` or `documentBytes=` may stand `group:research` or `user:ann`. What is said of a user comes before its groups, of which the highest counts, and these before what is said of everybody; 0 for no limit.',
  ),
  'limits.failuresPerMinute': integer(
    'Wrong credentials in a minute after which an address gets 429 for further ones; 0 for no limit. Right ones go on.',
    { byDefault: 30, min: 0 },
  ),
  'limits.threadSecondsPerMinute': integer(
    'Seconds of threads that answer which a user of a server may take in a minute; what it asks for beyond them waits behind the requests of all others. 0 for no limit.',
    { byDefault: 15, min: 0 },
  ),
  'limits.jobSecondsPerMinute': integer(
    'Seconds of running jobs that a user of a server may take in a minute; its jobs beyond them wait behind those of all others, and one runs at a time. 0 for no limit.',
    { byDefault: 60, min: 0 },
  ),
  'limits.streams': integer('Streams that a user of a server may have open at once; 0 for no limit.', {
    byDefault: 16,
    min: 0,
  }),
  'limits.connections': integer(
    'Connections that one address may have open at once, but for proxies of `server.trustProxy` and for programs of the same machine in local mode; 0 for no limit.',
    { byDefault: 64, min: 0 },
  ),
  tools: list(
    'Toolsets that agents see over MCP, as a list: `default`, `all`, those of `wuku mcp --help`; `default` when empty.',
  ),
  readOnly: flag('true: agents may read but not write.'),
  language: choice(
    'Language of the command line: `zh` for Chinese, `en` for English, `auto` by LC_ALL, LC_MESSAGES and LANG. Tools, REST and JSON are always English.',
    languages,
    'auto',
  ),
  sessionContext: flag(
    'Whether the hook of `wuku connect --guide` gives a new session its open work; `off` for never.',
    { byDefault: true, isLive: true },
  ),
  workers: optionalInteger(
    'Threads that parse and analyse while indexing. Default: one less than the cores, at most four.',
  ),
  'pads.bytes': integer('Maximum UTF-8 bytes of a scratchpad.', { byDefault: MIB, isLive: true }),
  'pads.perWorkflow': integer(`Maximum number of scratchpads in a workflow; at most ${maxSlots}.`, {
    byDefault: 50,
    max: maxSlots,
    isLive: true,
  }),
  'pads.versions': integer('Number of versions of a scratchpad that are kept.', { byDefault: 1000, isLive: true }),
  'code.fileBytes': integer('Larger files of a repository are left out: bundles, dumps and data.', {
    byDefault: 1536 * 1024,
    isLive: true,
  }),
  'code.commits': integer('Number of newest commits of a repository to index; with 0 none, and git is not run.', {
    byDefault: 5000,
    min: 0,
    isLive: true,
  }),
  'code.project': text(
    'The folder for code tools when a call names none; when empty, the folder in which the program was started. `SCYTHE_CONTEXT_DEFAULT_PROJECT` works too.',
    { variable: 'WUKU_DEFAULT_PROJECT', also: 'SCYTHE_CONTEXT_DEFAULT_PROJECT' },
  ),
  'chats.exclude': list(
    'Conversations to leave out, as a list of globs: working folders (`~/clients/**`), or ids. `wuku index --force` removes those indexed before.',
    { isLive: true },
  ),
  'chats.leaveOutRetrieved': flag(
    'true: conversations are indexed without the results of web searches and other retrieval servers (Context7 and the like) in them. Answers of wuku itself are always left out. `wuku index --force` applies it to conversations indexed before.',
  ),
  'chats.current': text(
    'Id of the conversation that a server answers; `search_conversations` leaves it out by default. When empty, the one that searched last. `CHATWISE_CURRENT_CHAT_ID` works too.',
    { variable: 'WUKU_CURRENT_CHAT_ID', also: 'CHATWISE_CURRENT_CHAT_ID' },
  ),
  'docs.unreadableSeconds': integer(
    'Seconds that one run may spend on documents that it cannot read within their limits; beyond them the rest of such documents is left unread until it is retried.',
    { byDefault: 120 },
  ),
  'docs.fileBytes': integer('Larger documentation files are refused.', { byDefault: 64 * MIB }),
  'docs.purgeDays': integer('Days during which a deleted library or version can be restored.', {
    byDefault: 30,
    min: 0,
    isLive: true,
  }),
  'docs.enrich': flag(
    'true: a configured language model writes titles and descriptions of code snippets; their text is sent to it, secrets masked. false: it does not.',
    { byDefault: true, isLive: true },
  ),
  'docs.weights.fullText': weight('Weight of the ranking by words when it is combined with the ranking by meaning.'),
  'docs.weights.vectors': weight('Weight of the ranking by meaning, if there are vectors.'),
  'docs.popularity': flag(
    'Of two equally good snippets, the one whose document was returned more often comes first. It has no other effect.',
  ),
  'docs.cacheSeconds': integer(
    'Seconds for which an answer to a documentation query may be reused while its version is unchanged; 0 for never.',
    { byDefault: 24 * 60 * 60, min: 0 },
  ),
  'docs.refreshEvery': period(
    'How often `wuku serve` fetches each library again, such as `7d` or `12h`: the version that answers by default, if it has an origin. `off`: only when asked. A library may have a period of its own (`wuku docs set --refresh-every`).',
    { isLive: true },
  ),
  'docs.tokens': list(
    'Tokens for private repositories, as a list of `host=token`. `GITHUB_TOKEN`, `GITLAB_TOKEN` and `GITEA_TOKEN` work too, for github.com, gitlab.com and Gitea. A token is sent only to its host and never shown.',
    { isSecret: true },
  ),
  'docs.allowHosts': list(
    'Hosts with private addresses, such as a code host in your network, from which documentation may be fetched, as a list of `host` or `host:port`. All others are refused.',
  ),
  'docs.proxy': text('HTTP proxy for fetching documentation, such as `http://proxy.example:3128`.'),
  'connectors.tokens': list(
    'Credentials of connected sources that name no variable (`--token-env`), as a list of `host=token`. A token is sent only to the API of its host and never shown.',
    { isSecret: true },
  ),
  'connectors.people': list(
    'People of connected services who show no e-mail address there, as a list of `login=e-mail`: so their users here see what they may read.',
  ),
  'connectors.webhooks': list(
    'Secrets with which services sign the messages that wake their sources at `/api/v1/webhooks/<source>`, as a list of `source=secret`.',
    { isSecret: true },
  ),
  'records.days': integer('Days for which the logs of calls and imports are kept.', { byDefault: 90 }),
  'secrets.allow': list(
    'Texts that look like a key or password but are not, as a list: they are not masked. `*` stands for any characters, as in `AKIA*EXAMPLE`. `wuku index --force` applies it to text indexed before.',
  ),
  offline: flag(
    'true: nothing is sent anywhere; no API model is called, and nothing is fetched. Models on this machine still run.',
  ),
  'server.host': text('Address that `wuku serve` listens on.', { byDefault: '127.0.0.1' }),
  'server.port': integer('Port that `wuku serve` listens on; 0 for any free one.', {
    byDefault: 7557,
    min: 0,
    max: 65_535,
  }),
  'server.publicUrl': text(
    'Origin under which users see the server, such as `https://wuku.example.com` behind a proxy. Default: `http://<host>:<port>`.',
  ),
  'server.allowHosts': list('More names that requests may have in `Host`, as a list.'),
  'server.allowOrigins': list(
    'More origins whose pages may use the server, as a list such as `https://intranet.example.com`. They get CORS headers.',
  ),
  'server.trustProxy': list(
    'Addresses of proxies whose `X-Forwarded-For` counts, as a list of addresses or ranges such as `10.0.0.0/8`; it is ignored from all others.',
  ),
  'server.graceSeconds': integer('Seconds that requests under way get when the server stops.', {
    byDefault: 10,
    min: 0,
    max: 3600,
  }),
  'server.drainSeconds': integer(
    'Seconds that a stopping server still takes requests, while `/readyz` says that it stops, so that a balancer can leave it out.',
    { byDefault: 0, min: 0, max: 3600 },
  ),
  'server.requestSeconds': integer(
    'Seconds after which a request that is no long work is given up with 503; 0: never.',
    { byDefault: 30, min: 0, max: 3600 },
  ),
  'server.waitSeconds': integer(
    'Seconds that a request waits for long work, such as an import, before it is answered with the job.',
    { byDefault: 120, min: 0, max: 3600 },
  ),
  'server.bodyBytes': integer('Maximum bytes of a JSON body.', { byDefault: 4 * MIB }),
  'server.uploadBytes': integer('Maximum bytes of one upload.', { byDefault: 256 * MIB }),
  'server.uploadFiles': integer('Maximum number of files in one upload.', { byDefault: 200 }),
  'push.files': integer('Maximum number of files, or conversations, in one pushed source (`wuku push`).', {
    byDefault: pushLimits.files,
    isLive: true,
  }),
  'push.bytes': integer('Maximum bytes of one pushed source.', { byDefault: pushLimits.bytes, isLive: true }),
  'server.mcpSessions': flag('true: MCP clients of 2025 get sessions. Without them every request is independent.'),
  ...teamSettingsTable,
  ...backupSettingsTable,
  'packs.trusted': list(
    'Fingerprints of keys whose packs `wuku add` takes, as a list; `wuku pack key` shows that of a machine.',
    { isLive: true },
  ),
  ...authSettingsTable,
  ...modelSettingsTable,
} as const satisfies Readonly<Record<string, Setting<unknown>>>

export type Key = keyof typeof settingsTable

/** The value that the type of a setting makes of its text. */
type ValueOf<K extends Key> = ReturnType<(typeof settingsTable)[K]['read']>

export type ReadSetting = <K extends Key>(key: K) => ValueOf<K>

type NameBelow<Above extends string, K = Key> = K extends `${Above}.${infer Name}` ? Name : never

/** Some of the settings below a key, by the rest of their names. */
export const readBelow = <Above extends string, Name extends NameBelow<Above>>(
  read: ReadSetting,
  above: Above,
  names: readonly Name[],
) =>
  Object.fromEntries(names.map((name) => [name, read(`${above}.${name}` as Key)])) as {
    readonly [Each in Name]: ValueOf<Extract<`${Above}.${Each}`, Key>>
  }

export function createReadSetting(written: WrittenSettings): ReadSetting {
  return (key) => {
    const setting: Setting<unknown> = settingsTable[key]
    return readSetting(key, setting, written) as ValueOf<typeof key>
  }
}
