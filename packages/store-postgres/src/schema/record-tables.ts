/** Activities, calls, counts of days, and the audit. A released migration never changes. */
export const recordTables = `
-- What was done, what was asked, and how often. Of two of the same moment the one with the higher id came later:
-- every index ends with it, so that the newest are read off without sorting.
CREATE TABLE activities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at double precision NOT NULL,
  task text NOT NULL,
  event text NOT NULL,
  status text NOT NULL,
  message text NOT NULL,
  actor text NOT NULL,
  library bigint,
  version text,
  target text,
  facts text NOT NULL
);
CREATE INDEX activities_by_time ON activities (at, id);
CREATE INDEX activities_by_task ON activities (task, at, id);
CREATE INDEX activities_by_event ON activities (event, at, id);
CREATE INDEX activities_by_library ON activities (library, at, id) WHERE library IS NOT NULL;

-- question: what the input asked for, if it is a text, taken from it when the call is written: JSON of a column may hold
-- characters that the server cannot read out of it.
CREATE TABLE calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at double precision NOT NULL,
  actor text NOT NULL,
  actor_name text NOT NULL,
  func_name text NOT NULL,
  operation text COLLATE "C",
  client text COLLATE "C" NOT NULL,
  surface text NOT NULL,
  library bigint,
  input text NOT NULL,
  is_whole boolean NOT NULL,
  question text COLLATE "C",
  hits text NOT NULL,
  results bigint,
  milliseconds double precision NOT NULL,
  tokens bigint,
  error text,
  request_id text
);
CREATE INDEX calls_by_time ON calls (at, id);
CREATE INDEX calls_by_operation ON calls (operation, at, id);
CREATE INDEX calls_by_client ON calls (client, at, id);
CREATE INDEX calls_by_actor ON calls (actor, at, id);
CREATE INDEX calls_by_surface ON calls (surface, at, id);
CREATE INDEX calls_by_library ON calls (library, at, id) WHERE library IS NOT NULL;
CREATE INDEX calls_that_failed ON calls (at, id) WHERE error IS NOT NULL;
CREATE INDEX calls_that_found_nothing ON calls (at, id) WHERE results = 0 AND error IS NULL;

-- forgotten: moment of the last forgetting.
INSERT INTO moments VALUES ('forgotten', 0);

-- Few rows that every instance adds to: half of a page stays free, so that a new state of a row lies beside the old one.
CREATE TABLE daily_counts (
  day text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  library bigint NOT NULL,
  count bigint NOT NULL,
  sum double precision NOT NULL,
  PRIMARY KEY (day, metric, library)
) WITH (fillfactor = 50);

-- Nobody changes what it says; only age removes it.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at double precision NOT NULL,
  actor text NOT NULL,
  actor_name text NOT NULL,
  address text,
  action text NOT NULL,
  target text,
  outcome text NOT NULL,
  request_id text,
  facts text NOT NULL
);
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_actor ON audit (actor, at, id);
CREATE INDEX audit_by_action ON audit (action, at, id);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'The audit is never changed.'; END
$$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR TRUNCATE ON audit EXECUTE FUNCTION refuse_change();
`

/** Columns that may be missing in what an older version writes. */
export const callAnswers = `
ALTER TABLE calls ADD COLUMN session text COLLATE "C";
ALTER TABLE calls ADD COLUMN answer text;
-- What servers were measured at, by minutes, hours and days.
CREATE TABLE server_samples (
  step bigint NOT NULL,
  at bigint NOT NULL,
  metric text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  sum double precision NOT NULL,
  top double precision NOT NULL,
  PRIMARY KEY (step, at, metric)
) WITH (fillfactor = 50);
`
