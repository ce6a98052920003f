import { msg } from '@wuku/messages/docs'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import type { Library } from '@wuku/core/ports/library-store'
import { sweepLibrary } from './sweep.ts'
import { runTask, type Task } from './task.ts'

/** An engine that may write as long as this import holds the library's lock. */
export interface ImportContext {
  readonly engine: Engine
  readonly task: Task
}

/** A task on a version of a library, while nobody else, in any process, works on that library, and on nothing that a killed process left half done. */
export const runOnVersion = <T>(
  event: string,
  { library, version }: { readonly library: Pick<Library, 'id' | 'name'>; readonly version: string },
  context: OperationContext,
  work: (place: ImportContext) => Promise<T>,
): Promise<T> =>
  runTask(event, { ...context, subject: { library: library.id, version } }, (task) => {
    const waiting = (): void => task.step('waiting', msg('anotherImport', { name: library.name }))
    return context.engine.runExclusive(`docs:${library.id}`, { signal: context.signal, waiting }, async (place) => {
      await sweepLibrary(library.id, place)
      return work({ engine: place.engine, task: { ...task, signal: place.signal } })
    })
  })
