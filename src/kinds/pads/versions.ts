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

/** Milliseconds since the epoch of an ISO time, UTC unless it says otherwise, or of a time so long before `now`. */
export function parseMoment(text: string, now: number): number {
  const moment = agoFrom(text.trim(), now) ?? isoMoment(text.trim())
  if (moment !== undefined) return moment
  throw new WukuError(
    'bad-input',
    `"${text.slice(0, 40)}" is not a time.`,
    'Write an ISO time such as "2026-03-01T09:30:00Z", or an age: "45m", "2h", "3d", "1w".',
  )
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

function agoFrom(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?([smhdw])(?: ago)?$/i.exec(text) ?? []
  const length = unit && MILLISECONDS[unit.toLowerCase()]
  return length ? now - Number(count) * length : undefined
}

function isoMoment(text: string): number | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? []
  if (!day) return undefined
  const moment = Date.parse(time ? `${day}T${time}${zone ?? 'Z'}` : day)
  return Number.isNaN(moment) ? undefined : moment
}
