import { execFileSync } from 'node:child_process'
import { openHistory } from '../../src/git/history.ts'
import { findGit } from '../../src/git/run.ts'
import type { Commit, History } from '@wuku/core/ports/history'
import { scratchFolder, writeFiles } from '../../../../test/scratch.ts'

export const program = findGit(process.env['PATH'])

export function scratch(): string {
  const folder = scratchFolder()
  return folder
}

/** The tests' own git: it writes, and nothing of the user's settings counts. */
export function git(folder: string, ...given: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...given], {
    env: people,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

const people = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '2024-05-01T12:00:00Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '2024-05-01T12:00:00Z',
}

export type Files = Readonly<Record<string, string>>

export function repository(...commits: readonly (readonly [message: string, files: Files])[]): string {
  const folder = scratch()
  git(folder, 'init', '-q', '-b', 'main')
  for (const [message, files] of commits) commit(folder, message, files)
  return folder
}

export function commit(folder: string, message: string, files: Files = {}): void {
  write(folder, files)
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '--allow-empty', '--allow-empty-message', '-m', message)
}

export function write(folder: string, files: Files): void {
  writeFiles(folder, files)
}

/** Quick enough for thousands: one program writes them all. */
export function importCommits(folder: string, count: number): void {
  const stream = Array.from({ length: count }, (_, at) => {
    const message = `number ${at + 1}`
    const text = `${at}\n`
    return (
      `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + at} +0000\n` +
      `data ${message.length}\n${message}\nM 644 inline part${at % 7}/file.txt\ndata ${text.length}\n${text}\n`
    )
  }).join('')
  execFileSync('git', ['-C', folder, 'fast-import', '--quiet'], { env: people, input: stream })
}

export const historyOf = (folder: string): History => openHistory({ folder, git: program })

export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** `subject: M path, R old > new` */
export const shown = ({ subject, files }: Commit): string =>
  [subject, files.map(({ path, how, from }) => `${how} ${from === undefined ? '' : `${from} > `}${path}`).join(', ')]
    .filter((part) => part !== '')
    .join(': ')
