import { wholeOf } from '../../core/parts.ts'
import type { StoreView } from '../../ports/store.ts'
import { makeCatalogue, type ChatEntry } from './catalogue.ts'

/** Paths of the conversations that agents had with each other on behalf of these, and of those that these had. */
export async function subagentsOf(paths: readonly string[], view: StoreView): Promise<readonly string[]> {
  const { entries } = await makeCatalogue(view)
  const children = Map.groupBy(
    entries.filter(({ parent }) => parent?.as === 'subagent'),
    ({ agent, parent }) => `${agent} ${parent?.id}`,
  )
  const wanted = new Set(paths.map(wholeOf))
  const open = entries.filter((entry) => wanted.has(pathOf(entry)))
  const found: string[] = []
  for (let entry = open.pop(); entry; entry = open.pop()) {
    for (const child of children.get(`${entry.agent} ${entry.id}`) ?? []) {
      if (wanted.has(pathOf(child))) continue
      wanted.add(pathOf(child))
      found.push(pathOf(child))
      open.push(child)
    }
  }
  return found
}

const pathOf = ({ id, documents: [first] }: ChatEntry): string => wholeOf(first?.path ?? id)
