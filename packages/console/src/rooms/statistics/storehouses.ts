import type { Answer } from '../../api/client.ts'

type Source = Answer<'/api/v1/sources'>['sources'][number]

const rooms = { code: '/code', notes: '/notes', chats: '/conversations', pads: '/pads', docs: '/libraries' } as const

export interface Storehouse {
  readonly kind: keyof typeof rooms
  /** Its room. */
  readonly path: string
  readonly sources: number
  readonly documents: number
  readonly chunks: number
  readonly bytes: number
}

/** What each storehouse holds. Totals of the whole store count more than the sources that somebody sees. */
export function storehousesOf(
  sources: readonly Pick<Source, 'kind' | 'documents' | 'chunks' | 'bytes'>[],
  totals?: Readonly<Record<string, number>>,
): readonly Storehouse[] {
  const kinds = Object.keys(rooms) as Storehouse['kind'][]
  return kinds.map((kind) => {
    const own = sources.filter((source) => source.kind === kind)
    const sumOf = (of: 'documents' | 'chunks' | 'bytes'): number => own.reduce((sum, each) => sum + each[of], 0)
    return {
      kind,
      path: rooms[kind],
      sources: own.length,
      documents: totals?.[kind] ?? sumOf('documents'),
      chunks: sumOf('chunks'),
      bytes: sumOf('bytes'),
    }
  })
}
