import { expect, it } from 'vitest'
import { lua } from '../../src/languages/scripting/lua.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  ['nothing', '', []],
  ['only a comment', '-- 注释\n', []],
  [
    'functions',
    'local function f()\n  local function inner() end\nend\nfunction glob() end\ndo\n  local function g() end\nend\n',
    ['function f 1-3', 'function glob (exported) 4', 'function g 6'],
  ],
  [
    'a module',
    `local M = {}
function M.g() end
function M:bar() end
function a.b.c() end
M.foo = function() end
M.opts = { on = function() end, n = 1 }
M.x, M.y = function() end, 2
return M
`,
    [
      'variable M (exported) 1',
      'function M.g (exported) 2',
      'method M.bar (exported) 3',
      'function b.c (exported) 4',
      'function M.foo (exported) 5',
      'field M.opts (exported) 6',
      'field M.opts > method on (exported) 6',
      'function M.x (exported) 7',
      'field M.y (exported) 7',
    ],
  ],
  [
    'tables with functions',
    `local t = { run = function() end, ['q'] = function() end, { deep = function() end } }
local P = Base:extend({ init = function() end })
return { setup = function() end }
`,
    [
      'variable t 1',
      'variable t > method run 1',
      'variable t > method q 1',
      'variable t > method deep 1',
      'variable P 2',
      'variable P > method init 2',
      'method setup (exported) 3',
    ],
  ],
  [
    'what a metatable answers with',
    `local t = setmetatable({ ebb = function() end }, { __index = function() end })
setmetatable(M, { __call = function() end, flow = 1 })
return setmetatable({ close = function() end }, { __call = function() end })
`,
    [
      'variable t 1',
      'variable t > method __index 1',
      'variable t > method ebb 1',
      'method M.__call (exported) 2',
      'method __call (exported) 3',
      'method close (exported) 3',
    ],
  ],
  [
    'requires, wherever they stand',
    `local x = require('a.b')
local y = require "c"
local z = require'd'.sub
function f()
  require("deep").go()
end
-- require('not')
`,
    ['function f (exported) 4-6'],
    ['a.b', 'c', 'd: sub', 'deep: go'],
  ],
  [
    'tests',
    "describe('数', function()\n  local x = 1\n  it('adds', function() end)\nend)\n",
    ['test 数 1-4', 'test 数 > test adds 3'],
  ],
  ['half a file', 'function a() end\nfunction b(', ['function a (exported) 1']],
])('sees %s', reads(lua))

it('takes the comment above', async () => {
  const { symbols } = await structureOf(
    lua,
    '--- Opens it. 打开\n---@param path string\nfunction open(path)\n  return path\nend\n',
  )
  expect(symbols[0]).toMatchObject({ doc: 'Opens it. 打开', signature: 'function open(path)' })
})
