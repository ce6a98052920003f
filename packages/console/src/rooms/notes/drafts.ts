import { draftsOf } from '../../ui/drafts.ts'

/** By citation; a version is that of the text that was changed. */
export const drafts = draftsOf<string>('notes')
