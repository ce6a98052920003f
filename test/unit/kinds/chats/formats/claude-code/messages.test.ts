import { expect, it } from 'vitest'
import { outlineOf, threadOf } from '../read-piece.ts'
import { answer, call, check, envelope, read, result, session, user, words } from './transcript.ts'

it('tells whose conversation it is', () => {
  const { id, project, branch, parent, isAutomated, title, messages } = read([
    user('u1', null, 'Fix the login 登录'),
    answer('a1', 'u1', [words('Done.')], { gitBranch: 'fix/login', timestamp: '2026-11-01T10:00:05.250Z' }),
  ])
  expect({ id, project, branch, parent, isAutomated, title }).toEqual({
    id: session,
    project: '/home/ada/work/api',
    branch: 'fix/login',
  })
  expect(messages).toEqual([
    {
      id: 'u1',
      parent: null,
      role: 'user',
      at: Date.parse('2026-11-01T10:00:00Z'),
      pieces: [{ kind: 'text', text: 'Fix the login 登录' }],
    },
    {
      id: 'a1',
      parent: 'u1',
      role: 'assistant',
      at: Date.parse('2026-11-01T10:00:05.250Z'),
      model: 'claude-example-4',
      inputTokens: 3210,
      outputTokens: 40,
      pieces: [{ kind: 'text', text: 'Done.' }],
    },
  ])
})

const spread = { message: { id: 'msg_1' } }

it('makes one message of the lines that share its id, and counts its tokens once', () => {
  const told = read([
    user('u1', null, 'look'),
    answer('a1', 'u1', [{ type: 'thinking', thinking: 'hm', signature: 'x' }], spread),
    answer('a2', 'a1', [words('I look.')], spread),
    answer('a3', 'a2', [call('t1', 'Read', { file_path: '/src/a.ts' })], spread),
    result('r1', 'a3', ['t1', 'text of a']),
    answer('a4', 'r1', [words('Seen.')]),
  ])
  expect(outlineOf(told)).toEqual([
    'user: look',
    'assistant: (hm) | I look. | Read(/src/a.ts) | = text of a',
    'assistant: Seen.',
  ])
  expect(told.messages.map(({ inputTokens }) => inputTokens)).toEqual([undefined, 3210, 3210])
  expect(told.messages.map(({ id }) => id)).toEqual(['u1', 'a1', 'a4'])
  expect(told.links).toEqual([
    ['a2', 'a1'],
    ['a3', 'a1'],
    ['r1', 'a3'],
  ])
})

it('takes the longer text of an answer that was written again while it grew', () =>
  check(
    [
      answer('a1', null, [words('I lo')], spread),
      answer('a2', 'a1', [words('I look.'), call('t1', 'Bash', { command: 'l' })], spread),
      answer('a3', 'a2', [words('I look.'), call('t1', 'Bash', { command: 'ls' })], spread),
    ],
    ['assistant: I look. | Bash()'],
  ))

it('does not make one message of answers that all have the same id', () =>
  check(
    [
      user('u1', null, 'a'),
      answer('a1', 'u1', [words('A')], spread),
      user('u2', 'a1', 'b'),
      answer('a2', 'u2', [words('B')], spread),
    ],
    ['user: a', 'assistant: A', 'user: b', 'assistant: B'],
  ))

it('does not take results of tools for turns of the user, nor parallel ones for branches', () => {
  const told = read([
    user('u1', null, 'run both'),
    answer('a1', 'u1', [call('t1', 'Bash', { command: 'ls' })], spread),
    answer('a2', 'a1', [call('t2', 'mcp__github__list_issues', { repo: 'x' })], spread),
    result('r1', 'a1', ['t1', [words('a.ts'), words('b.ts')]]),
    result('r2', 'a2', ['t2', 'no issues'], {
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't2', content: 'denied', is_error: true }],
      },
    }),
    answer('a3', 'r2', [words('Done.')]),
  ])
  expect(outlineOf(told)).toEqual([
    'user: run both',
    'assistant: Bash() | github/list_issues() | = a.ts\nb.ts | ! denied',
    'assistant: Done.',
  ])
  expect(threadOf([told])).toEqual(['u1', 'a1', 'a3'])
})

it('keeps a result whose call stands in an earlier part', () => {
  const told = read([result('r1', 'a1', ['t1', 'late'])], { part: 2, firstLine: JSON.stringify(user('u1', null, 'x')) })
  expect(told.messages).toEqual([
    {
      id: 'r1',
      parent: 'a1',
      role: 'tool',
      at: Date.parse('2026-11-01T10:00:00Z'),
      pieces: [{ kind: 'result', call: 't1', text: 'late' }],
    },
  ])
})

it('leaves out what nobody said, and keeps the messages around it connected', () => {
  const openings = [
    '<command-name>/clear</command-name>',
    '<command-message>review</command-message>',
    '<local-command-stdout>ok</local-command-stdout>',
    '<task-notification>\n<task-id>1</task-id>',
    '[Request interrupted by user for tool use]',
    'Stop hook feedback:\nnot yet',
    'This session is being continued from a previous conversation.',
    '<system-reminder>be good</system-reminder>',
  ]
  const told = read([
    user('u1', null, 'real'),
    ...openings.map((text, at) => user(`x${at}`, at === 0 ? 'u1' : `x${at - 1}`, [words(text)])),
    user('m1', `x${openings.length - 1}`, 'Caveat: generated', { isMeta: true }),
    user('c1', 'm1', 'all that was said', { isCompactSummary: true }),
    envelope('system', { uuid: 's1', parentUuid: 'c1', subtype: 'local_command', content: 'x' }),
    envelope('progress', { uuid: 'p1', parentUuid: 's1', data: { type: 'agent_progress', agentId: '1' } }),
    { type: 'file-history-snapshot', messageId: 'u1', snapshot: {} },
    { type: 'queue-operation', operation: 'enqueue', sessionId: session, content: 'real' },
    answer('a1', 'p1', [words('yes')]),
  ])
  expect(outlineOf(told)).toEqual(['user: real', 'assistant: yes'])
  expect(threadOf([told])).toEqual(['u1', 'a1'])
})

it('takes what follows a reminder, and what was typed while the agent was at work', () =>
  check(
    [
      user('u1', null, '<system-reminder>be good</system-reminder>\n说中文'),
      envelope('attachment', {
        uuid: 'q1',
        parentUuid: 'u1',
        attachment: { type: 'queued_command', prompt: 'and the tests', commandMode: 'prompt' },
      }),
      envelope('attachment', {
        uuid: 'q2',
        parentUuid: 'q1',
        attachment: { type: 'queued_command', prompt: 'done', commandMode: 'task-notification' },
      }),
      envelope('attachment', {
        uuid: 'q3',
        parentUuid: 'q2',
        attachment: { type: 'queued_command', prompt: '<task-notification>\nx' },
      }),
      envelope('attachment', { uuid: 'q4', parentUuid: 'q3', attachment: { type: 'task_reminder', content: [] } }),
    ],
    ['user: 说中文', 'user: and the tests'],
  ))

it('keeps what was rewound, off the thread that counts', () => {
  const told = read([
    user('u1', null, 'a'),
    answer('a1', 'u1', [words('A')]),
    user('u2', 'a1', 'wrong way'),
    answer('a2', 'u2', [words('lost')]),
    user('u3', 'a1', 'right way'),
    answer('a3', 'u3', [words('found')]),
  ])
  expect(told.messages).toHaveLength(6)
  expect(threadOf([told])).toEqual(['u1', 'a1', 'u3', 'a3'])
})

it('keeps the first words when they were taken back, and marks them', () =>
  check(
    [
      envelope('progress', { uuid: 'h1', parentUuid: null, data: { type: 'hook_progress' } }),
      envelope('progress', { uuid: 'h2', parentUuid: 'h1', data: { type: 'hook_progress' } }),
      user('u1', 'h2', 'frist words'),
      answer('a1', 'u1', [words('What?')]),
      user('u2', 'h2', 'first words'),
      answer('a2', 'u2', [words('Yes.')]),
    ],
    ['-user: frist words', '-assistant: What?', 'user: first words', 'assistant: Yes.'],
  ))

it('goes on where a conversation was compacted', () => {
  const told = read([
    user('u1', null, 'a'),
    answer('a1', 'u1', [words('A')]),
    user('u2', 'a1', 'abandoned'),
    envelope('system', { uuid: 'b1', parentUuid: null, logicalParentUuid: 'a1', subtype: 'compact_boundary' }),
    user('c1', 'b1', 'summary', { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
    answer('a2', 'c1', [words('on')]),
  ])
  expect(threadOf([told])).toEqual(['u1', 'a1', 'a2'])
})

it('connects parts', () => {
  const lines = [user('u1', null, 'a'), answer('a1', 'u1', [call('t1', 'Bash', {})]), result('r1', 'a1', ['t1', 'ok'])]
  const more = [answer('a2', 'r1', [words('wrong')]), answer('a3', 'r1', [words('right')])]
  const second = read(more, { part: 2, firstLine: JSON.stringify(lines[0]) })
  expect(threadOf([read(lines), second])).toEqual(['u1', 'a1', 'a3'])
})

it('shows subagents of older versions as what a tool did', () => {
  const told = read([
    user('u1', null, 'research'),
    answer('a1', 'u1', [call('t1', 'Task', { prompt: 'look around' })]),
    user('s1', null, 'look around', { isSidechain: true }),
    answer('s2', 's1', [words('I see'), call('t2', 'Grep', { pattern: 'x', path: 'src' })], { isSidechain: true }),
    result('s3', 's2', ['t2', 'src/a.ts'], { isSidechain: true }),
    result('r1', 'a1', ['t1', 'seen']),
    answer('a2', 'r1', [words('Done.')]),
  ])
  expect(outlineOf(told)).toEqual([
    'user: research',
    'assistant: Task() | = seen',
    'tool: look around',
    'tool: I see | Grep(src) | = src/a.ts',
    'assistant: Done.',
  ])
  expect(threadOf([told])).toEqual(['u1', 'a1', 's1', 's2', 'a2'])
})

it('knows which files a call names', () =>
  check(
    [
      answer('a1', null, [
        call('1', 'Read', { file_path: '/a.ts' }),
        call('2', 'Edit', { file_path: '/b.ts', old_string: '', new_string: '' }),
        call('3', 'MultiEdit', { file_path: '/c.ts' }),
        call('4', 'Write', { file_path: '/数据.ts' }),
        call('5', 'NotebookEdit', { notebook_path: '/e.ipynb' }),
        call('6', 'Grep', { pattern: 'x' }),
        call('7', 'Bash', { path: '/no' }),
      ]),
    ],
    [
      'assistant: Read(/a.ts) | Edit(*/b.ts) | MultiEdit(*/c.ts) | Write(*/数据.ts) | NotebookEdit(*/e.ipynb) | Grep() | Bash()',
    ],
  ))

it('keeps that something was handed in', () =>
  check(
    [
      user('u1', null, [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'document', title: 'plan.md', source: { type: 'text', media_type: 'text/plain', data: '计划' } },
        words('see this'),
      ]),
    ],
    ['user: [image/png] | [plan.md]计划 | see this'],
  ))
