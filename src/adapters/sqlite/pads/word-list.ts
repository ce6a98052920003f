/** The words of `hit_words`, kept by a process so that a keyword is sought in all of them at once. */
export interface WordList {
  readonly size: number
}

export const createWordList = (): WordList => ({ size: 0 })
