import type { StorehouseKind } from '../../engine/kind.ts'
import { lastSegment } from '../../engine/project/project.ts'

/** What people call the notes about `shop`: `shop`, `shop-notes`, `shop.wiki`, `shop 笔记`. */
const OF_NOTES = /[\s._-]*(?:notes?|docs?|wiki|vault|handbook|documentation|笔记|文档|知识库)$/i

/** Collections beside it that are called like it. Those inside it belong to it anyway. */
export const partOf: NonNullable<StorehouseKind['partOf']> = async ({ names }, { sources }) => ({
  sources: sources.filter(({ name, root }) => [name, lastSegment(root)].some((called) => names.has(subjectOf(called)))),
})

const subjectOf = (called: string): string => called.replace(OF_NOTES, '').toLowerCase() || called.toLowerCase()
