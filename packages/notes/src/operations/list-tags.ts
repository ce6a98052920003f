import { z } from 'zod'
import type { DocumentId } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count } from '@wuku/kernel/base/operation-shapes'
import { TAG_MARK, tagValue } from '@wuku/kernel/search/filters/stated-facts'
import { findSource } from '@wuku/kernel/source-registry'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { recordOf } from '../record.ts'

/** More tags than these are no order that anybody keeps; the commonest are counted. */
const MAX_TAGS = 5_000

const input = z.strictObject({
  source: z.string().min(1).max(200).optional().describe('Only this source of notes.'),
  under: z.string().min(1).max(4_096).optional().describe('Only notes in this folder of the source.'),
  query: z.string().min(1).max(200).optional().describe('Only tags that begin so.'),
  limit: z.int().min(1).max(1_000).default(200).describe('Maximum number of tags.'),
})

const output = z.strictObject({
  tags: z
    .array(
      z.strictObject({
        tag: z.string().describe('As a note writes it; search for it as tag:<it>.'),
        notes: count.describe('Notes that have it, or a tag below it: "a/b" is a tag of "a" too.'),
      }),
    )
    .describe('Commonest first.'),
  total: count.describe('Different tags.'),
})

export const listTags = defineOperation({
  name: 'list-tags',
  group: 'notes',
  title: 'Tags of notes',
  description: 'List the tags of notes with the number of notes that have each, the commonest first.',
  effect: 'read',
  input,
  output,
  aliases: { collection: 'source', folder: 'under', prefix: 'query', n: 'limit' },
  searchHint: 'list tags of notes count labels topics 笔记 标签 列表 分类',
  route: { method: 'GET', path: '/notes/tags' },
  examples: [
    { label: 'All tags', input: {} },
    { label: 'Those of one source that begin so', input: { source: 'handbook', query: 'project/' } },
  ],
  run: (request, { engine }) => countTags(request, engine),
})

/** Tags are counted in the index: no note is read but one for each tag that is shown, for the way it is written. */
const countTags = ({ source, under, query, limit }: z.output<typeof input>, engine: Engine) =>
  engine.read(async (view) => {
    const within = { sources: await findNoteSources(source, view), ...(under !== undefined && { under }) }
    if (within.sources.length === 0) return { tags: [], total: 0 }
    const tagDocuments = await findTagDocuments(query, within, view)
    const shown = tagDocuments
      .toSorted(([one, a], [other, b]) => b.size - a.size || (one < other ? -1 : 1))
      .slice(0, limit)
    const first = shown.map(([, documents]) => [...documents][0] as DocumentId)
    const outlines = await view.documents.outlines([...new Set(first)])
    const tags = shown.map(([term, documents], at) => ({
      tag: writtenIn(recordOf(outlines.get(first[at] as DocumentId)).tags, term) ?? term.slice(PREFIX.length),
      notes: documents.size,
    }))
    return { tags, total: tagDocuments.length }
  })

async function findNoteSources(name: string | undefined, view: StoreView) {
  const own = (await view.sources.list()).filter(({ kind }) => kind === 'notes')
  return (name === undefined ? own : [findSource(own, name)]).map(({ id }) => id)
}

const PREFIX = markTerm(TAG_MARK, '')

async function findTagDocuments(query: string | undefined, within: DocumentFilter, view: StoreView) {
  const beginning = query === undefined ? PREFIX : markTerm(TAG_MARK, tagValue(query))
  const terms = (await view.terms.vocabulary([beginning], MAX_TAGS))[0] ?? []
  const names = terms.map(({ term }) => term)
  return [...(await view.terms.documentsWith(names, within))].filter(([, documents]) => documents.size > 0)
}

/** A tag, or the beginning of one, that the index knows as this term. */
function writtenIn(tags: readonly string[], term: string): string | undefined {
  for (const tag of tags) {
    const parts = tagValue(tag).split('/')
    const lastPart = parts.findIndex((_, at) => markTerm(TAG_MARK, parts.slice(0, at + 1).join('/')) === term)
    if (lastPart >= 0) return parts.slice(0, lastPart + 1).join('/')
  }
  return undefined
}
