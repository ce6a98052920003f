import { msg } from '@wuku/messages/transfer'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { kinds } from '@wuku/core/core-types'
import { parseJson } from '@wuku/core/lenient-parsing'
import { isPushedPath } from '@wuku/kernel/base/pushed-item'
import { summedFile } from '../carry/summed-files.ts'

export const EXPORT_FORMAT = 1

/** Parts of an export, as `--only` names them. */
export const exportParts = ['pads', 'chats', 'docs', 'notes', 'annotations'] as const
export type ExportPart = (typeof exportParts)[number]

const path = z.string().refine(isPushedPath)

/** A file that an import reads; the others are for people. */
const part = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('workflow'), id: z.string(), name: z.string(), file: path }),
  z.strictObject({
    is: z.literal('source'),
    kind: z.enum(kinds),
    name: z.string(),
    file: path,
    /** Files that can be fetched from nowhere, by the path that they have in the library. */
    originals: z.array(z.strictObject({ path, file: path })).optional(),
  }),
  z.strictObject({ is: z.literal('annotations'), file: path }),
])
export type Part = z.output<typeof part>

const manifest = z.strictObject({
  is: z.literal('wuku-export'),
  format: z.number().int(),
  /** Version of the program. */
  wuku: z.string(),
  /** ISO 8601. All of it is of this moment. */
  moment: z.iso.datetime(),
  parts: z.array(part),
  files: z.array(summedFile.extend({ path }).strict()),
})
export type ExportManifest = z.output<typeof manifest>

export function readExportManifest(text: string, where: string): ExportManifest {
  const read = parseJson(text)
  const format = (read as { readonly format?: unknown } | undefined)?.format
  if (typeof format === 'number' && format > EXPORT_FORMAT)
    throw new WukuError(
      'store-newer',
      msg('exportFormatVersionReadsFormats', { where, format, exportFormat: EXPORT_FORMAT }),
    )
  const { success, data } = manifest.safeParse(read)
  const named = new Set(data?.files.map((file) => file.path))
  if (success && data.parts.flatMap(filesOf).every((file) => named.has(file))) return data
  throw new WukuError('store-damaged', msg('manifestExportCannotReadNames', { where }))
}

const filesOf = ({ file, ...others }: Part): readonly string[] => [
  file,
  ...('originals' in others ? (others.originals ?? []).map((original) => original.file) : []),
]
