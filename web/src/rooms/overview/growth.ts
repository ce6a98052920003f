import type { paths } from '../../api/schema.d.ts'

type Day = paths['/api/v1/growth']['get']['responses']['200']['content']['application/json']['days'][number]

/** Documents of each storehouse, a value for each day; none on days before it was first counted. */
export function linesOf(
  days: readonly Day[],
): readonly { readonly kind: string; readonly values: readonly (number | null)[] }[] {
  const last = days.at(-1)?.storehouses ?? []
  return last.map(({ kind }) => ({
    kind,
    values: days.map(({ storehouses }) => storehouses.find((each) => each.kind === kind)?.documents ?? null),
  }))
}
