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
  readonly target?: string
}

/** Records a completed action as a task with a single step. */
export const recordLibrary = (
  engine: Engine,
  { library, event, actor, message, version, target }: LibraryEvent,
): void =>
  engine.record({
    activities: [
      {
        at: engine.now(),
        task: newUlid(engine.now()),
        event,
        status: 'success',
        message,
        actor,
        library: library.id,
        version: version ?? null,
        target: target ?? null,
        facts: {},
      },
    ],
  })
