import { limits } from '../core/limits.ts'
import { mostSlots } from '../ports/pads.ts'
import { modelSettingsTable } from './model-settings-table.ts'
import {
  flag,
  list,
  readSetting,
  text,
  weight,
  whole,
  wholeOrNone,
  type Setting,
  type WrittenSettings,
} from './setting.ts'

/** Every setting of the file and the environment: its type, values, variables and reference page follow from this table. */
export const settingsTable = {
  'limits.fileBytes': { says: 'Files with more bytes are not indexed.', ...whole({ byDefault: limits.fileBytes }) },
  tools: {
    says: 'Toolsets that agents see over MCP, as a list: `default`, `all`, those of `wuku mcp --help`; `default` when empty.',
    ...list(),
  },
  readOnly: { says: 'Agents may read and never write.', ...flag(false) },
  sessionContext: {
    says: 'Whether the hook of `wuku connect --guide` tells a new session what is open; `off` for never.',
    ...flag(true),
  },
  workers: {
    says: 'Threads that parse and analyse while indexing; one less than the cores and at most four when absent.',
    ...wholeOrNone(),
  },
  'pads.bytes': { says: 'UTF-8 bytes that a scratchpad may have.', ...whole({ byDefault: 1024 * 1024 }) },
  'pads.perWorkflow': {
    says: `Scratchpads that a workflow may have; ${mostSlots} at most.`,
    ...whole({ byDefault: 50, most: mostSlots }),
  },
  'pads.versions': {
    says: 'Versions of a scratchpad that can be looked at and brought back.',
    ...whole({ byDefault: 1000 }),
  },
  'code.fileBytes': {
    says: 'Files of a repository with more bytes are left out: bundles, dumps and data.',
    ...whole({ byDefault: 1536 * 1024 }),
  },
  'code.commits': {
    says: 'The newest commits of a repository that can be searched; with 0 none, and git is not asked.',
    ...whole({ byDefault: 5000, least: 0 }),
  },
  'code.project': {
    says: 'The folder that the tools for code work on when a call names none; the one that the program was started in when empty. `SCYTHE_CONTEXT_DEFAULT_PROJECT` is understood too.',
    variable: 'WUKU_DEFAULT_PROJECT',
    also: 'SCYTHE_CONTEXT_DEFAULT_PROJECT',
    ...text(),
  },
  'chats.exclude': {
    says: 'Conversations that are never indexed, as a list of globs: folders that were worked in (`~/clients/**`), or ids. What was indexed before goes with `wuku index --force`.',
    ...list(),
  },
  'chats.leaveOutRetrieved': {
    says: 'With true, conversations are indexed without what web searches and other retrieval servers (Context7 and the like) answered in them. Answers of wuku itself never are. What was indexed before is read again by `wuku index --force`.',
    ...flag(false),
  },
  'chats.current': {
    says: 'Id of the conversation that a server answers, which `search_conversations` leaves out unless it is told not to; the one that searched last when empty. `CHATWISE_CURRENT_CHAT_ID` is understood too.',
    variable: 'WUKU_CURRENT_CHAT_ID',
    also: 'CHATWISE_CURRENT_CHAT_ID',
    ...text(),
  },
  'docs.fileBytes': {
    says: 'Files of documentation with more bytes are refused.',
    ...whole({ byDefault: 64 * 1024 * 1024 }),
  },
  'docs.purgeDays': {
    says: 'Days for which a deleted library or version can be brought back.',
    ...whole({ byDefault: 30, least: 0 }),
  },
  'docs.enrich': {
    says: 'Where a language model is set up, it writes titles and descriptions of snippets that show code: their text is sent to it, secrets masked. With false nothing is.',
    ...flag(true),
  },
  'docs.weights.fullText': {
    says: 'How much the ranking by words counts beside the one by meaning where both are fused.',
    ...weight(1),
  },
  'docs.weights.vectors': {
    says: 'How much the ranking by meaning counts; there is none before there are vectors.',
    ...weight(1),
  },
  'docs.popularity': {
    says: 'Of two snippets that answer equally well the one whose document was given more often comes first. It decides nothing else.',
    ...flag(false),
  },
  'docs.cacheSeconds': {
    says: 'How long the answer to a query of documentation may be given again while its version stays as it is; 0 for never.',
    ...whole({ byDefault: 24 * 60 * 60, least: 0 }),
  },
  'docs.tokens': {
    says: 'Tokens for private repositories, as a list of `host=token`. For github.com, gitlab.com and Gitea `GITHUB_TOKEN`, `GITLAB_TOKEN` and `GITEA_TOKEN` are understood too. They are sent to their host alone and never shown.',
    ...list(),
  },
  'docs.allowHosts': {
    says: 'Hosts with private addresses, such as a code host in your network, that documentation may be fetched from, as a list of `host` or `host:port`. All others are refused.',
    ...list(),
  },
  'docs.proxy': {
    says: 'HTTP proxy through which documentation is fetched, such as `http://proxy.example:3128`.',
    ...text(),
  },
  'records.days': { says: 'Days for which the logs of calls and of imports are kept.', ...whole({ byDefault: 90 }) },
  'secrets.allow': {
    says: 'What looks like a key or a password and is none, as a list: it is not masked. `*` stands for any characters, as in `AKIA*EXAMPLE`. What was indexed before is read again by `wuku index --force`.',
    ...list(),
  },
  offline: {
    says: 'Nothing is sent anywhere: no model behind an API is asked, and nothing is fetched. Models of this machine go on.',
    ...flag(false),
  },
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
