import { pageOfPath } from '@wuku/core/ports/history-page'
import type { Comparison } from '@wuku/kernel/base/parts/index-runs'

type StaleReason = 'new' | 'modified' | 'metadata_changed' | 'missing' | 'outdated'

const MAX_SAMPLES = 20

/** Whether the index says what lies there. Pages of commits are no files. */
export function freshnessOf({ added, changed, touched, gone, outdated, skipped, problems }: Comparison) {
  const reasons: readonly (readonly [StaleReason, readonly string[]])[] = [
    ['new', filesAmong(added)],
    ['modified', filesAmong(changed)],
    ['missing', filesAmong(gone)],
    ['outdated', filesAmong(outdated)],
    ['metadata_changed', filesAmong(touched)],
  ]
  const count = new Map(reasons.map(([reason, paths]) => [reason, paths.length]))
  const countOf = (reason: StaleReason): number => count.get(reason) ?? 0
  const stale = countOf('new') + countOf('modified') + countOf('missing') + countOf('outdated')
  const newCommits = [...added, ...changed].some((path) => pageOfPath(path) !== undefined)
  return {
    status: stale > 0 || newCommits ? ('stale' as const) : ('fresh' as const),
    staleFiles: stale,
    newFiles: countOf('new'),
    modifiedFiles: countOf('modified'),
    metadataChangedFiles: countOf('metadata_changed'),
    missingFiles: countOf('missing'),
    outdatedFiles: countOf('outdated'),
    skippedFiles: skipped.length + problems.length,
    newCommits,
    samples: reasons.flatMap(([reason, paths]) => paths.map((path) => ({ path, reason }))).slice(0, MAX_SAMPLES),
  }
}

const filesAmong = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => pageOfPath(path) === undefined)
