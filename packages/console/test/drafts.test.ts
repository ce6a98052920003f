import { describe, expect, it } from 'vitest'
import { takenIn } from '../src/rooms/pads/taken-in.ts'
import { isChanged } from '../src/ui/drafts.ts'
import { shownBeginning, shownEnd } from '../src/rooms/pads/shown-end.ts'

describe('a draft of a pad', () => {
  const draft = { text: 'mine\nebb\n', version: 3, before: 'ebb\n' }
  it.each([
    ['takes in what was added', 'ebb\nflood\n', { text: 'mine\nebb\nflood\n', version: 5, before: 'ebb\nflood\n' }],
    ['takes in nothing', 'ebb\n', { text: 'mine\nebb\n', version: 5, before: 'ebb\n' }],
    ['does not take in what was rewritten', 'Ebb\nflood\n', undefined],
    ['does not take in what was cut', 'eb', undefined],
  ])('%s', (_, content, expected) => expect(takenIn(draft, { version: 5, content })).toEqual(expected))

  it.each([
    [draft, true],
    [{ ...draft, text: draft.before }, false],
    [undefined, false],
  ])('%j is changed: %s', (given, expected) => expect(isChanged(given)).toBe(expected))
})

it.each([
  ['ebb\nflood\n', 100, 'ebb\nflood\n'],
  ['ebb\nflood\nslack', 8, 'slack'],
  ['ebbfloodslack', 5, 'slack'],
  ['', 5, ''],
])('the end of a long text: %j within %i', (text, most, expected) => expect(shownEnd(text, most)).toBe(expected))

it.each([
  ['# Tides\n\n- *ebb*', 'Tides ebb'],
  ['ebb\n\n---\n<!--- block start --->\nflood', 'ebb flood'],
  ['ebb… (3,408 more characters; pass max_content_chars: 3600)', 'ebb…'],
])('the beginning of a text: %j is %s', (text, expected) => expect(shownBeginning(text)).toBe(expected))
