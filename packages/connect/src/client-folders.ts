import { join } from 'node:path'
import type { Environment } from '@wuku/settings/app-settings'
import type { TextPlace } from './client.ts'

/** Folder in which programs of a user keep their settings, on each platform. */
export function applicationData({ env, platform, userFolder }: Environment): string {
  if (platform === 'darwin') return join(userFolder, 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] || join(userFolder, 'AppData', 'Roaming')
  return xdgConfig({ env, userFolder })
}

/** Programs that come from Unix use this folder on a Mac too. */
export const xdgConfig = ({ env, userFolder }: Pick<Environment, 'env' | 'userFolder'>): string =>
  env['XDG_CONFIG_HOME'] || join(userFolder, '.config')

export const claudeFolder = ({ env, userFolder }: Environment): string =>
  env['CLAUDE_CONFIG_DIR'] || join(userFolder, '.claude')

export const codexFolder = ({ env, userFolder }: Environment): string => env['CODEX_HOME'] || join(userFolder, '.codex')

export const copilotFolder = ({ env, userFolder }: Environment) => env['COPILOT_HOME'] || join(userFolder, '.copilot')

export const codeUserFolder = (places: Environment): string => join(applicationData(places), 'Code', 'User')

export const zedFolder = (places: Environment): string => {
  if (places.platform === 'win32') return join(applicationData(places), 'Zed')
  if (places.platform === 'darwin') return join(places.userFolder, '.config', 'zed')
  return join(places.env['FLATPAK_XDG_CONFIG_HOME'] || xdgConfig(places), 'zed')
}

export function gooseFolder(places: Environment): string {
  const { env, platform, userFolder } = places
  if (env['GOOSE_PATH_ROOT']) return join(env['GOOSE_PATH_ROOT'], 'config')
  if (platform === 'win32') return join(applicationData(places), 'Block', 'goose', 'config')
  return platform === 'darwin' ? join(userFolder, '.config', 'goose') : join(xdgConfig(places), 'goose')
}

export function clineSettings({ env, userFolder }: Environment): string {
  const data = env['CLINE_DATA_DIR'] || join(env['CLINE_DIR'] || join(userFolder, '.cline'), 'data')
  return env['CLINE_MCP_SETTINGS_PATH'] || join(data, 'settings', 'cline_mcp_settings.json')
}

/** The forms in which programs take a text for their model. */

const WHEN =
  "Search the user's own code and its history, notes, past agent conversations, scratchpads and library docs with the wuku " +
  'tools. Use before answering from memory, grepping or searching the web, and to go on with earlier work.'

const frontmatter = (lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\n\n`

/** A file of the user's, in which the guide is a marked block. */
export const block = (...files: readonly string[]): TextPlace => ({ files })

export const skill = (folder: string): TextPlace => ({
  files: [`${folder}/wuku/SKILL.md`],
  head: frontmatter(['name: wuku', `description: ${JSON.stringify(WHEN)}`]),
})

export const cursorRule = (file: string): TextPlace => ({
  files: [file],
  head: frontmatter([`description: ${JSON.stringify(WHEN)}`, 'alwaysApply: true']),
})

export const instructions = (file: string): TextPlace => ({ files: [file], head: frontmatter(["applyTo: '**'"]) })

export const windsurfRule = (file: string): TextPlace => ({ files: [file], head: frontmatter(['trigger: always_on']) })
