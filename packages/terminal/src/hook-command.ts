import { groupCommand } from './action-groups.ts'

/** `wuku hook <action>`; without an action it answers the hook of an agent, before anything else is loaded. */
export const hookCommand = groupCommand({
  name: 'hook',
  title: 'What agents are told at the right moment: log, why, forget, off, on',
  examples: [
    { description: 'Answer an event of an agent, as hooks do', line: 'wuku hook < event.json' },
    { description: 'Never say that again', line: 'wuku hook forget 3f2a9c1b' },
  ],
  actions: {
    log: {
      description: 'What was said to agents, and why',
      takes: '[project]',
      flags: ['limit'],
      calls: ['hook-log'],
    },
    why: { description: 'One answer with its reason and citation', takes: '<id>', calls: ['hook-why'] },
    forget: { description: 'Silence what an answer rests on', takes: '<id>', calls: ['hook-forget'] },
    off: { description: 'Say nothing in a project, or anywhere', takes: '[project]', calls: ['hook-off'] },
    on: {
      description: 'Say it again',
      takes: '[project]',
      calls: ['hook-off'],
      input: ({ words }) => ({ ...words, on: true }),
    },
  },
  flags: {
    '--words A,B': 'Id of an answer, or folder of a project.',
    '--limit, -n N': 'log: maximum number of lines.',
    '--client TEXT': 'Without an action: the program, where its event does not show it.',
    '--home TEXT': 'Without an action: the data folder. Default: that of WUKU_HOME.',
  },
  needs: { id: ['the id of an answer', 'List ids with: wuku hook log'] },
})
