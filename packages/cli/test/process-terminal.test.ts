import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { linkToFile, showsLinks, wantsColours } from '../src/process-terminal.ts'

it.each<[env: NodeJS.ProcessEnv, inTerminal: boolean, inPipe: boolean]>([
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
])('with %j colours are in a terminal %s, in a pipe %s', (env, inTerminal, inPipe) =>
  expect([wantsColours(true, env), wantsColours(false, env)]).toEqual([inTerminal, inPipe]),
)

it.each<[env: NodeJS.ProcessEnv, shown: boolean]>([
  [{}, false],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM_PROGRAM: 'iTerm.app' }, true],
  [{ VTE_VERSION: '4602' }, false],
  [{ VTE_VERSION: '7200' }, true],
  [{ WT_SESSION: 'x' }, true],
  [{ WT_SESSION: 'x', NO_COLOR: '1' }, false],
  [{ WT_SESSION: 'x', CI: 'true' }, false],
  [{ WT_SESSION: 'x', TERM: 'dumb' }, false],
  [{ WT_SESSION: 'x', FORCE_HYPERLINK: '0' }, false],
  [{ FORCE_HYPERLINK: '1', NO_COLOR: '1' }, true],
])('with %j links are in a terminal %s, and never in a pipe', (env, shown) =>
  expect([showsLinks(true, env), showsLinks(false, { ...env, FORCE_HYPERLINK: '1' })]).toEqual([shown, false]),
)

it.runIf(process.platform !== 'win32')('a link names the machine, and holds nothing that ends it', () =>
  expect(linkToFile('x', '/a b/潮\u001B\\;.md')).toBe(
    `\u001B]8;;file://${hostname()}/a%20b/%E6%BD%AE%1B%5C%3B.md\u001B\\x\u001B]8;;\u001B\\`,
  ),
)
