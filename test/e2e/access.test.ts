import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadOperations } from '../../packages/cli/src/load-operations.ts'
import type { SourceId } from '@wuku/core/core-types'
import { owner, type Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import { completeTemplate } from '../../packages/mcp/src/document-resources.ts'
import { invoke, type Call } from '@wuku/kernel/invoke/invoke'
import { composeIn } from './compose-in.ts'
import { sharedFolder, writeFiles } from '../scratch.ts'

/** In names, paths, titles and texts of all that the caller may not see, and never in what it asks. */
const CANARY = 'quaggapelt'
/** What would find it: as it begins, and with a wrong letter. */
const near = ['quagg*', 'quaggapelf', 'quagapelt ebb', 'ebb']

const operations = await loadOperations()
const named = (name: string): Operation => operations.find((each) => each.name === name) as Operation
const folder = sharedFolder()
let engine: Engine
let caller: Caller
/** A user of a server, who sees the same. */
let user: Caller
/** Numbers and ids of what is secret: the caller may have heard of them. */
let ids: Ids

interface Ids {
  readonly workflow: string
  readonly pad: string
  readonly docid: string
  readonly job: string
}

const call = (who: Caller): Call => ({
  surface: 'mcp',
  caller: who,
  engine: async () => engine,
  signal: new AbortController().signal,
  progress: () => {},
})
const run = async (name: string, input: object): Promise<Record<string, never>> =>
  (await invoke<Record<string, never>>(named(name), input as never, call(owner('test')))).output

function plant(files: Readonly<Record<string, string>>): void {
  writeFiles(folder, files)
}

const chat = (id: string, text: string): string =>
  `${JSON.stringify({
    type: 'user',
    sessionId: id,
    uuid: `${id}-1`,
    cwd: `/work/${text}`,
    timestamp: '2026-11-20T10:00:00.000Z',
    message: { role: 'user', content: `${text} ebb` },
  })}\n`

beforeAll(async () => {
  engine = await composeIn(folder)
  plant({
    'open/notes/a.md': '# Ebb\n\nThe ebb and flood.',
    [`secret/${CANARY}-notes/${CANARY}.md`]: `# ${CANARY}\n\nThe ebb of ${CANARY}.`,
    'open/code/a.ts': 'export function ebb() {}\n',
    [`secret/${CANARY}-code/${CANARY}.ts`]: `import './a'\nexport function ${CANARY}Ebb() {} // ${CANARY}\n`,
    'open/chats/c.jsonl': chat('11111111-1111-4111-8111-111111111111', 'shown'),
    [`secret/${CANARY}-chats/d.jsonl`]: chat('22222222-2222-4222-8222-222222222222', CANARY),
  })
  for (const kind of ['notes', 'code', 'chats']) {
    await run('add', { root: join(folder, 'open', kind), kind, name: `open-${kind}` })
    await run('add', { root: join(folder, 'secret', `${CANARY}-${kind}`), kind, name: `${CANARY}-${kind}` })
  }
  for (const [library, text] of [
    ['shown', 'ebb'],
    [CANARY, CANARY],
  ])
    await run('add-documents', {
      library,
      version: '1.0.0',
      visibility: library === CANARY ? 'private' : 'team',
      documents: [{ path: `${library}.md`, text: `# ${text}\n\n\`\`\`js\n${text}()\n\`\`\`\n` }],
    })
  for (const kind of ['notes', 'code', 'chats'])
    await run('share', { what: `${kind}/open-${kind}`, visibility: 'team' })
  await run('context', { action: 'add', target: `${CANARY}-notes`, text: `About ${CANARY}` })
  await run('project', { action: 'add', name: CANARY, members: [`notes/${CANARY}-notes`] })
  const made = await run('create-workflow', { name: CANARY, description: CANARY, project_scope: CANARY })
  const workflow = JSON.stringify(made).match(/[0-9a-f]{8}-[0-9a-f-]{27}/)?.[0] ?? ''
  const padded = await run('create-scratchpad', { workflow_id: workflow, title: CANARY, content: `${CANARY} ebb` })
  const pad =
    JSON.stringify(padded)
      .match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)
      ?.find((id) => id !== workflow) ?? ''
  const sources = await engine.read((view) => view.sources.list())
  const sees = new Set<SourceId>(sources.filter(({ name }) => /^(open|shown)/.test(name)).map(({ id }) => id))
  expect(sees.size).toBe(4)
  caller = { ...owner('somebody'), actor: 'somebody', sees }
  user = { ...owner('somebody'), actor: 'ben', sees: { user: 'ben', groups: ['ops'] } }
  // Nothing runs jobs here: it stays queued.
  const job = await run('start-job', { operation: 'refresh-library', input: { library: CANARY } })
  const secret = sources.find(({ name }) => name === `${CANARY}-notes`)
  const documents = await engine.read((view) => view.documents.list({ sources: secret ? [secret.id] : [] }))
  ids = { workflow, pad, docid: `#${documents[0]?.hash.slice(0, 6)}`, job: job['job_id'] ?? '' }
})
afterAll(() => engine.close())

const UPLOAD = '01M86XYR5C84XC0DQ348RVV80J'

type Inputs = (ids: Ids) => readonly object[]
const queries =
  (key: string, more: object = {}): Inputs =>
  () =>
    near.map((query) => ({ [key]: query, ...more }))
const nothing: Inputs = () => [{}]
const workflow =
  (more: object = {}): Inputs =>
  ({ workflow: id }) => [{ workflow_id: id, ...more }]
const pad =
  (more: object = {}): Inputs =>
  ({ pad: id }) => [
    { id, ...more },
    { id: id.slice(0, 8), ...more },
  ]
const chatOf =
  (key: string, asList: boolean): Inputs =>
  () =>
    ['22222222', '22222222-2222-4222-8222-222222222222'].map((id) => ({ [key]: asList ? [id] : id }))
const library =
  (key = 'library', more: object = {}): Inputs =>
  () =>
    ['2', 'quaggapelf', 'quagg', '/docs/quagg'].map((name) => ({ [key]: name, ...more }))

/** Of a source of somebody else, by what its name begins with and by the id of a push. */
const pushes = ['notes', 'code'].map((kind) => ({ source: { kind, name: 'quagg' }, push: UPLOAD }))

const all = (names: readonly string[], inputs: Inputs) => Object.fromEntries(names.map((name) => [name, inputs]))

/** What each operation is asked for; one without a row fails. Changes are asked for too: nothing of it may come of them. */
const rows: Readonly<Record<string, Inputs>> = {
  recall: () => [
    ...near.map((query) => ({ query })),
    { query: 'ebb', sources: ['quagg'] },
    { query: 'ebb', project: 'quagg' },
  ],
  open: ({ docid }) => [{ citation: docid }, { citation: 'quagg.md' }, { citation: 'wuku://notes/quagg/a.md' }],
  render: ({ docid }) => [{ citation: docid }, { citation: 'quagg.md' }, { citation: 'wuku://notes/quagg/a.md' }],
  sources: () => [{}, { source: 'quagg' }],
  start: () => [{ folders: [join(folder, 'open/notes')] }],
  'store-totals': nothing,
  'search-engine': () => [{ action: 'status' }],
  'list-jobs': () => [{}, { library: '2' }, { library: 'quagg' }],
  ...all(['get-job', 'job-events', 'cancel-job', 'retry-job'], ({ job: job_id }) => [{ job_id }]),
  'start-job': () => ['2', 'quaggapelf'].map((of) => ({ operation: 'refresh-library', input: { library: of } })),
  'upload-documents': () => [{ library: '2', version: '1.0.0', upload: UPLOAD, files: [{ path: 'mine.md' }] }],
  add: () => [{ root: join(folder, 'open/notes'), kind: 'notes', name: 'open-notes' }],
  index: () => [{}, { sources: ['quagg'] }, { dryRun: true }],
  embed: () => [{ dryRun: true }, { sources: ['quagg'] }],
  move: () => [{ source: 'quagg', folder: join(folder, 'open') }],
  share: () => [
    { what: 'quaggapelf', visibility: 'public' },
    { what: 'quagg', type: 'source', visibility: 'public' },
    { what: '2', visibility: 'public' },
  ],
  'push-plan': () => pushes.map((of) => ({ ...of, page: 0, items: [] })),
  'push-files': () => pushes.map((of) => ({ ...of, page: 0, pieces: [] })),
  'push-finish': () => pushes,
  'push-remove': () => pushes.map(({ source }) => ({ source })),
  remove: () => [{ source: 'quagg' }, { source: 'quagg', dryRun: true }],
  forget: ({ docid }) => [{ citation: docid }, { citation: 'wuku://chats/quagg/22222222-2222-4222-8222-222222222222' }],
  context: () => [
    { action: 'list' },
    { action: 'remove', target: 'quagg' },
    { action: 'add', target: 'quagg', text: 'x' },
  ],
  project: () => [{ action: 'list' }, { action: 'add', name: 'mine', members: ['quagg'] }],
  eval: () => [{ path: 'nothing.jsonl' }],
  repo_context_pack: queries('query'),
  repo_semantic_search: queries('query'),
  repo_related_files: () => [{ path: 'a.ts' }, { path: 'quagg.ts' }],
  repo_open_ranges: () => [{ ranges: ['quagg.ts:1-2'] }, { ranges: ['a.ts:1-2'], project_root: 'quagg' }],
  repo_grep_suggest: queries('query'),
  find_symbol: () => [{ name: 'quaggapelfEbb' }, { name: 'quagg', match: 'part' }, { name: 'ebb', match: 'part' }],
  find_references: () => [{ name: 'quaggapelfEbb' }, { name: 'ebb' }],
  impact: () => [{ name: 'quaggapelfEbb' }, { name: 'ebb' }],
  affected: () => [{ diff: 'diff --git a/quagg.ts b/quagg.ts\n' }, { revision: 'HEAD', project_path: 'quagg' }],
  file_outline: () => [{ path: 'quagg.ts' }, { path: 'a.ts' }],
  repo_map: () => [{}, { query: 'ebb' }],
  repo_history: queries('query'),
  verify: ({ docid }) => [{ citation: docid }, { text: '`quaggapelfEbb` in a.ts', project: 'quagg' }],
  ...all(['repo_reindex', 'repo_index_status', 'repo_doctor'], nothing),
  gemini_embedding_probe: () => [{ text: 'ebb' }],
  embedding_probe: () => [{ text: 'ebb' }],
  search: queries('query'),
  vsearch: queries('query'),
  query: queries('query'),
  get: ({ docid }) => [{ file: docid }, { file: 'quagg.md' }, { file: 'quagg/a.md' }],
  multi_get: ({ docid }) => [{ pattern: '*.md' }, { pattern: '**/quagg*' }, { pattern: docid }],
  status: nothing,
  write_note: () => [{ path: 'quagg.md', text: 'x' }],
  edit_note: ({ docid }) => [
    { path: docid, old: 'ebb', content: 'x' },
    { path: 'quagg.md', old: 'ebb', content: 'x' },
  ],
  note_history: () => [{ path: 'quagg.md' }],
  'list-tags': () => [{}, { query: 'quagg' }, { source: 'quagg' }],
  related_notes: () => [{ path: 'quagg.md' }],
  'create-workflow': () => [{ name: 'mine' }],
  'list-workflows': nothing,
  'get-latest-active-workflow': nothing,
  'get-workflow': workflow(),
  'search-workflows': queries('query'),
  'update-workflow-status': workflow({ is_active: false }),
  'rename-workflow': workflow({ name: 'mine' }),
  'move-workflow': workflow({ project_scope: null }),
  'delete-workflow': workflow(),
  'create-scratchpad': workflow({ title: 'mine', content: 'x' }),
  'get-scratchpad': pad(),
  'get-scratchpad-outline': pad(),
  'append-scratchpad': pad({ content: 'x' }),
  'tail-scratchpad': pad(),
  'chop-scratchpad': pad({ blocks: 1 }),
  'update-scratchpad': pad({ mode: 'replace', content: 'x' }),
  'list-scratchpads': workflow(),
  'search-scratchpads': queries('query'),
  'search-scratchpad-content': pad({ query: 'ebb' }),
  'rename-scratchpad': pad({ title: 'mine' }),
  'move-scratchpad': ({ pad: id, workflow: to }) => [{ id, workflow_id: to }],
  'delete-scratchpad': pad(),
  'scratchpad-history': pad(),
  'diff-scratchpad': pad({ since_version: 1 }),
  'undo-scratchpad': pad(),
  'resolve-pad-id': ({ pad: id, workflow: from }) => [
    { id },
    { id: from },
    { id: id.slice(0, 8), workflow_name: 'quagg' },
  ],
  'follow-scratchpad': pad({ version: 1, wait_seconds: 0 }),
  'extract-workflow-info': workflow({ extraction_prompt: 'ebb' }),
  search_conversations: () => [...near, '*'].map((query) => ({ intent_query: query })),
  timeline: () => [{ since: '2026-11-19' }, { time_window: '7d', project: 'quagg' }],
  'list-conversations': () => [{}, { project: 'quagg' }, { title: 'quagg' }, { source: 'quagg' }],
  find_file_history: () => [{ path: 'quagg.ts' }],
  gather_chats: chatOf('chatIds', true),
  'read-conversation': () =>
    ['22222222', '22222222-2222-4222-8222-222222222222', 'wuku://chats/quagg/22222222-2222-4222-8222-222222222222'].map(
      (conversation) => ({ conversation, query: 'ebb' }),
    ),
  resolve_ids: () => [{ chatIdPrefix: '222222' }, { messageIdPrefix: '222222' }],
  conversation_stats: () => [{ group_by: ['project'] }, { group_by: ['agent'] }],
  export_conversation: chatOf('chatIds', true),
  ...all(['orders', 'failures', 'hook-log', 'hook-off'], () => [{ project: '/quagg' }]),
  ...all(['hook-why', 'hook-forget'], () => [{ id: 'quagg' }]),
  hook: () => [{ hook_event_name: 'SessionStart', session_id: 's', cwd: '/quagg' }],
  handoff: (about) => [{}, ...chatOf('session', false)(about)],
  resume_conversation: chatOf('chatId', false),
  delete_conversation: chatOf('chatId', false),
  'search-libraries': () => [...near, ''].map((libraryName) => ({ libraryName })),
  'get-library-docs': library('library_id', { topic: 'ebb' }),
  'resolve-library-id': queries('libraryName', { query: 'ebb' }),
  'query-docs': library('libraryId', { query: 'ebb' }),
  'which-version': library(),
  'diff-library-versions': library('library', { from: '1.0.0', to: '1.0.0', query: 'ebb' }),
  'import-docs': () => [{ url: 'https://127.0.0.1:1/x', name: 'mine' }],
  'list-libraries': nothing,
  'show-library': library(),
  'create-library': () => [{ name: 'mine-too' }],
  'update-library': library('library', { description: 'x' }),
  'preview-import': () => [{ url: 'https://127.0.0.1:1/x' }],
  'init-import': () => [{ url: 'https://127.0.0.1:1/x' }],
  'create-version': library('library', { version: '9.0.0' }),
  'import-version': library('library', { version: '9.1.0' }),
  'delete-version': library('library', { version: '9.2.0' }),
  'refresh-library': library(),
  'delete-library': library(),
  'purge-libraries': () => [{ all: true, yes: true }],
  'add-documents': () => [{ library: '2', version: '1.0.0', documents: [{ path: 'mine.md', text: '# Mine' }] }],
  'list-documents': library(),
  'get-document': () => [{ document_id: 1 }, { document_id: 2 }],
  'list-chunks': library('library', { mode: 'info' }),
  'retry-documents': library(),
  'delete-document': library('library', { path: 'a.md' }),
  'list-releases': () => [{ url: 'https://127.0.0.1:1/x/y' }],
  'library-activity': () => [{}, { library: '2' }],
  'show-call': () => [1, 2, 3, 40].map((id) => ({ id })),
  'replay-call': () => [1, 2, 3, 40].map((id) => ({ id })),
  'list-calls': () => [{}, { failed: true }],
  'list-sessions': () => [{}, ...[1, 2, 3, 40].map((id) => ({ call: id }))],
  'statistics-history': () => [{}, { since: '1h', step: 1, mine: true }],
  'list-files': () => [
    { source: 'open-notes', query: 'quagg' },
    { source: 'quagg' },
    { source: 'open-notes', under: 'quagg' },
  ],
  'list-folders': () => [{ folder: join(folder, 'open'), find: true }],
  'plan-source': () => [{ root: join(folder, 'open/notes') }],
  growth: () => [{}, { days: 1 }],
  'check-installation': nothing,
  'list-settings': () => [{}, { name: 'quagg' }],
  'change-setting': () => [
    { name: 'quagg', value: 1 },
    { name: 'pads.bytes', value: 'quagg' },
  ],
  'connect-clients': () => [{}, { client: 'cursor', url: 'https://wuku.example.com' }],
  'list-audit': () => [{}, { target: '2' }, { outcome: 'denied' }],
  'create-user': () => [{ name: 'somebody else' }],
  'list-users': nothing,
  'create-invitation': () => [{ name: 'one more' }, { user_id: 'quagg' }],
  'list-invitations': nothing,
  'revoke-invitation': () => [{ invitation_id: 'quagg' }],
  'list-people': () => [{}, { named: ['quagg'] }],
  'show-user': () => [{ user_id: 'quagg' }],
  'update-user': () => [{ user_id: 'quagg', name: 'mine' }],
  'delete-user': () => [{ user_id: 'quagg' }],
  'create-key': () => [{ name: 'mine' }],
  'list-keys': nothing,
  'show-key': () => [{ key_id: 'quagg' }],
  'revoke-key': () => [{ key_id: 'quagg' }],
  'library-statistics': () => [{}, { library: '2' }],
}

/** As a caller reads it: the answer, as JSON and as text, or the error. */
async function said(operation: Operation, input: object, who: Caller): Promise<string> {
  try {
    const done = await invoke(operation, input as never, call(who))
    const blocks = operation.render(done.output, done.input)
    return `${JSON.stringify(done.output)}\n${JSON.stringify(blocks)}`
  } catch (thrown) {
    const { message, remedy } = thrown as Error & { remedy?: string }
    return `${message} ${remedy ?? ''}`
  }
}

it('every operation has a row', () =>
  expect(Object.keys(rows).toSorted()).toEqual(operations.map(({ name }) => name).toSorted()))

it.each(operations)('$name tells a caller nothing of what that one may not see', async (operation) => {
  for (const input of rows[operation.name]?.(ids) ?? [])
    for (const who of [caller, user])
      expect((await said(operation, input, who)).toLowerCase(), JSON.stringify(input)).not.toContain(CANARY)
})

it('a user sees what the team may', async () => {
  const seen = await engine.for(user).read((view) => view.sources.list())
  const names = seen.map(({ name }) => name).filter((name) => /^(?:open|shown)/.test(name))
  expect(names.toSorted()).toEqual(['open-chats', 'open-code', 'open-notes', 'shown@1.0.0'])
})

/** Else the questions would ask for nothing that there is. */
const answered =
  'recall open sources project repo_semantic_search find_symbol search query get multi_get status list-workflows ' +
  'get-workflow search-workflows get-scratchpad list-scratchpads search-scratchpads search_conversations timeline ' +
  'gather_chats read-conversation list-conversations conversation_stats search-libraries get-library-docs list-libraries show-library list-documents context list-jobs'
it.each(answered.split(' '))('%s tells the owner of it, asked the same', async (name) => {
  const safe = (rows[name]?.(ids) ?? []).filter((input) => !('action' in input) || input.action === 'list')
  const told = await Promise.all(safe.map((input) => said(named(name), input, owner('test'))))
  expect(told.join('\n').toLowerCase()).toContain(CANARY)
})

it('a user to whom nothing is visible is told how to come by something', async () => {
  const stranger: Caller = { ...user, actor: 'kim', sees: new Set() }
  expect(await said(named('recall'), { query: 'tide' }, stranger)).toContain('Nothing here is yours or shared with you')
})

it('completions offer a caller nothing of what that one may not see', async () => {
  for (const variable of ['kind', 'source', 'path']) {
    const request = { template: 'wuku://{kind}/{source}/{+path}', variable, typed: '', known: {} }
    for (const who of [caller, user])
      expect(JSON.stringify(await completeTemplate(request, engine.for(who)))).not.toContain(CANARY)
  }
})

it('what a caller may not see is as it was, whatever that one asked for', async () => {
  const told = await engine.read(async (view) => ({
    pad: (await view.pads.pad(ids.pad))?.content,
    sources: (await view.sources.list()).filter(({ name }) => name.includes(CANARY)).length,
    names: (await view.documents.names()).filter(({ path }) => path.includes(CANARY)).length,
    words: (await view.terms.stats([CANARY])).holders.get(CANARY) ?? 0,
    libraries: (await view.libraries.libraries()).map(({ name, status }) => [name, status]),
  }))
  expect(told).toMatchObject({ pad: `${CANARY} ebb`, sources: 4 })
  expect(told.libraries).toContainEqual([CANARY, 'active'])
  expect(told.names).toBeGreaterThanOrEqual(3)
  expect(told.words).toBeGreaterThanOrEqual(4)
})
