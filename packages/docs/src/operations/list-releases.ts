import { msg, tr } from '@wuku/messages/docs'
import { z } from 'zod'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { isoTime } from '@wuku/kernel/day'
import { defineOperation } from '@wuku/kernel/base/operation'
import { hosts } from '@wuku/core/ports/origins'
import { originOf } from '../importing/origin-of.ts'
import { newestFirst, parseVersion } from '../versions/version.ts'

const MAX_RELEASES = 20
const OWNER_AND_NAME = /^[a-z\d][a-z\d-]*\/[\w.-]+$/i

const output = z.strictObject({
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  default_ref: z.string().nullable(),
  releases: z
    .array(
      z.strictObject({
        tag: z.string(),
        version: z.string(),
        is_prerelease: z.boolean(),
        published_at: z.string().nullable(),
      }),
    )
    .describe('Newest first.'),
  left_out: z.number().int(),
})

export const listReleases = defineOperation({
  name: 'list-releases',
  title: 'Releases of a repository',
  description: 'List what can be imported from a repository: its releases or tags, newest first.',
  effect: 'read',
  openWorld: true,
  input: z.strictObject({
    url: z.string().trim().min(1).max(4_096).describe('A repository; "owner/name" is one on GitHub.'),
    host: z.enum(hosts).optional().describe('Software of the code host. Default: recognised.'),
    all: z
      .boolean()
      .default(false)
      .describe('true: every tag. Default: the newest of each major version, without prereleases.'),
  }),
  output,
  aliases: { repo: 'url' },
  route: { method: 'GET', path: '/libraries/releases' },
  examples: [{ label: 'A repository', input: { url: 'https://github.com/vuejs/core' } }],
  async run(request, { engine, signal }) {
    const url = OWNER_AND_NAME.test(request.url) ? `https://github.com/${request.url}` : request.url
    const origin = engine.libraries.openOrigin(originOf({ ...request, url, as: 'repository' }))
    const [originInfo, all] = await Promise.all([origin.inspect(signal), origin.releases(signal)])
    const chosen = request.all ? all : newestOfEach(all)
    return {
      name: originInfo.name,
      slug: originInfo.slug,
      description: originInfo.description,
      default_ref: originInfo.defaultRef ?? null,
      releases: chosen.map(({ tag, version, isPrerelease, publishedAt }) => ({
        tag,
        version,
        is_prerelease: isPrerelease,
        published_at: isoTime(publishedAt ?? null),
      })),
      left_out: all.length - chosen.length,
    }
  },
  table: ({ releases: rows, left_out: left }) => ({
    columns,
    rows,
    foot: left > 0 ? [tr(msg('moreWithAll', { left }))] : [],
  }),
})

const columns: readonly TableColumn<z.output<typeof output>['releases'][number]>[] = [
  { cell: ({ tag }) => tag },
  { cell: ({ published_at: at }) => at?.slice(0, 10) ?? '', look: 'dim' },
]

interface Versioned {
  readonly version: string
  readonly isPrerelease: boolean
}

/** One of each major version; of each minor one where there is but one major. */
function newestOfEach<R extends Versioned>(all: readonly R[]): readonly R[] {
  const releases = all.filter(({ isPrerelease, version }) => !isPrerelease && parseVersion(version).numbers.length > 0)
  const inOrder = newestFirst(releases.map(({ version }) => version)).flatMap(
    (name) => releases.find(({ version }) => version === name) ?? [],
  )
  const majors = new Set(inOrder.map(({ version }) => parseVersion(version).numbers[0]))
  const keyOf = ({ version }: Versioned): string =>
    parseVersion(version)
      .numbers.slice(0, majors.size > 1 ? 1 : 2)
      .join('.')
  const first = new Map<string, R>()
  for (const release of inOrder) if (!first.has(keyOf(release))) first.set(keyOf(release), release)
  return [...first.values()].slice(0, MAX_RELEASES)
}
