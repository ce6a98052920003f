import app from './app.json' with { type: 'json' }
import program from './program.json' with { type: 'json' }
import words from './words.json' with { type: 'json' }

/**
 * Constant texts of the program by their English, wherever they are read: the console shows those of a server. `words` stand in
 * other texts. Help and pages of commands are not among them; descriptions of settings stand apart, since one page shows them.
 */
export const constants: Readonly<Record<string, string>> = { ...app, ...program, ...words }
