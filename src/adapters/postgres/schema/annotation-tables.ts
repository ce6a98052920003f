/** A released migration never changes. */
export const annotationTables = `
-- Descriptions. source: 0 for everything, since a key holds no NULL. owner: the same for the server, which removes them with
-- their source.
CREATE TABLE contexts (
  source integer NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  text text NOT NULL,
  owner integer GENERATED ALWAYS AS (nullif(source, 0)) STORED REFERENCES sources ON DELETE CASCADE,
  PRIMARY KEY (source, prefix)
);

-- Projects that people named. folded_name: the name in small letters. members: a list of texts.
CREATE TABLE projects (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  folded_name text COLLATE "C" NOT NULL CONSTRAINT projects_by_name UNIQUE,
  members text NOT NULL
);
`
