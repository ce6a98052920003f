import { writeTime } from '../days.ts'
import type { Aligned, ChatInfo, Gathered, GatheredMessage } from './gather-shapes.ts'

interface Printed extends Gathered {
  readonly commonAlignment?: readonly Aligned[] | undefined
}

export const printGathered = ({ chat, messages = [], ...others }: Printed): string =>
  chat ? printChat(chat, messages) : printChats(others)

const printChat = (chat: ChatInfo, messages: readonly GatheredMessage[]): string =>
  [
    'Chat Info:',
    `ID: ${chat.id}`,
    `Title: ${chat.title}`,
    `Message Count: ${chat.messageCount}`,
    `Time Range: ${printRange(chat)}`,
    '',
    ...messages.map((message) => printMessage('', message)),
  ].join('\n')

const printChats = ({ meta = [], narrative = [], commonAlignment = [] }: Printed): string =>
  [
    'Instruction: [c#n] is message n of chat c; what all chats share is listed at the end.',
    '',
    'Meta:',
    ...meta.map((chat) => `- Chat ${chat.chatIdx}: ${chat.id} | Title: ${chat.title} | Time: ${printRange(chat)}`),
    '',
    'Per-Chat Narrative:',
    ...meta.flatMap(({ chatIdx, title }) => [
      '',
      `Chat ${chatIdx}: ${title}`,
      ...narrative.filter((each) => each.chatIdx === chatIdx).map((each) => printMessage(String(chatIdx), each)),
    ]),
    '',
    'Common Alignment:',
    ...(commonAlignment.length === 0 ? ['(nothing)'] : commonAlignment.map(printAligned)),
  ].join('\n')

const printRange = ({ timeRange }: ChatInfo): string => `${writeTime(timeRange.from)} ~ ${writeTime(timeRange.to)}`

function printMessage(chat: string, message: GatheredMessage): string {
  const { index, messageId, createdAt, role, content, thinking, tools, branch, truncated } = message
  const at = createdAt === null ? '' : ` ${writeTime(createdAt)}`
  const state = [...(branch ? ['inactive branch'] : []), ...(truncated ? ['shortened'] : [])]
  const label = state.length > 0 ? ` (${state.join(', ')})` : ''
  return [
    `[${chat}#${index}](${messageId.slice(0, 8)}${at})${label} ${speakerOf(role)} ${content}`.trimEnd(),
    ...(thinking === undefined ? [] : [`  <Thinking> ${thinking}`]),
    ...(tools?.calls ?? []).flatMap(({ server, tool, args }) => [
      `  <Tool Call>${server === '' ? '' : ` server=${server}`} tool=${tool}`,
      `  <Args> ${typeof args === 'string' ? args : JSON.stringify(args, null, 2)}`,
    ]),
    ...(tools?.results ?? []).map(({ text, isError }) => `  <Tool ${isError ? 'Error' : 'Result'}> ${text}`),
  ].join('\n')
}

function speakerOf(role: string): string {
  if (role === 'user') return 'Me:'
  return role === 'assistant' ? 'AI:' : `[${role}]`
}

const printAligned = ({ role, content, refs }: Aligned): string =>
  `- ${speakerOf(role)} ${content}\n  refs: ${refs
    .map(({ chatIdx, index, messageIdPrefix }) => `${chatIdx}#${index}(${messageIdPrefix})`)
    .join(', ')}`
