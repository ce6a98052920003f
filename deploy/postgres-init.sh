#!/bin/sh
# Runs once, when the database is made. The owner changes tables ("wuku migrate-schema"), the program reads and writes rows, and
# the reader reads. None is a superuser: row-level security holds for each of them.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$WUKU_DATABASE_OWNER_PASSWORD" -v program="$WUKU_DATABASE_PASSWORD" \
  -v reader="$WUKU_DATABASE_READER_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE wuku_owner LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'owner';
CREATE ROLE wuku LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'program';
CREATE ROLE wuku_reader LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'reader';
CREATE DATABASE wuku OWNER wuku_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE wuku FROM PUBLIC;
GRANT CONNECT ON DATABASE wuku TO wuku, wuku_reader;
\connect wuku
CREATE EXTENSION vector;
SQL
