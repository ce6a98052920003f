import { expect, it } from 'vitest'
import { serverCommand } from '../src/tool-arguments.ts'

const launcher = '/home/u/wuku/bin/wuku.js'
const inNpx = '/home/u/.npm/_npx/0a1b/node_modules/wuku/bin/wuku.js'
const byNpx = { command: 'npx', args: ['-y', 'wuku', 'mcp'] }

it.each<[says: string, place: { at?: string; running?: string }, env: NodeJS.ProcessEnv, expected: object]>([
  ['the Node that runs', {}, {}, { command: '/usr/bin/node', args: [launcher, 'mcp'], env: {} }],
  [
    'the Node that the user has',
    {},
    { WUKU_STARTED_BY: '/opt/node' },
    { command: '/opt/node', args: [launcher, 'mcp'] },
  ],
  ['the data folder', {}, { WUKU_HOME: '/data' }, { env: { WUKU_HOME: '/data' } }],
  ['npx, from where npx keeps wuku', { at: inNpx }, {}, { ...byNpx, env: {} }],
  ['npx, with the data folder', { at: inNpx }, { WUKU_HOME: '/data' }, { ...byNpx, env: { WUKU_HOME: '/data' } }],
  [
    'any Node, for one of npx',
    { running: '/home/u/.npm/_npx/0a1b/node_modules/node/bin/node' },
    {},
    { command: 'node' },
  ],
])('agents are told to start %s', (_, place, env, expected) =>
  expect(serverCommand({ env }, { at: launcher, running: '/usr/bin/node', ...place })).toMatchObject(expected),
)
