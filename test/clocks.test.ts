import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files that may wait by the clock. The reason says which event is missing. */
const mayWait: Readonly<Record<string, string>> = {
  'test/console/keyboard-tasks.ts': 'A dialog gives the focus back in a timer, and does not say so.',
  'test/contract/channel.ts':
    'A channel does not say when it is connected, and never that nothing comes; a server is away for a while.',
  'test/contract/embedder-onnx.test.ts': 'A thread does not show when it has begun: the call is cancelled soon after.',
  'test/contract/models/embedding-server.ts': 'A server that is slow, as a row asks for.',
  'test/contract/postgres-moving.test.ts': 'A process is killed at a moment of which it does not tell.',
  'test/contract/redis.test.ts': 'Windows and answers end after a time; a connection does not say when it is there.',
  'test/contract/visible-costs.test.ts': 'What a store does beside an answer does not say when it has ended.',
  'test/e2e/docs/deleting.test.ts': 'A server is killed within a deletion, which does not tell how far it is.',
  'test/e2e/fresh.test.ts': 'Nothing happens where nothing is watched.',
  'test/e2e/index-processes.test.ts': 'Watching prints nothing when it begins; an index is asked until it has changed.',
  'test/e2e/instances/rolling.test.ts': 'Traffic goes on between two versions while one of them starts.',
  'test/e2e/mcp-http/conformance-fixtures.ts': 'A tool that takes its time, as the conformance suite asks for.',
  'test/e2e/push/kill.test.ts': 'A process is killed at a moment of which it does not tell.',
  'test/fixtures/docs/web-site.ts': 'A server that is slow or breaks off, as a row asks for.',
  'test/postgres/stalls.test.ts': 'Nothing happens in a network that stalls.',
  'test/servers/process.ts': 'A server does not say when it answers.',
  'packages/folders/test/watch.test.ts': 'Nothing is reported after the end; a poll passes while the folder is away.',
  'packages/store-sqlite/test/rewrite.test.ts': 'A thread waits for a lock and does not say so.',
  'packages/kernel/test/index/run.test.ts': 'An analysis that is slow, as a row asks for.',
  'test/contract/engine/faults.test.ts': 'Servers are killed while questions and batches are on their way.',
  'packages/kernel/test/invoke/fixtures.ts': 'An operation that takes long, as its caller asks for.',
  'packages/connectors/test/random-run.ts': 'A process is killed at a moment of which it does not tell.',
}

/** Files that read the clock, but assert on no time that has passed. */
const mayReadClock: Readonly<Record<string, string>> = {
  'test/contract/embedder-http.test.ts': 'A date in a header.',
  'test/contract/redis.test.ts': 'Answers are kept for a time.',
  'test/e2e/chats/search.test.ts': 'Conversations of yesterday.',
  'test/e2e/docs/deleting.test.ts': 'The duration of a deletion, within which others are killed.',
  'test/e2e/index-runs.test.ts': 'A file that was changed later.',
  'test/e2e/instances/outages.test.ts': 'A server that hangs is given up within the limit of a request.',
  'test/e2e/meaning/agents.test.ts': 'The text of a document.',
  'test/e2e/recall/recall.test.ts': 'Three days ago as an argument.',
  'test/e2e/recall/shop.ts': 'A conversation of yesterday.',
  'test/fixtures/docs/web-site.ts': 'The pauses between requests are what its callers check.',
  'packages/connectors/test/connected-house.ts': 'Items carry the time of their change.',
  'packages/connectors/test/github.test.ts': 'Items carry the time of their change.',
  'packages/connectors/test/pass-child.ts': 'Items carry the time of their change.',
  'packages/connectors/test/random-run.ts': 'Items carry the time of their change.',
  'test/servers/connectors/faults.ts': 'Limits of requests end at a time.',
  'packages/chats/test/databases/foreign-database.test.ts': 'A file of tomorrow.',
  'packages/models/test/openai.test.ts': 'A date in a header.',
  'packages/guarded-fetch/test/http-client.test.ts': 'A time in a header.',
  'packages/server/test/serve/signing-keys.test.ts': 'Keys carry the moment at which they were made.',
  'packages/server/test/http/jobs-house.ts': 'Ids of jobs hold a time.',
  'packages/server/test/http/login/forged.test.ts': 'Tokens say when they expire.',
  'packages/server/test/http/login/hostile-provider.ts': 'Tokens say when they were made.',
  'packages/server/test/http/login/login-house.ts': 'The clock of a server that a test moves on.',
  'packages/server/test/http/login/login.test.ts': 'Ids of users hold a time.',
}

const files = globSync(['test/**/*.ts', 'packages/*/test/**/*.ts'])
  .filter((path) => !path.startsWith('test/fixtures/repositories') && path !== 'test/clocks.test.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

it.each<[what: string, pattern: RegExp, allowed: Readonly<Record<string, string>>]>([
  ['waits by the clock', /\bsetTimeout\b|\bsleep\(\d/, mayWait],
  ['reads the clock', /\bperformance\.now\b|\bDate\.now\b|\bhrtime\b/, mayReadClock],
])('no test %s but those that are named, each with its reason', (_, pattern, allowed) => {
  const found = files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted())
})
