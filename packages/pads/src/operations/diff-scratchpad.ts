import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import type { Pad, PadState, PadView } from '@wuku/core/ports/pads'
import { diffLines } from '@wuku/text/edits/line-diff'
import { printDiff, type PrintedDiff } from '@wuku/text/edits/unified'
import { message, padId, padAliases, count, EXAMPLE_ID } from '../pad-shapes.ts'
import { named, requirePad } from '../writing.ts'
import { requireState, readVersions, versionNotStored, parseTime } from '../pad-versions.ts'

export const diffScratchpad = defineOperation({
  name: 'diff-scratchpad',
  group: 'pads',
  title: 'Changes of a scratchpad',
  description:
    'Show what changed in a scratchpad since a version or a time, as a unified diff. To follow one cheaply, use the ' +
    'to_version of each answer as the next since_version.',
  effect: 'read',
  input: z.strictObject({
    id: padId,
    since_version: z.int().min(0).optional().describe('The version that you last saw; 0: before the first.'),
    since: z
      .string()
      .min(2)
      .max(40)
      .optional()
      .describe('Instead of since_version: an ISO time, or an age such as "2h" or "3d".'),
    to_version: z.int().min(1).optional().describe('Up to this version. Default: the present one.'),
    context_lines: z.int().min(0).max(20).default(2).describe('Unchanged lines around each change.'),
    max_lines: z.int().min(1).max(2_000).default(200).describe('Maximum number of diff lines.'),
  }),
  output: z.strictObject({
    id: z.string(),
    from_version: count.describe('0: before the first version.'),
    to_version: count.describe('Use it as the next since_version.'),
    added_lines: count,
    removed_lines: count,
    diff: z.string().describe('Unified diff; empty if no line changed.'),
    truncated: z.boolean().describe('true: part of the diff was left out.'),
    message: message.describe('Summary of the changes.'),
  }),
  aliases: {
    ...padAliases,
    ...aliasesOf({ since_version: ['version', 'from_version'], since: ['since_time'], context_lines: ['context'] }),
  },
  searchHint: 'diff changes of scratchpad since version time 差异 变化 草稿',
  route: { method: 'GET', path: '/pads/scratchpads/{id}/diff' },
  examples: [
    { label: 'Since I last looked', input: { id: EXAMPLE_ID, since_version: 4 } },
    { label: 'In the last two hours', input: { id: EXAMPLE_ID, since: '2h' } },
  ],
  async run(request, { engine }) {
    const timestamp = request.since === undefined ? undefined : parseTime(request.since, engine.now())
    const { pad, base, end } = await engine.read(async ({ pads }) => {
      const known = await requirePad(pads, request.id)
      const { to_version: to = known.version } = request
      return {
        pad: known,
        base: await baseOf(pads, known, request.since_version, timestamp),
        end: await endOf(pads, known, to),
      }
    })
    const limits = { context: request.context_lines, lines: request.max_lines, chars: charsFor(request.max_lines) }
    const printed = printDiff(diffLines(base.state.content, end.state.content), limits)
    return {
      id: pad.id,
      from_version: base.version,
      to_version: end.version,
      added_lines: printed.added,
      removed_lines: printed.removed,
      diff: printed.text,
      truncated: printed.truncated,
      message: describeChanges(pad, { base, end }, printed),
    }
  },
})

/** Lines of a usual length all fit; a few very long ones do not make the answer a book. */
const charsFor = (lines: number): number => Math.max(2_000, lines * 100)

interface Base {
  readonly version: number
  readonly state: PadState
}

async function baseOf(pads: PadView, pad: Pad, version?: number, timestamp?: number): Promise<Base> {
  if ((version === undefined) === (timestamp === undefined)) throw new WukuError('bad-input', msg('notOneSince'))
  const from = version ?? (await versionAt(pads, pad, timestamp ?? 0))
  return { version: from, state: from === 0 ? { ...pad, content: '' } : await requireState(pads, pad, from) }
}

const endOf = async (pads: PadView, pad: Pad, version: number): Promise<Base> => ({
  version,
  state: version === pad.version ? pad : await requireState(pads, pad, version),
})

/** The version that was the current one then; 0 before the first. */
async function versionAt(pads: PadView, pad: Pad, timestamp: number): Promise<number> {
  const versions = await readVersions(pads, pad.id)
  // Clocks are set back: better that too much is shown than that a change is missing.
  const later = versions.findLast(({ at }) => at > timestamp)
  if (!later) return pad.version
  const oldest = versions.at(-1)
  if (later === oldest && oldest.version > 1) throw versionNotStored(pad, { requested: 'such a version', oldest })
  return later.version - 1
}

function describeChanges(
  pad: Pad,
  { base: { version, state }, end }: { readonly base: Base; readonly end: Base },
  { added, removed, text, truncated }: PrintedDiff,
): string {
  const from = version === 0 ? 'since before its first version' : `since version ${version}`
  const since = end.version === pad.version ? from : `${from} up to version ${end.version}`
  const summary =
    text === '' && !truncated
      ? `No line of scratchpad ${named(pad)} changed ${since}`
      : `Scratchpad ${named(pad)} changed ${since}: ${added} lines added, ${removed} removed`
  return [
    summary,
    ...(state.title === end.state.title ? [] : [`its title was ${named(state)}`]),
    ...(state.workflow === end.state.workflow ? [] : [`it was in workflow ${state.workflow}`]),
    ...(truncated ? ['the diff is cut: raise max_lines (up to 2000), or read the lines with get-scratchpad'] : []),
  ].join('; ')
}
