import { describe, expect, it } from 'vitest'
import { toolsets, type Toolset } from '../../../../src/engine/operation.ts'
import { chooseTools, parseToolsets } from '../../../../src/surfaces/mcp/toolsets.ts'
import { operationCalled } from '../fixtures.ts'

const operations = [
  operationCalled('get', 'notes'),
  operationCalled('index', 'admin', 'write'),
  operationCalled('recall', 'core'),
  operationCalled('append', 'pads', 'write'),
  operationCalled('forget', 'core', 'delete'),
  operationCalled('search', 'notes'),
]

const check = (chosen: readonly Toolset[], readOnly: boolean, expected: readonly string[]) =>
  expect(chooseTools(operations, { toolsets: chosen, readOnly }).map(({ name }) => name)).toEqual(expected)

describe('which tools there are', () => {
  it('all but those of people', () => check(toolsets, false, ['recall', 'forget', 'get', 'search', 'append']))
  it('one toolset', () => check(['notes'], false, ['get', 'search']))
  it('the same order however it is asked for', () => check(['pads', 'core'], false, ['recall', 'forget', 'append']))
  it('read only beats everything', () => check(['pads', 'core'], true, ['recall']))
})

const checkText = (text: string, expected: readonly Toolset[]) => expect(parseToolsets(text)).toEqual(expected)

describe('toolsets as text', () => {
  it('nothing is everything', () => checkText('', toolsets))
  it('all', () => checkText('notes,all', toolsets))
  it('some', () => checkText(' Notes, core ,', ['core', 'notes']))
  it('an unknown one', () =>
    expect(() => parseToolsets('core,secrets')).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: 'There is no toolset "secrets".',
        remedy: expect.stringContaining('core, code, notes, chats, pads, docs'),
      }),
    ))
  it('people have no toolset', () => expect(() => parseToolsets('admin')).toThrow('There is no toolset "admin"'))
})
