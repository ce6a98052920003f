import { enableCompileCache, syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { workerData, type MessagePort } from 'node:worker_threads'
import type { CommandCall, Ended } from './run-command.ts'

/**
 * Runs commands from source, one after another, as processes would that share what is loaded. A thread has variables of its
 * own, which programs that it starts inherit; its folder and its home have to be put in their place.
 */
const { port, ended } = workerData as { readonly port: MessagePort; readonly ended: Int32Array }
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/commands'))
const { runCommandLine } = await import('../../packages/cli/src/command-line.ts')

const written = { stdout: '', stderr: '' }

const collect = (name: keyof typeof written): Writable =>
  new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      written[name] += text.toString()
      done()
    },
  })

function finish(code: number): void {
  port.postMessage({ code, ...written } satisfies Ended)
  Atomics.add(ended, 0, 1)
  Atomics.notify(ended, 0)
}

// What goes past the terminal of a command, such as warnings.
process.stderr.write = (text) => {
  written.stderr += text.toString()
  return true
}
console.error = (text) => void (written.stderr += `${text}\n`)
process.on('uncaughtException', (error) => {
  written.stderr += String(error.stack)
  finish(1)
})

port.on('message', async ({ args, cwd, env }: CommandCall) => {
  written.stdout = written.stderr = ''
  const userFolder = env['HOME'] ?? cwd
  process.env = { ...env }
  process.cwd = () => cwd
  os.homedir = () => userFolder
  syncBuiltinESMExports()
  const streams = { stdin: Readable.from([]), stdout: collect('stdout'), stderr: collect('stderr') }
  const code = await runCommandLine(args, { environment: { env, platform: process.platform, userFolder }, streams })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
  finish(code)
})
