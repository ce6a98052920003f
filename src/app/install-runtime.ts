import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import {
  findRuntime,
  RUNTIME,
  runtimeArguments,
  runtimeFolder,
  runtimeMissing,
} from '../adapters/models/onnx/runtime.ts'
import { cancelled, WukuError } from '../core/errors.ts'

/** By npm, as a user would; what npm is set up with, such as a mirror, counts here too. */
export async function installRuntime(home: string, signal: AbortSignal): Promise<void> {
  // npm would look further up for a package to install into, were there none.
  await mkdir(runtimeFolder(home), { recursive: true, mode: 0o700 })
  const words = [...runtimeArguments(home), '--loglevel=error']
  // On Windows npm is a script of the shell, to which a folder with blanks would be several words.
  const isWindows = process.platform === 'win32'
  const child = spawn('npm', isWindows ? words.map((word) => `"${word}"`) : words, {
    cwd: runtimeFolder(home),
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: isWindows,
    signal,
  })
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [code, said] = await Promise.all([ended, text(child.stderr)]).catch((error: unknown) => {
    throw signal.aborted ? cancelled() : failed(home, error instanceof Error ? error.message : String(error))
  })
  if (code !== 0 || findRuntime(home) === undefined) throw failed(home, lastLine(said))
}

const failed = (home: string, said: string): WukuError =>
  new WukuError(
    'model-missing',
    `npm could not install ${RUNTIME.name}${said === '' ? '.' : `: ${said}`}`,
    runtimeMissing(home).remedy.replace(/^.*?or: /, 'See why with: '),
  )

const lastLine = (said: string): string => said.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
