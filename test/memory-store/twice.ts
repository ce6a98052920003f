import type { Store } from '@wuku/core/ports/store'

/** The same store where every write meets a conflict: its work is run, taken back, and run again. */
export const runningTwice = (store: Store): Store => ({
  ...store,
  write: async (scope, work) => {
    const conflict = new Error('Somebody else wrote meanwhile.')
    const first = store.write(scope, async (transaction) => {
      await work(transaction)
      throw conflict
    })
    await first.catch((error: unknown) => {
      if (error !== conflict) throw error
    })
    return store.write(scope, work)
  },
  under: (lease) => runningTwice(store.under(lease)),
})
