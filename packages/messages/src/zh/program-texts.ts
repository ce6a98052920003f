import zhCommands from '../catalogues/zh-commands.json' with { type: 'json' }
import zh from '../catalogues/zh.json' with { type: 'json' }
import { byCode, type Words } from '../translator.ts'
import checks from './checks.json' with { type: 'json' }
import { constants } from './constants.ts'
import nouns from './nouns.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import titles from './titles.json' with { type: 'json' }

/** All that a server may say: its checks are those of `wuku doctor`, and come to the console in its language. */
export const programTexts: Words = {
  texts: { ...titles, ...constants, ...checks, ...settings },
  nouns,
  messages: byCode({ ...zh, ...zhCommands }),
}
