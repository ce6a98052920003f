import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Most of the time of all unit tests: `npm run test:quick` leaves them out. The slowest tests are printed at the end of every run. */
const slow = [
  'packages/chats/test/databases/scratchpad-mcp.test.ts',
  'packages/chats/test/feed/line-container.test.ts',
  'packages/chats/test/formats/hostile.test.ts',
  'packages/cli/test/workshop.test.ts',
  'packages/folders/test/git/borrowed.test.ts',
  'packages/folders/test/git/evil.test.ts',
  'packages/folders/test/git/feed.test.ts',
  'packages/folders/test/git/history.test.ts',
  'packages/code/test/languages/macros.test.ts',
  'packages/code/test/reading/bodies.test.ts',
  'packages/code/test/syntax/tree-sitter.test.ts',
  'packages/docs/test/doc-chunks.test.ts',
  'packages/docs/test/origins/web/frontier.test.ts',
  'packages/docs/test/projects/read.test.ts',
  'packages/connectors/test/random.test.ts',
  'packages/folders/test/watch.test.ts',
  'packages/formats/test/asciidoc/index.test.ts',
  'packages/formats/test/converter/convert.test.ts',
  'packages/formats/test/converter/converter.test.ts',
  'packages/formats/test/html/hostile.test.ts',
  'packages/formats/test/openapi/growth.test.ts',
  'packages/http-kit/test/connections.test.ts',
  'packages/kernel/test/index/run.test.ts',
  'packages/mcp/test/lean.test.ts',
  'packages/notes/test/note-chunks.test.ts',
  'packages/remote/test/wrong-answers.test.ts',
  'packages/server/test/http/fuzz.test.ts',
  'packages/server/test/http/jobs.test.ts',
  'packages/server/test/http/login/forged.test.ts',
  'packages/server/test/http/login/login.test.ts',
  'packages/server/test/http/rest.test.ts',
  'packages/server/test/http/upload.test.ts',
  'packages/server/test/jobs/instances.test.ts',
  'packages/server/test/jobs/show-runs.test.ts',
  'packages/server/test/jobs/turns.test.ts',
  'packages/server/test/serve/killed-jobs.test.ts',
  'packages/server/test/serve/threads.test.ts',
  'packages/terminal/test/terminal.test.ts',
  'packages/text/test/html/hostile.test.ts',
  'packages/text/test/secret-rules.test.ts',
  'packages/text/test/secrets.test.ts',
  'packages/text/test/terms.test.ts',
  'packages/text/test/word-pairs.test.ts',
  'packages/text/test/yaml.test.ts',
  'packages/transfer/test/pack/damaged-packs.test.ts',
  'test/unit/docs-search.test.ts',
  'test/unit/growth/depth.test.ts',
  'test/unit/growth/growth.test.ts',
  'test/unit/supply-chain.test.ts',
]

/** Stores under contract lie in memory where a gigabyte of it is free: they would wait for the disk most of the time. A kill loses nothing there either. */
const memory = '/dev/shm'
const temporary = existsSync(memory) && freeBytes(memory) > 2 ** 30 ? memory : tmpdir()

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Where the machine has much else to do, everything takes longer: a test that hangs is ended, and slowness is no failure. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 90_000 } } } as const

/** Tests of the whole program. Its stores are files, or schemas of a server that the run brings. */
const housed = (onPostgres: boolean) =>
  ({
    globalSetup: ['test/e2e/built.ts', ...(onPostgres ? ['test/servers/shared.ts'] : [])],
    setupFiles: onPostgres ? ['test/e2e/on-postgres.ts'] : [],
    pool: 'forks',
    // They wait for processes most of the time.
    maxWorkers: 2,
    ...patient,
  }) as const

/** `WUKU_TEST_STORE=postgres`: all of them on PostgreSQL. */
const onPostgres = process.env['WUKU_TEST_STORE'] === 'postgres'

/** Run on PostgreSQL as well each time: who sees what, agents, records. Processes side by side are in the contract. */
const onBoth = [
  'test/e2e/attack/attack.test.ts',
  'test/e2e/cli-index.test.ts',
  'test/e2e/mcp-process.test.ts',
  'test/e2e/recall/recall.test.ts',
  'test/e2e/serve/quotas.test.ts',
  'test/e2e/serve/records.test.ts',
]

/** How fast something is, tests compare in steps or in the time of a thread. */
const inThreads = {
  pool: 'threads',
  isolate: false,
  setupFiles: 'test/equal-texts.ts',
  ...patient,
} as const

export default defineConfig({
  test: {
    reporters: ['default', './test/slowest.ts'],
    // Its advice for production, at every start of the provider of a test.
    onConsoleLog: (text) => !text.startsWith('oidc-provider '),
    projects: [
      {
        test: {
          ...inThreads,
          name: 'unit',
          include: ['packages/!(console)/test/**/*.test.ts', 'test/unit/**/*.test.ts', 'test/*.test.ts'],
          exclude: slow,
        },
      },
      { test: { ...inThreads, name: 'slow', include: slow } },
      { test: { ...inThreads, name: 'console', include: ['packages/console/test/**/*.test.ts'] } },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts', 'test/postgres/**/*.test.ts'],
          globalSetup: 'test/servers/shared.ts',
          setupFiles: 'test/equal-texts.ts',
          pool: 'forks',
          ...patient,
          env: { TMPDIR: temporary },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...housed(onPostgres),
        },
      },
      { test: { name: 'e2e-postgres', include: onBoth, ...housed(true) } },
      {
        test: {
          name: 'browser',
          include: ['test/console/**/*.test.ts'],
          ...housed(onPostgres),
        },
      },
    ],
  },
})
