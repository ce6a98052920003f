import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/notes'
import type { Source } from '@wuku/core/core-types'
import { openDocumentIndex, resolveDocument } from '@wuku/kernel/documents/document-index'
import type { Engine } from '@wuku/kernel/base/engine'
import { exactlyCalled } from '@wuku/kernel/source-registry'
import { notWritable } from '@wuku/kernel/writing/write-file'
import type { WriteFileRequest } from '@wuku/kernel/base/parts/engine-sources'

export type Target = Pick<WriteFileRequest, 'source' | 'path'>

export interface Named {
  /** A path within the source, `source/path`, a citation, or a docid. */
  readonly path: string
  readonly source?: string
}

/** The file that a caller means, whether or not it is there yet; always one of a source that may be written. */
export async function findTarget({ path, source: named }: Named, engine: Engine): Promise<Target> {
  const notes = (await engine.read((view) => view.sources.list())).filter(({ kind }) => kind === 'notes')
  const writable = notes.filter(({ options }) => options.writable)
  const source = named === undefined ? undefined : sourceCalled(named, notes)
  const plain = source ? { source, path: withoutName(path, source) } : plainly(path, writable)
  if (plain && isPlain(path) && (await isThere(plain, engine))) return plain
  const known = await engine.read(async (view) => resolveDocument(await openDocumentIndex(view, ['notes']), path))
  if (known && (!source || known.source.id === source.id) && (isMarked(path) || !plain))
    return { source: requireWritable(known.source), path: known.document.path }
  if (plain && isPlain(path)) return plain
  if (writable.length === 0) throw nothingWritable(notes)
  throw isPlain(path)
    ? new WukuError('ambiguous', msg('whichSource', { writable: namesOf(writable) }))
    : new WukuError('not-found', msg('unknownNote', { path: path.slice(0, 200) }))
}

function sourceCalled(name: string, notes: readonly Source[]): Source {
  const [source] = exactlyCalled(notes, name)
  if (source) return requireWritable(source)
  throw new WukuError(
    'unknown-source',
    msg('thereIsNoSourceOfNotesCalled', { name: name.slice(0, 100), notes: namesOf(notes) }),
  )
}

/** `source/path` if a source has this name; otherwise a path in the only source that may be written. */
function plainly(path: string, writable: readonly Source[]): Target | undefined {
  const source = writable.find(({ name }) => path.startsWith(`${name}/`))
  if (source) return { source, path: withoutName(path, source) }
  const [only, other] = writable
  return only && !other ? { source: only, path } : undefined
}

const withoutName = (path: string, { name }: Source): string =>
  path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path

/** A docid or an address names a note that is there. */
const isMarked = (path: string): boolean => /^(?:#|[a-z][a-z\d+.-]*:\/\/)/i.test(path)
const isPlain = (path: string): boolean => !isMarked(path)

const isThere = async ({ source, path }: Target, engine: Engine): Promise<boolean> =>
  (await engine.files.read(source, path).catch(() => undefined)) !== undefined

function requireWritable(source: Source): Source {
  if (source.options.writable) return source
  throw notWritable(source)
}

const namesOf = (sources: readonly Source[]): string => sources.map(({ name }) => name).join(', ') || 'none'

const nothingWritable = ([first]: readonly Source[]): WukuError =>
  first ? notWritable(first) : new WukuError('not-allowed', msg('thereIsNoWritableSourceOfNotes'))
