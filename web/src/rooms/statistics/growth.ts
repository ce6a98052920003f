import type { paths } from '../../api/schema.d.ts'

export type Growth = paths['/api/v1/growth']['get']['responses']['200']['content']['application/json']
export type Kind = Growth['days'][number]['storehouses'][number]['kind']
export const measures = ['documents', 'chunks', 'bytes'] as const
export type Measure = (typeof measures)[number]

/** One line for each storehouse that has anything; nothing where it was not counted yet. */
export function linesOf(
  { days }: Growth,
  measure: Measure,
): { readonly times: readonly number[]; readonly lines: readonly Line[] } {
  const kinds = [...new Set(days.flatMap(({ storehouses }) => storehouses.map(({ kind }) => kind)))]
  return {
    times: days.map(({ day }) => Date.parse(day)),
    lines: kinds.map((kind) => ({
      kind,
      values: days.map(({ storehouses }) => storehouses.find((each) => each.kind === kind)?.[measure] ?? null),
    })),
  }
}

interface Line {
  readonly kind: Kind
  readonly values: readonly (number | null)[]
}
