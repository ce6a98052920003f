import type { Client } from '@modelcontextprotocol/client'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeFiles } from '../../scratch.ts'
import { folderToEnd } from '../at-end.ts'
import { wuku } from '../mcp-home.ts'
import { type Answer, openAgent } from '../open-agent.ts'
import { envOf } from '../store.ts'

/** A shop in all five storehouses, and somebody else's notes beside it. */
export interface Shop {
  readonly folder: string
  cli(...args: readonly string[]): string
  /** A client of its own, spoken to as agents do. */
  agent(tools: string): Promise<Agent>
}

export interface Agent {
  readonly client: Client
  call(
    name: string,
    input: object,
  ): Promise<{ readonly output: Answer; readonly text: string; readonly isError: boolean }>
}

const POLICY = 'The retry policy waits between attempts, doubling the pause each time, up to three attempts in all.'

const files: Readonly<Record<string, string>> = {
  'shop/package.json': '{"name":"shop","dependencies":{"vue":"3.4.0"}}',
  'shop/src/retry.ts':
    'import { pause } from "./pause"\n\nexport function retryPolicy(attempts: number) {\n  // attempts wait for one another\n  return pause(attempts)\n}\n',
  'shop/src/pause.ts': 'export const pause = (times: number) => times * 100\n',
  'shop-notes/retry.md': `# Retry\n\n${POLICY}\n\n## Pauses\n\nA pause doubles.\n`,
  'elsewhere/copied.md': `# Copied\n\n${POLICY}\n`,
  'elsewhere/attempts.md': '# Attempts\n\nThe retry policy of other people: attempts without end.\n',
  'vue/retry.md':
    '# Retry\n\nA retry policy for components: `onErrorCaptured` counts attempts.\n\n```js\nonErrorCaptured(retry)\n```\n',
}

const said = (id: string, parent: string | null, at: string, text: string) =>
  JSON.stringify({
    type: 'user',
    uuid: id,
    parentUuid: parent,
    sessionId: 'f3c1a8e2-0000-4000-8000-000000000001',
    cwd: 'SHOP',
    timestamp: at,
    message: { role: 'user', content: text },
  })

/** Begun years ago, and gone on with yesterday. */
const session = (shop: string): string =>
  [
    said('m1', null, '2020-01-05T10:00:00Z', 'Long ago the retry policy of attempts was: give up.'),
    said('m2', 'm1', new Date(Date.now() - 86_400_000).toISOString(), 'Now the retry policy of attempts is settled.'),
  ]
    .join('\n')
    .replaceAll('SHOP', shop)

export function openShop(): Shop {
  const folder = folderToEnd()
  const data = join(folder, 'data')
  const env = envOf(folder, data)
  const place = (path: string): string => join(folder, path)
  const run = (command: string, args: readonly string[], cwd = folder): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`)
    return stdout
  }
  const cli = (...args: readonly string[]): string => run(process.execPath, [wuku, ...args], place('shop'))
  writeFiles(folder, { ...files, 'history/-shop/one.jsonl': session(place('shop')) })
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...args], place('shop'))
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Attempts follow a retry policy')
  for (const [path, kind] of [
    ['shop', 'code'],
    ['shop-notes', 'notes'],
    ['elsewhere', 'notes'],
    ['history', 'chats'],
  ] as const)
    cli('add', place(path), '--kind', kind)
  for (const version of ['3.4.0', '3.5.0'])
    cli('add', place('vue'), '--kind', 'docs', '--name', 'vue', '--version', version)
  return { folder, cli, agent: (tools) => openShopAgent(tools, env) }
}

async function openShopAgent(tools: string, env: Record<string, string>): Promise<Agent> {
  const { client, ask } = await openAgent({ tools, env })
  return {
    client,
    async call(name, input) {
      const { content, structuredContent = {}, isError = false } = await ask(name, input)
      return { output: structuredContent as Answer, text: content.map((block) => block.text ?? '').join('\n'), isError }
    },
  }
}
