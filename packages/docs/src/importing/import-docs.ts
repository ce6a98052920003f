import { defined } from '@wuku/core/list-helpers'
import type { IngestResult } from '@wuku/kernel/base/kind'
import { problemOf } from './import-problems.ts'
import { importFrom } from './import-library.ts'
import { originOf } from './origin-of.ts'
import type { IngestRequest } from '@wuku/kernel/base/engine'

/** `wuku add <folder> --kind docs --name react --version 19.0.1`: the same import as of any other origin. */
export async function importDocs(request: IngestRequest): Promise<IngestResult> {
  const { engine, root, name, version, patterns, exclude } = request
  const isAddress = /^(?:https?:\/\/|git@)/i.test(root)
  const origin = isAddress
    ? originOf({ url: root, exclude, pattern: patterns })
    : {
        type: 'folder' as const,
        root: await engine.workspace.resolveRoot(root, 'docs'),
        ...defined({ patterns, exclude }),
      }
  const { done, library } = await importFrom(origin, { name, version, plain: false }, request)
  const failed = done.files.filter(({ status }) => status === 'failed')
  return {
    root: origin.type === 'folder' ? origin.root : origin.url,
    name: `${library.name}@${done.version.version}`,
    added: done.changed ? done.files.length - failed.length : 0,
    unchanged: done.changed ? 0 : done.version.counts.documents,
    bytes: done.files.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: [...failed.map(problemOf), ...done.problems],
    skipped: done.skipped,
  }
}
