import { hash } from 'node:crypto'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr, trCount } from '@wuku/messages/notes'
import { citationOf } from '@wuku/kernel/documents/document-index'
import { citation } from '@wuku/kernel/base/operation-shapes'
import { docidsOf } from '@wuku/kernel/search/hits'
import { maskSecrets, describeSecrets } from '@wuku/text/secrets/secrets'
import { isForeignFormat } from '../formatted.ts'
import { readForm, writeForm, type FormedText } from './edit.ts'
import type { Target } from './target.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

export const savedKeys = {
  citation,
  version: z.string().describe('Current version of the note; pass it to the next write as expected_version.'),
  previous: z.string().optional().describe('The previous text, which is kept: edit_note with restore brings it back.'),
  lines: z.number().int().min(0).describe('Lines of the note.'),
  unchanged: z.boolean().optional().describe('true: the file already had this text.'),
  notes: z.array(z.string()).optional().describe('What the caller should know about this write.'),
}

export type Saved = z.output<z.ZodObject<typeof savedKeys>>

export const expectedVersion = z
  .string()
  .regex(/^#?[\da-fA-F]{6,64}$/)
  .optional()
  .describe('The #docid that you last saw. If the file changed since, the call is refused and returns the current one.')

interface Save extends Target {
  readonly expected?: string
  /** The whole new text; it throws where that cannot be made of what is there. */
  decide(before: FormedText | undefined): string | Uint8Array | Promise<string | Uint8Array>
}

export async function saveNote({ source, path, expected, decide }: Save, context: OperationContext): Promise<Saved> {
  const { engine, signal } = context
  if (isForeignFormat(path)) throw new WukuError('bad-input', msg('hasExtensionOfAnotherProgramS', { path }))
  const written = await engine.files.write({
    source,
    path,
    signal,
    async decide(before) {
      requireVersion(before, expected, path)
      const formed = before && readForm(before, path)
      const after = await decide(formed)
      if (typeof after !== 'string') return after
      if (after.includes('\0') || !after.isWellFormed())
        throw new WukuError('bad-input', msg('textForContainsNulOrHalf', { path }))
      if (formed) requireNoMasks(formed.text, after)
      return writeForm(after, (formed ?? readForm(undefined, path)).form)
    },
  })
  const { document, before, bytes } = written
  const isSame = before !== undefined && Buffer.compare(before, bytes) === 0
  const { found } = maskSecrets(new TextDecoder().decode(bytes))
  return {
    citation: citationOf({ source, document }),
    version: `#${(await engine.read((view) => docidsOf([document], view))).get(document.id) ?? ''}`,
    ...(before && !isSame && { previous: versionOf(before) }),
    lines: document.lines,
    ...(isSame && { unchanged: true }),
    ...(found.length > 0 && {
      notes: [String(msg('fileContainsWhatLooksLike', { describeSecrets: describeSecrets(found) }))],
    }),
  }
}

/** Enough to distinguish the versions of one note. */
const VERSION = 12

const versionOf = (bytes: Uint8Array): string => `#${hash('sha256', bytes, 'hex').slice(0, VERSION)}`

export const digitsOf = (version: string): string => version.replace(/^#/, '').toLowerCase()

function requireVersion(before: Uint8Array | undefined, expected: string | undefined, path: string): void {
  if (expected === undefined) return
  if (!before) throw new WukuError('conflict', msg('noLongerExistsNothing', { path }))
  if (!hash('sha256', before, 'hex').startsWith(digitsOf(expected)))
    throw new WukuError(
      'conflict',
      msg('hasChangedSinceItIsNowNot', { path, before: versionOf(before), expected: digitsOf(expected) }),
    )
}

const MASK = /\[REDACTED:[\w-]+\]/g

const masksIn = (text: string): number => text.match(MASK)?.length ?? 0

/** The reader of a note sees masks: written back, they would take the place of the secrets. */
function requireNoMasks(before: string, after: string): void {
  if (masksIn(after) <= masksIn(before) || maskSecrets(before).found.length === 0) return
  throw new WukuError('conflict', msg('textContainsRedactedWhichHides'))
}

export function renderSaved({ citation: cited, version, previous, lines, unchanged, notes = [] }: Saved): string {
  const what = unchanged ? tr('Nothing to save: the file already has this text.') : tr('Saved and indexed.')
  const previousMessage = previous === undefined ? '' : tr(msg('previousTextKept', { previous }))
  return [`${what} ${cited} · ${version} · ${trCount(lines, 'line')}.${previousMessage}`, ...notes.map(tr)].join('\n')
}
