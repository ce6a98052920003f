import { isWukuError } from '@wuku/core/errors'
import type { FileChange } from '@wuku/core/ports/history-page'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { linesOf, inLine, textOf } from './commits.ts'
import type { HistoryOptions } from './history.ts'
import { findRepository, isPartial, isSha } from './repository.ts'
import { runGit } from './run.ts'

export interface ChangesRequest extends HistoryOptions {
  readonly shas: readonly string[]
  /** Path under which a file's changes are listed, by its path from the top of the work tree; `undefined` if they are not. */
  readonly placeOf: (path: string) => string | undefined
}

/** Excerpts of what commits changed, by their hashes; commits that git cannot read are left out. */
export async function readChanges(request: ChangesRequest): Promise<ReadonlyMap<string, readonly FileChange[]>> {
  const { folder, git, shas, placeOf } = request
  const found = findRepository(folder)
  const patches = openPatches(placeOf)
  if (shas.length === 0 || git === undefined || !('head' in found) || found.head === null || isPartial(found))
    return patches.commits
  const call = {
    git,
    repository: { ...found, head: found.head },
    input: Buffer.from(`${shas.join('\n')}\n`),
    milliseconds: TIMEOUT_MS,
    arguments: patchArguments.split(' '),
  }
  try {
    for await (const lines of linesOf(runGit(call))) for (const line of lines) patches.add(line)
  } catch (error) {
    // A message is worth more than what is missing here: it is found without.
    if (!isWukuError(error) || error.code === 'cancelled') throw error
  }
  patches.end()
  return patches.commits
}

const TIMEOUT_MS = 120_000

/** A larger file is data, or made by a program: git does not open it. */
const patchArguments =
  '-c core.bigFileThreshold=512k -c core.quotePath=false log --no-walk=unsorted --stdin --format=%x00%H --patch --unified=0 ' +
  '--no-color --no-ext-diff --no-textconv --no-show-signature --find-renames -l50 --'

/** Limits on the excerpt of one commit: files, lines in all, lines and names of each file. */
const limits = { files: 10, lines: 30, linesOfFile: 12, names: 12 } as const
/** Lines of one side of a file that are read; a longer change is a new file, a move or a table. */
const LOOKED_AT = 80
/** Longer lines are not written by people; a shorter one says nothing. */
const [LONGEST, SHORTEST] = [200, 4]

interface OpenFile {
  path: string | undefined
  readonly removed: string[]
  readonly added: string[]
  readonly around: Set<string>
}

/**
 * Reads patches line by line. A hunk says how many lines it has: whatever stands in them, they begin neither a file nor a
 * commit.
 */
function openPatches(placeOf: ChangesRequest['placeOf']) {
  const commits = new Map<string, readonly FileChange[]>()
  let files: OpenFile[] = []
  let file: OpenFile | undefined
  let sha = ''
  let left = 0
  const end = (): void => {
    if (sha !== '') commits.set(sha, describeFiles(files.slice(0, limits.files)))
    files = []
    file = undefined
  }
  const begin = (line: string): void => {
    const [, counts, around = ''] = /^@@ (\S+ \S+) @@ ?(.*)$/.exec(line) ?? []
    if (counts === undefined) return
    left = [...counts.matchAll(/[-+]\d+(?:,(\d+))?/g)].reduce((sum, [, count = '1']) => sum + Number(count), 0)
    if (file?.path === undefined) file = undefined
    else if (!files.includes(file)) files.push(file)
    const name = nameIn(around)
    if (name !== undefined) file?.around.add(name)
  }
  const add = (line: Buffer): void => {
    if (left > 0) {
      if (line[0] !== BACKSLASH) left--
      if (file && line.length <= LONGEST) noteLine(file, line)
      return
    }
    const text = line.length <= LONGEST_HEADING ? textOf(line) : ''
    if (line[0] === 0 && isSha(text.slice(1))) {
      end()
      sha = text.slice(1)
    } else if (text.startsWith('diff --git ')) file = { path: undefined, removed: [], added: [], around: new Set() }
    // Git ends a path with a tab where it has a blank. One that it has to quote is left out.
    else if (file && /^(?:---|\+\+\+) [ab]\//.test(text))
      file.path = placeOf(text.slice('+++ b/'.length).replace(/\t$/, ''))
    else if (text.startsWith('@@ ')) begin(text)
  }
  return { commits, add, end }
}

const [BACKSLASH, PLUS, MINUS] = [0x5c, 0x2b, 0x2d]
const LONGEST_HEADING = 5_000

function noteLine(file: OpenFile, line: Buffer): void {
  const side = line[0] === PLUS ? file.added : line[0] === MINUS ? file.removed : undefined
  if (side && side.length < LOOKED_AT) side.push(inLine(textOf(line.subarray(1)).replace(/[\t\r]/g, ' ')))
}

function describeFiles(files: readonly OpenFile[]): readonly FileChange[] {
  const each = Math.min(limits.linesOfFile, Math.floor(limits.lines / Math.max(1, files.length)))
  return files.map((file) => describeFile(file, each)).filter(({ names, lines }) => names.length + lines.length > 0)
}

/** Lines that stand on both sides were moved or set in; of the others both sides have their share. */
function describeFile({ path = '', removed, added, around }: OpenFile, limit: number): FileChange {
  const [before, after] = [sideOf(removed), sideOf(added)]
  const gone = [...before].filter((line) => !after.has(line))
  const come = [...after].filter((line) => !before.has(line))
  const fewer = choose(gone, Math.max(Math.ceil(limit / 2), limit - come.length))
  const more = choose(come, limit - fewer.length)
  const shown = new Set([...fewer, ...more])
  const defined = [...gone, ...come].filter((line) => !shown.has(line)).flatMap((line) => DEFINES.exec(line)?.[1] ?? [])
  const names = [...new Set([...around, ...defined])].slice(0, limits.names)
  return { path, names, lines: [...fewer.map((line) => `- ${line}`), ...more.map((line) => `+ ${line}`)] }
}

/** Lines that define come first, and imports last; in the order in which they stand. */
function choose(lines: readonly string[], limit: number): readonly string[] {
  if (lines.length <= limit) return lines
  const ranked = lines.map((line) => ({ line, rank: DEFINES.test(line) ? 0 : IMPORTS.test(line) ? 2 : 1 }))
  const first = new Set(ranked.toSorted((a, b) => a.rank - b.rank).slice(0, limit))
  return ranked.filter((each) => first.has(each)).map(({ line }) => line)
}

/** Masked together, so that a key of many lines is known by its first one. */
function sideOf(lines: readonly string[]): ReadonlySet<string> {
  const masked = maskSecrets(lines.join('\n')).text.split('\n')
  return new Set(masked.map((line) => line.trim()).filter((line) => line.length >= SHORTEST && hasText(line)))
}

const hasText = (line: string): boolean => /[\p{L}_]{2}/u.test(line) && !/^["']?[\w+/=-]{40,}["',;]*$/.test(line)

const DEFINES =
  /\b(?:function\*?|def|class|fn|func|fun|interface|type|struct|enum|trait|impl|module|macro_rules!|const|let|var|val|sub)\s+([\w$]{3,})/

const IMPORTS = /^(?:import|from|use|using|#include|require|export \* from)\b/

const nameIn = (around: string) => (DEFINES.exec(around) ?? /([\p{L}_$][\p{L}\p{N}_$]{2,})\s*[(=:{]/u.exec(around))?.[1]
