import { chinese } from './index.ts'
import parameters from './parameters.json' with { type: 'json' }
import type { Words } from '../translator.ts'

/** Texts of the documents of the API. Flags of commands are described in the words of the parameters they fill. */
export const apiTexts: Words = { ...chinese, texts: { ...chinese.texts, ...parameters } }
