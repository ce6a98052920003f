import { expect, it } from 'vitest'
import type { Kind } from '@wuku/core/core-types'
import { easyFirst, sentenceIn } from '../../src/operations/start.ts'

it.each<[kind: Kind, text: string, sentence: string | undefined]>([
  [
    'notes',
    '---\ntitle: x\n---\n# Harbour plan\n\nShips come in at high tide. They leave later.',
    'Ships come in at high tide',
  ],
  ['notes', '# 潮汐\n\n月亮和太阳一起牵引着地球上的海水。然后退潮。', '月亮和太阳一起牵引着地球上的海水'],
  ['notes', '# A\n\n- one item of a long list here\n\n| a | b |\n\nToo short.', undefined],
  [
    'notes',
    '```\nThis code is not what anybody says\n```\n\nThe ebb begins six hours after the flood.',
    'The ebb begins six hours after the flood',
  ],
  [
    'notes',
    'See `x` and "y" for all of that.\n\nEbb and flow follow the moon closely',
    'Ebb and flow follow the moon closely',
  ],
  ['notes', '% of dogs\n', undefined],
  [
    'code',
    '#!/bin/sh\n# Copyright of somebody who wrote all this\n\n/** Retries a payment when the bank is busy. */\nfunction x() {}',
    'Retries a payment when the bank is busy',
  ],
  ['code', 'def pay():\n    """Send the money to the other side."""\n', 'Send the money to the other side'],
  [
    'code',
    '// Asks the bank\n// whether it has answered yet.\nconst a = 1\n',
    'Asks the bank whether it has answered yet',
  ],
  ['code', 'const where = 1\n', undefined],
])('the sample question of %s %j', (kind, text, sentence) => expect(sentenceIn(text, kind)).toBe(sentence))

it.each([
  [['The ebb begins six hours late', 'Ships leave late', '潮汐每天都会来'], 'Ships leave late'],
  [['Ships leave late', '月亮和太阳一起牵引着海水', '潮汐每天都会来'], '潮汐每天都会来'],
])('of %j the easiest sample question is the shortest one in the usual script', (queries, easiest) =>
  expect(easyFirst(queries.map((query) => ({ query })))[0]).toEqual({ query: easiest }),
)
