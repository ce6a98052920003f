import { limits } from '../../core/limits.ts'
import type { Problem, Skipped } from '../../core/words.ts'
import type { Choice } from './choice.ts'
import type { Entry } from './entries.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import { endOfLink } from './links.ts'
import { refusals } from './refusals.ts'
import { isSecretFile, isSecretFolder } from './secrets.ts'

/** What becomes of an entry of a folder: taken, entered, left out by a rule, or refused. */
export type Verdict = 'file' | 'folder' | { readonly skipped: Skipped } | { readonly problem: Problem }

/** An entry where it lies. `fromTop` is what ignore rules are asked about. */
export interface Spot {
  readonly name: string
  readonly path: string
  readonly fromTop: string
  readonly at: string
  readonly depth: number
}

/** What judges: the rules of the folder that the entry lies in, and the user's choice. */
export interface Law {
  readonly base: string
  readonly rules: IgnoreRules
  readonly choice: Choice
}

export function judge(entry: Entry, spot: Spot, law: Law): Verdict {
  if (entry.isDirectory()) return judgeFolder(spot, law)
  if (entry.isFile()) return judgeFile(spot, law)
  return judgeOther(entry, spot, law)
}

function judgeFolder(spot: Spot, law: Law): Verdict {
  const { name, path } = spot
  const wanted = law.rules.takesBack(`${spot.fromTop}/`)
  const why = ruleAgainst(spot, law, '/')
  if (why !== undefined) return skip(`${path}/`, why)
  if (isSecretFolder(name) && (wanted || takesKeysOf(path, law.choice))) return { problem: refusals.secret(path) }
  if (isUsuallyLeft(name) && !wanted) return skip(`${path}/`, usualReason(name))
  return spot.depth > limits.depth ? { problem: refusals.tooDeep(path) } : 'folder'
}

/** Most files of a mixed folder are of no kind that was asked for: that is found out first, and costs least. */
function judgeFile(spot: Spot, law: Law): Verdict {
  const { name, path } = spot
  if (!law.choice.takes(path)) return skip(path, isUsuallyLeft(name) ? usualReason(name) : law.choice.unmatched)
  const why = ruleAgainst(spot, law, '')
  if (why !== undefined) return skip(path, why)
  if (isSecretFile(name)) return { problem: refusals.secret(path) }
  return isUsuallyLeft(name) && !law.rules.takesBack(spot.fromTop) ? skip(path, usualReason(name)) : 'file'
}

/** Links are never followed: what they lead to is taken where it lies, or lies outside and is not ours to read. */
function judgeOther(entry: Entry, spot: Spot, law: Law): Verdict {
  const { name, path } = spot
  const why = ruleAgainst(spot, law, '')
  if (why !== undefined) return skip(path, why)
  if (isUsuallyLeft(name) && !law.rules.takesBack(spot.fromTop)) return skip(path, usualReason(name))
  return entry.isSymbolicLink() ? judgeLink(spot, law) : { problem: refusals.special(path, specialName(entry)) }
}

function judgeLink({ path, at }: Spot, { base, choice }: Law): Verdict {
  const end = endOfLink(base, at)
  if (end.leads === 'inside') return skip(path, `link to ${end.to}, which is taken by its own path`)
  const mayHoldWanted = end.leads === 'outside' && end.isFolder
  if (!mayHoldWanted && !choice.takes(path)) return skip(path, choice.unmatched)
  if (end.leads === 'outside') return { problem: refusals.linkOut(path) }
  return { problem: end.leads === 'nowhere' ? refusals.linkBroken(path) : refusals.linkCircle(path) }
}

function ruleAgainst(spot: Spot, law: Law, ending: '/' | ''): string | undefined {
  if (spot.name === '.git') return "git's own data"
  return law.rules.leavesOut(spot.fromTop + ending) ?? law.choice.excludedBy(spot.path)
}

const skip = (path: string, why: string): Verdict => ({ skipped: { path, why } })

const isUsuallyLeft = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

const usualReason = (name: string): string => (name === 'node_modules' ? 'installed packages' : 'hidden')

/** `config` stands for what such folders hold: a pattern that takes it asks for keys, `*.md` does not. */
const takesKeysOf = (path: string, choice: Choice): boolean => choice.takes(`${path}/config`)

function specialName(entry: Entry): string {
  if (entry.isFIFO()) return 'a FIFO'
  if (entry.isSocket()) return 'a socket'
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'a device' : 'of a kind unknown'
}
