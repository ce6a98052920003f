import { z } from 'zod'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import { isoTime } from '@wuku/kernel/day'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count, text } from '@wuku/kernel/base/operation-shapes'
import type { Downloaded, Origin, OriginFacts, OriginSpec, Release } from '@wuku/core/ports/origins'
import { isDocumentPath } from '../docs-facts.ts'
import { inOneText } from '../importing/fetch-files.ts'
import { originOf } from '../importing/origin-of.ts'
import { displayAddress } from '../libraries/known.ts'
import { importInput } from './import-library.ts'
import { endingOf } from '@wuku/formats/open-formats'

const MAX_FILES = 500
const MAX_LEFT_OUT = 100
const MAX_PROBLEMS = 100
const MAX_RELEASES = 10
/** Pages of a site that are looked at: a site is asked slowly, and these show what kind of pages it has. */
const MAX_PAGES = 30
/** A page of a console waits no longer. */
const DEADLINE_MS = 60_000

const input = importInput
  .omit({ name: true, version: true, keep: true, visibility: true })
  .omit({ plain: true, into: true, if_exists: true })

const output = z.strictObject({
  name: z.string().describe('Suggestion for the name of the library.'),
  description: z.string(),
  origin: z.enum(['repository', 'website', 'page']),
  url: z.string(),
  ref: z.string().nullable().describe('Tag, branch or commit that would be imported.'),
  commit: z.string().nullable(),
  releases: z
    .array(z.strictObject({ tag: z.string(), version: z.string(), published_at: z.string().nullable() }))
    .describe('The newest of a repository.'),
  files: z
    .array(z.strictObject({ path: z.string(), bytes: count, type: z.string(), url: z.string().nullable() }))
    .describe(`Documents that would be imported, the first ${MAX_FILES}.`),
  total: count.describe('Documents that would be imported.'),
  bytes: count.describe('Size of all of them.'),
  left_out: z.array(z.strictObject({ path: z.string(), why: text })).describe('The first; a folder ends with "/".'),
  left_out_total: count.describe('Files or pages left out by a rule.'),
  problems: z.array(z.strictObject({ path: z.string(), error: text })).describe('Documents that could not be read.'),
  problems_total: count,
  is_whole: z.boolean().describe('false: it was looked at until a limit of time or pages; an import takes more.'),
})

type Output = z.output<typeof output>

export const previewImport = defineOperation({
  name: 'preview-import',
  title: 'Preview an import',
  description:
    'Show what import-docs would take from an address, without keeping any of it: files, sizes, what a rule leaves out, ' +
    'and releases. Of a web site it looks at the first pages.',
  effect: 'read',
  level: 'write',
  openWorld: true,
  input,
  output,
  aliases: { repo: 'url', address: 'url', tag: 'ref', branch: 'ref', patterns: 'pattern' },
  searchHint: 'preview dry run import documentation files that would be imported 预览 导入',
  route: { method: 'POST', path: '/libraries/preview' },
  examples: [{ label: 'A folder of a repository', input: { url: 'https://github.com/vuejs/docs', folders: ['src'] } }],
  run: preview,
})

async function preview(
  request: z.output<typeof input>,
  { engine, signal, progress }: OperationContext,
): Promise<Output> {
  const spec = limited(originOf(request))
  const origin = engine.libraries.openOrigin(spec)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
  const [originInfo, releases] = await Promise.all([
    origin.inspect(deadline),
    releasesOf(origin, spec, deadline),
  ]).catch((error: unknown) => {
    throw deadline.aborted && !signal.aborted ? tooSlow(request.url) : error
  })
  const listed = await listFiles(origin, { engine, progress, signal, deadline })
  const { facts } = listed
  const skipped = facts?.skipped ?? []
  return {
    name: originInfo.name,
    description: originInfo.description,
    origin: spec.type === 'folder' ? 'page' : spec.type,
    url: displayAddress('url' in spec ? spec.url : request.url),
    ref: facts?.ref ?? (spec.type === 'repository' ? (spec.ref ?? originInfo.defaultRef ?? null) : null),
    commit: facts?.commit ?? null,
    releases: releases.map(({ tag, version, publishedAt }) => ({
      tag,
      version,
      published_at: isoTime(publishedAt ?? null),
    })),
    files: [...listed.files],
    total: listed.total,
    bytes: listed.bytes,
    left_out: skipped.slice(0, MAX_LEFT_OUT).map(({ path, why }) => ({ path, why })),
    left_out_total: Math.max(facts?.leftOut ?? 0, skipped.length),
    problems: [...listed.problems],
    problems_total: listed.problemsTotal,
    is_whole: facts !== undefined && (spec.type !== 'website' || listed.total < (spec.pages ?? MAX_PAGES)),
  }
}

const tooSlow = (url: string): WukuError =>
  new WukuError(
    'fetch-failed',
    msg('tooSlow', { url: displayAddress(url).slice(0, 200), seconds: DEADLINE_MS / 1_000 }),
  )

const limited = (spec: OriginSpec): OriginSpec =>
  spec.type === 'website' ? { ...spec, pages: Math.min(spec.pages ?? MAX_PAGES, MAX_PAGES) } : spec

/** No failure of a host counts here: an import needs no releases. */
async function releasesOf(origin: Origin, { type }: OriginSpec, signal: AbortSignal): Promise<readonly Release[]> {
  if (type !== 'repository') return []
  const all = await origin.releases(signal).catch((error: unknown) => {
    if (isWukuError(error)) return []
    throw error
  })
  return all.slice(0, MAX_RELEASES)
}

interface Listed {
  readonly files: Output['files']
  total: number
  bytes: number
  readonly problems: Output['problems']
  problemsTotal: number
  /** Absent: the time was over. */
  facts?: OriginFacts
}

interface Listing extends Pick<OperationContext, 'engine' | 'progress' | 'signal'> {
  readonly deadline: AbortSignal
}

/** The same listing as that of an import, whose bytes nobody keeps. */
async function listFiles(origin: Origin, { engine, progress, signal, deadline }: Listing): Promise<Listed> {
  const listed: Listed = { files: [], total: 0, bytes: 0, problems: [], problemsTotal: 0 }
  const download = origin.download({
    signal: deadline,
    isDocument: isDocumentPath,
    asides: new Set(),
    maxBytes: engine.libraries.settings.fileBytes,
    progress: ({ stage, said: message, done, total }) => progress({ stage, said: message, done, total, percent: 0 }),
  })
  try {
    for (;;) {
      const next = await download.next()
      if (next.done) return { ...listed, facts: next.value }
      note(listed, next.value)
    }
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error
    return listed
  }
}

function note(listed: Listed, file: Downloaded): void {
  const { path } = file
  if (file.is === 'refused') {
    listed.problemsTotal++
    if (listed.problems.length < MAX_PROBLEMS) listed.problems.push({ path, error: inOneText(file) })
  }
  if (file.is !== 'document') return
  const bytes = file.bytes.length
  listed.total++
  listed.bytes += bytes
  if (listed.files.length < MAX_FILES)
    listed.files.push({ path, bytes, type: endingOf(path), url: file.url ? displayAddress(file.url) : null })
}
