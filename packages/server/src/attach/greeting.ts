import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { Settings, Environment } from '@wuku/settings/app-settings'

/** The first line that `wuku mcp` writes to the socket of a server. The answer is one line too; then both carry MCP. */
export interface Greeting {
  readonly token: string
  readonly version: string
  /** Hash of all settings that apply to a whole server. */
  readonly settings: string
  /** As `--tools` has them. */
  readonly tools: string
  readonly readOnly: boolean
  readonly workspace: AgentWorkspace
}

/** The agent's workspace, with the values that names of folders have there. */
export interface AgentWorkspace {
  /** That the agent started `wuku mcp` in. */
  readonly folder: string
  /** Current folder by its shell. */
  readonly shellFolder: string
  readonly project: string
  readonly chat: string
  readonly userFolder: string
  /** Variables that name folders. */
  readonly env: Readonly<Record<string, string>>
}

export const GREETING_BYTES = 256 * 1024

export const workspaceOfAgent = ({ code, chats }: Settings, { env, userFolder }: Environment, folder: string) => ({
  folder,
  shellFolder: code.shellFolder,
  project: code.project,
  chat: chats.current,
  userFolder,
  env: Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value && isAbsolute(value) ? [[name, value] as const] : [])),
  ),
})

/** The settings of a server as one of its agents would have them in a process of its own. */
export function placedAt(workspace: AgentWorkspace, settings: Settings, environment: Environment) {
  const { folder: startedIn, shellFolder, project, chat, userFolder } = workspace
  return {
    settings: {
      ...settings,
      code: { ...settings.code, project, shellFolder, startedIn },
      chats: { ...settings.chats, current: chat },
    },
    environment: { ...environment, userFolder, env: { ...environment.env, ...workspace.env } },
  }
}

/** An agent with other settings than the server is served by its own process: of models, limits, what is left out. */
export function fingerprintOf(settings: Settings): string {
  const { code, chats, tools: _, readOnly: __, sessionContext: ___, warnings: ____, ...others } = settings
  // Flags of `wuku serve` apply to the server alone. The values that they override are already in the settings.
  const { server: _____, auth: ______, flags: _______, ...rest } = others
  const shared = {
    ...rest,
    code: { ...code, project: '', shellFolder: '', startedIn: '' },
    chats: { ...chats, current: '' },
  }
  return createHash('sha256').update(JSON.stringify(shared, secretsToo)).digest('hex')
}

/** Keys stand in settings as functions that give them. */
const secretsToo = (_key: string, value: unknown): unknown =>
  typeof value === 'function' && value.length === 0 ? (value as () => unknown)() : value
