import { z } from 'zod'
import { aliasesOf, trimmedText } from '@wuku/kernel/base/operation-shapes'
import { defineOperation } from '@wuku/kernel/base/operation'
import { visibility } from '@wuku/kernel/operations/ownership'
import type { PlannedSubject } from '@wuku/kernel/base/caller'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { hosts, type OriginSpec } from '@wuku/core/ports/origins'
import { globList, imported, importText, noneImported, retention, describeImported } from './import-shapes.ts'
import { importFrom, isRepeat } from '../importing/import-library.ts'
import { originOf } from '../importing/origin-of.ts'
import { requireNoVersion } from '../libraries/active.ts'
import { subjectOf, libraryOf } from '../scope.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'

export const importInput = z.strictObject({
  url: trimmedText(4_096).describe(
    'A repository (https://github.com/facebook/react, also Gitea and GitLab), a web site, its llms.txt, or one page.',
  ),
  name: trimmedText(255).optional().describe('Name of the library. Default: taken from the documentation.'),
  version: versionText.optional().describe('Default: the tag, else "latest".'),
  ref: trimmedText(255).optional().describe('Repository: tag, branch or commit. Default: its default branch.'),
  folders: z.array(z.string().min(1).max(1_000)).max(50).optional().describe('Repository: only these folders.'),
  pattern: globList.optional().describe('Globs of files to import.'),
  exclude: globList.optional().describe('Globs of files or addresses to leave out.'),
  include: globList.optional().describe('Web site: globs of addresses to import.'),
  scope: z
    .enum(['path', 'host', 'domain'])
    .optional()
    .describe('Web site: how far to follow links. Default "path": below the folder of the address.'),
  depth: z.number().int().min(0).max(20).optional().describe('Web site: link depth from the first page. Default 3.'),
  pages: z.number().int().min(1).max(20_000).optional().describe('Web site: maximum number of pages. Default 1000.'),
  as: z.enum(['repository', 'website', 'page']).optional().describe('Type of the address. Default: recognised.'),
  host: z.enum(hosts).optional().describe('Software of the code host. Default: recognised.'),
  keep: retention.optional(),
  visibility: visibility.optional().describe('Who sees the library, if it is new.'),
  plain: z.boolean().default(false).describe('true: no language model writes titles, even if one is configured.'),
  into: oneLibrary
    .optional()
    .describe('The library to add the version to, instead of one by name.')
    .meta({ undeclared: true }),
  if_exists: z
    .enum(['refresh', 'fail'])
    .default('refresh')
    .describe('Whether a version that is here already is fetched again.')
    .meta({ undeclared: true }),
})

type Input = z.output<typeof importInput>

export const importLibrary = defineOperation({
  name: 'import-docs',
  group: 'docs',
  title: 'Import documentation',
  description:
    'Import the documentation of a library from a repository, a web site, its llms.txt or one page, as one ' +
    'version. Use it when get-library-docs has no such library. It may take minutes; nothing changes when it fails. ' +
    'Not for reading a page once.',
  effect: 'write',
  addsText: true,
  long: 'import',
  about: subjectOfImport,
  openWorld: true,
  input: importInput,
  output: imported,
  aliases: aliasesOf({
    url: ['repo', 'address'],
    name: ['libraryName', 'library'],
    ref: ['tag', 'branch'],
    pages: ['maxPages'],
    depth: ['maxDepth'],
    pattern: ['patterns'],
  }),
  searchHint: 'import documentation repository github website llms.txt crawl scrape add library docs 导入 文档 抓取',
  route: { method: 'POST', path: '/libraries/import' },
  examples: [
    {
      label: 'A release',
      input: { url: 'https://github.com/vuejs/docs', name: 'vue', ref: 'main', folders: ['src/guide'] },
    },
    { label: 'A site with an llms.txt', input: { url: 'https://hono.dev/llms.txt', name: 'hono' } },
  ],
  run: (request, context) => importFrom(originOf(request), request, context).then(describeImported),
  allFailed: noneImported,
  render: (answer) => importText(answer),
})

/** Reports errors that show at once, before any job begins. */
async function subjectOfImport(request: Input, context: Pick<OperationContext, 'engine'>): Promise<PlannedSubject> {
  const origin = originOf(request)
  const ref = origin.type === 'repository' ? origin.ref : undefined
  const version = request.version ?? ref
  const known = request.into
  if (known === undefined) {
    const subject = await subjectOf({ library: request.name, version, visibility: request.visibility }, context)
    // Its library is found by the origin: one that came from there before may be private.
    return { ...subject, ...((await isKnownOrigin(origin, context)) && { makes: undefined }) }
  }
  const found = await context.engine.read((view) => libraryOf(known, view))
  if (request.if_exists === 'fail') requireNoVersion(found, version ?? 'latest')
  return { library: found.library.id, name: found.library.name, version: version ?? 'latest' }
}

const isKnownOrigin = (origin: OriginSpec, { engine }: Pick<OperationContext, 'engine'>): Promise<boolean> =>
  engine.read(async ({ libraries }) => (await libraries.libraries()).some((library) => isRepeat(origin, library)))
