import zh from '../catalogues/zh.json' with { type: 'json' }
import { byCode, type Words } from '../translator.ts'
import { constants } from './constants.ts'
import nouns from './nouns.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }

/** All that a server may say. */
export const programTexts: Words = { texts: { ...constants, ...settings }, nouns, messages: byCode(zh) }
