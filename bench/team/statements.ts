import { Client } from 'pg'

/** Statements of a call. */
export interface Spent {
  statements: number
  /** Sets of statements that were under way together: round trips that were waited for one after the other. */
  waves: number
  /** Milliseconds in which at least one was under way. */
  waited: number
  /** The number of its wave, and the text of each statement. */
  readonly texts: string[]
}

/** Counts what all connections of this process ask for, until it is stopped. */
export function countStatements(): { readonly spent: Spent; readonly stop: () => void } {
  const spent: Spent = { statements: 0, waves: 0, waited: 0, texts: [] }
  const original = Client.prototype.query
  let underWay = 0
  let since = 0
  Client.prototype.query = function (this: Client, ...given: unknown[]): unknown {
    const [asked] = given as [string | { readonly text: string }]
    spent.statements++
    if (underWay++ === 0) {
      spent.waves++
      since = performance.now()
    }
    spent.texts.push(`${spent.waves} ${typeof asked === 'string' ? asked : asked.text}`)
    const answer: unknown = Reflect.apply(original, this, given)
    const end = (): void => {
      if (--underWay === 0) spent.waited += performance.now() - since
    }
    if (answer instanceof Promise) void answer.then(end, end)
    return answer
  } as typeof original
  return { spent, stop: () => void (Client.prototype.query = original) }
}
