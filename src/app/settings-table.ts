import { limits } from '../core/limits.ts'
import { languages } from '../language/choose.ts'
import { pushLimits } from '../engine/push/push-limits.ts'
import { mostSlots } from '../ports/pads.ts'
import { authSettingsTable } from './auth-settings-table.ts'
import { backupSettingsTable } from './backup/settings-table.ts'
import { modelSettingsTable } from './model-settings-table.ts'
import { teamSettingsTable } from './team/settings-table.ts'
import {
  choice,
  flag,
  list,
  period,
  readSetting,
  text,
  weight,
  whole,
  wholeOrNone,
  type Setting,
  type WrittenSettings,
} from './setting.ts'

const MIB = 1024 * 1024

/** Every setting of the file and the environment: its type, values, variables and reference page follow from this table. */
export const settingsTable = {
  'limits.fileBytes': {
    says: 'Larger files are not indexed.',
    isLive: true,
    ...whole({ byDefault: limits.fileBytes }),
  },
  'limits.requestsPerMinute': {
    says: 'Requests that one credential may send to `wuku serve` in a minute; 0 for no limit. A key may have a lower one of its own.',
    ...whole({ byDefault: 600, least: 0 }),
  },
  'limits.callsPerDay': {
    says: 'Operations that a user of a server may call in a day (UTC), also as MCP tools; 0 for no limit.',
    ...whole({ byDefault: 0, least: 0 }),
  },
  'limits.uploadBytesPerDay': {
    says: 'Bytes that a user of a server may upload in a day (UTC); 0 for no limit.',
    ...whole({ byDefault: 0, least: 0 }),
  },
  'limits.failuresPerMinute': {
    says: 'Wrong credentials in a minute after which an address gets 429 for further ones; 0 for no limit. Right ones go on.',
    ...whole({ byDefault: 30, least: 0 }),
  },
  'limits.threadSecondsPerMinute': {
    says: 'Seconds of threads that answer which a user of a server may take in a minute; what it asks for beyond them waits behind the requests of all others. 0 for no limit.',
    ...whole({ byDefault: 15, least: 0 }),
  },
  'limits.jobSecondsPerMinute': {
    says: 'Seconds of running jobs that a user of a server may take in a minute; its jobs beyond them wait behind those of all others, and one runs at a time. 0 for no limit.',
    ...whole({ byDefault: 60, least: 0 }),
  },
  'limits.streams': {
    says: 'Streams that a user of a server may have open at once; 0 for no limit.',
    ...whole({ byDefault: 16, least: 0 }),
  },
  'limits.connections': {
    says: 'Connections that one address may have open at once, but for proxies of `server.trustProxy` and for programs of the same machine in local mode; 0 for no limit.',
    ...whole({ byDefault: 64, least: 0 }),
  },
  tools: {
    says: 'Toolsets that agents see over MCP, as a list: `default`, `all`, those of `wuku mcp --help`; `default` when empty.',
    ...list(),
  },
  readOnly: { says: 'true: agents may read but not write.', ...flag(false) },
  language: {
    says: 'Language of the command line: `zh` for Chinese, `en` for English, `auto` by LC_ALL, LC_MESSAGES and LANG. Tools, REST and JSON are always English.',
    ...choice(languages, 'auto'),
  },
  sessionContext: {
    says: 'Whether the hook of `wuku connect --guide` gives a new session its open work; `off` for never.',
    isLive: true,
    ...flag(true),
  },
  workers: {
    says: 'Threads that parse and analyse while indexing. Default: one less than the cores, at most four.',
    ...wholeOrNone(),
  },
  'pads.bytes': { says: 'Maximum UTF-8 bytes of a scratchpad.', isLive: true, ...whole({ byDefault: MIB }) },
  'pads.perWorkflow': {
    says: `Maximum number of scratchpads in a workflow; at most ${mostSlots}.`,
    isLive: true,
    ...whole({ byDefault: 50, most: mostSlots }),
  },
  'pads.versions': {
    says: 'Number of versions of a scratchpad that are kept.',
    isLive: true,
    ...whole({ byDefault: 1000 }),
  },
  'code.fileBytes': {
    says: 'Larger files of a repository are left out: bundles, dumps and data.',
    isLive: true,
    ...whole({ byDefault: 1536 * 1024 }),
  },
  'code.commits': {
    says: 'Number of newest commits of a repository to index; with 0 none, and git is not run.',
    isLive: true,
    ...whole({ byDefault: 5000, least: 0 }),
  },
  'code.project': {
    says: 'The folder for code tools when a call names none; when empty, the folder in which the program was started. `SCYTHE_CONTEXT_DEFAULT_PROJECT` works too.',
    variable: 'WUKU_DEFAULT_PROJECT',
    also: 'SCYTHE_CONTEXT_DEFAULT_PROJECT',
    ...text(),
  },
  'chats.exclude': {
    says: 'Conversations to leave out, as a list of globs: working folders (`~/clients/**`), or ids. `wuku index --force` removes those indexed before.',
    isLive: true,
    ...list(),
  },
  'chats.leaveOutRetrieved': {
    says: 'true: conversations are indexed without the results of web searches and other retrieval servers (Context7 and the like) in them. Answers of wuku itself are always left out. `wuku index --force` applies it to conversations indexed before.',
    ...flag(false),
  },
  'chats.current': {
    says: 'Id of the conversation that a server answers; `search_conversations` leaves it out by default. When empty, the one that searched last. `CHATWISE_CURRENT_CHAT_ID` works too.',
    variable: 'WUKU_CURRENT_CHAT_ID',
    also: 'CHATWISE_CURRENT_CHAT_ID',
    ...text(),
  },
  'docs.unreadableSeconds': {
    says: 'Seconds that one run may spend on documents that it cannot read within their limits; beyond them the rest of such documents is left unread until it is retried.',
    ...whole({ byDefault: 120 }),
  },
  'docs.fileBytes': { says: 'Larger documentation files are refused.', ...whole({ byDefault: 64 * MIB }) },
  'docs.purgeDays': {
    says: 'Days during which a deleted library or version can be restored.',
    isLive: true,
    ...whole({ byDefault: 30, least: 0 }),
  },
  'docs.enrich': {
    says: 'true: a configured language model writes titles and descriptions of code snippets; their text is sent to it, secrets masked. false: it does not.',
    isLive: true,
    ...flag(true),
  },
  'docs.weights.fullText': {
    says: 'Weight of the ranking by words when it is combined with the ranking by meaning.',
    ...weight(1),
  },
  'docs.weights.vectors': { says: 'Weight of the ranking by meaning, if there are vectors.', ...weight(1) },
  'docs.popularity': {
    says: 'Of two equally good snippets, the one whose document was returned more often comes first. It has no other effect.',
    ...flag(false),
  },
  'docs.cacheSeconds': {
    says: 'Seconds for which an answer to a documentation query may be reused while its version is unchanged; 0 for never.',
    ...whole({ byDefault: 24 * 60 * 60, least: 0 }),
  },
  'docs.refreshEvery': {
    says: 'How often `wuku serve` fetches each library again, such as `7d` or `12h`: the version that answers by default, if it has an origin. `off`: only when asked. A library may have a period of its own (`wuku docs set --refresh-every`).',
    isLive: true,
    ...period(),
  },
  'docs.tokens': {
    says: 'Tokens for private repositories, as a list of `host=token`. `GITHUB_TOKEN`, `GITLAB_TOKEN` and `GITEA_TOKEN` work too, for github.com, gitlab.com and Gitea. A token is sent only to its host and never shown.',
    isSecret: true,
    ...list(),
  },
  'docs.allowHosts': {
    says: 'Hosts with private addresses, such as a code host in your network, from which documentation may be fetched, as a list of `host` or `host:port`. All others are refused.',
    ...list(),
  },
  'docs.proxy': { says: 'HTTP proxy for fetching documentation, such as `http://proxy.example:3128`.', ...text() },
  'records.days': { says: 'Days for which the logs of calls and imports are kept.', ...whole({ byDefault: 90 }) },
  'secrets.allow': {
    says: 'Texts that look like a key or password but are not, as a list: they are not masked. `*` stands for any characters, as in `AKIA*EXAMPLE`. `wuku index --force` applies it to text indexed before.',
    ...list(),
  },
  offline: {
    says: 'true: nothing is sent anywhere; no API model is called, and nothing is fetched. Models on this machine still run.',
    ...flag(false),
  },
  'server.host': { says: 'Address that `wuku serve` listens on.', ...text('127.0.0.1') },
  'server.port': {
    says: 'Port that `wuku serve` listens on; 0 for any free one.',
    ...whole({ byDefault: 7557, least: 0, most: 65_535 }),
  },
  'server.publicUrl': {
    says: 'Origin under which users see the server, such as `https://wuku.example.com` behind a proxy. Default: `http://<host>:<port>`.',
    ...text(),
  },
  'server.allowHosts': { says: 'More names that requests may have in `Host`, as a list.', ...list() },
  'server.allowOrigins': {
    says: 'More origins whose pages may use the server, as a list such as `https://intranet.example.com`. They get CORS headers.',
    ...list(),
  },
  'server.trustProxy': {
    says: 'Addresses of proxies whose `X-Forwarded-For` counts, as a list of addresses or ranges such as `10.0.0.0/8`; it is ignored from all others.',
    ...list(),
  },
  'server.graceSeconds': {
    says: 'Seconds that requests under way get when the server stops.',
    ...whole({ byDefault: 10, least: 0, most: 3600 }),
  },
  'server.drainSeconds': {
    says: 'Seconds that a stopping server still takes requests, while `/readyz` says that it stops, so that a balancer can leave it out.',
    ...whole({ byDefault: 0, least: 0, most: 3600 }),
  },
  'server.requestSeconds': {
    says: 'Seconds after which a request that is no long work is given up with 503; 0: never.',
    ...whole({ byDefault: 30, least: 0, most: 3600 }),
  },
  'server.waitSeconds': {
    says: 'Seconds that a request waits for long work, such as an import, before it is answered with the job.',
    ...whole({ byDefault: 120, least: 0, most: 3600 }),
  },
  'server.bodyBytes': { says: 'Maximum bytes of a JSON body.', ...whole({ byDefault: 4 * MIB }) },
  'server.uploadBytes': { says: 'Maximum bytes of one upload.', ...whole({ byDefault: 256 * MIB }) },
  'server.uploadFiles': { says: 'Maximum number of files in one upload.', ...whole({ byDefault: 200 }) },
  'push.files': {
    says: 'Maximum number of files, or conversations, in one pushed source (`wuku push`).',
    isLive: true,
    ...whole({ byDefault: pushLimits.files }),
  },
  'push.bytes': {
    says: 'Maximum bytes of one pushed source.',
    isLive: true,
    ...whole({ byDefault: pushLimits.bytes }),
  },
  'server.mcpSessions': {
    says: 'true: MCP clients of 2025 get sessions. Without them every request stands for itself.',
    ...flag(false),
  },
  ...teamSettingsTable,
  ...backupSettingsTable,
  'packs.trusted': {
    says: 'Fingerprints of keys whose packs `wuku add` takes, as a list; `wuku pack key` shows that of a machine.',
    isLive: true,
    ...list(),
  },
  ...authSettingsTable,
  ...modelSettingsTable,
} as const satisfies Readonly<Record<string, Setting<unknown>>>

export type Key = keyof typeof settingsTable

/** The value that the type of a setting makes of its text. */
export type ReadSetting = <K extends Key>(key: K) => ReturnType<(typeof settingsTable)[K]['read']>

export function createReadSetting(written: WrittenSettings): ReadSetting {
  return (key) => {
    const setting: Setting<unknown> = settingsTable[key]
    return readSetting(key, setting, written) as ReturnType<(typeof settingsTable)[typeof key]['read']>
  }
}
