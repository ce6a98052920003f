import type { Block } from '../../engine/operation.ts'

/** Users of pads are programs: the text of an answer is its JSON, as they know it. */
export const asJson = (output: unknown): readonly Block[] => [{ type: 'text', text: JSON.stringify(output) }]

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
