import type { Text } from '@wuku/messages/message'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Library } from '@wuku/core/ports/library-store'
import { newUlid } from '@wuku/kernel/ulid'

export interface LibraryEvent {
  readonly library: Pick<Library, 'id'>
  readonly event: string
  readonly actor: string
  readonly message: Text
  readonly version?: string
}

/** Records a completed action as a task with a single step. */
export function recordLibrary(engine: Engine, { library, version, ...step }: LibraryEvent): void {
  const at = engine.now()
  const subject = { library: library.id, version: version ?? null, target: null }
  engine.record({ activities: [{ ...step, ...subject, at, task: newUlid(at), status: 'success', facts: {} }] })
}
