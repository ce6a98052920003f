import type { Parsed } from '../../core/words.ts'
import type { RawItem } from '../../ports/feed.ts'
import type { PadItem } from '../../ports/pads.ts'
import type { DraftDocument, Reader } from '../../ports/reader.ts'
import { withoutBlockMarks } from '../../text/block-marks.ts'
import { chunkPad } from './chunks.ts'
import { capped } from './control.ts'
import { padsFacts } from './facts.ts'

/** A scratchpad is a document, some of its blocks a chunk; all stand under the name of their workflow. */
export const padsReader: Reader = {
  ...padsFacts,
  parse: parsePad,
  chunk: chunkPad,
}

function parsePad(item: RawItem): Parsed<DraftDocument> {
  const { title, workflow, content } = JSON.parse(Buffer.from(item.bytes).toString('utf8')) as PadItem
  const text = withoutBlockMarks(content)
  const document = { path: item.path, title: capped(title, MOST_CHARS, ''), text }
  return { items: [{ ...document, meta: { workflow: capped(workflow, MOST_CHARS, '') } }], problems: [] }
}

/** Every chunk of a pad repeats them, and a name is found by its first words. */
const MOST_CHARS = 300
