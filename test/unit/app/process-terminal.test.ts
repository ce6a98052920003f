import { expect, it } from 'vitest'
import { wantsColours } from '../../../src/app/process-terminal.ts'

const rows: readonly [env: NodeJS.ProcessEnv, inTerminal: boolean, inPipe: boolean][] = [
  [{}, true, false],
  [{ NO_COLOR: '1' }, false, false],
  [{ NO_COLOR: '' }, true, false],
  [{ TERM: 'dumb' }, false, false],
  [{ CLICOLOR: '0' }, false, false],
  [{ CLICOLOR_FORCE: '1' }, true, true],
  [{ CLICOLOR_FORCE: '0' }, true, false],
  [{ FORCE_COLOR: '1' }, true, true],
  [{ FORCE_COLOR: '3', TERM: 'dumb' }, true, true],
  [{ FORCE_COLOR: '0' }, false, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
  [{ CLICOLOR_FORCE: '1', NO_COLOR: '1' }, false, false],
]
it.each(rows)('with %j colours are in a terminal %s, in a pipe %s', (env, inTerminal, inPipe) =>
  expect([wantsColours(true, env), wantsColours(false, env)]).toEqual([inTerminal, inPipe]),
)
