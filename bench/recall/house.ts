import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Citation } from '@wuku/core/citation'
import { fullPathOf } from '@wuku/core/part-paths'
import type { Product } from '../house/build.ts'
import { fillHouse, type HousePlan, type HouseSource } from '../house/kept.ts'
import { openScratchHouse } from '../quality/houses/open.ts'
import type { MixedSet } from './sets.ts'

/** All sets in one store. */
export interface MixedHouse {
  readonly product: Product
  /** As questions name their answers. */
  nameOf(place: Citation): string
  close(): Promise<void>
}

export async function openMixedHouse(sets: readonly MixedSet[]): Promise<MixedHouse> {
  const { product, close } = await openScratchHouse()
  await fillHouse(planMixed(sets), product)
  const names = padNames(product)
  return { product, nameOf: (place) => nameIn(names, place), close }
}

/** Sources that several sets ask are added once. */
export function planMixed(sets: readonly MixedSet[]): HousePlan {
  const sources = new Map<string, HouseSource>()
  for (const { kind, folders } of sets)
    for (const [name, root] of Object.entries(folders)) sources.set(`${kind}/${name}`, { kind, name, root })
  return {
    name: 'mixed',
    sources: [...sources.values()],
    more: {
      stamp: sets.flatMap(({ pads }) => pads.map(({ content }) => content)).join('\0'),
      async write(product) {
        const names: [string, string][] = []
        for (const set of sets) names.push(...(await writePads(product, set)))
        writeFileSync(join(product.home, NAMES), JSON.stringify(names))
      },
    },
  }
}

/** Ids of pads differ from house to house. */
const NAMES = 'bench-pads.json'

export const padNames = ({ home }: Product): ReadonlyMap<string, string> =>
  new Map(JSON.parse(readFileSync(join(home, NAMES), 'utf8')) as [string, string][])

export const nameIn = (pads: ReadonlyMap<string, string>, { kind, source, path }: Citation): string =>
  kind === 'pads'
    ? (pads.get(path.split('/').at(-1) ?? '') ?? path)
    : `${source.replace(/@.*$/, '')}/${kind === 'chats' ? fullPathOf(path) : path}`

/** As many as a workflow may hold. */
const PADS_OF_WORKFLOW = 50

/** Ids of pads with what questions call them. */
async function writePads(product: Product, { name, pads }: MixedSet): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  let workflow = ''
  for (const [at, { id, title, content }] of pads.entries()) {
    if (at % PADS_OF_WORKFLOW === 0) workflow = await beginWorkflow(product, `${name} ${at / PADS_OF_WORKFLOW + 1}`)
    const pad = { workflow_id: workflow, title, content }
    const { scratchpad } = await product.call<{ scratchpad: { id: string } }>('create-scratchpad', pad)
    names.set(scratchpad.id, `pads/${name}/${id}`)
  }
  return names
}

async function beginWorkflow(product: Product, name: string): Promise<string> {
  const { workflow } = await product.call<{ workflow: { id: string } }>('create-workflow', { name })
  return workflow.id
}
