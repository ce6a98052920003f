import { z } from 'zod'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { message, padId, padAliases } from '../pad-shapes.ts'
import { named, requirePad } from '../writing.ts'
import { outlineOf } from '../outline.ts'

const header = z.strictObject({
  level: z.int().min(1).max(6).describe('Number of # characters.'),
  text: z.string().describe('Text of the heading.'),
  line: z.int().min(1).describe('Its line, from 1.'),
  content_preview: z.string().optional().describe('Beginning of the text after it.'),
})

export const getScratchpadOutline = defineOperation({
  name: 'get-scratchpad-outline',
  group: 'pads',
  title: 'Outline of a scratchpad',
  description:
    'List the Markdown headings of a scratchpad with their lines, for get-scratchpad and update-scratchpad. Code in ' +
    'fences has no headings.',
  effect: 'read',
  input: z.strictObject({
    id: padId,
    max_depth: z.int().min(1).max(6).default(6).describe('Deepest level of headings.'),
    include_line_numbers: z.boolean().default(true).describe('No effect: line numbers are always returned.'),
    include_content_preview: z
      .boolean()
      .default(false)
      .describe('Include up to 100 characters of the text after each heading.'),
  }),
  output: z.strictObject({
    outline: z
      .strictObject({
        id: z.string().describe('Title of the scratchpad.'),
        workflow_id: z.string().describe('Id of its workflow.'),
        title: z.string().describe('Title of the scratchpad.'),
        headers: z.array(header).describe('In the order of the text; the first 300.'),
        total_headers: z.int().min(0).describe('All headings up to max_depth.'),
        max_depth_found: z.int().min(0).describe('Deepest level among them.'),
      })
      .describe('Headings of the scratchpad.'),
    message,
  }),
  aliases: { ...padAliases, ...aliasesOf({ max_depth: ['depth'], include_content_preview: ['preview'] }) },
  searchHint: 'outline headings table of contents scratchpad 大纲 目录 草稿',
  route: { method: 'GET', path: '/pads/scratchpads/{id}/outline' },
  examples: [{ label: 'Headings of the first two levels', input: { id: '9b1d…', max_depth: 2 } }],
  async run(request, { engine }) {
    const pad = await engine.read(({ pads }) => requirePad(pads, request.id))
    const { max_depth: depth, include_content_preview: previews } = request
    const { headers, total, deepest } = outlineOf(pad.content, { depth, previews })
    const numbers = request.include_line_numbers ? ' with line numbers' : ''
    const left = total - headers.length
    const more = left > 0 ? `; the last ${left} are left out: set a lower max_depth to see further` : ''
    return {
      outline: {
        id: pad.id,
        workflow_id: pad.workflow,
        title: pad.title,
        headers,
        total_headers: total,
        max_depth_found: deepest,
      },
      message: `Found ${total} headers${numbers} in scratchpad ${named(pad)}${more}`,
    }
  },
  table: ({ outline: { headers: rows } }) => ({
    columns: [
      { cell: ({ level, text }) => `${'#'.repeat(level)} ${text}`, look: 'bold', least: 12 },
      { cell: ({ line }) => line, is: 'count', look: 'dim' },
      { cell: ({ content_preview: beginning }) => beginning ?? '', look: 'dim', least: 12 },
    ],
    rows,
  }),
  render: asJson,
})
