import { msg, tr, type Text } from '@wuku/messages/kernel'
import { z } from 'zod'
import { unconfirmed, type WukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import type { OperationContext } from '../base/engine.ts'
import { placeFor } from '../base/access.ts'
import { requireManage } from '../guard.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { defineOperation } from '../base/operation.ts'
import { count, kindName, sourceName } from '../base/operation-shapes.ts'

const input = z.strictObject({
  source: z.string().min(1).max(200).describe('Name of the source, or kind/name.'),
  dryRun: z.boolean().default(false).describe('Show what would be removed; change nothing.'),
  yes: z.boolean().default(false).describe('Remove even text that exists nowhere else.'),
})

const output = z.strictObject({
  kind: kindName,
  name: sourceName,
  root: z.string().describe('Folder of the source, whose files were not touched; empty to users of a server.'),
  documents: count.describe('Documents removed.'),
  chunks: count.describe('Chunks removed.'),
  onlyHere: count.describe('Documents among them whose files no longer exist.'),
  dryRun: z.boolean().describe('true: nothing was changed; the counts are what would be removed.'),
})

type Output = z.output<typeof output>

export const remove = defineOperation({
  name: 'remove',
  title: 'Remove a source',
  description:
    'Removes a source from the index, with its documents and folder descriptions. Its files stay as they are. On a ' +
    'server its owner and administrators may.',
  effect: 'delete',
  input,
  output,
  aliases: { name: 'source', dry_run: 'dryRun' },
  searchHint: 'remove delete source collection forget 移除 删除',
  command: { name: 'remove', positional: ['source'] },
  route: { method: 'DELETE', path: '/sources/{source}' },
  examples: [
    { label: 'By name', input: { source: 'handbook' } },
    {
      label: 'What would be removed, and how much of it exists nowhere else',
      input: { source: 'claude-code', dryRun: true },
    },
  ],
  run: removeNamed,
  render: ({ kind, name, root, documents, onlyHere, dryRun }) => {
    const what = tr(msg('sourceWithDocuments', { kind, name, documents }))
    const lost = onlyHere > 0 ? ` ${onlyHereOf(onlyHere)}` : ''
    return dryRun
      ? tr(msg('wouldRemoveNothingChanged', { what, lost }))
      : tr(root === '' ? msg('removedNoFile', { what }) : msg('removedNoFileIn', { what, root }))
  },
})

async function removeNamed(
  { source: named, dryRun, yes }: z.output<typeof input>,
  { engine, caller, signal }: OperationContext,
): Promise<Output> {
  const source = await engine.sources.named(named)
  requireManage(source, caller)
  const facts = (await engine.read((view) => view.sources.facts())).find((each) => each.source.id === source.id)
  const { documents = 0, chunks = 0 } = facts ?? {}
  const onlyHere = await countOnlyHere(source, documents, { engine, signal })
  const { kind, name } = source
  const removal = { kind, name, root: placeFor(source.root, caller), documents, chunks, onlyHere, dryRun }
  if (dryRun) return removal
  if (onlyHere > 0 && !yes) throw lost(removal)
  await engine.sources.remove(`${kind}/${name}`)
  return removal
}

/** Indexed documents that no file here holds: all of it if the whole source is gone, or came in a pack. */
async function countOnlyHere(
  source: Source,
  documents: number,
  { engine, signal }: Pick<OperationContext, 'engine' | 'signal'>,
): Promise<number> {
  const storehouse = engine.kinds.find(({ kind }) => kind === source.kind)
  if (storehouse?.keeping?.ingest) return 0
  if (source.options.sealed !== undefined || !(await engine.sources.isThere(source))) return documents
  if (!storehouse?.facts.archives) return 0
  return (await engine.index.update({ sources: [`${source.kind}/${source.name}`], dryRun: true, signal })).missing
}

const onlyHereOf = (documents: number): Text =>
  documents === 1 ? msg('documentExistsOnlyHereFile') : msg('existOnlyHereTheirFiles', { documents })

const lost = ({ kind, name, onlyHere }: Output): WukuError =>
  unconfirmed(
    msg('value', { kind, name, onlyHere: onlyHereOf(onlyHere) }),
    commandLine`wuku remove ${`${kind}/${name}`} --yes`,
    copyOf(kind, name),
  )

/** The command that keeps what is nowhere else. */
function copyOf(kind: Output['kind'], name: string): string {
  if (kind === 'notes') return commandLine`wuku pack notes ${name}`
  return kind === 'chats' ? 'wuku export <folder> --only chats' : 'wuku backup <folder>'
}
