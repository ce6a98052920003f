import { parseJson } from '@wuku/core/lenient-parsing'
import { z } from 'zod'
import { type Format, titleOf } from './format.ts'
import { fence } from './writing/write-markdown.ts'
import { cleanMarkdown } from './markdown/index.ts'

/** In characters; the rest of what a cell printed says the same at greater length. */
const LONGEST_OUTPUT = 2_000

const lines = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(''))]).catch('')

const output = z
  .object({
    text: lines.optional(),
    data: z.object({ 'text/plain': lines.optional() }).optional().catch(undefined),
    ename: z.string().optional().catch(undefined),
    evalue: z.string().optional().catch(undefined),
  })
  .catch({})

const cell = z
  .object({
    cell_type: z.string().catch('raw'),
    source: lines.optional(),
    /** Version 3 of the format; so are the next two fields. */
    input: lines.optional(),
    language: z.string().optional().catch(undefined),
    level: z.int().min(1).max(6).optional().catch(undefined),
    outputs: z.array(output).optional().catch(undefined),
  })
  .catch({ cell_type: 'raw' })

const cells = z.array(cell).optional().catch(undefined)

const file = z.object({
  cells,
  worksheets: z.array(z.object({ cells }).catch({})).optional().catch(undefined),
  metadata: z
    .object({
      title: z.string().optional().catch(undefined),
      kernelspec: z.object({ language: z.string().optional() }).optional().catch(undefined),
      language_info: z.object({ name: z.string().optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** Jupyter notebooks of versions 3 and 4: text, code in the language of the kernel, and what it printed. */
export const read: Format = ({ path, text }) => {
  const book = file.safeParse(parseJson(text)).data
  const all = book?.cells ?? book?.worksheets?.flatMap((sheet) => sheet.cells ?? [])
  if (!book || !all) return { problem: noNotebook(path) }
  const { kernelspec, language_info, title } = book.metadata ?? {}
  const language = language_info?.name ?? kernelspec?.language ?? 'python'
  const { text: page, anchors } = cleanMarkdown(all.map((each) => writeCell(each, language)).join('\n\n'))
  const named = title === undefined || title.trim() === '' ? titleOf(page, path) : title.trim()
  return { page: { title: named, text: page, anchors, meta: { language } } }
}

function writeCell(each: z.output<typeof cell>, kernel: string): string {
  const source = each.source ?? each.input ?? ''
  if (each.cell_type === 'markdown') return closeFences(source)
  if (each.cell_type === 'heading') return `${'#'.repeat(each.level ?? 1)} ${source.replaceAll(/\s+/g, ' ')}`
  if (each.cell_type !== 'code' || source.trim() === '') return ''
  const magic = /^%%(bash|sh|javascript|js|html|latex|sql|ruby|perl|R|markdown)\b.*\n/.exec(source)
  const code = fence(magic ? source.slice(magic[0].length) : source, magic?.[1] ?? each.language ?? kernel)
  const printed = (each.outputs ?? []).map(printedBy).join('').trim()
  return printed === '' ? code : `${code}\n\n${fence(shorten(printed), 'text')}`
}

/** A fence that a cell leaves open must not take in the next one. */
const closeFences = (source: string): string =>
  (source.match(/^[ \t]*```/gm)?.length ?? 0) % 2 === 1 ? `${source}\n\`\`\`` : source

/** Pictures and HTML say nothing here. */
function printedBy({ text, data, ename, evalue }: z.output<typeof output>): string {
  const rawText = text ?? data?.['text/plain'] ?? (ename === undefined ? '' : `${ename}: ${evalue ?? ''}`)
  const plain = withoutColours(rawText)
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`
}

// oxlint-disable-next-line no-control-regex -- Escapes of terminals begin with one.
const withoutColours = (text: string): string => text.replaceAll(/\x1B\[[0-9;]*[A-Za-z]/g, '')

const shorten = (text: string): string =>
  text.length <= LONGEST_OUTPUT ? text : `${text.slice(0, LONGEST_OUTPUT).trimEnd()}\n…`

const noNotebook = (path: string) => ({
  path,
  said: 'It is no notebook: its JSON is broken, or holds no cells.',
  remedy: 'Save it again in Jupyter, or leave it out with --exclude.',
})
