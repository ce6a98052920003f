import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import type { Block } from './operation.ts'

/** For tools whose users are programs: the text of an answer is its JSON, as they know it; no escape in it hides a control. */
export const asJson = (output: unknown): readonly Block[] => [
  { type: 'text', text: JSON.stringify(withoutHiddenWithin(output)), isJson: true },
]
