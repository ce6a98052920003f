import type { Models } from '@wuku/core/ports/models'
import type { Store, StoreTransaction, StoreView } from '@wuku/core/ports/store'

/** A view that waits for nothing but a store in memory is read within one turn of the event loop. */
const TURNS = 20

/**
 * A store and models that hold what the port says: no view, and no write, is open while a model is waited for. A model
 * answers when all of them have ended; where one goes on, it waits for the model, and from then on the store refuses
 * everything, so that no test passes by falling back to words.
 */
export function modelsOutsideViews(store: Store, models: Models): { readonly store: Store; readonly models: Models } {
  const open = new Set<object>()
  let violation: Error | undefined
  const counted =
    <View>(use: <T>(work: (view: View) => Promise<T>) => Promise<T>) =>
    <T>(work: (view: View) => Promise<T>): Promise<T> => {
      if (violation) return Promise.reject(violation)
      return use(async (view) => {
        const opened = {}
        open.add(opened)
        try {
          return await work(view)
        } finally {
          open.delete(opened)
        }
      })
    }
  const outside =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      for (let turn = 0; open.size > 0 && turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
      if (open.size === 0) return ask(...given)
      violation = new Error('A model is waited for while a view of the store is open.')
      throw violation
    }
  const guarded = (one: Store): Store => ({
    ...one,
    read: (access, work) => counted<StoreView>((seen) => one.read(access, seen))(work),
    write: (scope, work) => counted<StoreTransaction>((written) => one.write(scope, written))(work),
    under: (lease) => guarded(one.under(lease)),
  })
  return {
    store: guarded(store),
    models: {
      ...models,
      embedder: () => withOutside(models.embedder(), 'embed', outside),
      generator: () => withOutside(models.generator(), 'generate', outside),
      reranker() {
        const reranker = models.reranker()
        return reranker && withOutside(reranker, 'rerank', outside)
      },
      embedderOf(set) {
        const embedder = models.embedderOf(set)
        return embedder && withOutside(embedder, 'embed', outside)
      },
    },
  }
}

type Ask = (...given: never[]) => Promise<unknown>

/** The same model with one function of it in other words; a model may be an object that changes. */
const withOutside = <Model extends object>(model: Model, name: keyof Model, outside: (ask: Ask) => Ask): Model =>
  new Proxy(model, {
    get: (target, key) => (key === name ? outside((target[name] as Ask).bind(target)) : Reflect.get(target, key)),
  })
