# syntax=docker/dockerfile:1

# The program needs glibc: its reader of PDF files is native.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY scripts/runtime/package.json scripts/runtime/
COPY packages packages
# The Node of this image is the one that builds: the packages of Node itself are left out.
RUN npm ci --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-*
COPY scripts scripts
COPY bin bin
RUN node scripts/build.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    WUKU_RUN_IN_PLACE=1 \
    WUKU_HOME=/var/lib/wuku \
    WUKU_SERVER_HOST=0.0.0.0 \
    WUKU_SERVER_PORT=7557
WORKDIR /app
COPY package.json LICENSE NOTICE ./
COPY --from=build /src/bin bin
COPY --from=build /src/dist dist
# The part that reads PDF files; all else is in the bundle.
COPY --from=build /src/node_modules/@llamaindex node_modules/@llamaindex
RUN ln -s /app/bin/wuku.js /usr/local/bin/wuku \
    && groupadd --gid 10001 wuku \
    && useradd --uid 10001 --gid wuku --home-dir /var/lib/wuku --no-create-home --shell /usr/sbin/nologin wuku \
    && install -d -o wuku -g wuku -m 0700 /var/lib/wuku /var/lib/wuku-blobs \
    && install -d -o wuku -g wuku node_modules/.cache
USER 10001:10001
# Compiled once: with a read-only file system every start would compile anew. Node keeps it for this user.
RUN WUKU_HOME=/tmp/compiled timeout 20 node bin/wuku.js serve --host 127.0.0.1 || true; rm -rf /tmp/compiled
VOLUME /var/lib/wuku
EXPOSE 7557
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["wuku", "serve", "--check", "--quiet"]
# Node is process 1: the program listens to signals itself, and waits for its own children.
ENTRYPOINT ["wuku"]
CMD ["serve"]
