import type { IncludeTake } from './words.ts'

/** An include as its line says it. */
export interface FoundInclude {
  readonly start: number
  readonly end: number
  readonly target: string
  readonly take: IncludeTake
}

export interface LineAt {
  readonly start: number
  /** Before its break. */
  readonly end: number
  readonly text: string
  readonly inFence: boolean
}
