/** Users, their keys and logins, what each used on a day, and notes that instances share. A released migration never changes. */
export const accountTables = `
-- folded_name: the name in small letters. number: the order in which they were added.
CREATE TABLE users (
  id text COLLATE "C" PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  name text NOT NULL,
  folded_name text COLLATE "C" NOT NULL UNIQUE,
  email text,
  role text NOT NULL,
  status text NOT NULL,
  issuer text,
  subject text,
  own_groups text[] NOT NULL,
  claimed_groups text[] NOT NULL,
  created_at double precision NOT NULL,
  last_seen_at double precision
);

-- hash: SHA-256 of the key, in hex.
CREATE TABLE keys (
  id text COLLATE "C" PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL,
  hash text COLLATE "C" NOT NULL UNIQUE,
  suffix text NOT NULL,
  scopes text[] NOT NULL,
  rate_limit double precision,
  created_at double precision NOT NULL,
  expires_at double precision,
  revoked_at double precision,
  usage_count bigint NOT NULL,
  last_used_at double precision
);
CREATE INDEX keys_by_user ON keys (user_id, number);

-- refresh_hash: SHA-256 of the refresh token that counts now, in hex.
CREATE TABLE logins (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  refresh_hash text NOT NULL,
  created_at double precision NOT NULL,
  expires_at double precision NOT NULL,
  ended_at double precision
);
CREATE INDEX logins_by_user ON logins (user_id);

CREATE TABLE daily_use (
  user_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  calls bigint NOT NULL,
  upload_bytes bigint NOT NULL,
  PRIMARY KEY (user_id, day)
);
CREATE INDEX daily_use_by_day ON daily_use (day);

-- What instances agree on for a while: answers by Idempotency-Key, and states of logins that were used. until: milliseconds.
CREATE TABLE instance_notes (
  key text COLLATE "C" PRIMARY KEY,
  text text NOT NULL,
  until double precision NOT NULL
);
CREATE INDEX instance_notes_by_end ON instance_notes (until);
`

export const verifiedEmails = `
-- Of a user who logged in before, nobody knows: the next login says it. An administrator vouches for the others.
ALTER TABLE users ADD COLUMN email_verified boolean NOT NULL DEFAULT false;
UPDATE users SET email_verified = true WHERE issuer IS NULL AND email IS NOT NULL;
`
