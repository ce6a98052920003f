import type { Settings, Surroundings } from '../settings.ts'

/** What the commands of the app are made with. */
export interface CommandsInput {
  readonly settings: Settings
  readonly surroundings: Surroundings
}
