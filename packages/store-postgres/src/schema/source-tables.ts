/** Sources, what holds for the whole store, and leases. A released migration never changes. */
export const sourceTables = `
-- Numbers that grow with a change of something; whoever remembers it looks at the number first.
CREATE TABLE moments (name text PRIMARY KEY, value bigint NOT NULL);
INSERT INTO moments VALUES ('holdings', 0);

-- A row for each write of the last minutes: a process whose connection broke while it committed finds out whether it did.
CREATE TABLE commits (token uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());

CREATE TABLE sources (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  name text COLLATE "C" NOT NULL,
  root text NOT NULL,
  options text NOT NULL,
  added_at double precision NOT NULL,
  indexed_at double precision,
  report text,
  revision bigint NOT NULL DEFAULT 0,
  -- NULL: it was added without accounts. shared_with: a list of texts.
  owner text,
  visibility text,
  shared_with text,
  CONSTRAINT sources_by_name UNIQUE (kind, name)
);

-- How large a source was on a day; on a day without a row, as on the one before.
CREATE TABLE source_days (
  source integer NOT NULL REFERENCES sources ON DELETE CASCADE,
  day text COLLATE "C" NOT NULL,
  documents integer NOT NULL,
  chunks integer NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (source, day)
);

CREATE TABLE leases (name text PRIMARY KEY, owner text NOT NULL, expires double precision NOT NULL);

-- What a move of another store into this one has brought so far (app/migrate): it goes on there when it was stopped, and
-- until it is complete nobody opens this store.
CREATE TABLE moves (name text COLLATE "C" PRIMARY KEY, state text NOT NULL);
`

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
