import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The user's settings of git change nothing. */
export async function git(args: readonly string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = await promisify(execFile)('git', [...args], { env, maxBuffer: 2 ** 28 })
  return stdout
}
