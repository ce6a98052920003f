#!/bin/sh
# Runs once, when the database is made. wuku is no superuser: row-level security holds for it.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$WUKU_DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE wuku LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE wuku OWNER wuku ENCODING 'UTF8' TEMPLATE template0;
\connect wuku
CREATE EXTENSION vector;
SQL
