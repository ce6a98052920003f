import { parseCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { decodePercent } from '@wuku/core/lenient-parsing'
import { msg } from '@wuku/messages/kernel'
import type { Engine } from '../base/engine.ts'
import { openDocument } from './open-document.ts'

export interface PictureRequest {
  readonly citation: string
  /** The document that shows it. */
  readonly of: string
}

/** A picture of a document that the caller sees: what no document of the same source names is nobody's to fetch. */
export async function readPicture({ citation, of }: PictureRequest, engine: Engine) {
  const { kind, source: name, path } = parseCitation(citation)
  const { source, document, text } = await openDocument(engine, of)
  const written = source.kind === 'docs' ? await engine.files.readNow(source, document.path) : text
  const isNamed = decodePercent(written ?? '').includes(path.slice(path.lastIndexOf('/') + 1))
  const isOfSource = source.kind === kind && source.name === name
  const bytes = isOfSource && isNamed ? await engine.files.picture(source, path) : undefined
  if (!bytes) throw new WukuError('not-found', msg('noPicture', { path: path.slice(0, 200) }))
  return { path, bytes }
}
