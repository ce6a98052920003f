import type { Parsed } from '@wuku/core/core-types'
import { endingOf, type Formats, openFormats } from '@wuku/formats/open-formats'
import type { RawItem } from '@wuku/core/ports/feed'
import type { DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import { chunkDocs, outlineDocs } from './doc-chunks.ts'
import { docsFacts } from './docs-facts.ts'
import { draftOf, readAbout } from './reading/draft.ts'

/** Documentation: a page is a document, a section, an operation or a member of a class a chunk. */
export const docsReader: Reader = createReader()

function createReader(): Reader {
  const formats = openFormats()
  return {
    ...docsFacts,
    prepare: (paths) => formats.prepare(paths),
    parse: (item) => parseDocs(item, formats),
    chunk: chunkDocs,
    outline: outlineDocs,
  }
}

function parseDocs({ path, bytes, sidecar }: RawItem, formats: Formats): Parsed<DraftDocument> {
  const about = readAbout(sidecar?.about)
  const answer = formats.read({ path, bytes, as: about.as, title: about.title })
  if ('problem' in answer) return { items: [], problems: [answer.problem] }
  if ('skipped' in answer) return { items: [], problems: answer.problems ?? [], skipped: [answer.skipped] }
  const { page, problems, format, written } = answer
  const facts = {
    path,
    format,
    given: about.snippets ?? {},
    ...(written !== undefined && { written: about.written ?? written }),
    ...(about.as !== undefined && { convertedFrom: endingOf(path) }),
  }
  return { items: [draftOf(page, facts)], problems }
}
