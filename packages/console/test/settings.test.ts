import { describe, expect, it } from 'vitest'
import {
  groupOf,
  isFound,
  isMasked,
  partsOf,
  typedOf,
  undoOf,
  valueOf,
  type Setting,
} from '../src/rooms/settings/settings.ts'

const setting = (parts: Partial<Setting>): Setting => ({
  name: 'pads.bytes',
  value: null,
  default: null,
  is_set: true,
  secret: false,
  from: 'file',
  variable: 'WUKU_PADS_BYTES',
  line: 3,
  says: 'Maximum bytes.',
  type: 'text',
  choices: null,
  least: null,
  most: null,
  fixed: null,
  takes_effect: 'at once',
  ...parts,
})

describe('settings', () => {
  it.each([
    ['readOnly', 'general'],
    ['pads.bytes', 'pads'],
    ['docs.weights.vectors', 'docs'],
    ['auth.role', 'auth'],
    ['auth.oidc.issuer', 'auth-oidc'],
    ['models.embedder.url', 'models-embedder'],
  ])('%s stands in %s', (name, group) => expect(groupOf({ name })).toBe(group))

  it.each([
    [{ value: 'plain' }, false],
    [{ value: ['https://example.com'] }, false],
    [{ value: 'http://***@proxy.example' }, true],
    [{ value: ['a', '[REDACTED:aws]'] }, true],
    [{ value: null, secret: true }, true],
  ])('%j is masked: %s', (parts, isHidden) => expect(isMasked(setting(parts))).toBe(isHidden))

  it.each([
    [{ from: 'default', value: 9 }, { value: null }],
    [{ from: 'default', secret: true }, { value: null }],
    [{ from: 'file', value: 7 }, { value: 7 }],
    [{ from: 'file', value: ['a', 'b'] }, { value: ['a', 'b'] }],
    [{ from: 'file', value: 'http://***@proxy.example' }, undefined],
    [{ from: 'file', secret: true }, undefined],
    [{ from: 'environment', value: 7 }, undefined],
  ] as const)('%j is undone by %j', (parts, undo) => expect(undoOf(setting(parts as Partial<Setting>))).toEqual(undo))
})

describe('values of settings', () => {
  it.each([
    [{ type: 'list', value: ['a', 'b c'] }, 'a\nb c', ['a', 'b c']],
    [{ type: 'integer', value: 7 }, '7', '7'],
    [{ type: 'text', value: null }, '', ''],
    [{ type: 'text', value: 'http://***@proxy.example' }, '', ''],
  ] as const)('%j is typed and read', (parts, typed, value) => {
    const given = setting(parts as Partial<Setting>)
    expect(typedOf(given)).toBe(typed)
    expect(valueOf(given, typed)).toEqual(value)
  })

  it.each([
    [['pads'], true],
    [['wuku_pads', 'maximum'], true],
    [['最大'], true],
    [['pads', 'port'], false],
    [[], true],
  ])('is found by %j: %s', (words, is) => expect(isFound(setting({}), words, '最大字节数。')).toBe(is))

  it('shows code of its meaning as code', () =>
    expect(partsOf('Set `a` or `b`.')).toEqual([
      { text: 'Set ', isCode: false },
      { text: 'a', isCode: true },
      { text: ' or ', isCode: false },
      { text: 'b', isCode: true },
      { text: '.', isCode: false },
    ]))
})
