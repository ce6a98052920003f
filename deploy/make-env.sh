#!/bin/sh
# Writes deploy/.env with a password of its own for each part, readable by you alone. What is there already stays.
set -eu
file="$(dirname "$0")/.env"
if [ -e "$file" ]; then
  echo "$file is there already: nothing changed."
  exit 0
fi
umask 077
secret() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }
draft="$(mktemp "$file.XXXXXX")"
cat >"$draft" <<END
# Secrets of this team store. Keep a copy where you keep such things; whoever reads it is administrator.
POSTGRES_PASSWORD=$(secret)
WUKU_DATABASE_PASSWORD=$(secret)
WUKU_DATABASE_OWNER_PASSWORD=$(secret)
WUKU_DATABASE_READER_PASSWORD=$(secret)
VALKEY_PASSWORD=$(secret)
WUKU_AUTH_ADMIN_KEY=$(secret)
WUKU_AUTH_SIGNING_KEYS=$(head -c 32 /dev/urandom | base64 | tr -d '\n')
S3_ACCESS_KEY=wuku
S3_SECRET_KEY=$(secret)
# The address that people and agents use, as it stands in their browsers.
WUKU_SERVER_PUBLIC_URL=${1:-http://localhost:8080}
# The port of this machine that nginx takes, on loopback until there is TLS.
WUKU_PUBLISH=127.0.0.1:8080
# With the profile s3: originals lie in the bucket instead of the folder that instances share.
# WUKU_BLOBS_URL=s3://wuku/originals
END
mv "$draft" "$file"
echo "$file written. The key of the first administrator is WUKU_AUTH_ADMIN_KEY in it."
