import type { ClientName } from '../../../scripts/provision-clients.ts'

/** An agent's program that runs without a terminal, with a model of ours. */
export interface Program {
  /** As `wuku connect` calls it. */
  readonly client: string
  readonly program: ClientName
  /** Whether Node runs it. */
  readonly isScript?: boolean
  readonly tool: string
  readonly input: (command: string) => Readonly<Record<string, unknown>>
  readonly files?: (model: string) => Readonly<Record<string, string>>
  readonly env?: (model: string) => Readonly<Record<string, string>>
  readonly args: (question: string) => readonly string[]
  /** Later starts for the same session, in one of which it makes its context smaller. */
  readonly compacts?: readonly (readonly string[])[]
}

const codexFlags = [
  'exec',
  '--skip-git-repo-check',
  '--dangerously-bypass-approvals-and-sandbox',
  '--dangerously-bypass-hook-trust',
]

/** Nothing leaves the machine: no account, no telemetry, no updates. */
export const programs: readonly Program[] = [
  {
    client: 'claude-code',
    program: 'claude',
    tool: 'Bash',
    input: (command) => ({ command, description: 'Runs it' }),
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    args: (question) => ['--print', '--allowedTools', 'Bash', '--', question],
    compacts: [
      ['--print', '--continue', '--', '/compact'],
      ['--print', '--continue', '--', 'Go on.'],
    ],
  },
  {
    client: 'codex',
    program: 'codex',
    tool: 'exec_command',
    input: (command) => ({ cmd: command }),
    files: (model) => ({
      '.codex/config.toml': `
model = "gpt-5.1-codex"
model_provider = "scripted"
approval_policy = "never"
check_for_update_on_startup = false
model_auto_compact_token_limit = 20000
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
[analytics]
enabled = false
`,
    }),
    args: (question) => [...codexFlags, question],
    compacts: [[...codexFlags, 'resume', '--last', 'Go on.']],
  },
  {
    client: 'gemini',
    program: 'gemini',
    isScript: true,
    tool: 'run_shell_command',
    input: (command) => ({ command, description: 'Runs it' }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      }),
    }),
    env: (model) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    args: (question) => ['--model', 'gemini-2.5-flash', '--approval-mode', 'yolo', '--prompt', question],
  },
  {
    client: 'qwen-code',
    program: 'qwen',
    isScript: true,
    tool: 'run_shell_command',
    input: (command) => ({ command, description: 'Runs it', is_background: false }),
    files: () => ({
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
      }),
    }),
    env: (model) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' }),
    args: (question) => ['--yolo', '--prompt', question],
  },
  {
    client: 'copilot-cli',
    program: 'copilot',
    tool: 'bash',
    input: (command) => ({ command, description: 'Runs it' }),
    env: (model) => ({
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    args: (question) => ['--prompt', question, '--allow-all-tools'],
  },
  {
    client: 'opencode',
    program: 'opencode',
    tool: 'bash',
    input: (command) => ({ command, description: 'Runs it' }),
    files: (model) => ({
      // It has npm install its own package beside any plugin, and waits for it.
      '.config/opencode/node_modules/none': '',
      '.config/opencode/package-lock.json': '{"packages":{"":{"dependencies":{"@opencode-ai/plugin":"*"}}}}',
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
      }),
    }),
    env: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    args: (question) => ['run', question],
  },
]
