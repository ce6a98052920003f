import { msg, type Text } from '@wuku/messages/folders'
import { limits } from '@wuku/core/limits'
import type { Problem, Skipped } from '@wuku/core/core-types'
import type { PathSelection } from './path-selection.ts'
import type { Entry } from './entries.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import { refusals, codeOf, isGone } from './feed-refusals.ts'
import { holdsSecret, isSecretFile, isSecretFolder } from './secrets.ts'
import { realpathSync, statSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { isBelow, type Tree } from './root-folder.ts'

/** Decision about an entry of a folder: taken, entered, left out by a rule, or refused. */
export type Verdict = 'file' | 'folder' | { readonly skipped: Skipped } | { readonly problem: Problem }

/** An entry where it lies. `fromTop` is what ignore rules are asked about. */
export interface Spot {
  readonly name: string
  readonly path: string
  readonly fromTop: string
  readonly at: string
  readonly depth: number
}

/** Choice among the files of a folder: the user's, and the defaults of the storehouse. */
export type FileChoice = Pick<Tree, 'selection' | 'policy'>

/** Rules for entries: those of their folder, and what is chosen. */
export interface EntryRules extends FileChoice {
  readonly base: string
  readonly rules: IgnoreRules
  readonly inWorkTree: boolean
}

export function filterEntry(entry: Entry | 'file' | 'folder', spot: Spot, context: EntryRules): Verdict {
  if (holdsSecret(spot.name)) return { problem: refusals.secretName(spot.path) }
  if (entry === 'folder' || (entry !== 'file' && entry.isDirectory())) return judgeFolder(spot, context)
  if (entry === 'file' || entry.isFile()) return judgeFile(spot, context)
  return judgeOther(entry, spot, context)
}

function judgeFolder(spot: Spot, context: EntryRules): Verdict {
  const { name, path } = spot
  const isReincluded = context.rules.takesBack(`${spot.fromTop}/`)
  const why = ruleAgainst(spot, context, '/')
  if (why !== undefined) return skip(`${path}/`, why)
  if (isSecretFolder(name) && (isReincluded || takesKeysOf(path, context.selection)))
    return { problem: refusals.secret(path) }
  const defaultReason = isReincluded ? undefined : context.policy.folder({ ...spot, inWorkTree: context.inWorkTree })
  if (defaultReason !== undefined) return skip(`${path}/`, defaultReason)
  return spot.depth > limits.depth ? { problem: refusals.tooDeep(path) } : 'folder'
}

/** Most files of a mixed folder are of no kind that was asked for: that is found out first, and costs least. */
function judgeFile(spot: Spot, context: EntryRules): Verdict {
  const { name, path } = spot
  if (!context.selection.takes(path)) return skip(path, context.policy.file(name) ?? context.selection.unmatched)
  const why = ruleAgainst(spot, context, '')
  if (why !== undefined) return skip(path, why)
  if (isSecretFile(name)) return { problem: refusals.secret(path) }
  const defaultReason = findDefaultReason(spot, context)
  return defaultReason === undefined ? 'file' : skip(path, defaultReason)
}

/** Links are never followed: what they lead to is taken where it lies, or lies outside and is not ours to read. */
function judgeOther(entry: Entry, spot: Spot, context: EntryRules): Verdict {
  const { path } = spot
  const why = ruleAgainst(spot, context, '') ?? findDefaultReason(spot, context)
  if (why !== undefined) return skip(path, why)
  return entry.isSymbolicLink() ? judgeLink(spot, context) : { problem: refusals.special(path, specialName(entry)) }
}

function judgeLink({ path, at }: Spot, { base, selection }: EntryRules): Verdict {
  const end = endOfLink(base, at)
  if (end.leads === 'inside') return { skipped: { path, why: msg('linkInside', { to: end.to }), rule: LINK_INSIDE } }
  const mayHoldRequested = end.leads === 'outside' && end.isFolder
  if (!mayHoldRequested && !selection.takes(path)) return skip(path, selection.unmatched)
  if (end.leads === 'outside') return { problem: refusals.linkOut(path) }
  return { problem: end.leads === 'nowhere' ? refusals.linkBroken(path) : refusals.linkCircle(path) }
}

const LINK_INSIDE = 'a link to a file that is indexed under its own path'

function ruleAgainst(spot: Spot, context: EntryRules, ending: '/' | ''): Text | undefined {
  if (spot.name === '.git') return "git's own data"
  return context.rules.leavesOut(spot.fromTop + ending) ?? context.selection.excludedBy(spot.path)
}

const skip = (path: string, why: Text): Verdict => ({ skipped: { path, why } })

function findDefaultReason({ name, fromTop }: Spot, { policy, rules }: EntryRules): string | undefined {
  const defaultReason = policy.file(name)
  return defaultReason === undefined || rules.takesBack(fromTop) ? undefined : defaultReason
}

/** `config` stands for what such folders hold: a pattern that takes it asks for keys, `*.md` does not. */
const takesKeysOf = (path: string, selection: PathSelection): boolean => selection.takes(`${path}/config`)

function specialName(entry: Entry): string {
  if (entry.isFIFO()) return 'a FIFO'
  if (entry.isSocket()) return 'a socket'
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'a device' : 'of an unknown kind'
}

/** Target of a link. Targets outside are not named: a report must not contain paths outside the source. */
type LinkEnd =
  | { readonly leads: 'inside'; readonly to: string }
  | { readonly leads: 'outside'; readonly isFolder: boolean }
  | { readonly leads: 'nowhere' | 'in a circle' }

function endOfLink(base: string, at: string): LinkEnd {
  try {
    const end = realpathSync.native(at)
    if (end === base) return { leads: 'inside', to: 'the folder itself' }
    if (isBelow(base, end)) return { leads: 'inside', to: relative(base, end).split(sep).join('/') }
    return { leads: 'outside', isFolder: statSync(end).isDirectory() }
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return { leads: 'in a circle' }
    /** A target that may not even be looked at is certainly not ours. */
    return isGone(error) ? { leads: 'nowhere' } : { leads: 'outside', isFolder: true }
  }
}
