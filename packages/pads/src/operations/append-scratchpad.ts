import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { expectedVersion, message, padId, padShape, padAliases } from '../pad-shapes.ts'
import { BLOCK_SEPARATOR } from '../pad-lines.ts'
import { answerWritten, authorOf, requireWritableIn, named, secretNote } from '../writing.ts'
import type { PadReads } from '@wuku/kernel/base/parts/engine-stores'
import type { Pad, PadFacts, PlacedPad, Workflow } from '@wuku/core/ports/pads'
import { capped } from '../control.ts'

export const appendScratchpad = defineOperation({
  name: 'append-scratchpad',
  group: 'pads',
  title: 'Append to scratchpad',
  description:
    'Write down progress: add a block of text at the end of an existing scratchpad. Leaves the existing text as it is; ' +
    'several writers may append at once. For a new one: create-scratchpad.',
  effect: 'write',
  addsText: true,
  input: z.strictObject({
    id: padId.describe('Id of the scratchpad, or of a workflow with one scratchpad or one titled "context".'),
    content: z.string().describe('Text of the new block.'),
    include_content: z.boolean().default(false).describe('Whether to return the whole text.'),
    expected_version: expectedVersion,
  }),
  output: z.strictObject({
    scratchpad: padShape.describe('Its current state.'),
    message,
    appended_bytes: z.int().min(0).describe('Bytes, including the separator before the block.'),
  }),
  aliases: { ...padAliases, ...aliasesOf({ id: ['workflow_id'], content: ['text', 'body', 'block'] }) },
  searchHint: 'append add write result to scratchpad block note 追加 写入 草稿 末尾 进展',
  route: { method: 'POST', path: '/pads/scratchpads/{id}/blocks' },
  examples: [{ label: 'One more finding', input: { id: '9b1d…', content: 'The refresh token is never renewed.' } }],
  async run(request, context) {
    const content = request.content.toWellFormed()
    if (content.trim() === '') throw new WukuError('bad-input', msg('nothingToAppend'))
    const intent = { doing: 'append to scratchpad', expected: request.expected_version }
    const author = authorOf(context, 'append-scratchpad')
    const { before, after: pad } = await context.engine.pads.change({
      find: (pads) => padToAppendTo(pads, request.id),
      decide: ({ pad: known, workflow }) => {
        requireWritableIn(workflow, known, intent)
        const block = blockFor(known, content)
        return { content: block === content ? content : known.content + block, ...author }
      },
    })
    const added = Buffer.byteLength(blockFor(before, content))
    return {
      scratchpad: answerWritten(pad, request.include_content),
      message: msg('appendedBytes', { added, pad: named(pad), bytes: pad.bytes, note: secretNote(content) }),
      appended_bytes: added,
    }
  },
})

/** With a separator before it, where there is something to be separated from. */
const blockFor = ({ content: before }: Pad, content: string): string =>
  before.trim() === '' ? content : BLOCK_SEPARATOR + content

/**
 * The pad with this id; of a workflow with this id its only pad, or the newest that calls itself the context. Which of
 * several is meant is not guessed.
 */
async function padToAppendTo(pads: PadReads, id: string): Promise<PlacedPad> {
  const [placed] = await pads.placed([id])
  const pad = placed ?? (await padOfWorkflow(pads, id))
  if (pad) return pad
  throw new WukuError('not-found', msg('neitherScratchpadNorWorkflow', { id: capped(id, 200, '…') }))
}

async function padOfWorkflow(pads: PadReads, id: string): Promise<PlacedPad | undefined> {
  const workflow = await pads.workflow(id)
  if (!workflow) return undefined
  const own = await pads.pads(id)
  if (own.length === 0) throw new WukuError('not-found', msg('noPads', { workflow: called(workflow), id: workflow.id }))
  const chosen = own.length === 1 ? own[0] : own.find(({ title }) => title.toLowerCase().includes('context'))
  if (!chosen) throw severalPads(workflow, own)
  return (await pads.placed([chosen.id]))[0]
}

function severalPads(workflow: Workflow, pads: readonly PadFacts[]): WukuError {
  const shown = pads.slice(0, PADS_SHOWN).map(({ id, title }) => `\n- "${capped(title, 80, '…')}" (${id})`)
  const more = pads.length > shown.length ? msg('andMore2', { pads: pads.length - shown.length }) : ''
  return new WukuError(
    'ambiguous',
    msg('multipleScratchpadsFoundInWorkflow', { workflow: called(workflow), shown: shown.join(''), more }),
  )
}

/** Pads that an error lists. */
const PADS_SHOWN = 20

const called = ({ name, id }: Workflow): string => `"${capped(name, 100, '…')}" (${id})`
