import type { Json } from '@wuku/core/core-types'
import type { DraftCall, DraftResult } from '../conversation.ts'
import { fieldsOf, isFields, textIn } from '../formats/fields.ts'
import { addsNothing, commandsIn, isOwnCommand, type ShellCommand } from './shell-commands.ts'

/** Names of a call's server and tool: its own, or those in its arguments where a tool calls others. */
const namesOf = ({ server = '', tool, args }: DraftCall): string => {
  const fields = fieldsOf(args)
  const inner = [
    textIn(fields, 'server_name', 'serverName', 'server', 'mcp_server'),
    textIn(fields, 'tool_name', 'toolName', 'tool', 'path'),
  ]
  const scripted = typeof args === 'string' ? args.match(/\bmcp__[\w-]+/g) : null
  return [server, tool, ...(CALLS_OTHERS.test(tool) ? inner : []), ...(scripted ?? [])].join(' ')
}

const CALLS_OTHERS = /mcp|(?:^|[._])(?:call|use)_?tool$/i

const OWN = /(?:^|[^\p{L}\p{N}])wuku(?![\p{L}\p{N}])|五库/iu

/** A tool of wuku as every client writes it: `mcp__wuku__recall`, `wuku_recall`, `mcp_wuku_recall`, `wuku.recall`. */
export const isOwnTool = (call: DraftCall): boolean => OWN.test(namesOf(call))

export const isOwnName = (tool: string | undefined): boolean => tool !== undefined && OWN.test(tool)

/** Tools that print files or lines of them: what they find may speak of citations and be nobody's answer. */
const PRINTS_FILES =
  /read|view|cat|open_?file|grep|glob|^rg$|^ls$|list|edit|write|patch|bash|shell|exec|terminal|^run|fetch/i

/** Every answer that holds text cites it, and only wuku cites so. */
const CITATION = /wuku:\/\/(?:code|notes|chats|pads|docs)\//
/** Codex writes how long a call took above what came of it. */
const HEAD =
  /^(?:(?:Chunk ID|Wall time|Process exited|Original token count|Exit code|Output)\b[^\n]*\n)*\s*(?:(?:Nothing|No passage) (?:found|fits) for "|(?:(?:Strong|Partial): )?\d+ (?:passage|snippet|conversation)s? for "|None: nothing here answers ")/

/** An answer of wuku under a server that its user called otherwise. */
export const isOwnAnswer = (call: DraftCall, { text }: DraftResult): boolean =>
  !PRINTS_FILES.test(call.tool) && commandOf(call) === undefined && (CITATION.test(text) || HEAD.test(text))

/** The same where the call is not in sight: it stands in the part before, or was never written down. */
export const isOwnByItself = ({ text, tool = '' }: DraftResult): boolean =>
  !PRINTS_FILES.test(tool) && (HEAD.test(text) || (/^\s*\{\s*"/.test(text) && CITATION.test(text)))

/** The line that a call hands to a shell; those of a script that calls tools, as Codex writes one, are lines of one. */
export function commandOf({ args }: Pick<DraftCall, 'args'>): string | undefined {
  if (typeof args === 'string') {
    const lines = Array.from(args.matchAll(SCRIPTED), ([, , line = '']) => line.replaceAll(/\\(["'`])/g, '$1'))
    return lines.length === 0 ? undefined : lines.join('\n')
  }
  if (!isFields(args)) return undefined
  const command = args['command'] ?? args['cmd'] ?? args['commandLine'] ?? args['CommandLine'] ?? args['script']
  if (typeof command === 'string') return command
  return Array.isArray(command) ? lineOf(command) : undefined
}

const SCRIPTED = /\b(?:cmd|command)["']?\s*:\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs

function lineOf(words: readonly Json[]): string {
  const texts = words.filter((word) => typeof word === 'string')
  const [program = '', option = '', script] = texts
  return /sh(?:\.exe)?$/.test(program) && /^-\w*c$/.test(option) && script !== undefined ? script : texts.join(' ')
}

/** Everything that it prints is wuku's. */
export const isOwnLine = (commands: readonly ShellCommand[]): boolean =>
  commands.some(isOwnCommand) && commands.every((each) => isOwnCommand(each) || addsNothing(each))

/** Beside other things it prints an answer of wuku. */
export const holdsOwn = (commands: readonly ShellCommand[], { text }: DraftResult): boolean =>
  commands.some(isOwnCommand) && CITATION.test(text)

export const commandsOf = (call: DraftCall): readonly ShellCommand[] => commandsIn(commandOf(call) ?? '')

const RETRIEVAL =
  /web_?search|web_?fetch|search_web|fetch_webpage|resolve-library-id|get-library-docs|query-docs|context7|deepwiki|tavily|firecrawl|perplexity|brave|duckduckgo|serpapi|kagi|chatwise|claude-context|codebase-retrieval|docs-mcp-server|grep[_-]?app|searchgithub|(?:^|[^\p{L}])(?:exa|jina|qmd|scythe|searxng)(?![\p{L}])|^web(?:\.|$)|^browser/iu
/** Servers that search files for a client; its own tools of these names print what stands in files, and are judged by them. */
const SEARCH_SERVER = /^(?:mcp[_-]{1,2})?(?:mcp-)?(?:ripgrep|rg|probe|ast-grep|zoekt|sourcegraph|serena)(?:-mcp)?$/iu

const isSearchServer = (name: string): boolean => SEARCH_SERVER.test(name.replace(/^mcp__/, '').split('__')[0] ?? '')

/** Searches of the web and of other indexes. */
export const isRetrieval = (call: DraftCall): boolean =>
  RETRIEVAL.test(namesOf(call)) || isSearchServer(call.server ?? (call.tool.startsWith('mcp__') ? call.tool : ''))
export const isRetrievalName = (tool: string | undefined): boolean =>
  tool !== undefined && (RETRIEVAL.test(tool) || (tool.startsWith('mcp__') && isSearchServer(tool)))
