import { z } from 'zod'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import type { Pad, PadFacts, PadView, Page } from '@wuku/core/ports/pads'
import { padsTable } from '../pad-layout.ts'
import { message, padShape, workflowId, answerPadFacts, count, EXAMPLE_ID, type PadAnswer } from '../pad-shapes.ts'
import { brief, listedOf, fitAnswer, pageOf } from '../present.ts'
import { charsOf, controlKeys, controlContent, type ContentOptions } from '../control.ts'

const output = z.strictObject({
  scratchpads: z.array(padShape),
  count: count.describe('Number in this answer.'),
  total: count,
  has_more: z.boolean(),
  next_offset: count.nullable(),
  message: message.describe('How many are listed, and what was shortened.'),
})
export type PadList = z.output<typeof output>

export const listScratchpads = defineOperation({
  name: 'list-scratchpads',
  group: 'pads',
  title: 'List scratchpads',
  description:
    'List the scratchpads of a workflow, most recently updated first, with the beginning of each text (800 characters). ' +
    'include_content false lists titles and sizes only.',
  effect: 'read',
  input: z.strictObject({
    workflow_id: workflowId,
    limit: z.int().min(1).max(50).default(20).describe('Maximum number of scratchpads.'),
    offset: z.int().min(0).default(0).describe('Number of newer ones to skip.'),
    ...controlKeys,
  }),
  output,
  aliases: aliasesOf({
    workflow_id: ['id', 'workflow'],
    limit: ['page_size', 'per_page', 'max_results'],
    offset: ['skip'],
    preview_mode: ['preview'],
  }),
  searchHint: 'list scratchpads pads of workflow 列出 草稿',
  route: { method: 'GET', path: '/pads/workflows/{workflow_id}/scratchpads' },
  examples: [
    { label: 'The newest', input: { workflow_id: EXAMPLE_ID } },
    { label: 'Titles only', input: { workflow_id: EXAMPLE_ID, include_content: false, limit: 50 } },
  ],
  async run({ workflow_id: id, limit, offset, ...options }, { engine }) {
    const found = await engine.read(async ({ pads }) => {
      if (!(await pads.workflow(id))) return undefined
      const all = await pads.pads(id)
      const shown = all.slice(offset, offset + limit)
      return {
        total: all.length,
        items:
          options.include_content === false ? shown.map((pad) => ({ ...pad, content: '' })) : await read(pads, shown),
      }
    })
    if (!found) return noSuchWorkflow(id)
    const page = { ...found, limit, offset, wanted: options }
    return fitAnswer(padLists(page), maxListChars(page))
  },
  table: ({ scratchpads }) => padsTable(scratchpads),
  render: asJson,
})

async function read(pads: PadView, facts: readonly PadFacts[]): Promise<readonly Pad[]> {
  const found = await Promise.all(facts.map(({ id }) => pads.pad(id)))
  return found.filter((pad) => pad !== undefined)
}

const noSuchWorkflow = (id: string): PadList => ({
  scratchpads: [],
  count: 0,
  total: 0,
  has_more: false,
  next_offset: null,
  message: `Listed 0 scratchpads: there is no workflow ${id}. "list-workflows" or "search-workflows" finds it.`,
})

interface PadPage extends Page<Pad> {
  readonly limit: number
  readonly offset: number
  readonly wanted: ContentOptions
}

/** Limit of a list in characters of JSON: higher only if the caller asks for more pads, or for more of each. */
export const maxListChars = ({ limit, wanted: options }: PadPage): number =>
  Math.min(LIST_CHAR_LIMIT, limit * (options.max_content_chars ?? 0) + Math.max(20, limit) * ROW)

const LIST_CHAR_LIMIT = 200_000
const ROW = 1_000

/** The same list, shorter each time: see `fitAnswer`. */
export function* padLists(page: PadPage): Generator<PadList> {
  const contentChars = charsOf(page.wanted, DEFAULT_CHARS)
  yield listWith(page, { content: contentChars, title: Infinity })
  for (const content of SHORTER) if (content < contentChars) yield listWith(page, { content, title: Infinity })
  const least = Math.min(contentChars, SHORTEST)
  for (const title of [Infinity, SHORT_TITLE])
    yield listWith(page, { content: least, title, rows: maxListChars(page) - 700 })
}

const SHORTER = [6_400, 3_200, 1_600, 800, 400, 200]
const SHORTEST = 200
const SHORT_TITLE = 200
const DEFAULT_CHARS = { cap: 800, preview: 300 }

/** Most of each. */
interface Cuts {
  readonly content: number
  readonly title: number
  /** Characters of all rows. */
  readonly rows?: number
}

function listWith(page: PadPage, cuts: Cuts): PadList {
  const made = page.items.map((pad) => rowOf(pad, page.wanted, cuts))
  const { shown, facts } = pageOf(made, { ...page, capacity: cuts.rows })
  return { scratchpads: shown, ...facts, message: messageOf(page, shown, cuts) }
}

function rowOf({ content, ...pad }: Pad, options: ContentOptions, cuts: Cuts): PadAnswer {
  const isShortened = options.include_content !== false && cuts.content < charsOf(options, DEFAULT_CHARS)
  const control = isShortened ? { ...options, max_content_chars: cuts.content } : options
  const shown = controlContent(content, control, DEFAULT_CHARS)
  return {
    ...answerPadFacts({ ...pad, title: brief(pad.title, cuts.title) }),
    ...shown,
    // How to see the rest is said once, in the message.
    ...(shown.content_truncated && {
      content_control_applied: `cut to ${shown.content.length} of ${content.length} chars`,
    }),
  }
}

function messageOf({ items, total, offset, wanted: options }: PadPage, shown: readonly PadAnswer[], cuts: Cuts) {
  if (total === 0) return 'Listed 0 scratchpads: the workflow holds none.'
  if (items.length === 0) return `Listed 0 scratchpads: offset ${offset} is past the last of ${total}.`
  const isShortened = cuts.content < charsOf(options, DEFAULT_CHARS) && shown.some((pad) => pad.content_truncated)
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
