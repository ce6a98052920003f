import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { toolsets } from '@wuku/kernel/base/operation'
import { compat, replacedSystems } from '../src/compat.ts'
import { callableTools, chooseTools, parseToolsets, type ToolsetName } from '../src/toolsets.ts'
import { operationCalled } from '../../kernel/test/invoke/fixtures.ts'

const operations = [
  operationCalled('get', 'notes'),
  operationCalled('index', 'admin', 'write'),
  operationCalled('recall', 'core'),
  operationCalled('append', 'pads', 'write'),
  operationCalled('forget', 'core', 'delete'),
  operationCalled('search', 'notes'),
]

const check = (chosen: readonly ToolsetName[], readOnly: boolean, expected: readonly string[]) =>
  expect(
    chooseTools(callableTools(operations, readOnly), chosen, new Set(['pads'])).map(({ operation }) => operation.name),
  ).toEqual(expected)

describe('which tools are listed', () => {
  it('all but those of people', () => check(toolsets, false, ['recall', 'forget', 'get', 'search', 'append']))
  it('one toolset lists its own tools', () => check(['notes'], false, ['get', 'search']))
  it('the same order however it is asked for', () => check(['pads', 'core'], false, ['recall', 'forget', 'append']))
  it('read only beats everything', () => check(['pads', 'core'], true, ['recall']))
  it('the default, and names of a replaced program behind it', () =>
    check(['default', 'compat:qmd'], false, ['recall', 'get', 'search']))
})

const checkText = (text: string, expected: readonly ToolsetName[]) => expect(parseToolsets(text)).toEqual(expected)

describe('toolsets as text', () => {
  it('no toolset means the default', () => checkText('', ['default']))
  it('all is every toolset', () => checkText('notes,all', toolsets))
  it('a text may name some toolsets', () => checkText(' Notes, core ,', ['core', 'notes']))
  it('the default and a replaced program', () => checkText('compat:qmd,default', ['default', 'compat:qmd']))
  it('a text may name the toolsets of all replaced programs', () => {
    const names = parseToolsets('compat')
    expect(names.length).toBe(replacedSystems.length)
    expect(names.every((name) => name.startsWith('compat:'))).toBe(true)
  })
  it('a text with an unknown toolset is refused', () =>
    expect(() => parseToolsets('core,secrets')).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: 'There is no toolset "secrets".',
        remedy: expect.stringContaining('default, core, code, notes, chats, pads, docs, compat'),
      }),
    ))
  it('people have no toolset', () => expect(() => parseToolsets('admin')).toThrow('There is no toolset "admin"'))
})

it('every name of a replaced program is an operation', async () => {
  const known = new Set((await loadOperations()).map(({ name }) => name))
  expect(
    Object.values(compat)
      .flat()
      .filter((name) => !known.has(name)),
  ).toEqual([])
})
