import app from './app.json' with { type: 'json' }
import program from './program.json' with { type: 'json' }
import reasons from './reasons.json' with { type: 'json' }
import stores from './stores.json' with { type: 'json' }
import words from './words.json' with { type: 'json' }

/**
 * Constant texts of the program by their English, wherever they are read: the console shows those of a server. `words` stand in
 * other texts; `reasons` say what is left out. Help and pages of commands are not among them.
 */
export const constants: Readonly<Record<string, string>> = { ...app, ...program, ...reasons, ...stores, ...words }
