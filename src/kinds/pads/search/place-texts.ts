import { readPlace, type PadFacts, type PadView, type Workflow } from '../../../ports/pads.ts'

/** Reads the text of a place; for a workflow and for its pads it asks once. */
export function createPlaceTexts(pads: PadView): (place: number) => Promise<string> {
  const workflowOf = rememberFirst((number) => readWorkflow(pads, number))
  const slotsOf = rememberFirst(async (number) => {
    const { id } = await workflowOf(number)
    return new Map((await pads.pads(id)).map((pad) => [pad.slot, pad]))
  })
  return async (place) => {
    const { workflow, slot, field } = readPlace(place)
    if (field === 'name') return (await workflowOf(workflow)).name
    if (field === 'description') return (await workflowOf(workflow)).description ?? ''
    const pad = demandPad((await slotsOf(workflow)).get(slot), place)
    return field === 'title' ? pad.title : demandPad(await pads.pad(pad.id), place).content
  }
}

function rememberFirst<T>(read: (key: number) => Promise<T>): (key: number) => Promise<T> {
  const known = new Map<number, Promise<T>>()
  return (key) => {
    const found = known.get(key) ?? read(key)
    known.set(key, found)
    return found
  }
}

async function readWorkflow(pads: PadView, number: number): Promise<Workflow> {
  const [workflow] = await pads.workflowsNumbered([number])
  if (!workflow) throw new Error(`There are hits in workflow ${number}, which is not there.`)
  return workflow
}

function demandPad<T extends PadFacts>(pad: T | undefined, place: number): T {
  if (pad) return pad
  throw new Error(`There are hits at place ${place}, which is not there.`)
}
