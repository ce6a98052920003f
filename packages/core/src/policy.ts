import { orderNumbers } from './policy/order-numbers.ts'
import { queryNumbers } from './policy/query-numbers.ts'
import { storehouseNumbers } from './policy/storehouse-numbers.ts'

/**
 * Every number that decides what is found, in which order, and how sure an answer is: by mechanism, with the page that says
 * how it was chosen, and the questions that it was chosen on. `requiredBy`: the test of the need for which it stays, where no
 * set shows what it is worth. `npm run bench:ablation` shows what each is worth.
 */
export const policyTable = { ...queryNumbers, ...orderNumbers, ...storehouseNumbers }

export const policy = valuesOf(policyTable)

type Widened<Value> = Value extends number
  ? number
  : Value extends object
    ? { readonly [Key in keyof Value]: Widened<Value[Key]> }
    : Value

function valuesOf<Table extends Readonly<Record<string, { readonly values: object }>>>(
  table: Table,
): { readonly [Group in keyof Table]: Widened<Table[Group]['values']> } {
  return Object.fromEntries(Object.entries(table).map(([group, { values }]) => [group, values])) as never
}
