import { describe, expect, it } from 'vitest'
import { contextFor } from '../src/contexts.ts'

const contexts = [
  { collection: 'notes', prefix: 'api/v2', text: 'Second version' },
  { collection: '', prefix: '', text: 'Everything' },
  { collection: 'notes', prefix: '/api/', text: 'The API' },
  { collection: 'notes', prefix: '', text: 'Notes' },
  { collection: 'other', prefix: '', text: 'Other' },
  { collection: 'notes', prefix: 'readme.md', text: 'The first page' },
]

describe('the context of a document', () => {
  const check = (collection: string, path: string, expected: string | null) =>
    expect(contextFor(contexts, collection, path)).toBe(expected)

  it('goes from general to specific', () =>
    check('notes', 'api/v2/a.md', 'Everything\n\nNotes\n\nThe API\n\nSecond version'))
  it('the context of a path matches whole segments of it', () => check('notes', 'apixyz/a.md', 'Everything\n\nNotes'))
  it('may speak of one file', () => check('notes', 'readme.md', 'Everything\n\nNotes\n\nThe first page'))
  it('contexts of one collection do not apply to another', () => check('other', 'api/a.md', 'Everything\n\nOther'))
  it('is null when nothing was said', () => expect(contextFor([], 'notes', 'a.md')).toBeNull())
})
