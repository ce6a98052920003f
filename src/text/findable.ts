import { withoutBlockMarks } from './block-marks.ts'
import { maskSecrets } from './secrets.ts'

/**
 * What of a kept text enters an index of hits: no secret, and no sign between blocks. Lines stay where they are. What it
 * makes of a text may change only together with `analyserVersion`.
 */
export const findable = (text: string): string => withoutBlockMarks(maskSecrets(text).text)
