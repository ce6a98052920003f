import { msg } from '@wuku/messages/docs'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import type { Library } from '@wuku/core/ports/library-store'
import { sweepLibrary } from './sweep.ts'
import type { Task } from './task.ts'

/** An engine that may write as long as this import holds the library's lock. */
export interface ImportContext {
  readonly engine: Engine
  readonly task: Task
}

/** Works while nobody else, in any process, works on the library, and on nothing that a killed process left half done. */
export const withLibraryLock = <T>(
  { id, name }: Pick<Library, 'id' | 'name'>,
  { engine, signal, task }: Pick<OperationContext, 'engine' | 'signal'> & { readonly task: Task },
  work: (place: ImportContext) => Promise<T>,
): Promise<T> => {
  const waiting = (): void => task.step('waiting', msg('anotherImport', { name }))
  return engine.runExclusive(`docs:${id}`, { signal, waiting }, async (place) => {
    await sweepLibrary(id, place)
    return work({ engine: place.engine, task: { ...task, signal: place.signal } })
  })
}
