/** Who asks. On one machine everybody is the owner; a team server fills in the rest. */
export interface Caller {
  /** Name of the client program, for logs and answers that differ by client. */
  readonly client: string
  /** `false`: only operations with the effect `read`. */
  readonly mayWrite: boolean
}

export const owner = (client: string): Caller => ({ client, mayWrite: true })
