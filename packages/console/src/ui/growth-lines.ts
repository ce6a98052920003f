import type { Answer } from '../api/client.ts'

type Day = Answer<'/api/v1/growth'>['days'][number]

export const measures = ['documents', 'chunks', 'bytes'] as const
export type Measure = (typeof measures)[number]

/** What each storehouse held, a value for each day; none on days before it was first counted. */
export function linesOf(
  days: readonly Day[],
  measure: Measure = 'documents',
): readonly { readonly kind: string; readonly values: readonly (number | null)[] }[] {
  const last = days.at(-1)?.storehouses ?? []
  return last.map(({ kind }) => ({
    kind,
    values: days.map(({ storehouses }) => storehouses.find((each) => each.kind === kind)?.[measure] ?? null),
  }))
}
