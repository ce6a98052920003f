import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { attempt } from '@wuku/core/environment'
import { cancelled, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/folders'
import type { Repository } from '@wuku/core/ports/history'
import { readSmall } from './repository.ts'

export interface GitCall {
  readonly git: string
  readonly repository: Repository & { readonly head: string }
  readonly arguments: readonly string[]
  readonly input?: Uint8Array
  readonly signal?: AbortSignal
  readonly milliseconds: number
}

/** A history has no more to say than this; a program that writes on and on is stopped. */
const MAX_BYTES = 512 * 1024 * 1024

/** Streams the output of git. Fails if git does, if it takes too long, or with the signal. */
export async function* runGit(call: GitCall): AsyncGenerator<Buffer> {
  if (call.signal?.aborted) throw cancelled()
  const shadow = castShadow(call.repository, call.repository.head, call.git)
  const child = spawn(call.git, ['--no-pager', ...call.arguments], {
    cwd: shadow.folder,
    env: shadow.environment,
    windowsHide: true,
  })
  if (!hasStreams(child)) {
    const failure = new Promise<Error>((resolve) => child.once('error', resolve))
    shadow.end()
    throw await failure
  }
  const ending = endOf(child)
  const limit = { broken: undefined as Error | undefined }
  const stop = (error: Error): void => {
    limit.broken ??= error
    child.kill('SIGKILL')
  }
  const onAbort = (): void => stop(cancelled())
  const timer = setTimeout(() => stop(tooSlow(call.milliseconds)), call.milliseconds)
  call.signal?.addEventListener('abort', onAbort)
  try {
    // A program that ends before it has read all input is not at fault.
    child.stdin.on('error', () => undefined).end(call.input)
    let bytes = 0
    for await (const part of child.stdout as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > MAX_BYTES) stop(new WukuError('too-large', msg('gitOutputTooLarge')))
      if (limit.broken) break
      yield part
    }
    const errorOutput = await ending
    if (limit.broken) throw limit.broken
    if (errorOutput !== undefined) throw refused(errorOutput)
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', onAbort)
    child.kill('SIGKILL')
    await ending
    shadow.end()
  }
}

/** If no more files may be opened, a child has no streams, whatever its type says, and reports the reason soon after. */
const hasStreams = ({ stdout }: { readonly stdout?: unknown }): boolean => stdout !== undefined && stdout !== null

export const askGit = async (call: GitCall): Promise<Buffer> => Buffer.concat(await Array.fromAsync(runGit(call)))

const LONGEST_COMPLAINT = 2_000

function endOf(child: ChildProcessWithoutNullStreams): Promise<string | undefined> {
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => {
    if (errorOutput.length < LONGEST_COMPLAINT) errorOutput += part.toString('latin1')
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? undefined : errorOutput.trim() || `it ended with ${code}`))
  })
}

const refused = (errorOutput: string): WukuError =>
  new WukuError(
    'not-found',
    msg('historyNotRead', { errorOutput: String(errorOutput.split('\n', 1)[0]?.slice(0, 300)) }),
  )

const tooSlow = (milliseconds: number): WukuError =>
  new WukuError('too-large', msg('gitTooSlow', { seconds: Math.round(milliseconds / 1000) }))

/**
 * An empty repository of our own that borrows the objects of another. Git is pointed at this one, so that nothing but
 * objects is ever read from the other: no settings, hooks, attributes, filters, aliases, remotes or included files.
 * Missing files cannot be executed, so no list of forbidden ones is needed.
 */
function castShadow({ common, isShallow }: Repository, head: string, git: string) {
  const folder = mkdtempSync(join(tmpdir(), 'wuku-git-'))
  mkdirSync(join(folder, 'refs'))
  mkdirSync(join(folder, 'tree'))
  writeFileSync(join(folder, 'HEAD'), `${head}\n`)
  writeFileSync(join(folder, 'config'), head.length === 40 ? sha1 : sha256)
  if (isShallow) writeFileSync(join(folder, 'shallow'), readSmall(join(common, 'shallow')) ?? '')
  return {
    folder,
    environment: {
      ...bare,
      PATH: dirname(git),
      HOME: folder,
      GIT_DIR: folder,
      GIT_WORK_TREE: join(folder, 'tree'),
      GIT_OBJECT_DIRECTORY: join(common, 'objects'),
      GIT_CONFIG_GLOBAL: join(folder, 'none'),
      GIT_CONFIG_SYSTEM: join(folder, 'none'),
    },
    // Some hundred bytes in the folder for temporary files are no reason to lose what git said, or why it did not.
    end: () => attempt(() => rmSync(folder, { recursive: true, force: true })),
  }
}

const core = '[core]\n\tbare = false\n\tautocrlf = false\n\tfsmonitor = false\n'
const sha1 = `${core}\trepositoryformatversion = 0\n`
const sha256 = `${core}\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n`

/** Nothing of the settings of the user or the system, no network, no questions, no writes, paths as they are written. */
const bare = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_PAGER: 'cat',
} as const

/**
 * Path of the `git` program. Only absolute folders of the search path count: a relative one would let a repository
 * bring its own.
 */
export function findGit(searchPath: string | undefined): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git'
  return (searchPath ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isProgram)
}

/** `findGit` for frequent calls: a search of all folders costs more than checking the known path. */
export function rememberGit(searchPath: string | undefined): () => string | undefined {
  let known: string | undefined
  return () => (known = known !== undefined && isProgram(known) ? known : findGit(searchPath))
}

const isProgram = (place: string): boolean =>
  attempt(() => {
    accessSync(place, constants.X_OK)
    return statSync(realpathSync.native(place)).isFile()
  }) ?? false
