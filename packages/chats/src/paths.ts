import { partPath, fullPathOf } from '@wuku/core/part-paths'
import type { DraftConversation } from './conversation.ts'

/** The path under which a conversation, or its first part, is kept: its native id, which stays when its file moves. */
export function chatPath(id: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = id.slice(0, LONGEST_ID).replaceAll(/[/\\#\0-\x1f\x7f]/g, '-')
  return fullPathOf(plain) === plain ? plain : plain.replace(/@(?=\d+$)/, '-')
}

const LONGEST_ID = 300

/** Parts of the file are numbered from 1; separate files come after all of those. */
export const documentPath = ({ id, siblingFile }: Pick<DraftConversation, 'id' | 'siblingFile'>, part: number) =>
  partPath(chatPath(id), siblingFile === undefined ? part : siblingPartNumber(siblingFile))

const FIRST_SIBLING_PART = 1_000_000
const MAX_SIBLING_PARTS = 8_999_999

/** The same number for the same name in every run, and seldom the same for two names of one conversation. */
function siblingPartNumber(name: string): number {
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) >>> 0
  return FIRST_SIBLING_PART + (hash % MAX_SIBLING_PARTS)
}

/** The name behind the last slash of either kind; empty where nothing follows it. */
export const segmentBehind = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** On POSIX systems and on Windows. */
export const isAbsolute = (path: string): boolean => /^(?:[\\/~]|[A-Za-z]:)/.test(path)

/** The end of a path below a folder; the whole of one that lies elsewhere. */
export function pathBelow(path: string, folder: string): string {
  const [written, top] = [path, folder].map((each) => each.replaceAll('\\', '/').replace(/\/?$/, '/'))
  return folder !== '' && written?.startsWith(top ?? '') ? path.slice(top?.length) : path
}

/** Segments of a path with `.` and `..` resolved, for either kind of slash; that of the home folder says nothing. */
export function partsOf(path: string): readonly string[] {
  const segments: string[] = []
  for (const part of path.split(/[\\/]+/)) {
    if (part === '..') segments.pop()
    else if (part !== '' && part !== '.' && part !== '~') segments.push(part)
  }
  return segments
}
