/** A line of its own that scratchpads put between blocks: a sign for programs, and no words of the writer. */
export const BLOCK_MARK = '<!--- block start --->'

/** What is there to be found. Lines stay where they are. */
export const withoutBlockMarks = (text: string): string => text.replaceAll(BLOCK_MARK, '')
