import { maskSecrets } from '../secrets/secrets.ts'

/**
 * What of a kept text enters an index of hits: no secret, and no sign between blocks. Lines stay where they are. What it
 * makes of a text may change only together with `analyserVersion`.
 */
export const findable = (text: string): string => withoutBlockMarks(maskSecrets(text).text)

/** A line of its own that scratchpads put between blocks: a sign for programs, and no words of the writer. */
export const BLOCK_MARK = '<!--- block start --->'

/** What is there to be found. Lines stay where they are. */
export const withoutBlockMarks = (text: string): string => text.replaceAll(BLOCK_MARK, '')
