/** What programs sent to a hook of theirs here, with names of nobody. */
export const folder = '/home/u/work'
export const call = { command: 'npm test', description: 'Runs it' }

/** Fields that a program sends with every event, as it sent them here. */
export const bases = {
  'claude-code': {
    session_id: 's1',
    transcript_path: '/home/u/.claude/projects/-home-u-work/s1.jsonl',
    cwd: folder,
    permission_mode: 'default',
  },
  codex: {
    session_id: 's1',
    turn_id: 'u1',
    transcript_path: '/home/u/.codex/sessions/2026/11/29/rollout-2026-11-29T18-40-28-s1.jsonl',
    cwd: folder,
    model: 'gpt-5.1-codex',
    permission_mode: 'bypassPermissions',
  },
  gemini: {
    session_id: 's1',
    transcript_path: '/home/u/.gemini/tmp/work/chats/session-2026-11-29T18-40-s1.jsonl',
    cwd: folder,
    timestamp: '2026-11-29T18:40:36.724Z',
  },
  'qwen-code': {
    session_id: 's1',
    transcript_path: '/home/u/.qwen/projects/-home-u-work/chats/s1.jsonl',
    cwd: folder,
    timestamp: '2026-11-29T18:40:40.908Z',
    permission_mode: 'yolo',
  },
  'copilot-cli': { sessionId: 's1', timestamp: 1_795_977_646_229, cwd: folder },
  cursor: {
    conversation_id: 's1',
    generation_id: 'g1',
    model: 'example',
    cursor_version: '3.20.17',
    workspace_roots: [folder],
    user_email: null,
    transcript_path: null,
  },
  vscode: { timestamp: '2026-11-29T18:40:36.724Z', cwd: folder, sessionId: 's1', transcript_path: '/home/u/t.json' },
  opencode: { client: 'opencode', session: 's1', folder },
} as const
