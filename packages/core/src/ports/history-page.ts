import { parseJson } from '../lenient-parsing.ts'
import type { Commit, TouchedFile } from './history.ts'

/** Commits of one item: enough that few items are listed, few enough that one more commit costs little. */
export const pageLength = 100

/** Items below this folder are pages; no file of a source can lie there. */
export const historyFolder = '.git/history'

/** Pages are counted from 1, the oldest first. */
export const pathOfPage = (page: number): string => `${historyFolder}/${String(page).padStart(4, '0')}`

/** `undefined` for a path that is no page's. */
export function pageOfPath(path: string): number | undefined {
  const found = /^\.git\/history\/(\d{4,})$/.exec(path)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Paths of files are from the root of the source. */
export interface PageCommit extends Omit<Commit, 'parents'> {
  /** Excerpt of what it changed in some of its files. */
  readonly changes?: readonly FileChange[]
}

export interface FileChange {
  readonly path: string
  /** Functions and types in which it changed something, or which it changed. */
  readonly names: readonly string[]
  /** Changed lines, each behind `+ ` or `- `. Without secrets. */
  readonly lines: readonly string[]
}

/** One line of JSON for each commit. */
export const writePage = (commits: readonly PageCommit[]): Uint8Array =>
  Buffer.from(commits.map((commit) => `${JSON.stringify(parted(commit))}\n`).join(''))

const parted = ({ sha, author, at, subject, body, files, changes }: PageCommit): PageCommit => ({
  sha,
  author,
  at,
  subject,
  body,
  files,
  ...(changes && changes.length > 0 && { changes }),
})

/** Lines that are no commit are left out. */
export const readPage = (bytes: Uint8Array): readonly PageCommit[] =>
  Buffer.from(bytes).toString().split('\n').map(parseJson).filter(isCommit)

function isCommit(value: unknown): value is PageCommit {
  if (typeof value !== 'object' || value === null) return false
  const { sha, author, at, subject, body, files, changes } = value as Partial<Record<keyof PageCommit, unknown>>
  const areTexts = [sha, author, subject, body].every((each) => typeof each === 'string')
  const areChanges = changes === undefined || (Array.isArray(changes) && changes.every(isFileChange))
  return areTexts && typeof at === 'number' && Array.isArray(files) && files.every(isTouched) && areChanges
}

const isFileChange = (value: unknown): boolean =>
  ['names', 'lines'].every((part) => Array.isArray((value as Partial<Record<string, unknown>> | null)?.[part]))

const isTouched = (value: unknown): value is TouchedFile =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string' && 'how' in value
