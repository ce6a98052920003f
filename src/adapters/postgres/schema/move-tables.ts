/** A released migration never changes. */
export const moveTables = `
-- What a move of another store into this one has brought so far (app/migrate): it goes on there when it was stopped, and
-- until it is complete nobody opens this store.
CREATE TABLE moves (name text COLLATE "C" PRIMARY KEY, state text NOT NULL);
`
