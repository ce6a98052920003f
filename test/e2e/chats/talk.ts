/** Where Claude Code keeps the sessions of one project. */
export const folder = '.claude/projects/-home-ada-log'
export const pathOf = (session: string): string => `${folder}/${session}.jsonl`
/** A session's id out of a number. */
export const sessionOf = (number: number): string => `${String(number).padStart(8, '0')}-7777-4888-8999-aaaabbbbcccc`

export interface Turn {
  readonly said: string
  readonly session?: string
  readonly cwd?: string
  /** Milliseconds since the epoch of the first message; each later one is a minute later. */
  readonly start?: number
  /** What an answer calls: a tool of Claude Code, and its arguments. */
  readonly calls?: readonly [tool: string, input: object]
}

const START = Date.parse('2026-10-05T08:00:00Z')

/** A line of a session: turns are numbered from 1, odd ones are the user's, and each answers the one before it. */
export function turn(number: number, { said, session = sessionOf(1), cwd = '/home/ada/log', ...more }: Turn): string {
  const role = number % 2 === 1 ? 'user' : 'assistant'
  const [name, input] = more.calls ?? []
  const called = name === undefined ? [] : [{ type: 'tool_use', id: `call_${number}`, name, input }]
  const content = role === 'user' ? said : [{ type: 'text', text: said }, ...called]
  const line = {
    parentUuid: number === 1 ? null : `t${number - 1}`,
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: session,
    version: '2.1.4',
    gitBranch: 'main',
    type: role,
    uuid: `t${number}`,
    timestamp: new Date((more.start ?? START) + number * 60_000).toISOString(),
    message:
      role === 'user' ? { role, content } : { id: `msg_${number}`, type: 'message', role, model: 'example', content },
  }
  return `${JSON.stringify(line)}\n`
}

export const talk = (session: string, said: readonly string[], more: Partial<Turn> = {}): string =>
  said.map((each, at) => turn(at + 1, { ...more, session, said: each })).join('')
