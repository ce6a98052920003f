import { msg, tr } from '@wuku/messages/notes'
import { z } from 'zod'
import type { SourceFacts } from '@wuku/core/ports/index-view'
import { placeFor } from '@wuku/kernel/base/access'
import type { Caller } from '@wuku/kernel/base/caller'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count } from '@wuku/kernel/base/operation-shapes'
import { notesReader } from '../note-reader.ts'

const input = z.strictObject({})
const output = z.strictObject({
  totalDocuments: count.describe('Documents of all collections.'),
  needsEmbedding: count.describe('Documents with a chunk that has no vector.'),
  hasVectorIndex: z.boolean().describe('Whether there are vectors.'),
  collections: z
    .array(
      z.strictObject({
        name: z.string().describe('Pass it as `collection`.'),
        path: z.string().describe('Indexed folder.'),
        pattern: z.string().describe('Globs of indexed files, separated by commas.'),
        documents: count.describe('Documents of the collection.'),
        lastUpdated: z
          .string()
          .nullable()
          .describe('When its newest document was written, ISO 8601; null: it is empty.'),
      }),
    )
    .describe('All collections, including those searched only when named.'),
})

type Status = z.output<typeof output>

export const status = defineOperation({
  name: 'status',
  group: 'notes',
  title: 'Status of the notes',
  description:
    'List the collections of notes, with the number of documents in each, and whether there are vectors. For users of ' +
    'qmd. For all sources: sources.',
  effect: 'read',
  input,
  output,
  searchHint: 'status collections notes how many documents 状态 笔记',
  command: { name: 'status' },
  route: { method: 'GET', path: '/notes/status' },
  examples: [{ label: 'All collections', input: {} }],
  async run(_, { engine, caller }) {
    return engine.read(async ({ sources: { facts: sourceFacts }, vectors }) => {
      const facts = (await sourceFacts()).filter(({ source }) => source.kind === 'notes')
      const active = (await vectors.embeddingSets()).find(({ isActive }) => isActive)
      const sources = facts.map(({ source }) => source.id)
      const { documents } = await vectors.unembeddedSize({ ...(active && { set: active.id }), sources })
      return {
        totalDocuments: facts.reduce((sum, each) => sum + each.documents, 0),
        needsEmbedding: documents,
        hasVectorIndex: active !== undefined,
        collections: facts.map((each) => toCollection(each, caller)),
      }
    })
  },
  render: (found) => renderStatus(found),
})

const toCollection = ({ source, documents, lastModified }: SourceFacts, caller: Caller) => ({
  name: source.name,
  path: placeFor(source.root, caller),
  pattern: (source.options.patterns ?? notesReader.patterns).join(','),
  documents,
  lastUpdated: lastModified === null ? null : new Date(lastModified).toISOString(),
})

/** The lines that qmd's users, and scripts that read them, know. */
const renderStatus = ({ totalDocuments, needsEmbedding, hasVectorIndex, collections }: Status): string =>
  [
    tr('QMD Index Status:'),
    tr(msg('totalDocuments', { totalDocuments })),
    tr(msg('needsEmbedding', { needsEmbedding })),
    tr(msg('vectorIndex', { value: tr(hasVectorIndex ? 'yes' : 'no') })),
    tr(msg('collections3', { collections: collections.length })),
    ...collections.map(collectionLine),
  ].join('\n')

const collectionLine = ({ lastUpdated, ...collection }: Status['collections'][number]): string => {
  const updated = lastUpdated === null ? tr('empty') : tr(msg('lastUpdated', { lastUpdated }))
  return tr(msg('docs', { ...collection, updated }))
}
