import type { Repeated } from '@wuku/core/core-types'
import type { KnownText, KnownPlace } from '@wuku/core/ports/source-reader'
import type { DraftCall, DraftConversation, DraftBlock, DraftResult } from '../conversation.ts'
import { fieldsOf, textIn } from '../formats/fields.ts'
import { isAbsolute, partsOf } from '../paths.ts'
import { exchangesIn, type Exchange } from './exchanges.ts'
import {
  addsNothing,
  commandOf,
  folderEntered,
  folderOf,
  printedFiles,
  commandsIn,
  isOwnCommand,
  type ShellCommand,
} from './shell-commands.ts'

/**
 * A conversation without text that is indexed already: answers of wuku itself, which each question would make the next one
 * find, and files of a source that an agent read. A short line replaces each. Comments on them in somebody's own words stay.
 */
export function withoutEchoes(conversation: DraftConversation, known: KnownText = { places: [] }) {
  /** How many results of each sort were left out. */
  const counts = new Map<Repeated['what'], number>()
  const count = (what: Repeated['what']): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const judge = { find: fileFinder(known.places), known, project: conversation.project }
  const replaced = new Map<DraftBlock, DraftBlock>()
  for (const exchange of exchangesIn(conversation.messages)) {
    const echo = echoIn(exchange, judge)
    if (!echo) continue
    if (exchange.call && echo.isOwn) replaced.set(exchange.call, emptied(exchange.call))
    for (const result of exchange.results)
      if (!result.isError || echo.isOwn) {
        replaced.set(result, { ...result, text: echo.replacement, isLeftOut: true })
        count(echo.what)
      }
  }
  const swap = (block: DraftBlock): DraftBlock => replaced.get(block) ?? withoutPasted(block, judge, count)
  const messages = conversation.messages.map((message) => ({ ...message, pieces: message.pieces.map(swap) }))
  return { conversation: { ...conversation, messages }, counts }
}

interface Judge {
  readonly find: FindFile
  readonly known: KnownText
  readonly project: string | undefined
}

interface Echo {
  readonly what: Repeated['what']
  readonly replacement: string
  /** The call asked wuku, so that it is one as well. */
  readonly isOwn?: true
}

/** The tool is still named: by it the conversation that asks is known. */
const emptied = ({ kind, call, server, tool }: DraftCall): DraftCall => {
  return { kind, tool, args: {}, isLeftOut: true, call, server }
}

function echoIn({ call, results }: Exchange, judge: Judge): Echo | undefined {
  if (!call) return results.map((result) => echoByItself(result, judge)).find((echo) => echo !== undefined)
  const commands = commandsOf(call)
  if (isOwnTool(call) || isOwnLine(commands) || results.some((result) => isOwnAnswer(call, result)))
    return own(call.tool)
  if (results.some((result) => holdsOwn(commands, result)))
    return { what: 'wuku', replacement: own(call.tool).replacement }
  const files = filesRead(call, judge)
  if (files) return { what: 'source', replacement: copyOf(files) }
  return judge.known.leaveOutRetrieved && isRetrieval(call) ? retrieved(call.tool) : undefined
}

function echoByItself(result: DraftResult, { known }: Judge): Echo | undefined {
  const { tool = 'a call' } = result
  if (isOwnName(result.tool) || isOwnByItself(result)) return own(tool)
  return known.leaveOutRetrieved && isRetrievalName(result.tool) ? retrieved(tool) : undefined
}

const own = (tool: string): Echo => ({
  what: 'wuku',
  replacement: `[result of ${tool} left out: wuku's own answer]`,
  isOwn: true,
})

const retrieved = (tool: string): Echo => ({
  what: 'retrieved',
  replacement: `[result of ${tool} left out: it was retrieved from elsewhere]`,
})

/** Most are of one file. */
const MAX_NAMED_FILES = 3

function copyOf(files: readonly KnownFile[]): string {
  const named = files.slice(0, MAX_NAMED_FILES).map(({ path }) => path)
  const more = files.length > MAX_NAMED_FILES ? [`${files.length - MAX_NAMED_FILES} more`] : []
  const places = [...new Set(files.map(({ place }) => place))].join(' and ')
  return `[text of ${[...named, ...more].join(', ')} left out: it is indexed as ${places}]`
}

const READS =
  /^(?:.*[^a-z])?(?:read|view|cat|open|get)(?:_?(?:many_?)?(?:files?|text_?files?|file_?contents?|range))?(?:_v\d)?$/i

/** Files of sources that a call prints, when it prints nothing else. */
function filesRead(call: DraftCall, judge: Judge): readonly KnownFile[] | undefined {
  const commands = commandsOf(call)
  if (commands.length > 0) return filesPrinted(call, judge)
  const { files = [], tool } = call
  if (!READS.test(tool) || files.some(({ isEdited }) => isEdited)) return undefined
  const paths = files.map(({ path }) => path)
  return allKnown(paths, judge.project, judge.find)
}

function filesPrinted(call: DraftCall, { project, find }: Judge): readonly KnownFile[] | undefined {
  const found: KnownFile[] = []
  let folder = folderOf(call) ?? project
  for (const command of commandsOf(call)) {
    const entered = folderEntered(command)
    if (entered !== undefined) folder = isAbsolute(entered) ? entered : folder && `${folder}/${entered}`
    if (addsNothing(command)) continue
    const known = allKnown(printedFiles(command) ?? [], folder, find)
    if (!known) return undefined
    found.push(...known)
  }
  return found.length === 0 ? undefined : found
}

function allKnown(paths: readonly string[], folder: string | undefined, find: FindFile) {
  const found = paths.flatMap((path) => find(path, folder) ?? [])
  return found.length > 0 && found.length === paths.length ? found : undefined
}

/**
 * Removes content that programs paste into a message: the text of a file that it names, the output of a command that
 * the user ran.
 */
function withoutPasted(block: DraftBlock, judge: Judge, count: (what: Repeated['what']) => void): DraftBlock {
  if (block.kind === 'attachment' && block.text !== '') {
    const file = judge.find(block.name, judge.project)
    if (!file) return block
    count('source')
    return { ...block, text: copyOf([file]), isLeftOut: true }
  }
  if (block.kind !== 'text') return block
  const text = withoutPastedAnswers(block.text)
  if (text === block.text) return block
  count('wuku')
  return { ...block, text }
}

/** As programs put what a command of their user printed into the user's name: aider after `/run`, Gemini CLI after `!`. */
const RAN = /^I ran (?:this|the following)(?: shell)? command:\s*(?:`{1,3}(?:sh)?\n?)?([^`\n]+)`*/

/** A message of the user without the answer of wuku that a program has put into it. */
function withoutPastedAnswers(text: string): string {
  const [opening, command = ''] = RAN.exec(text.trimStart()) ?? []
  if (opening === undefined || !isOwnLine(commandsIn(command))) return text
  return `${opening}\n[result left out: wuku's own answer]`
}

interface KnownFile {
  /** Within the place. */
  readonly path: string
  readonly place: string
}

/** Finds the indexed file that a conversation names, by a path as its program wrote it. */
type FindFile = (path: string, folder: string | undefined) => KnownFile | undefined

/** By the longest root: a folder of notes may lie in a repository. */
function fileFinder(places: readonly KnownPlace[]): FindFile {
  const roots = places
    .map((place) => ({ ...place, parts: partsOf(place.root.normalize('NFC')) }))
    .toSorted((a, b) => b.parts.length - a.parts.length)
  return (path, folder) => {
    const absolutePath = isAbsolute(path) ? path : folder === undefined ? undefined : `${folder}/${path}`
    if (absolutePath === undefined) return undefined
    const parts = partsOf(absolutePath.normalize('NFC'))
    for (const { name, kind, parts: root } of roots) {
      if (parts.length <= root.length || !root.every((part, at) => isSame(part, parts[at] ?? ''))) continue
      const within = parts.slice(root.length)
      if (isIndexed[kind](within)) return { path: within.join('/'), place: name }
    }
    return undefined
  }
}

/** A drive is the same in upper and lower case; so are, on two of three systems, all names. */
const isSame = (a: string, b: string): boolean => a === b || a.toLowerCase() === b.toLowerCase()

/** Folders that hardly anybody indexes: what was read there stands nowhere else. */
const LEFT_OUT = /^(?:node_modules|\.git|\.venv|venv|dist|build|target|out|coverage|\.cache|__pycache__)$/

/** Paths that a source of the kind would index, as far as a path can show it. */
const isIndexed = {
  code: (parts: readonly string[]): boolean => {
    const name = parts.at(-1) ?? ''
    return !parts.some((part) => LEFT_OUT.test(part)) && !/^\.env|\.(?:log|pdf|docx|ipynb|csv)$/i.test(name)
  },
  notes: (parts: readonly string[]): boolean => /\.(?:md|markdown|mdx)$/i.test(parts.at(-1) ?? ''),
} as const

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
const isOwnTool = (call: DraftCall): boolean => OWN.test(namesOf(call))

const isOwnName = (tool: string | undefined): boolean => tool !== undefined && OWN.test(tool)

/** Tools that print files or lines of them: what they find may speak of citations and be nobody's answer. */
const PRINTS_FILES =
  /read|view|cat|open_?file|grep|glob|^rg$|^ls$|list|edit|write|patch|bash|shell|exec|terminal|^run|fetch/i

/** Every answer that holds text cites it, and only wuku cites so. */
const CITATION = /wuku:\/\/(?:code|notes|chats|pads|docs)\//
/** Codex writes how long a call took above what came of it. */
const HEAD =
  /^(?:(?:Chunk ID|Wall time|Process exited|Original token count|Exit code|Output)\b[^\n]*\n)*\s*(?:(?:Nothing|No passage) (?:found|fits) for "|(?:(?:Strong|Partial): )?\d+ (?:passage|snippet|conversation)s? for "|None: nothing here answers ")/

/** An answer of wuku under a server that its user called otherwise. */
const isOwnAnswer = (call: DraftCall, { text }: DraftResult): boolean =>
  !PRINTS_FILES.test(call.tool) && commandOf(call) === undefined && (CITATION.test(text) || HEAD.test(text))

/** Whether a result whose call is missing (cut off by the start of the file, or never recorded) is an answer of wuku. */
const isOwnByItself = ({ text, tool = '' }: DraftResult): boolean =>
  !PRINTS_FILES.test(tool) && (HEAD.test(text) || (/^\s*\{\s*"/.test(text) && CITATION.test(text)))

/** Everything that it prints is wuku's. */
const isOwnLine = (commands: readonly ShellCommand[]): boolean =>
  commands.some(isOwnCommand) && commands.every((each) => isOwnCommand(each) || addsNothing(each))

/** Beside other things it prints an answer of wuku. */
const holdsOwn = (commands: readonly ShellCommand[], { text }: DraftResult): boolean =>
  commands.some(isOwnCommand) && CITATION.test(text)

const commandsOf = (call: DraftCall): readonly ShellCommand[] => commandsIn(commandOf(call) ?? '')

const RETRIEVAL =
  /web_?search|web_?fetch|search_web|fetch_webpage|resolve-library-id|get-library-docs|query-docs|context7|deepwiki|tavily|firecrawl|perplexity|brave|duckduckgo|serpapi|kagi|chatwise|claude-context|codebase-retrieval|docs-mcp-server|grep[_-]?app|searchgithub|(?:^|[^\p{L}])(?:exa|jina|qmd|scythe|searxng)(?![\p{L}])|^web(?:\.|$)|^browser/iu
/** MCP servers that search files. A client's built-in tool of the same name prints lines of files, so it is judged by those. */
const SEARCH_SERVER = /^(?:mcp[_-]{1,2})?(?:mcp-)?(?:ripgrep|rg|probe|ast-grep|zoekt|sourcegraph|serena)(?:-mcp)?$/iu

const isSearchServer = (name: string): boolean => SEARCH_SERVER.test(name.replace(/^mcp__/, '').split('__')[0] ?? '')

/** Searches of the web and of other indexes. */
const isRetrieval = (call: DraftCall): boolean =>
  RETRIEVAL.test(namesOf(call)) || isSearchServer(call.server ?? (call.tool.startsWith('mcp__') ? call.tool : ''))
const isRetrievalName = (tool: string | undefined): boolean =>
  tool !== undefined && (RETRIEVAL.test(tool) || (tool.startsWith('mcp__') && isSearchServer(tool)))
