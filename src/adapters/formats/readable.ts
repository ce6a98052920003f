/** What is made of a file. */
export interface Readable {
  readonly as: 'markdown' | 'html'
  readonly text: string
  readonly title?: string
}
