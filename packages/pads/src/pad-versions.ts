import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import type { PadFacts, PadVersion, PadView } from '@wuku/core/ports/pads'

/** Latest first. */
export const readVersions = async (pads: Pick<PadView, 'history'>, id: string): Promise<readonly PadVersion[]> =>
  (await pads.history(id, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items

/** The state of a pad at a version; the error names the oldest version that is kept. */
export async function requireState(pads: Pick<PadView, 'stateAt' | 'history'>, pad: PadFacts, version: number) {
  const state = version > pad.version ? undefined : await pads.stateAt(pad.id, version)
  if (state) return state
  throw versionNotStored(pad, { requested: `version ${version}`, oldest: (await readVersions(pads, pad.id)).at(-1) })
}

export function versionNotStored(
  { id, version }: PadFacts,
  { requested, oldest }: { readonly requested: string; readonly oldest: PadVersion | undefined },
): WukuError {
  return new WukuError(
    'not-found',
    msg('scratchpadHasNoVersionsToAreKept', { id, requested, version: oldest?.version ?? version, version2: version }),
  )
}

/** Milliseconds since the epoch of an ISO time, UTC unless it says otherwise, or of a time so long before `now`. */
export function parseTime(text: string, now: number): number {
  const timestamp = parseAge(text.trim(), now) ?? parseIsoTime(text.trim())
  if (timestamp !== undefined) return timestamp
  throw new WukuError('bad-input', msg('isNotTime', { text: text.slice(0, 40) }))
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

function parseAge(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?([smhdw])(?: ago)?$/i.exec(text) ?? []
  const length = unit && MILLISECONDS[unit.toLowerCase()]
  return length ? now - Number(count) * length : undefined
}

function parseIsoTime(text: string): number | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? []
  if (!day) return undefined
  const timestamp = Date.parse(time ? `${day}T${time}${zone ?? 'Z'}` : day)
  return Number.isNaN(timestamp) ? undefined : timestamp
}
