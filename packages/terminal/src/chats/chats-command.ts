import { groupCommand } from '../action-groups.ts'
import { chatsActions } from './chat-actions.ts'
import { failEmptySearch } from '../flags.ts'

export const chatsCommand = groupCommand({
  name: 'chats',
  title: 'Conversations with agents: list, search, show, export, resume, timeline, stats, files',
  examples: [
    { description: 'The newest; any unique prefix of an id will do', line: 'wuku chats' },
    { description: 'Which one was that?', line: 'wuku chats search "虚拟列表 scrolling" --since 2026-10-01' },
    { description: 'A whole conversation, with tool output', line: 'wuku chats show 7f3c9a12 --tools' },
    { description: 'Export to a file', line: 'wuku chats export 7f3c9a12 --format markdown' },
    { description: 'The command to resume it', line: 'wuku chats resume 7f3c9a12' },
    { description: 'What was done yesterday', line: 'wuku chats timeline yesterday' },
    { description: 'Tokens and time by week and model', line: 'wuku chats stats --by week,model' },
    { description: 'Who changed this file, and when', line: 'wuku chats files src/cart.ts --edited' },
  ],
  actions: chatsActions,
  flags: {
    '--words A,B': 'Its id, words, day or path.',
    '--project TEXT': 'Only this working folder: its path, the end of it, or its name.',
    '--agent TEXT': 'Only this program, such as claude-code.',
    '--since TEXT': 'From this day on: 2026-11-20, yesterday, 昨天.',
    '--until TEXT': 'Up to and including this day.',
    '--limit, -n N': 'Maximum number of conversations or groups.',
    '--fuzzy': 'search: include misspelt and related words.',
    '--weak': 'search: include hits that are far weaker than the best.',
    '--tools': 'show, export: include the input and output of tools.',
    '--thinking': "show, export: include the model's thinking.",
    '--format TEXT': 'export: markdown, json, jsonl or pairs. Default: markdown.',
    '--all': 'timeline: include automated runs, without a person.',
    '--by A,B': 'stats: one or two of agent, model, project, day, week, month.',
    ...failEmptySearch,
    '--edited': 'files: only changes, not reads.',
  },
  id: /^[0-9a-f-]{6,}$/i,
  needs: { id: ['an id', 'List ids with: wuku chats'] },
})
