import { fenceFor } from '../../engine/models/fence.ts'
import { promptLanguageOf } from '../../engine/models/prompt-language.ts'
import type { Pad, PadView, Workflow } from '../../ports/pads.ts'
import { graphemeBorder } from '../../text/graphemes.ts'
import { maskSecrets } from '../../text/secrets.ts'
import { isoTime } from './answer.ts'
import { extractWorkflow } from './prompts/extract-workflow.ts'

/** What a language model is given of a workflow, with its secrets masked. */
export interface Material {
  readonly name: string
  readonly description: string
  /** Those that had room, by their last change, oldest first. */
  readonly pads: readonly MaterialPad[]
  /** Titles of those that had none: the ones that were not changed for longest. */
  readonly leftOut: readonly string[]
}

export interface MaterialPad extends Pick<Pad, 'id' | 'title' | 'content' | 'createdAt' | 'updatedAt'> {
  /** Characters that its beginning lacks. */
  readonly cut: number
}

/** About 100,000 tokens: what the usual models read at once, with room for what they think. */
const MOST_CHARACTERS = 400_000
/** A shorter piece of a scratchpad says too little. */
const LEAST_CHARACTERS = 1_000

/** The latest of it, when there is too much: scratchpads grow at their end, and the last word counts. */
export async function gatherMaterial(pads: PadView, workflow: Workflow): Promise<Material> {
  const taken: MaterialPad[] = []
  const leftOut: string[] = []
  let room = MOST_CHARACTERS
  for (const { id, title } of await pads.pads(workflow.id)) {
    const pad = room >= LEAST_CHARACTERS ? await pads.pad(id) : undefined
    if (!pad) {
      leftOut.push(masked(title))
      continue
    }
    const end = takeEnd(pad, room)
    taken.push(end)
    room -= end.content.length
  }
  return {
    name: masked(workflow.name),
    description: masked(workflow.description ?? ''),
    pads: taken.toReversed(),
    leftOut,
  }
}

const masked = (text: string): string => maskSecrets(text).text

/** Masked before it is cut: half a secret is not known for one. */
function takeEnd({ id, title, content, createdAt, updatedAt }: Pad, room: number): MaterialPad {
  const whole = masked(content)
  const cut = graphemeBorder(whole, whole.length - room)
  return { id, title: masked(title), content: whole.slice(cut), createdAt, updatedAt, cut }
}

/** The material between lines that it cannot hold itself, then what is wanted of it. */
export function askOf(material: Material, wanted: string): { readonly instructions: string; readonly text: string } {
  const pieces = material.pads.map(padText)
  const { mark, around } = fenceFor(pieces)
  const language = promptLanguageOf(material.pads.map(({ content }) => content.slice(0, LANGUAGE_CHARS)).join('\n'))
  return {
    instructions: extractWorkflow[language](mark),
    text: [headOf(material), ...pieces.map(around), `What is wanted of them:\n${wanted}`].join('\n\n'),
  }
}

/** Of each scratchpad, enough to tell its language. */
const LANGUAGE_CHARS = 1_000

function headOf({ name, description, pads, leftOut }: Material): string {
  const lines = [
    `Workflow: ${JSON.stringify(name)}`,
    ...(description === '' ? [] : [`Description: ${JSON.stringify(description)}`]),
    `Scratchpads: ${pads.length}`,
    ...(leftOut.length === 0 ? [] : [`Older ones that are not shown: ${leftOut.length}`]),
  ]
  return lines.join('\n')
}

const padText = ({ title, content, createdAt, updatedAt, cut }: MaterialPad): string =>
  [
    `title: ${JSON.stringify(title)}`,
    `created: ${isoTime(createdAt)}`,
    `last changed: ${isoTime(updatedAt)}`,
    ...(cut === 0 ? [] : [`not shown: the first ${cut} characters`]),
    '',
    content,
  ].join('\n')
