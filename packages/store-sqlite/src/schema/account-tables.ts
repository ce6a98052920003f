/** Users, their keys and logins, and what each used on a day. A released migration never changes. */
export const accountTables = `
-- folded_name: the name in small letters. own_groups, claimed_groups: lists of texts.
CREATE TABLE users (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL UNIQUE,
  email TEXT,
  role TEXT NOT NULL,
  status TEXT NOT NULL,
  issuer TEXT,
  subject TEXT,
  own_groups TEXT NOT NULL,
  claimed_groups TEXT NOT NULL,
  created_at REAL NOT NULL,
  last_seen_at REAL
) STRICT;

-- hash: SHA-256 of the key, in hex. scopes: a list of texts.
CREATE TABLE keys (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  suffix TEXT NOT NULL,
  scopes TEXT NOT NULL,
  rate_limit REAL,
  created_at REAL NOT NULL,
  expires_at REAL,
  revoked_at REAL,
  usage_count INTEGER NOT NULL,
  last_used_at REAL
) STRICT;
CREATE INDEX keys_by_user ON keys (user, number);

-- refresh_hash: SHA-256 of the refresh token that counts now, in hex.
CREATE TABLE logins (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  refresh_hash TEXT NOT NULL,
  created_at REAL NOT NULL,
  expires_at REAL NOT NULL,
  ended_at REAL
) STRICT;
CREATE INDEX logins_by_user ON logins (user);

CREATE TABLE daily_use (
  user TEXT NOT NULL,
  day TEXT NOT NULL,
  calls INTEGER NOT NULL,
  upload_bytes INTEGER NOT NULL,
  PRIMARY KEY (user, day)
) STRICT, WITHOUT ROWID;
`

export const verifiedEmails = `
-- Of a user who logged in before, nobody knows: the next login says it. An administrator vouches for the others.
ALTER TABLE users ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0;
UPDATE users SET email_verified = 1 WHERE issuer IS NULL AND email IS NOT NULL;
`
