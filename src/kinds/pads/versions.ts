import { WukuError } from '../../core/errors.ts'
import type { PadFacts, PadState, PadVersion, PadView } from '../../ports/pads.ts'

/** Latest first. */
export async function keptVersions(pads: Pick<PadView, 'history'>, id: string): Promise<readonly PadVersion[]> {
  return (await pads.history(id, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items
}

/** The state of a pad at a version; the error names the oldest version that is kept. */
export async function demandState(
  pads: Pick<PadView, 'stateAt' | 'history'>,
  pad: PadFacts,
  version: number,
): Promise<PadState> {
  const state = version > pad.version ? undefined : await pads.stateAt(pad.id, version)
  if (state) return state
  throw versionNotKept(pad, { wanted: `version ${version}`, oldest: (await keptVersions(pads, pad.id)).at(-1) })
}

export function versionNotKept(
  { id, version }: PadFacts,
  { wanted, oldest }: { readonly wanted: string; readonly oldest: PadVersion | undefined },
): WukuError {
  return new WukuError(
    'not-found',
    `Scratchpad ${id} has no ${wanted}; versions ${oldest?.version ?? version} to ${version} are kept.`,
    'See them with "scratchpad-history". The setting "pads.versions" says how many are kept.',
  )
}
