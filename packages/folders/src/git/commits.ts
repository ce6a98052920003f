import { maxCommitFiles, type Commit, type TouchedFile } from '@wuku/core/ports/history'
import { decodeText } from '@wuku/text/decode'
import { isSha } from './repository.ts'

/**
 * Arguments of `git log` whose output `readCommits` reads: every part ends with a NUL, and a commit begins with a sign that
 * no status has.
 */
export const commitArguments: readonly string[] = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-mailmap',
  '--no-show-signature',
  '--encoding=UTF-8',
  '--format=%x01%H%x00%P%x00%an%x00%at%x00%s%x00%b%x00',
  '-z',
  '--name-status',
]

const FIELDS = 6
/** A message is read by people; what is longer is a log or a patch. */
const LONGEST_BODY = 8_000

export async function* readCommits(output: AsyncIterable<Buffer>): AsyncGenerator<Commit> {
  let fields: Buffer[] = []
  for await (const parts of partsOf(output, 0))
    for (const part of parts) {
      if (isComplete(fields) && beginsCommit(part)) {
        if (fields.length > 0) yield commitOf(fields)
        fields = []
      }
      if (fields.length < FIELDS + MAX_PARTS) fields.push(part)
    }
  if (fields.length >= FIELDS) yield commitOf(fields)
}

/** Parts kept of a commit; further files are dropped while reading. */
const MAX_PARTS = 3 * maxCommitFiles + 3

const beginsCommit = (part: Buffer): boolean => part[0] === 1 && isSha(part.toString('latin1', 1))

/** A message may say anything: only where the parts are all there does another commit begin. */
const isComplete = (fields: readonly Buffer[]): boolean => fields.length === 0 || fields.length >= FIELDS

export const linesOf = (output: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> => partsOf(output, 10)

/** All that came at once together: there are hundreds of thousands, and to wait for each costs more than to read it. */
async function* partsOf(output: AsyncIterable<Buffer>, separator: number): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const more of output) {
    const all = rest.length === 0 ? more : Buffer.concat([rest, more])
    const parts: Buffer[] = []
    let start = 0
    for (let end = all.indexOf(separator, start); end >= 0; end = all.indexOf(separator, start)) {
      parts.push(all.subarray(start, end))
      start = end + 1
    }
    rest = all.subarray(start)
    yield parts
  }
  if (rest.length > 0) yield [rest]
}

function commitOf(parts: readonly Buffer[]): Commit {
  const [sha, parents, author, at, subject, body] = parts.slice(0, FIELDS).map(textOf)
  return {
    sha: (sha ?? '').slice(1),
    parents: (parents ?? '').split(' ').filter((each) => each !== ''),
    author: inLine(author ?? ''),
    at: timestampOf(at ?? ''),
    subject: inLine(subject ?? ''),
    body: plain(body ?? '')
      .trim()
      .slice(0, LONGEST_BODY),
    files: filesOf(parts.slice(FIELDS)),
  }
}

/** Milliseconds since the epoch. Git writes whatever a commit says; what no calendar holds is no date. */
export function timestampOf(seconds: string): number {
  const at = Number(seconds) * 1000
  return Math.abs(at) <= LAST_TIMESTAMP ? at : 0
}

/** Last moment that a `Date` can hold. */
const LAST_TIMESTAMP = 8.64e15

/** The status, then one path, or two where it was renamed or copied. A line break stands before the first. */
function filesOf(parts: readonly Buffer[]): readonly TouchedFile[] {
  const files: TouchedFile[] = []
  const words = parts.map((part) => inLine(textOf(part).replace(/^\n/, ''))).filter((word) => word !== '')
  for (let at = 0; at + 1 < words.length && files.length < maxCommitFiles;) {
    const status = words[at]?.[0] ?? ''
    const isPair = status === 'R' || status === 'C'
    const path = words[at + (isPair ? 2 : 1)]
    if (path !== undefined) files.push({ path, how: howOf(status), ...(status === 'R' && { from: words[at + 1] }) })
    at += isPair ? 3 : 2
  }
  return files
}

function howOf(status: string): TouchedFile['how'] {
  if (status === 'A' || status === 'C') return 'added'
  if (status === 'D') return 'removed'
  return status === 'R' ? 'renamed' : 'changed'
}

/** Nearly always UTF-8; where it is not, as old commits may be, what it most likely is. */
export function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  if (!text.includes('\uFFFD')) return text
  const decoded = decodeText(bytes)
  return decoded === 'binary' ? text : decoded.text
}

/** An escape sequence in a name would command a terminal, a line break forge a line of an answer. */
// oxlint-disable-next-line no-control-regex
export const inLine = (text: string): string => text.replace(/[\0-\x1F\x7F-\x9F\u2028\u2029]/g, '\uFFFD')

// oxlint-disable-next-line no-control-regex
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0B-\x1F\x7F-\x9F]/g, '\uFFFD')
