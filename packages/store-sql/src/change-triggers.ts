/**
 * Cached visibility is right until a state in `changes` is another: one for each principal (a user, or a group as lists of
 * `shared_with` name it) and one, of the empty principal, for everything that more than named ones see. Triggers change
 * them, so that nothing that writes can forget to. Made for migrations: what a released one says never changes.
 */
const OWNERSHIP = ['owner', 'visibility', 'shared_with']

const ownershipOf = (row: string, kind = `${row}.kind`): string =>
  `SELECT ${kind} AS kind, ${OWNERSHIP.map((column) => `${row}.${column} AS ${column}`).join(', ')}`

const ofLibrary = (where: string): string => `${ownershipOf('libraries', "'docs'")} FROM libraries WHERE ${where}`

const ofVersions = (source: string): string =>
  ofLibrary(`id IN (SELECT library FROM library_versions WHERE source = ${source})`)

const ofSource = (id: string) => `${ownershipOf('sources')} FROM sources WHERE id = ${id} UNION ${ofVersions(id)}`

/** Tables, the columns whose changes are seen, and the holdings of what an old or new row shows. */
export const watched: readonly (readonly [table: string, columns: string, holdings: (row: string) => string])[] = [
  [
    'sources',
    ['kind', 'name', 'root', 'options', 'indexed_at', ...OWNERSHIP].join(),
    (row) => `${ownershipOf(row)} UNION ${ofVersions(`${row}.id`)}`,
  ],
  ['libraries', OWNERSHIP.join(), (row) => ownershipOf(row, "'docs'")],
  [
    'library_versions',
    'library, source',
    (row) => `${ofLibrary(`id = ${row}.library`)} UNION ${ofSource(`${row}.source`)}`,
  ],
  [
    'contexts',
    'source, prefix, text',
    // A description of everything is shown to all.
    (row) =>
      `SELECT 'docs' AS kind, NULL AS owner, NULL AS visibility, NULL AS shared_with WHERE ${row}.source = 0
       UNION ${ofSource(`${row}.source`)}`,
  ],
]

/** Changes the states of all who see, or saw, what is held so. */
export const noteHoldings = (holdings: string, listed: string, [first, next]: readonly [string, string]): string => `
  INSERT INTO changes (principal, state) SELECT principal, ${first} FROM (
    SELECT DISTINCT principal FROM (
      SELECT CASE WHEN owner IS NOT NULL AND visibility IS NOT NULL THEN owner WHEN kind = 'docs' THEN '' ELSE 'local' END
        AS principal FROM (${holdings}) AS held
      UNION SELECT '' FROM (${holdings}) AS held WHERE visibility <> 'private'
      UNION SELECT principal.value FROM (${holdings}) AS held CROSS JOIN ${listed}
    ) AS found ORDER BY principal
  ) AS changed WHERE true ON CONFLICT (principal) DO UPDATE SET state = ${next};`

/** Sources and libraries by the users and groups that they are shared with. */
export const shared = ['sources', 'libraries']
export const sharesTable = (text: string): string => `
CREATE TABLE shares (
  principal ${text} NOT NULL,
  "of" text NOT NULL,
  id integer NOT NULL,
  PRIMARY KEY (principal, "of", id)
);
CREATE INDEX shares_of ON shares ("of", id);
${shared
  .map(
    (table) => `
CREATE INDEX ${table}_by_owner ON ${table} (owner);
CREATE INDEX ${table}_seen_by_many ON ${table} (visibility) WHERE visibility <> 'private';
CREATE INDEX ${table}_without_owner ON ${table} (id) WHERE owner IS NULL OR visibility IS NULL;`,
  )
  .join('')}`
