/** Result of reading a file. */
export interface Readable {
  readonly as: 'markdown' | 'html'
  readonly text: string
  readonly title?: string
}
