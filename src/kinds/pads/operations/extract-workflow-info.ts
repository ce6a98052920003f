import { z } from 'zod'
import { WukuError } from '../../../core/errors.ts'
import { counted } from '../../../engine/operations/counted.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { Generated } from '../../../ports/generator.ts'
import { graphemeBorder } from '../../../text/graphemes.ts'
import { asJson } from '../answer.ts'
import { askOf, gatherMaterial, type Material } from '../extract.ts'
import { demandWorkflow } from '../lookup.ts'
import { message, workflowId } from '../shapes.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  extraction_prompt: z.string().min(1).max(10_000).describe('What to find out, in words.'),
  model: z.string().min(1).max(200).optional().describe('Default: the one in the settings.'),
  reasoning_effort: z.enum(['minimal', 'low', 'medium', 'high']).default('medium').describe('How long it may think.'),
})

const output = z.strictObject({
  workflow_id: z.string(),
  extraction_result: z.string(),
  model_used: z.string(),
  scratchpads_processed: z.int().min(0),
  message,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const extractWorkflowInfo = defineOperation<Input, Output>({
  name: 'extract-workflow-info',
  group: 'pads',
  title: 'Extract from a workflow',
  description:
    'Has the configured language model read all scratchpads of a workflow, secrets masked, and answer a question about ' +
    'them. To find words, search-workflows costs nothing and sends nothing.',
  effect: 'read',
  openWorld: true,
  input,
  output,
  aliases: {
    id: 'workflow_id',
    workflow: 'workflow_id',
    prompt: 'extraction_prompt',
    question: 'extraction_prompt',
    query: 'extraction_prompt',
    effort: 'reasoning_effort',
  },
  searchHint: 'extract summarize workflow scratchpads language model 提取 总结 工作流',
  route: { method: 'POST', path: '/pads/workflows/{workflow_id}/extract' },
  examples: [
    {
      says: 'What is left to do',
      input: {
        workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        extraction_prompt: 'Which decisions are open, and who waits for them?',
      },
    },
  ],
  async run({ workflow_id, extraction_prompt, model, reasoning_effort: effort }, { engine, signal, progress }) {
    const material = await engine.read(async ({ pads }) =>
      gatherMaterial(pads, await demandWorkflow(pads, workflow_id)),
    )
    const generator = engine.generator()
    if (material.pads.length === 0) throw nothingToRead(workflow_id)
    progress({ stage: 'generate', done: 0, total: undefined, said: `Asking ${model ?? generator.model}` })
    const generated = await generator.generate({ ...askOf(material, extraction_prompt), model, effort, signal })
    return {
      workflow_id,
      extraction_result: generated.text,
      model_used: generated.model,
      scratchpads_processed: material.pads.length,
      message: sayWhatWasRead(material, generated),
    }
  },
  render: asJson,
})

/** Names of what is missing; the rest is counted. */
const NAMED = 5

function sayWhatWasRead({ pads, leftOut }: Material, { model, isCut }: Generated): string {
  const cut = pads.flatMap(({ title, cut: characters }) =>
    characters > 0 ? [`The first ${characters} characters of ${shortened(title)} did not fit.`] : [],
  )
  const more = leftOut.length > NAMED ? ` and ${leftOut.length - NAMED} more` : ''
  const missing = `Not read, since they did not fit: ${leftOut.slice(0, NAMED).map(shortened).join(', ')}${more}.`
  return [
    `Extracted from ${counted(pads.length, 'scratchpad')} with ${model}.`,
    ...cut,
    ...(leftOut.length > 0 ? [missing] : []),
    ...(isCut ? ['The answer breaks off: it reached the longest that the model may give.'] : []),
  ].join(' ')
}

const shortened = (title: string): string =>
  JSON.stringify(title.length > 60 ? `${title.slice(0, graphemeBorder(title, 60))}…` : title)

const nothingToRead = (id: string): WukuError =>
  new WukuError(
    'not-found',
    `The workflow holds no scratchpads: ${id.slice(0, 200)}`,
    'Write what is known with "create-scratchpad" first.',
  )
