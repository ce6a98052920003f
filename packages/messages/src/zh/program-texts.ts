import { program as said } from '../catalogues/chinese.ts'
import type { Words } from '../translator.ts'
import app from './app.json' with { type: 'json' }
import nouns from './nouns.json' with { type: 'json' }
import program from './program.json' with { type: 'json' }
import reasons from './reasons.json' with { type: 'json' }
import stores from './stores.json' with { type: 'json' }
import words from './words.json' with { type: 'json' }

/**
 * Sentences of the program wherever they are read: the console shows those of a server. `words` stand in other texts, or are
 * lines put together of several; `reasons` say what is left out. Help and pages of commands are not among them.
 */
export const programTexts: Words = {
  texts: { ...said.pairs, ...app, ...program, ...reasons, ...stores, ...words },
  nouns,
  messages: said.messages,
}
