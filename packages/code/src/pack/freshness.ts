import { pageOfPath } from '@wuku/core/ports/history-page'
import type { Comparison } from '@wuku/kernel/base/parts/index-runs'

const MAX_SAMPLES = 20

/** Whether the index says what lies there. Pages of commits are no files. */
export function freshnessOf({ added, changed, touched, gone, outdated, skipped, problems }: Comparison) {
  const reasons = [
    ['new', filesAmong(added)],
    ['modified', filesAmong(changed)],
    ['missing', filesAmong(gone)],
    ['outdated', filesAmong(outdated)],
    ['metadata_changed', filesAmong(touched)],
  ] as const
  const [newFiles = 0, modifiedFiles = 0, missingFiles = 0, outdatedFiles = 0, metadataChangedFiles = 0] = reasons.map(
    ([, paths]) => paths.length,
  )
  const staleFiles = newFiles + modifiedFiles + missingFiles + outdatedFiles
  const newCommits = [...added, ...changed].some((path) => pageOfPath(path) !== undefined)
  return {
    status: staleFiles > 0 || newCommits ? ('stale' as const) : ('fresh' as const),
    staleFiles,
    newFiles,
    modifiedFiles,
    metadataChangedFiles,
    missingFiles,
    outdatedFiles,
    skippedFiles: skipped.length + problems.length,
    newCommits,
    samples: reasons.flatMap(([reason, paths]) => paths.map((path) => ({ path, reason }))).slice(0, MAX_SAMPLES),
  }
}

const filesAmong = (paths: readonly string[]) => paths.filter((path) => pageOfPath(path) === undefined)
