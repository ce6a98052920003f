import { draftsOf } from '../../ui/drafts.ts'

/** By id of the pad. */
export const drafts = draftsOf<number>('pads')
