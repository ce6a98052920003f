/** A heading of a rendered text. */
export interface Heading {
  readonly id: string
  readonly text: string
  readonly level: number
}
