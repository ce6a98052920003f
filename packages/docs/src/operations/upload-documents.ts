import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr, unpacked } from '@wuku/messages/docs'
import { uploadPrefix } from '@wuku/kernel/jobs/purge'
import { defineOperation } from '@wuku/kernel/base/operation'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { visibility } from '@wuku/kernel/operations/ownership'
import { isDocumentPath } from '../docs-facts.ts'
import type { HandedFile, HandedRefusal } from '../importing/hand-in.ts'
import { subjectOf } from '../scope.ts'
import { addFiles, cleanPath, notReadable, summarise, addedKeys } from './add-documents.ts'
import { storedSecretsShape, noneImported } from './import-shapes.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'

const input = z.strictObject({
  library: oneLibrary.describe('Library; created if none has this name.'),
  version: versionText.optional().describe('Default: the default version, or "latest" for a new library.'),
  upload: z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    .describe('Id of the upload.'),
  files: z
    .array(z.strictObject({ path: z.string().max(4_096), refused: z.string().max(1_000).optional() }))
    .min(1)
    .max(100_000)
    .describe('Names of the files in the order of the upload, each with its error if it was refused.'),
  visibility: visibility.optional().describe('Who sees the library, if it is new.'),
})

const output = z.strictObject({
  ...addedKeys,
  secrets: storedSecretsShape,
  documents: z.array(z.strictObject({ document_id: z.number().int(), path: z.string(), status: z.string() })),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

/** Files that were sent to a server lie in the blobs; the request names them, so that the work can begin again after a restart. */
export const uploadDocuments = defineOperation({
  name: 'upload-documents',
  title: 'Add uploaded files to a library',
  description:
    'Add files that were uploaded to this server to a version of a library. "add-documents" takes texts and local files.',
  effect: 'write',
  addsText: true,
  long: 'upload',
  about: subjectOf,
  idempotent: true,
  input,
  output,
  examples: [],
  run: add,
  allFailed: noneImported,
  render: ({ library, version, success_count, failed_count }) =>
    tr(msg('uploaded', { library, version, added: success_count, failed: failed_count })),
})

async function add(request: Input, context: OperationContext): Promise<Output> {
  const { engine, job } = context
  const { files, nameless } = sorted(request, context)
  for (const { path, said: message } of nameless) job?.file({ path, status: 'failed', chunks: 0, error: message })
  const { library, done } = await addFiles({ ...request, files }, context)
  const paths = [...new Set(files.map(({ path }) => path))]
  const known = await engine.read((view) => view.libraries.filesAt(done.version.id, paths))
  const at = new Map(paths.map((path, place) => [path, place]))
  return {
    ...summarise(library, done, nameless),
    documents: known
      .toSorted((a, b) => (at.get(a.path) ?? 0) - (at.get(b.path) ?? 0))
      .map(({ id, path, status }) => ({ document_id: id, path, status })),
  }
}

function sorted({ upload, files: named }: Input, { engine }: OperationContext) {
  const files: (HandedFile | HandedRefusal)[] = []
  /** Nothing is recorded under their names. */
  const nameless: HandedRefusal[] = []
  const usedPaths = new Set<string>()
  for (const [number, { path, refused }] of named.entries()) {
    const clean = nameOf(path)
    if (clean === undefined) nameless.push({ path, ...badName })
    else if (usedPaths.has(clean)) nameless.push({ path, ...twice })
    else {
      usedPaths.add(clean)
      if (refused !== undefined) files.push({ path: clean, said: unpacked(refused), remedy: 'Send it again.' })
      else if (!isDocumentPath(clean)) files.push(notReadable(clean))
      else files.push({ path: clean, bytes: () => bytesOf(`${uploadPrefix(upload)}${number}`, engine.files.blobs) })
    }
  }
  return { files, nameless }
}

/** Neither absolute, nor above its version, nor of a drive. */
function nameOf(written: string): string | undefined {
  const path = written.replaceAll('\\', '/')
  const isBad = path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..') || /\p{Cc}/u.test(path)
  return isBad ? undefined : cleanPath(path)
}

async function bytesOf(key: string, blobs: OperationContext['engine']['files']['blobs']): Promise<Uint8Array> {
  const bytes = await blobs.get(key)
  if (bytes) return bytes
  throw new WukuError('not-found', msg('uploadedFilesAreNoLonger'))
}

const badName = {
  said: 'The name must be a relative path without "..", a drive or control characters.',
  remedy: 'Rename it.',
}

const twice = { said: 'Another file of this upload has the same name.', remedy: 'Rename one of them.' }
