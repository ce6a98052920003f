import type { DraftMessage } from '../conversation.ts'

/** A place in the tree that a program keeps of a conversation; what is hidden there has no message. */
export interface TreeNode {
  readonly id: string
  readonly parent?: string | undefined
  /** Children that the program lists, in its order; nodes that name this one as parent come after them. */
  readonly children?: readonly string[]
  readonly message?: Omit<DraftMessage, 'id' | 'parent'> | undefined
}

/**
 * Messages from the beginning on, each branch to its end before the next, with the message before each as its parent.
 * Messages off the path to the leaf are inactive: two first messages have no common ancestor that could distinguish
 * them later. The last message is the leaf when the program names none.
 */
export function threadOf(nodes: readonly TreeNode[], current: string | undefined) {
  const placed = inOrder(nodes)
  const leaf = current !== undefined && placed.has(current) ? current : lastMessage(placed)
  const active = leaf === undefined ? new Set<string>() : wayTo(leaf, placed)
  const nearest = nearestMessages(placed)
  const messages = [...placed].flatMap(([id, { message, before }]) => {
    if (!message) return []
    const parent = before === undefined ? null : (nearest.get(before) ?? null)
    return [{ ...message, id, parent, ...(!active.has(id) && { isInactive: true as const }) }]
  })
  const end = leaf === undefined ? undefined : nearest.get(leaf)
  return { messages, ...(end !== undefined && { leaf: end }) }
}

interface Placed {
  readonly message: TreeNode['message']
  /** The node that it was reached from: never a later one, even if the links of the program form circles. */
  readonly before: string | undefined
}

function inOrder(nodes: readonly TreeNode[]): ReadonlyMap<string, Placed> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = childrenOf(nodes)
  const placed = new Map<string, Placed>()
  const isBeginning = ({ parent }: TreeNode): boolean => parent === undefined || !byId.has(parent)
  for (const start of [...nodes.filter(isBeginning), ...nodes]) {
    const open: (readonly [id: string, before: string | undefined])[] = [[start.id, undefined]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [id, before] = next
      const node = byId.get(id)
      if (!node || placed.has(id)) continue
      placed.set(id, { message: node.message, before })
      for (const child of (children.get(id) ?? []).toReversed()) open.push([child, id])
    }
  }
  return placed
}

function childrenOf(nodes: readonly TreeNode[]): ReadonlyMap<string, readonly string[]> {
  const children = new Map(nodes.map(({ id, children: listed = [] }) => [id, new Set(listed)]))
  for (const { id, parent } of nodes) if (parent !== undefined) children.get(parent)?.add(id)
  return new Map([...children].map(([id, ids]) => [id, [...ids]]))
}

const lastMessage = (placed: ReadonlyMap<string, Placed>): string | undefined =>
  [...placed].findLast(([, { message }]) => message !== undefined)?.[0]

function wayTo(leaf: string, placed: ReadonlyMap<string, Placed>): ReadonlySet<string> {
  const way = new Set<string>()
  for (let id: string | undefined = leaf; id !== undefined; id = placed.get(id)?.before) way.add(id)
  return way
}

/** For each node the message that it is, or the last one before it. */
function nearestMessages(placed: ReadonlyMap<string, Placed>): ReadonlyMap<string, string> {
  const nearest = new Map<string, string>()
  for (const [id, { message, before }] of placed) {
    const own = message ? id : before === undefined ? undefined : nearest.get(before)
    if (own !== undefined) nearest.set(id, own)
  }
  return nearest
}
