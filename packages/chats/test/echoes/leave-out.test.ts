import { describe, expect, it } from 'vitest'
import { withoutEchoes } from '../../src/echoes/leave-out.ts'
import type { DraftBlock } from '../../src/conversation.ts'
import type { KnownText } from '@wuku/core/ports/source-reader'
import type { Json } from '@wuku/core/core-types'
import { conversation } from '../drafts.ts'

const CITED = '1. shop/src/jwt.ts:3\n   wuku://code/shop/src/jwt.ts#L3-L9'
const known: KnownText = {
  places: [
    { kind: 'code', name: 'code/shop', root: '/home/ada/shop' },
    { kind: 'notes', name: 'notes/shop-notes', root: '/home/ada/shop/notes' },
    { kind: 'notes', name: 'notes/team', root: 'C:\\Team' },
  ],
}

type Called = readonly [tool: string, args: Json, result: string]

function told([tool, args, text]: Called, more: Partial<KnownText> = {}, files: readonly string[] = []) {
  const pieces: readonly DraftBlock[] = [
    { kind: 'call', call: 'c', tool, args, files: files.map((path) => ({ path, isEdited: false })) },
    { kind: 'result', call: 'c', text },
  ]
  const draft = conversation('c', [{ id: 'm', role: 'assistant', pieces }], { project: '/home/ada/shop' })
  const { messages } = withoutEchoes(draft, { ...known, ...more }).conversation
  const result = messages[0]?.pieces[1]
  return result?.kind === 'result' ? result.text : ''
}

describe('who is recognised as wuku', () => {
  it.each<Called>([
    ['mcp__wuku__recall', {}, 'x'],
    ['mcp_wuku_find_symbol', {}, 'x'],
    ['wuku__sources', {}, 'x'],
    ['wuku-dev.open', {}, 'x'],
    ['use_mcp_tool', { server_name: 'wuku', tool_name: 'recall' }, 'x'],
    ['exec', 'await tools.mcp__wuku__recall({query: "x"})', 'x'],
    ['exec', 'const r = await tools.exec_command({ cmd: "wuku recall \\"x\\"", workdir: "/d" }); text(r)', 'x'],
    ['recall', {}, CITED],
    ['mcp__library__search_conversations', {}, `{"results":[{"citation":"wuku://chats/codex/a#b"}]}`],
    ['recall', {}, 'Nothing found for "x".'],
    ['Bash', { command: 'wuku recall x' }, 'x'],
    ['Bash', { command: 'cd ~/shop && WUKU_HOME=/d npx -y wuku@1.2.0 recall "a; b" 2>/dev/null | jq .hits' }, 'x'],
    ['Bash', { command: './node_modules/.bin/wuku open wuku://notes/a/b.md' }, 'x'],
    ['shell', { command: ['bash', '-lc', 'node --no-warnings bin/wuku.js docs search vue watch'] }, 'x'],
    ['Bash', { command: 'npm test && wuku recall x' }, `PASS\n${CITED}`],
  ])('%s %j', (...called) => expect(told(called)).toMatch(/^\[result of .* left out: wuku's own answer\]$/))

  it.each<Called>([
    ['Bash', { command: 'cd ~/wuku && npm test' }, 'PASS'],
    ['Bash', { command: 'git commit -m "wuku recall is faster"' }, 'done'],
    ['Bash', { command: 'npm test && wuku index' }, 'PASS'],
    ['Bash', { command: 'grep -rn "wuku://" src' }, CITED],
    ['Grep', { pattern: 'citation' }, CITED],
    ['Read', { file_path: '/elsewhere/answers.md' }, CITED],
    ['recall', { memory: 'x' }, 'You like tea.'],
    ['mcp__context7__get-library-docs', {}, 'docs'],
    ['WebSearch', { query: 'x' }, 'found'],
  ])('and not: %s %j', (...called) => expect(told(called)).toBe(called[2]))

  it.each([
    '3 passages for "jwt":\n\n1. shop/src/jwt.ts:3',
    'Strong: 3 passages for "jwt":\n\n1. shop/src/jwt.ts:3',
    'Partial: 1 snippet for "jwt". 2 more, all far weaker, left out',
    'None: nothing here answers "密钥". Nearest:',
    'Wall time: 0.1200 seconds\nOutput:\nStrong: 3 passages for "jwt":',
    'Chunk ID: 5f\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n3 passages for "jwt":',
  ])('where the call stands in the part before, by the form of the answer: %j', (text) => {
    const draft = conversation('c', [{ id: 'm', role: 'tool', pieces: [{ kind: 'result', call: 'gone', text }] }])
    expect(withoutEchoes(draft).counts).toEqual(new Map([['wuku', 1]]))
  })

  it('in what a program put into the name of its user', () => {
    const text = `I ran the following shell command:\n\`\`\`sh\nwuku recall x\n\`\`\`\n\nThis produced:\n${CITED}`
    const draft = conversation('c', [{ id: 'm', role: 'user', pieces: [{ kind: 'text', text }] }])
    const [message] = withoutEchoes(draft).conversation.messages
    expect(JSON.stringify(message)).not.toContain('jwt')
  })
})

describe('copies of files that are indexed', () => {
  it.each<[called: Called, files: readonly string[], says: string]>([
    [['Read', {}, 'text'], ['/home/ada/shop/src/a.ts'], 'text of src/a.ts left out: it is indexed as code/shop'],
    [['read_file', {}, 'text'], ['src/../src/a.ts'], 'text of src/a.ts left out: it is indexed as code/shop'],
    [['view', {}, 'text'], ['/home/ada/shop/notes/b.md'], 'text of b.md left out: it is indexed as notes/shop-notes'],
    [['Read', {}, 'text'], ['c:/Team/plans/x.md'], 'text of plans/x.md left out: it is indexed as notes/team'],
    [['Bash', { command: 'cat src/a.ts src/b.ts' }, 'text'], [], 'text of src/a.ts, src/b.ts left out'],
    [['Bash', { command: "cd src && sed -n '1,20p' a.ts" }, 'text'], [], 'text of src/a.ts left out'],
    [['Bash', { command: 'nl -ba src/a.ts | sed -n 10,20p' }, 'text'], [], 'text of src/a.ts left out'],
    [['shell', { command: ['bash', '-lc', 'pwd && ls src && cat src/a.ts'] }, 'text'], [], 'text of src/a.ts left out'],
    [['exec', 'await tools.exec_command({"cmd":"sed -n 1,20p src/a.ts"})', 'text'], [], 'text of src/a.ts left out'],
  ])('%j %j', (called, files, says) => expect(told(called, {}, files)).toContain(says))

  it.each<[called: Called, files: readonly string[]]>([
    [['Read', {}, 'text'], ['/home/ada/other/a.ts']],
    [['Read', {}, 'text'], ['/home/ada/shop-old/a.ts']],
    [['Read', {}, 'text'], ['/home/ada/shop/node_modules/x/index.js']],
    [['Read', {}, 'text'], ['C:\\Team\\plan.xlsx']],
    [['Grep', {}, 'text'], ['/home/ada/shop/src/a.ts']],
    [['Bash', { command: 'cat src/a.ts && npm test' }, 'text'], []],
    [['Bash', { command: 'cat src/a.ts /etc/hosts' }, 'text'], []],
    [['Bash', { command: 'sed -i s/a/b/ src/a.ts' }, 'text'], []],
  ])('are not: %j %j', (called, files) => expect(told(called, {}, files)).toBe('text'))
})

it.each([
  'mcp__context7__query-docs',
  'WebFetch',
  'google_web_search',
  'mcp__exa__search',
  'mcp__qmd__query',
  'mcp__ripgrep__search',
  'mcp__docs-mcp-server__search_docs',
])('what %s retrieved is left out when that is asked for', (tool) => {
  expect(told([tool, {}, 'found'], { leaveOutRetrieved: true })).toContain('retrieved from elsewhere')
  expect(told([tool, {}, 'found'])).toBe('found')
})

it.each(['Grep', 'rg', 'search_files', 'mcp__files__probe_disk'])('what %s prints stays all the same', (tool) =>
  expect(told([tool, {}, 'found'], { leaveOutRetrieved: true })).toBe('found'),
)
