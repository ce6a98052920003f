import { masked } from '../secrets/secrets.ts'

/**
 * The part of a stored text that an index of hits contains: no secrets, no marks between blocks. Lines keep their
 * positions. Its result for a text may change only together with `analyserVersion`.
 */
export const findable = (text: string): string => withoutBlockMarks(masked(text))

/** A line of its own that scratchpads put between blocks: a mark for programs, not text of the writer. */
export const BLOCK_MARK = '<!--- block start --->'

/** The text without block marks. Lines stay where they are. */
export const withoutBlockMarks = (text: string): string => text.replaceAll(BLOCK_MARK, '')
