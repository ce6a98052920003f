import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MadeChat, MadeMessage } from './history.ts'

/** As Claude Code keeps them: a folder a project, a file a session, a line a message. Answers with the bytes written. */
export function writeSessions(chats: Iterable<MadeChat>, folder: string): number {
  let bytes = 0
  for (const chat of chats) {
    const place = join(folder, chat.project.replaceAll(/[^a-zA-Z0-9]/g, '-'))
    mkdirSync(place, { recursive: true })
    const lines = sessionLines(chat).join('')
    writeFileSync(join(place, `${chat.id}.jsonl`), lines)
    bytes += Buffer.byteLength(lines)
  }
  return bytes
}

export function sessionLines({ id, project, messages }: MadeChat): readonly string[] {
  let parent: string | null = null
  return messages.flatMap((message) => {
    const about = {
      sessionId: id,
      cwd: project,
      gitBranch: 'main',
      version: '2.1.0',
      userType: 'external',
      isSidechain: false,
    }
    return entriesOf(message).map((entry) => {
      const line = { parentUuid: parent, ...about, timestamp: new Date(message.at).toISOString(), ...entry }
      parent = entry.uuid
      return `${JSON.stringify(line)}\n`
    })
  })
}

function entriesOf({ id, role, text, tool }: MadeMessage) {
  if (role === 'user') return [{ uuid: id, type: role, message: { role, content: text } }]
  const usage = { input_tokens: 100, output_tokens: 50 }
  const answer = (uuid: string, content: object) => ({
    uuid,
    type: role,
    message: { id: `msg_${id}`, role, model: 'claude-sonnet-4-5', usage, content: [content] },
  })
  const said = answer(id, { type: 'text', text })
  if (!tool) return [said]
  const call = `toolu_${id}`
  const result = [{ type: 'tool_result', tool_use_id: call, content: [{ type: 'text', text: tool.result }] }]
  return [
    said,
    answer(`${id}-c`, { type: 'tool_use', id: call, name: tool.name, input: tool.args }),
    { uuid: `${id}-r`, type: 'user', message: { role: 'user', content: result } },
  ]
}

/** As ChatWise keeps them. */
export function writeChatwise(chats: Iterable<MadeChat>, file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`CREATE TABLE chat (id TEXT PRIMARY KEY, title TEXT, createdAt INTEGER, lastReplyAt INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, chatId TEXT, createdAt INTEGER, role TEXT, content TEXT, meta TEXT);
    CREATE INDEX message_chat ON message (chatId); BEGIN`)
  const chatRow = db.prepare('INSERT INTO chat VALUES (?, ?, ?, ?)')
  const messageRow = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)')
  for (const { id, messages } of chats) {
    chatRow.run(id, (messages[0]?.text ?? '').slice(0, 80), messages[0]?.at ?? 0, messages.at(-1)?.at ?? 0)
    for (const message of messages)
      messageRow.run(message.id, id, message.at, message.role, message.text, metaOf(message))
  }
  db.exec('COMMIT')
  db.close()
}

const metaOf = ({ tool }: MadeMessage): string | null =>
  tool === undefined
    ? null
    : JSON.stringify({
        toolCall: { call: { server_name: 'files', tool_name: tool.name, arguments: JSON.stringify(tool.args) } },
        toolResult: JSON.stringify({ content: [{ type: 'text', text: tool.result }] }),
      })
