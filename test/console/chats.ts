import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Line {
  readonly role: 'user' | 'assistant'
  readonly content: unknown
}

const START = Date.UTC(2026, 9, 5, 9)

/** Writes a conversation as Claude Code keeps it, a line a message. */
export async function writeConversation(
  folder: string,
  { id, title, lines }: { readonly id: string; readonly title?: string; readonly lines: readonly Line[] },
): Promise<void> {
  const place = join(folder, 'projects', '-home-ada-tests')
  await mkdir(place, { recursive: true })
  const written = lines.map(({ role, content }, at) =>
    JSON.stringify({
      parentUuid: at === 0 ? null : `m${at}`,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/ada/tests',
      sessionId: id,
      version: '2.1.4',
      type: role,
      timestamp: new Date(START + at * 1_000).toISOString(),
      uuid: `m${at + 1}`,
      message:
        role === 'user'
          ? { role, content }
          : { id: `msg_${at}`, type: 'message', role, model: 'claude-example-4', content },
    }),
  )
  const named =
    title === undefined ? [] : [JSON.stringify({ type: 'summary', summary: title, leafUuid: `m${lines.length}` })]
  await writeFile(join(place, `${id}.jsonl`), `${[...named, ...written].join('\n')}\n`)
}

export const LONG = '7a000000-1111-4222-8333-000000000001'
export const HOSTILE = '7a000000-1111-4222-8333-000000000002'
export const DOOMED = '7a000000-1111-4222-8333-000000000003'

/** As many as nobody reads; one in the middle is long. */
export const longTalk = (count: number): readonly Line[] =>
  Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? { role: 'user', content: `Question ${at + 1} about the sluice` }
      : {
          role: 'assistant',
          content: [
            { type: 'text', text: at === 99 ? `${'Silt. '.repeat(2_000)}Bottom reached.` : `Answer ${at + 1}.` },
          ],
        },
  )

/** Each payload as a text, a thought, an argument, a result and the name of a file. */
export const hostileTalk = (payloads: readonly string[]): readonly Line[] =>
  payloads.flatMap((payload, at) => [
    { role: 'user', content: payload },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: payload, signature: 'c2lnbmF0dXJl' },
        { type: 'text', text: `\`${payload}\`\n\n> ${payload}` },
        {
          type: 'tool_use',
          id: `toolu_${at}`,
          name: 'Edit',
          input: { file_path: `/tmp/${payload}`, command: payload },
        },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${at}`, content: payload }] },
  ])
