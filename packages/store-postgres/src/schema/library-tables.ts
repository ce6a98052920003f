/** A released migration never changes. */
export const libraryTables = `
-- A library of NULLs was made without accounts. shared_with: a list of texts.
CREATE TABLE libraries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text COLLATE "C" NOT NULL CONSTRAINT libraries_by_slug UNIQUE,
  name text NOT NULL,
  description text NOT NULL,
  default_version text,
  keep text NOT NULL,
  origin text,
  status text NOT NULL,
  created_at double precision NOT NULL,
  updated_at double precision NOT NULL,
  deleted_at double precision,
  -- Milliseconds after which a server fetches it again (0: never; NULL: as the settings say), and when it last did.
  refresh_every double precision,
  scheduled_at double precision,
  owner text,
  visibility text,
  shared_with text
);

-- source: not checked, since a version may outlive its source for a moment.
CREATE TABLE library_versions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL,
  source integer NOT NULL,
  originals text NOT NULL,
  origin text,
  ref text,
  commit_hash text,
  url text,
  status text COLLATE "C" NOT NULL,
  created_at double precision NOT NULL,
  indexed_at double precision,
  deleted_at double precision,
  documents bigint NOT NULL,
  snippets bigint NOT NULL,
  code bigint NOT NULL,
  info bigint NOT NULL,
  tokens bigint NOT NULL
);
-- Versions of a library; of those that answer, one of each name.
CREATE UNIQUE INDEX library_versions_that_answer ON library_versions (library, version)
  WHERE status NOT IN ('staged', 'deleted');
CREATE INDEX library_versions_by_library ON library_versions (library, version);
CREATE INDEX library_versions_by_source ON library_versions (source);

-- Files have numbers: a version that is made again beside one of its name has the same ones.
CREATE SEQUENCE library_file_numbers;
CREATE TABLE library_files (
  version integer NOT NULL REFERENCES library_versions ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  title text NOT NULL,
  type text NOT NULL,
  bytes bigint NOT NULL,
  hash text NOT NULL,
  status text COLLATE "C" NOT NULL,
  error text,
  chunks bigint NOT NULL,
  tokens bigint NOT NULL,
  url text,
  created_at double precision NOT NULL,
  updated_at double precision NOT NULL,
  facts text NOT NULL,
  PRIMARY KEY (version, path)
);
CREATE INDEX library_files_by_id ON library_files (id);
CREATE INDEX library_files_by_status ON library_files (version, status);
`
