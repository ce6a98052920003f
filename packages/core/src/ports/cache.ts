import type { Json } from '../core-types.ts'

/** Answers that may be reused. A key must name everything that its answer depends on. */
export interface Cache {
  get(key: string): Promise<Json | undefined>
  /** Forgotten after `seconds`, or before when there is no room. */
  set(key: string, value: Json, seconds: number): Promise<void>
}
