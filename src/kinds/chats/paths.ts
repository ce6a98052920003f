import { partPath, wholeOf } from '../../core/parts.ts'

/** The path under which a conversation, or its first part, is kept: its native id, which stays when its file moves. */
export function chatPath(id: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = id.slice(0, LONGEST_ID).replaceAll(/[/\\#\0-\x1f\x7f]/g, '-')
  return wholeOf(plain) === plain ? plain : plain.replace(/@(?=\d+$)/, '-')
}

const LONGEST_ID = 300

/** Parts of the file are numbered from 1; separate files come after all of those. */
export const documentPath = (id: string, { part, beside }: { readonly part: number; readonly beside?: string }) =>
  partPath(chatPath(id), beside === undefined ? part : partBeside(beside))

const FIRST_BESIDE = 1_000_000
const MOST_BESIDE = 8_999_999

/** The same number for the same name in every run, and seldom the same for two names of one conversation. */
function partBeside(name: string): number {
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) >>> 0
  return FIRST_BESIDE + (hash % MOST_BESIDE)
}
