import type { Kind, Source, SourceOptions } from '../../core/words.ts'
import type { SourceFacts } from '../../ports/index-view.ts'
import type { Contexts } from '../annotations.ts'
import type { Moved, MoveRequest } from '../moving.ts'
import type { SourceCache } from '../source-cache.ts'

/** What is registered. */
export interface EngineSources {
  readonly contexts: Contexts
  /** Registers; does not index. The same kind, name and root again changes the options only. */
  add(request: AddRequest): Promise<AddedSource>
  remove(name: string): Promise<SourceFacts>
  /** Notes where a source lies now; does not index. */
  move(request: MoveRequest): Promise<Moved>
  /** `false`: what it was indexed from is gone, or cannot be reached now. */
  isThere(source: Source): Promise<boolean>
  /** By name, `kind/name` or a unique prefix of it; an unknown one is an error that names the nearest. */
  named(name: string): Promise<Source>
  /** What operations made from sources and need again. */
  readonly cache: SourceCache
}

export interface AddRequest {
  /** A folder, file or URL, as the user wrote it. */
  readonly root: string
  readonly kind?: Kind
  readonly name?: string
  readonly options: SourceOptions
}

export type AddedSource = Source & Pick<Recognised, 'mayBe'>

export interface Recognised {
  readonly kind: Kind
  /** What it may as well be: where a person should hear that the kind was guessed. */
  readonly mayBe?: Kind
}

/** A root that may be registered. */
export type NewRoot = Pick<Source, 'kind' | 'root' | 'options'>
