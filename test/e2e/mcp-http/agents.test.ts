import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { provisionClient, type ClientName } from '../../../scripts/provision-clients.ts'
import { openHome } from '../mcp-home.ts'
import { startModel } from './scripted-model.ts'
import { serveHome, type McpHttpServer } from './serve-mcp.ts'
import { sharedFolder, writeFiles } from '../../scratch.ts'

const home = openHome(sharedFolder())
let server: McpHttpServer
beforeAll(async () => void (server = await serveHome(home)))
afterAll(() => server.stop())

interface Setting {
  readonly model: string
  readonly url: string
  readonly headers: { readonly Authorization: string }
}

interface Agent {
  readonly client: ClientName
  /** Whether Node runs it. */
  readonly isScript?: boolean
  readonly calls: string
  readonly files: (setting: Setting) => Readonly<Record<string, string>>
  readonly env: (setting: Setting) => Readonly<Record<string, string>>
  readonly args: (folder: string, question: string) => readonly string[]
}

/** Nothing leaves the machine: no account, no telemetry, no updates, and the model is ours. */
it.each<Agent>([
  {
    client: 'claude',
    calls: 'mcp__wuku__recall',
    files: ({ url, headers }) => ({
      'mcp.json': JSON.stringify({ mcpServers: { wuku: { type: 'http', url, headers } } }),
    }),
    env: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    args: (folder, question) => [
      '--print',
      '--mcp-config',
      join(folder, 'mcp.json'),
      '--strict-mcp-config',
      '--allowedTools',
      'mcp__wuku__recall',
      '--',
      question,
    ],
  },
  {
    client: 'codex',
    calls: 'mcp__wuku/recall',
    files: ({ model, url, headers }) => ({
      '.codex/config.toml': `
model = "gpt-5.1-codex"
model_provider = "scripted"
approval_policy = "never"
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
[mcp_servers.wuku]
url = "${url}"
http_headers = { Authorization = "${headers.Authorization}" }
[analytics]
enabled = false
`,
    }),
    env: () => ({}),
    args: (_folder, question) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      question,
    ],
  },
  {
    client: 'gemini',
    isScript: true,
    calls: 'mcp_wuku_recall',
    files: ({ url, headers }) => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        mcpServers: { wuku: { httpUrl: url, headers, trust: true } },
      }),
    }),
    env: ({ model }) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    args: (_folder, question) => ['--model', 'gemini-2.5-flash', '--approval-mode', 'yolo', '--prompt', question],
  },
  {
    client: 'opencode',
    calls: 'wuku_recall',
    files: ({ model, url, headers }) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        permission: 'allow',
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        enabled_providers: ['scripted'],
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: 'none' },
            models: { scripted: { name: 'scripted' } },
          },
        },
        mcp: { wuku: { type: 'remote', url, headers, enabled: true, oauth: false, timeout: 60_000 } },
      }),
    }),
    env: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    args: (_folder, question) => ['run', question],
  },
])('$client finds a note over HTTP', async (agent) => {
  const script = { calls: agent.calls, with: { query: 'Saltmarsh harbour' }, says: 'It runs dry.' }
  const model = await startModel(script)
  const folder = join(home.folder, agent.client)
  const setting = { model: model.address, url: server.url, headers: { Authorization: `Bearer ${server.token}` } }
  const { code, said } = await ask(agent, folder, setting)
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('It runs dry.') })
  expect(model.requests.at(-1)).toContain('the harbour of Saltmarsh runs dry twice a day')
})

async function ask(agent: Agent, folder: string, setting: Setting) {
  await mkdir(join(folder, 'work', '.git'), { recursive: true })
  writeFiles(folder, agent.files(setting))
  const program = await provisionClient(agent.client)
  const args = agent.args(folder, 'When does the harbour run dry?')
  const [command, given] = agent.isScript ? [process.execPath, [program, ...args]] : [program, args]
  const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', ...agent.env(setting) }
  const child = spawn(command, given, {
    env,
    cwd: join(folder, 'work'),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 170_000,
  })
  const code = new Promise<number | null>((done) => child.on('close', done))
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n')
  return { code: await code, said }
}
