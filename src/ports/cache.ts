import type { Json } from '../core/words.ts'

/** Answers that may be given again. Whoever asks under a key that names all that an answer depends on is never told a lie. */
export interface Cache {
  get(key: string): Promise<Json | undefined>
  /** Forgotten after `seconds`, or before when there is no room. */
  set(key: string, value: Json, seconds: number): Promise<void>
}
