export interface WColumn<T> {
  /** Also the name of the slot of its cells. */
  readonly name: string
  readonly label: string
  readonly isLabelHidden?: boolean
  /** By this the column sorts; without it, it does not. */
  readonly value?: (row: T) => string | number
  /** Text of a cell that has no slot. */
  readonly text?: (row: T) => string
  /** Numbers stand at the end. */
  readonly isEnd?: boolean
  /** Takes the room that is left; of several that are shown, the last one does. */
  readonly isWide?: boolean
  /** Left out where the table is narrower than this, in pixels. */
  readonly from?: number
}
