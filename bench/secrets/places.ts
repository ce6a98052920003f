import { kindsFor, type Kind } from '../../test/fixtures/secrets/kinds.ts'

/** Place in which a secret is written, and the parts of the data folder that do not count. */
export interface Place {
  readonly name: string
  readonly kinds: readonly Kind[]
  /** Files of the home, with one for each kind where they are files. */
  readonly files: Readonly<Record<string, string>>
}

export const sessionOf = (at: number): string => `${String(at).padStart(8, '0')}-7777-4888-8999-aaaabbbbcccc`

const escaped = (text: string): string => JSON.stringify(text)
const oneLine = (text: string): string => text.replaceAll('\n', ' ')

type Write = (kind: Kind, at: number) => readonly [path: string, text: string]

const writers: Readonly<Record<string, Write>> = {
  'note prose': ({ text }, at) => [`notes/prose/${at}.md`, `# Tide ${at}\n\nWe use this:\n\n${text}\n\nand more.\n`],
  'front matter': ({ text }, at) => [
    `notes/front/${at}.md`,
    `---\ntitle: Tide ${at}\nnote: |\n${text.replace(/^/gm, '  ')}\n---\n\nebb\n`,
  ],
  heading: ({ text }, at) => [`notes/heading/${at}.md`, `# Tide ${at}\n\n## ${oneLine(text)}\n\nebb\n`],
  'table cell': ({ text }, at) => [
    `notes/table/${at}.md`,
    `# Tide ${at}\n\n| a | b |\n|---|---|\n| ebb | ${oneLine(text)} |\n`,
  ],
  'code string': ({ text }, at) => [`code/src/tide${at}.ts`, `export const tide${at} = ${escaped(text)}\n`],
  YAML: ({ text }, at) => [`code/conf/tide${at}.yaml`, `tide:\n  name: t${at}\n${text.replace(/^/gm, '  ')}\n`],
  JSON: ({ text }, at) => [`code/data/tide${at}.json`, `${JSON.stringify({ name: `t${at}`, note: text }, null, 2)}\n`],
  'docs page': ({ text }, at) => [
    `docs/tide${at}.md`,
    `# Tide ${at}\n\n## Setting ${at}\n\nWrite:\n\n\`\`\`\n${text}\n\`\`\`\n`,
  ],
  'chat message': ({ text }, at) => chat(at, { said: `Here it is:\n${text}`, result: 'ebb' }),
  'tool output': ({ text }, at) => chat(at + 5_000, { said: 'Go.', result: `reading\n${text}\ndone` }),
  'commit message': ({ text }, at) => [`commits/${at}`, `Change ${at} of tides\n\n${text}\n`],
  'live file': ({ text }, at) => [`live/src/live${at}.ts`, `export const live${at} = 1\n\n/*\n${text}\n*/\n`],
  'query of the log': ({ text }, at) => [`queries/${at}`, text],
}

/** Each place has values of its own, so that a leak shows its origin. */
export const places: readonly Place[] = Object.entries(writers).map(([name, write], number) => {
  const kinds = kindsFor(number + 1)
  return { name, kinds, files: Object.fromEntries(kinds.map(write)) }
})

/** A session of Claude Code: what the user said, and what a tool answered. */
function chat(
  at: number,
  { said, result }: { readonly said: string; readonly result: string },
): readonly [string, string] {
  const shared = {
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ada',
    sessionId: sessionOf(at),
    version: '2.1.4',
    gitBranch: 'main',
  }
  const line = (number: number, type: string, content: unknown): string =>
    JSON.stringify({
      ...shared,
      parentUuid: number === 1 ? null : `t${number - 1}`,
      type,
      uuid: `t${number}`,
      timestamp: new Date(Date.parse('2026-10-05T08:00:00Z') + number * 60_000).toISOString(),
      message: {
        role: type,
        content,
        ...(type === 'assistant' && { id: `m${number}`, type: 'message', model: 'example' }),
      },
    })
  const lines = [
    line(1, 'user', said),
    line(2, 'assistant', [{ type: 'tool_use', id: 'c2', name: 'Bash', input: { command: 'cat tide' } }]),
    line(3, 'user', [{ type: 'tool_result', tool_use_id: 'c2', content: result }]),
  ]
  return [`.claude/projects/-home-ada/${sessionOf(at)}.jsonl`, `${lines.join('\n')}\n`]
}
