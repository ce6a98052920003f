import type { Store, StoreTransaction, StoreView } from '@wuku/core/ports/store'

export interface Cost {
  /** Reads and writes, each with a view or a transaction of its own. */
  transactions: number
  /** Calls of every method of a view, of a transaction that writes, and of the store itself. */
  calls: number
  /** Sets of calls that were in flight together: round trips that had to be waited for one after the other. */
  waves: number
  /** Calls by the name of the method, after that of its part. */
  readonly byMethod: Map<string, number>
}

export const noCost = (): Cost => ({ transactions: 0, calls: 0, waves: 0, byMethod: new Map() })

/** These are done after the answer was given, many at once. */
const deferred: ReadonlySet<string> = new Set(['record', 'tidy', 'close'])
const opening: ReadonlySet<string> = new Set(['read', 'write', 'under'])

/**
 * The same store as one at the far end of a wire: calls that are made in one turn of the event loop travel together, and
 * their answers arrive together one turn later. So waves are counted as a wire would make one wait for them, whatever
 * the store behind it does at once.
 */
export function countingStore(store: Store, cost: () => Cost): Store {
  const counted = countedOver(cost)
  const wrapped = (one: Store): Store => ({
    ...counted(one, (name) => deferred.has(name) || opening.has(name)),
    abilities: one.abilities,
    read: (access, work) => opened<StoreView>((looking) => one.read(access, looking))(work),
    write: (scope, work) => opened<StoreTransaction>((writing) => one.write(scope, writing))(work),
    under: (lease) => wrapped(one.under(lease)),
  })
  const opened =
    <View extends object>(open: <T>(work: (view: View) => Promise<T>) => Promise<T>) =>
    <T>(work: (view: View) => Promise<T>): Promise<T> => {
      cost().transactions++
      return open((view) => work(counted(view)))
    }
  return wrapped(store)
}

function countedOver(cost: () => Cost) {
  let travelling: Promise<void> | undefined
  /** The next turn in which answers arrive; who asks before it asks with the others. */
  const wire = (): Promise<void> => {
    if (travelling) return travelling
    cost().waves++
    travelling = new Promise<void>((resolve) => setImmediate(resolve)).then(() => (travelling = undefined))
    return travelling
  }
  const call =
    (name: string, method: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<unknown> => {
      const { byMethod } = cost()
      cost().calls++
      byMethod.set(name, (byMethod.get(name) ?? 0) + 1)
      const arrived = wire()
      try {
        return await method(...given)
      } finally {
        await arrived
      }
    }
  /** An object of methods, and of such objects. */
  const counted = <Part extends object>(
    part: Part,
    leaves: (name: string) => boolean = () => false,
    within = '',
  ): Part =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]: [string, unknown]) => {
        if (leaves(name)) return [name, value]
        if (typeof value === 'function') return [name, call(within + name, (...given) => value.apply(part, given))]
        return [
          name,
          typeof value === 'object' && value !== null ? counted(value, undefined, `${within}${name}.`) : value,
        ]
      }),
    ) as Part
  return counted
}
