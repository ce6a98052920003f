import type { Pad, Page } from '../../ports/pads.ts'
import { rowsWithin } from './budget.ts'
import { controlContent, type WantedContent } from './control.ts'
import { brief, listedOf } from './present.ts'
import { answerPadFacts, type PadAnswer } from './shapes.ts'

export interface PadList {
  readonly scratchpads: PadAnswer[]
  readonly count: number
  readonly total: number
  readonly has_more: boolean
  readonly next_offset: number | null
  readonly message: string
}

export interface PadPage extends Page<Pad> {
  readonly limit: number
  readonly offset: number
  readonly wanted: WantedContent
}

/** Characters of JSON that a list may have: more only for who asks for more pads, or for more of each. */
export const mostListed = ({ limit, wanted }: PadPage): number =>
  Math.min(MOST_EVER, limit * (wanted.max_content_chars ?? 0) + Math.max(20, limit) * ROW)

const MOST_EVER = 200_000
const ROW = 1_000

/** The same list, shorter each time: see `fitAnswer`. */
export function* padLists(page: PadPage): Generator<PadList> {
  const asked = askedChars(page.wanted)
  yield listWith(page, { content: asked, title: Infinity })
  for (const content of SHORTER) if (content < asked) yield listWith(page, { content, title: Infinity })
  const least = Math.min(asked, SHORTEST)
  for (const title of [Infinity, SHORT_TITLE])
    yield listWith(page, { content: least, title, rows: mostListed(page) - 700 })
}

const SHORTER = [6_400, 3_200, 1_600, 800, 400, 200]
const SHORTEST = 200
const SHORT_TITLE = 200
const USUAL_CHARS = { cap: 800, preview: 300 }

const askedChars = ({ max_content_chars: most, preview_mode: isPreview }: WantedContent): number =>
  most ?? (isPreview ? USUAL_CHARS.preview : USUAL_CHARS.cap)

/** Most of each. */
interface Cuts {
  readonly content: number
  readonly title: number
  /** Characters of all rows. */
  readonly rows?: number
}

function listWith(page: PadPage, cuts: Cuts): PadList {
  const made = page.items.map((pad) => rowOf(pad, page.wanted, cuts))
  const scratchpads = cuts.rows === undefined ? made : rowsWithin(made, cuts.rows)
  const next = page.offset + scratchpads.length
  const hasMore = next < page.total
  return {
    scratchpads: [...scratchpads],
    count: scratchpads.length,
    total: page.total,
    has_more: hasMore,
    next_offset: hasMore ? next : null,
    message: messageOf(page, scratchpads, cuts),
  }
}

function rowOf({ content, ...pad }: Pad, wanted: WantedContent, cuts: Cuts): PadAnswer {
  const isShortened = wanted.include_content !== false && cuts.content < askedChars(wanted)
  const control = isShortened ? { ...wanted, max_content_chars: cuts.content } : wanted
  const shown = controlContent(content, control, USUAL_CHARS)
  return {
    ...answerPadFacts({ ...pad, title: brief(pad.title, cuts.title) }),
    ...shown,
    // How to see the rest is said once, in the message.
    ...(shown.content_truncated && {
      content_control_applied: `cut to ${shown.content.length} of ${content.length} chars`,
    }),
  }
}

function messageOf({ items, total, offset, wanted }: PadPage, shown: readonly PadAnswer[], cuts: Cuts): string {
  if (total === 0) return 'Listed 0 scratchpads: the workflow holds none.'
  if (items.length === 0) return `Listed 0 scratchpads: offset ${offset} is past the last of ${total}.`
  const isShortened = cuts.content < askedChars(wanted) && shown.some((pad) => pad.content_truncated)
  const longestTitle = Math.max(...items.slice(0, shown.length).map(({ title }) => title.length))
  const cut = [
    ...(isShortened ? [`${cuts.content} characters of a content`] : []),
    ...(longestTitle > cuts.title ? [`${cuts.title} characters of a title`] : []),
    ...(shown.length < items.length ? [`${shown.length} scratchpads`] : []),
  ]
  const next = offset + shown.length
  return [
    listedOf(shown.length, total, 'scratchpad'),
    ...(cut.length > 0 ? [`To stay short, at most: ${cut.join('; ')}.`] : []),
    ...(shown.some((pad) => pad.parameter_warning) ? ['Some parameters conflict: see parameter_warning.'] : []),
    ...(shown.some((pad) => pad.content_truncated)
      ? ['Some contents are cut: "get-scratchpad" shows more of one.']
      : []),
    ...(next < total ? [`Offset ${next} lists the next.`] : []),
  ].join(' ')
}
