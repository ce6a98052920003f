import type { ConversationMessage, ConversationBlock } from '../assemble.ts'
import { type Texts, describeChat } from '../gathering/gathered-messages.ts'
import { writeMinute } from '../days.ts'
import { plain, shownOf, type Exported, type Fragment, type ExportOptions } from './fragments.ts'

/** For people: a heading a message, what was handed in and what tools said in blocks of their own. */
export function writeMarkdown(exported: Exported, options: ExportOptions): readonly Fragment[] {
  const { conversation, isFirst } = exported
  const rule = isFirst ? '' : '\n---\n\n'
  return [
    plain(rule + headOf(exported)),
    ...shownOf(conversation, options).map((message) => ({
      messages: [message],
      write: (texts: Texts) => `\n${[headingOf(message), ...partsOf(message, texts, options)].join('\n\n')}\n`,
    })),
  ]
}

function headOf({ conversation, ages }: Exported): string {
  const {
    id,
    title,
    agent,
    project,
    branch,
    models,
    timeRange,
    source_missing: isMissing,
  } = describeChat(conversation, ages)
  const facts = [
    `Id: ${code(id)}`,
    `Agent: ${agent}`,
    `Time: ${writeMinute(timeRange.from)} to ${writeMinute(timeRange.to)} (UTC)`,
    ...(project === undefined ? [] : [`Project: ${code(project)}`]),
    ...(branch === undefined ? [] : [`Branch: ${code(branch)}`]),
    ...(models.length === 0 ? [] : [`Models: ${models.map(code).join(', ')}`]),
    ...(isMissing ? ['Its source is gone.'] : []),
  ]
  return `# ${title}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n`
}

const code = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  const ticks = '`'.repeat(longestRun(line) + 1)
  return ticks.length === 1 ? `\`${line}\`` : `${ticks} ${line} ${ticks}`
}

const speakers = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' } as const

const headingOf = ({ role, at, branch }: ConversationMessage): string =>
  `## ${[speakers[role], ...(at === undefined ? [] : [writeMinute(at)]), ...(branch ? ['taken back'] : [])].join(' · ')}`

const partsOf = ({ pieces: blocks }: ConversationMessage, texts: Texts, options: ExportOptions): readonly string[] =>
  blocks
    .filter(({ kind }) => isIncluded(kind, options))
    .map((block) => writeBlock(block, (texts.get(block.document) ?? '').slice(block.start, block.end)))

function isIncluded(kind: ConversationBlock['kind'], options: ExportOptions): boolean {
  if (kind === 'thinking') return options.include_thinking
  return kind === 'call' || kind === 'result' ? options.include_tools : true
}

function writeBlock({ kind, server, tool = '', name = '', isError }: ConversationBlock, text: string): string {
  if (kind === 'text') return text.trim()
  if (kind === 'thinking') return quoted(`Thinking\n\n${text.trim()}`)
  if (kind === 'attachment') return named(`Attachment ${name}`, text)
  if (kind === 'call') return named(`Tool ${[...(server ? [server] : []), tool].join(' ')}`, text, 'json')
  return named(isError ? 'Error' : 'Result', text)
}

const quoted = (text: string): string => text.replaceAll(/^.*$/gm, (line) => `> ${line}`.trimEnd())

function named(what: string, text: string, language = ''): string {
  const line = `**${what.replaceAll(/\s+/g, ' ').trim()}**`
  if (text.trim() === '') return line
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${line}\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** Backticks in a row: what is put around a text must be more. */
const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
