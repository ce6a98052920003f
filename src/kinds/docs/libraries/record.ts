import type { Engine } from '../../../engine/engine.ts'
import type { Library } from '../../../ports/libraries.ts'
import { newUlid } from '../../../engine/ulid.ts'

export interface LibraryEvent {
  readonly library: Pick<Library, 'id'>
  readonly event: string
  readonly actor: string
  readonly message: string
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
