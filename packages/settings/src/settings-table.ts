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
  readSetting,
  text,
  weight,
  integer,
  optionalInteger,
  type Setting,
  type WrittenSettings,
} from './setting.ts'

const backupSettingsTable = {
  'backup.place': {
    description:
      'Where backups are kept: a folder, or `s3://bucket/prefix`, with endpoint and keys as the AWS SDK reads them.',
    isLive: true,
    ...text(),
  },
  'backup.every': {
    description: 'How often `wuku serve` makes a backup there, such as `1d`; `off`: only `wuku backup` does.',
    isLive: true,
    ...period(),
  },
  'backup.keep': {
    description: 'Number of newest backups to keep there when another was made; 0 for all.',
    isLive: true,
    ...integer({ byDefault: 7, min: 0 }),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>

const MIB = 1024 * 1024

/** Every setting of the file and the environment: its type, values, variables and reference page follow from this table. */
export const settingsTable = {
  'limits.fileBytes': {
    description: 'Larger files are not indexed.',
    isLive: true,
    ...integer({ byDefault: limits.fileBytes }),
  },
  'limits.requestsPerMinute': {
    description:
      'Requests that one credential may send to `wuku serve` in a minute; 0 for no limit. A key may have a lower one of its own.',
    ...integer({ byDefault: 600, min: 0 }),
  },
  'limits.callsPerDay': {
    description: 'Operations that a user of a server may call in a day (UTC), also as MCP tools; 0 for no limit.',
    ...integer({ byDefault: 0, min: 0 }),
  },
  'limits.uploadBytesPerDay': {
    description: 'Bytes that a user of a server may upload in a day (UTC); 0 for no limit.',
    ...integer({ byDefault: 0, min: 0 }),
  },
  'limits.failuresPerMinute': {
    description:
      'Wrong credentials in a minute after which an address gets 429 for further ones; 0 for no limit. Right ones go on.',
    ...integer({ byDefault: 30, min: 0 }),
  },
  'limits.threadSecondsPerMinute': {
    description:
      'Seconds of threads that answer which a user of a server may take in a minute; what it asks for beyond them waits behind the requests of all others. 0 for no limit.',
    ...integer({ byDefault: 15, min: 0 }),
  },
  'limits.jobSecondsPerMinute': {
    description:
      'Seconds of running jobs that a user of a server may take in a minute; its jobs beyond them wait behind those of all others, and one runs at a time. 0 for no limit.',
    ...integer({ byDefault: 60, min: 0 }),
  },
  'limits.streams': {
    description: 'Streams that a user of a server may have open at once; 0 for no limit.',
    ...integer({ byDefault: 16, min: 0 }),
  },
  'limits.connections': {
    description:
      'Connections that one address may have open at once, but for proxies of `server.trustProxy` and for programs of the same machine in local mode; 0 for no limit.',
    ...integer({ byDefault: 64, min: 0 }),
  },
  tools: {
    description:
      'Toolsets that agents see over MCP, as a list: `default`, `all`, those of `wuku mcp --help`; `default` when empty.',
    ...list(),
  },
  readOnly: { description: 'true: agents may read but not write.', ...flag(false) },
  language: {
    description:
      'Language of the command line: `zh` for Chinese, `en` for English, `auto` by LC_ALL, LC_MESSAGES and LANG. Tools, REST and JSON are always English.',
    ...choice(languages, 'auto'),
  },
  sessionContext: {
    description: 'Whether the hook of `wuku connect --guide` gives a new session its open work; `off` for never.',
    isLive: true,
    ...flag(true),
  },
  workers: {
    description: 'Threads that parse and analyse while indexing. Default: one less than the cores, at most four.',
    ...optionalInteger(),
  },
  'pads.bytes': { description: 'Maximum UTF-8 bytes of a scratchpad.', isLive: true, ...integer({ byDefault: MIB }) },
  'pads.perWorkflow': {
    description: `Maximum number of scratchpads in a workflow; at most ${maxSlots}.`,
    isLive: true,
    ...integer({ byDefault: 50, max: maxSlots }),
  },
  'pads.versions': {
    description: 'Number of versions of a scratchpad that are kept.',
    isLive: true,
    ...integer({ byDefault: 1000 }),
  },
  'code.fileBytes': {
    description: 'Larger files of a repository are left out: bundles, dumps and data.',
    isLive: true,
    ...integer({ byDefault: 1536 * 1024 }),
  },
  'code.commits': {
    description: 'Number of newest commits of a repository to index; with 0 none, and git is not run.',
    isLive: true,
    ...integer({ byDefault: 5000, min: 0 }),
  },
  'code.project': {
    description:
      'The folder for code tools when a call names none; when empty, the folder in which the program was started. `SCYTHE_CONTEXT_DEFAULT_PROJECT` works too.',
    variable: 'WUKU_DEFAULT_PROJECT',
    also: 'SCYTHE_CONTEXT_DEFAULT_PROJECT',
    ...text(),
  },
  'chats.exclude': {
    description:
      'Conversations to leave out, as a list of globs: working folders (`~/clients/**`), or ids. `wuku index --force` removes those indexed before.',
    isLive: true,
    ...list(),
  },
  'chats.leaveOutRetrieved': {
    description:
      'true: conversations are indexed without the results of web searches and other retrieval servers (Context7 and the like) in them. Answers of wuku itself are always left out. `wuku index --force` applies it to conversations indexed before.',
    ...flag(false),
  },
  'chats.current': {
    description:
      'Id of the conversation that a server answers; `search_conversations` leaves it out by default. When empty, the one that searched last. `CHATWISE_CURRENT_CHAT_ID` works too.',
    variable: 'WUKU_CURRENT_CHAT_ID',
    also: 'CHATWISE_CURRENT_CHAT_ID',
    ...text(),
  },
  'docs.unreadableSeconds': {
    description:
      'Seconds that one run may spend on documents that it cannot read within their limits; beyond them the rest of such documents is left unread until it is retried.',
    ...integer({ byDefault: 120 }),
  },
  'docs.fileBytes': { description: 'Larger documentation files are refused.', ...integer({ byDefault: 64 * MIB }) },
  'docs.purgeDays': {
    description: 'Days during which a deleted library or version can be restored.',
    isLive: true,
    ...integer({ byDefault: 30, min: 0 }),
  },
  'docs.enrich': {
    description:
      'true: a configured language model writes titles and descriptions of code snippets; their text is sent to it, secrets masked. false: it does not.',
    isLive: true,
    ...flag(true),
  },
  'docs.weights.fullText': {
    description: 'Weight of the ranking by words when it is combined with the ranking by meaning.',
    ...weight(1),
  },
  'docs.weights.vectors': { description: 'Weight of the ranking by meaning, if there are vectors.', ...weight(1) },
  'docs.popularity': {
    description:
      'Of two equally good snippets, the one whose document was returned more often comes first. It has no other effect.',
    ...flag(false),
  },
  'docs.cacheSeconds': {
    description:
      'Seconds for which an answer to a documentation query may be reused while its version is unchanged; 0 for never.',
    ...integer({ byDefault: 24 * 60 * 60, min: 0 }),
  },
  'docs.refreshEvery': {
    description:
      'How often `wuku serve` fetches each library again, such as `7d` or `12h`: the version that answers by default, if it has an origin. `off`: only when asked. A library may have a period of its own (`wuku docs set --refresh-every`).',
    isLive: true,
    ...period(),
  },
  'docs.tokens': {
    description:
      'Tokens for private repositories, as a list of `host=token`. `GITHUB_TOKEN`, `GITLAB_TOKEN` and `GITEA_TOKEN` work too, for github.com, gitlab.com and Gitea. A token is sent only to its host and never shown.',
    isSecret: true,
    ...list(),
  },
  'docs.allowHosts': {
    description:
      'Hosts with private addresses, such as a code host in your network, from which documentation may be fetched, as a list of `host` or `host:port`. All others are refused.',
    ...list(),
  },
  'docs.proxy': {
    description: 'HTTP proxy for fetching documentation, such as `http://proxy.example:3128`.',
    ...text(),
  },
  'records.days': {
    description: 'Days for which the logs of calls and imports are kept.',
    ...integer({ byDefault: 90 }),
  },
  'secrets.allow': {
    description:
      'Texts that look like a key or password but are not, as a list: they are not masked. `*` stands for any characters, as in `AKIA*EXAMPLE`. `wuku index --force` applies it to text indexed before.',
    ...list(),
  },
  offline: {
    description:
      'true: nothing is sent anywhere; no API model is called, and nothing is fetched. Models on this machine still run.',
    ...flag(false),
  },
  'server.host': { description: 'Address that `wuku serve` listens on.', ...text('127.0.0.1') },
  'server.port': {
    description: 'Port that `wuku serve` listens on; 0 for any free one.',
    ...integer({ byDefault: 7557, min: 0, max: 65_535 }),
  },
  'server.publicUrl': {
    description:
      'Origin under which users see the server, such as `https://wuku.example.com` behind a proxy. Default: `http://<host>:<port>`.',
    ...text(),
  },
  'server.allowHosts': { description: 'More names that requests may have in `Host`, as a list.', ...list() },
  'server.allowOrigins': {
    description:
      'More origins whose pages may use the server, as a list such as `https://intranet.example.com`. They get CORS headers.',
    ...list(),
  },
  'server.trustProxy': {
    description:
      'Addresses of proxies whose `X-Forwarded-For` counts, as a list of addresses or ranges such as `10.0.0.0/8`; it is ignored from all others.',
    ...list(),
  },
  'server.graceSeconds': {
    description: 'Seconds that requests under way get when the server stops.',
    ...integer({ byDefault: 10, min: 0, max: 3600 }),
  },
  'server.drainSeconds': {
    description:
      'Seconds that a stopping server still takes requests, while `/readyz` says that it stops, so that a balancer can leave it out.',
    ...integer({ byDefault: 0, min: 0, max: 3600 }),
  },
  'server.requestSeconds': {
    description: 'Seconds after which a request that is no long work is given up with 503; 0: never.',
    ...integer({ byDefault: 30, min: 0, max: 3600 }),
  },
  'server.waitSeconds': {
    description: 'Seconds that a request waits for long work, such as an import, before it is answered with the job.',
    ...integer({ byDefault: 120, min: 0, max: 3600 }),
  },
  'server.bodyBytes': { description: 'Maximum bytes of a JSON body.', ...integer({ byDefault: 4 * MIB }) },
  'server.uploadBytes': { description: 'Maximum bytes of one upload.', ...integer({ byDefault: 256 * MIB }) },
  'server.uploadFiles': { description: 'Maximum number of files in one upload.', ...integer({ byDefault: 200 }) },
  'push.files': {
    description: 'Maximum number of files, or conversations, in one pushed source (`wuku push`).',
    isLive: true,
    ...integer({ byDefault: pushLimits.files }),
  },
  'push.bytes': {
    description: 'Maximum bytes of one pushed source.',
    isLive: true,
    ...integer({ byDefault: pushLimits.bytes }),
  },
  'server.mcpSessions': {
    description: 'true: MCP clients of 2025 get sessions. Without them every request is independent.',
    ...flag(false),
  },
  ...teamSettingsTable,
  ...backupSettingsTable,
  'packs.trusted': {
    description:
      'Fingerprints of keys whose packs `wuku add` takes, as a list; `wuku pack key` shows that of a machine.',
    isLive: true,
    ...list(),
  },
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
