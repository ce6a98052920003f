import { msg, tr, trCount } from '@wuku/messages/notes'
import { z } from 'zod'
import type { StoredDocument } from '@wuku/core/core-types'
import { readDocument, type ReadDocument } from '@wuku/kernel/documents/open-document'
import { citationOf, findDocument, openDocumentIndex } from '@wuku/kernel/documents/document-index'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { budgetOf, citation, count, documentName, notes, title } from '@wuku/kernel/base/operation-shapes'
import { findSource } from '@wuku/kernel/source-registry'
import type { StoreView } from '@wuku/core/ports/store'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { recordOf } from '../record.ts'
import { named, type Ground } from '../related/ground.ts'
import { backlinksOf, outgoingOf, type LinkedNote } from '../related/linked-notes.ts'
import { notesNear } from '../related/near.ts'

const input = z.strictObject({
  path: documentName.describe('The note: a citation, #docid, source/path or the end of its path.'),
  source: z.string().min(1).max(200).optional().describe('Source of the note, if the path alone is ambiguous.'),
  limit: z.number().int().min(1).max(100).default(10).describe('Maximum number of notes in each list.'),
  budget: budgetOf(2_000),
})

const linked = z.strictObject({
  citation: citation.describe('The line with the link; of outgoing links, the note.'),
  title,
  line: z.number().int().describe('First line with a link.'),
  text: z.string().describe('Text of that line.'),
})

const output = z.strictObject({
  note: z
    .strictObject({ citation, title, tags: z.array(z.string()).describe('From its front matter and its text.') })
    .describe('The note asked for.'),
  backlinks: z.array(linked).describe('Notes that link to it, newest first.'),
  links: z.array(linked).describe('Notes it links to, in order.'),
  unresolved: z
    .array(
      z.strictObject({
        target: z.string().describe('As written in the link.'),
        line: z.number().int().describe('First line with the link.'),
      }),
    )
    .describe('Links of it that lead to no note.'),
  near: z
    .array(
      z.strictObject({
        citation,
        title,
        score: z.number().describe('0 to 1.'),
        tags: z.array(z.string()).describe('Shared tags.'),
        words: z.array(z.string()).describe('Shared rare words.'),
      }),
    )
    .describe('Unlinked notes that share tags and rare words.'),
  leftOut: z
    .strictObject({
      backlinks: count.describe('Backlinks.'),
      links: count.describe('Outgoing links.'),
      unresolved: count.describe('Broken links.'),
      near: count.describe('Similar notes.'),
    })
    .describe('How many more of each there are.'),
  notes,
})

type Output = z.output<typeof output>
type Linked = z.output<typeof linked>

export const relatedNotes = defineOperation({
  name: 'related_notes',
  group: 'notes',
  title: 'Notes around a note',
  description:
    'List the notes around one note: backlinks with the line that links, outgoing links, broken links, and notes ' +
    'that share tags and rare words. Use it to read on from a note that you found. To search by words: recall.',
  effect: 'read',
  input,
  output,
  aliases: { citation: 'path', note: 'path', file: 'path', docid: 'path', collection: 'source', n: 'limit' },
  searchHint:
    'related notes backlinks links linked mentions graph similar note what links here wikilink tags 反向链接 双链 链接 引用 相关 笔记 标签 关联',
  command: { name: 'related-notes', positional: ['path'] },
  route: { method: 'GET', path: '/notes/related' },
  examples: [
    { label: 'Around a note', input: { path: 'handbook/onboarding.md' } },
    { label: 'Around a note found by a search', input: { path: 'wuku://notes/vault/潮汐.md', limit: 5 } },
  ],
  run: async (request, { engine }) => fit(await findRelated(request, engine), request.budget),
  render: (answer) => renderAnswer(answer),
})

const findRelated = ({ path, source, limit }: z.output<typeof input>, engine: Engine): Promise<Output> =>
  engine.read(async (view) => {
    const read = await findNote(view, path, source)
    const ground: Ground = { view, source: read.source, note: named(read.document) }
    const record = recordOf((await view.documents.outlines([read.document.id])).get(read.document.id))
    const backlinks = await backlinksOf(ground)
    const outgoing = await outgoingOf(record.links, ground)
    const without = new Set([...backlinks, ...outgoing.links].map(({ note }) => note.document.id))
    const near = await notesNear({ tags: record.tags, without, limit }, ground)
    const cite: Cite = (document, line) =>
      citationOf({ source: read.source, document }, line === undefined ? undefined : { from: line, to: line })
    const ownLines = read.text.split('\n')
    return {
      note: { citation: cite(read.document), title: read.document.title, tags: [...record.tags] },
      backlinks: await Promise.all(backlinks.slice(0, limit).map((each) => linkedFrom(each, view, cite))),
      links: outgoing.links.slice(0, limit).map((each) => shownLink(each, ownLines, cite(each.note.document))),
      unresolved: outgoing.unresolved.slice(0, limit).map(({ target, line }) => ({ target, line })),
      near: near.map(({ note, score, tags, words }) => ({
        citation: cite(note.document),
        title: note.document.title,
        score,
        tags: [...tags],
        words: [...words],
      })),
      leftOut: {
        backlinks: Math.max(0, backlinks.length - limit),
        links: Math.max(0, outgoing.links.length - limit),
        unresolved: Math.max(0, outgoing.unresolved.length - limit),
        near: 0,
      },
      notes: [],
    }
  })

async function findNote(view: StoreView, path: string, source: string | undefined): Promise<ReadDocument> {
  const documentIndex = await openDocumentIndex(view, ['notes'])
  const sources = source === undefined ? documentIndex.sources : [findSource(documentIndex.sources, source)]
  return readDocument(view, await findDocument({ ...documentIndex, sources }, path))
}

type Cite = (document: StoredDocument, line?: number) => string

async function linkedFrom(linkedNote: LinkedNote, view: StoreView, cite: Cite): Promise<Linked> {
  const { document } = linkedNote.note
  const text = (await view.documents.bodies([document.id])).get(document.id) ?? ''
  return shownLink(linkedNote, text.split('\n'), cite(document, linkedNote.lines[0] ?? 1))
}

const LONGEST_LINE = 200

function shownLink({ note, lines: [line = 1] }: LinkedNote, textLines: readonly string[], cited: string): Linked {
  const text = textLines[line - 1]?.trim() ?? ''
  const shown = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text
  return { citation: cited, title: note.document.title, line, text: shown }
}

const lists = ['near', 'unresolved', 'links', 'backlinks'] as const

/** The longest list gives way first, notes that are only near before those that are linked. */
function fit(answer: Output, budget: number): Output {
  if (estimateTokens(JSON.stringify(answer)) <= budget) return answer
  const longest = lists.reduce((one, other) => (answer[other].length > answer[one].length ? other : one))
  if (answer[longest].length === 0) return answer
  const { leftOut } = answer
  return fit(
    {
      ...answer,
      [longest]: answer[longest].slice(0, -1),
      leftOut: { ...leftOut, [longest]: leftOut[longest] + 1 },
      notes: ['Some notes did not fit the budget: raise budget for the rest.'],
    },
    budget,
  )
}

function renderAnswer({ note, backlinks, links, unresolved, near, leftOut, notes: messages }: Output): string {
  const tags = note.tags.length === 0 ? '' : `  ${note.tags.map((tag) => `#${tag}`).join(' ')}`
  return [
    `${note.title}  ${note.citation}${tags}`,
    ...section(trCount(backlinks.length + leftOut.backlinks, 'backlink'), backlinks.map(linkLines), leftOut.backlinks),
    ...section(tr('Links to'), links.map(linkLines), leftOut.links),
    ...section(
      tr('Broken links'),
      unresolved.map((each) => tr(msg('line', { target: each.target, line: each.line }))),
      leftOut.unresolved,
    ),
    ...section(
      'Near',
      near.map((each) => {
        const shared = [...each.tags.map((tag) => `#${tag}`), ...each.words].join(', ')
        return `  ${each.title}  ${each.score.toFixed(2)}  ${each.citation}\n    in common: ${shared}`
      }),
      leftOut.near,
    ),
    ...(backlinks.length + links.length + near.length === 0
      ? [tr('No note links to it or from it, and none is similar.')]
      : []),
    ...messages.map(tr),
  ].join('\n\n')
}

const section = (head: string, lines: readonly string[], more: number): readonly string[] =>
  lines.length + more === 0 ? [] : [[`${head}:`, ...lines, ...(more > 0 ? [tr(msg('more', { more }))] : [])].join('\n')]

const linkLines = (each: Linked): string => `  ${each.title}  ${each.citation}\n    ${each.line}: ${each.text}`
