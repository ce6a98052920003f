import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/kernel'
import type { StoreView } from '@wuku/core/ports/store'
import { findPart } from '../documents/anchor.ts'
import { findDocument, openDocumentIndex } from '../documents/document-index.ts'
import type { Engine } from '../base/engine.ts'
import { fullNameOf } from '../forgetting.ts'
import { PAD_SOURCE } from '../base/pad-source.ts'
import { defineOperation } from '../base/operation.ts'
import { citation, count, documentName } from '../base/operation-shapes.ts'
import { commandLine } from '@wuku/text/show/shell-words'

const input = z.strictObject({
  citation: documentName.describe(
    'What to forget: a wuku:// citation from any answer, "#docid", or "collection/path". "#<message>" at the end ' +
      'forgets that message of a conversation only.',
  ),
  dryRun: z.boolean().default(false).describe('Show what would be removed; change nothing.'),
})

const output = z.strictObject({
  citation: citation.describe('What was forgotten; the citation no longer opens.'),
  documents: count.describe(
    'Documents removed, or rewritten without the forgotten part, including copies in other archives.',
  ),
  chunks: count.describe('Chunks removed.'),
  bytes: count.describe('UTF-8 bytes of text removed.'),
  kept: count.describe('Documents of it that other users share with you: they stay.'),
  erased: z
    .boolean()
    .describe(
      'true: no byte of what was removed stays in the files of the store; false: its logs and backups may keep some for a time, or others keep a copy.',
    ),
  dryRun: z.boolean().describe('true: nothing was changed; the counts are what would be removed.'),
})

export const forget = defineOperation({
  name: 'forget',
  title: 'Forget',
  description:
    'Permanently removes a document, a conversation or one message from the index: no byte of it stays in the data ' +
    'folder, and no later index run brings it back. The original file stays as it is. On a server it takes what is the ' +
    'own; copies of other users stay.',
  effect: 'delete',
  forgets: true,
  input,
  output,
  aliases: { uri: 'citation', url: 'citation', path: 'citation', docid: 'citation', id: 'citation', dry_run: 'dryRun' },
  searchHint: 'forget erase delete conversation message document private 忘记 删除 清除',
  command: { name: 'forget', positional: ['citation'] },
  route: { method: 'POST', path: '/forget' },
  examples: [
    { label: 'A conversation', input: { citation: 'wuku://chats/claude-code/8b0cb1f3-6f6e-4f0e-9b5b-2a1c5d7e9f00' } },
    { label: 'Preview what would be removed', input: { citation: 'handbook/keys.md', dryRun: true } },
  ],
  async run({ citation: named, dryRun }, { engine }) {
    const { kind, source, path, anchor, isArchive } = await engine.read((view) => findTarget(named, engine, view))
    const anchors = anchor === undefined ? {} : { anchors: [anchor] }
    const { kept: retained = 0, ...forgotten } = await engine.index.forget({
      kind,
      paths: [path],
      ...anchors,
      ...(!isArchive && { source: source.id }),
      dryRun,
    })
    if (forgotten.documents === 0) throw new WukuError('not-found', msg('nothingThere', { named: named.slice(0, 200) }))
    const { keeping } = engine.kinds.find((known) => known.kind === kind) ?? {}
    if (!dryRun) await keeping?.upkeep?.sweep(engine, source)
    return {
      citation: writeCitation({ kind, source: source.name, path, anchor }),
      ...forgotten,
      kept: retained,
      erased: engine.index.erases && retained === 0,
      dryRun,
    }
  },
  render: (forgotten) => renderForgotten(forgotten),
})

/** A message may lie in any part of a long conversation, whichever of them the citation names. */
async function findTarget(named: string, engine: Engine, view: StoreView) {
  const found = await findDocument(await openDocumentIndex(view), named)
  const { source, document, anchor } = found
  if (found.lines)
    throw new WukuError(
      'bad-input',
      msg('noLines', {
        command: commandLine`wuku forget ${writeCitation({ kind: source.kind, source: source.name, path: document.path })}`,
      }),
    )
  const storehouse = engine.kinds.find(({ kind }) => kind === source.kind)
  const reader = { kind: source.kind, archives: storehouse?.facts.archives }
  const path = fullNameOf(reader, document.path)
  const target = { kind: source.kind, source, path, anchor, isArchive: reader.archives === true }
  if (anchor === undefined || source.kind === PAD_SOURCE.kind) return target
  const names = (await view.documents.names({ sources: [source.id] })).filter(
    (name) => fullNameOf(reader, name.path) === path,
  )
  const parts = await view.documents.byId(names.map(({ id }) => id))
  const part = await findPart(anchor, parts, view)
  return { ...target, anchor: part?.anchor ?? anchor }
}

function renderForgotten({ citation: named, kept: retained, erased, dryRun, ...counts }: z.output<typeof output>) {
  const what = tr(msg('text2', counts))
  const left = retained > 0 ? tr(msg('otherUsersShareYouStay', { documents: retained })) : ''
  if (dryRun) return tr(msg('wouldForgetNothingChanged', { named, what, left }))
  return tr(msg('forgotCannotUndoneNoIndex', { named, what, fate: fateOf(erased, retained), left }))
}

function fateOf(erased: boolean, retained: number): string {
  if (erased) return tr('no byte of it is left in the data folder')
  if (retained > 0) return tr('no byte of it is left in what is yours')
  return tr('no search finds it, though logs and backups of the store may keep it for a time')
}
