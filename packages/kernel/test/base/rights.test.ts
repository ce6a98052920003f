import { describe, expect, it } from 'vitest'
import { localOwnership, type Ownership } from '@wuku/core/core-types'
import { owner } from '../../src/base/caller.ts'
import { requireRight, rightsOf, type Asker } from '../../src/base/rights.ts'

const viewer = (user: string | null, level: Asker['level'] = 'write', groups: readonly string[] = []): Asker => ({
  sees: { user, groups },
  level,
  mayWrite: true,
})

const held = (more: Partial<Ownership> = {}): Ownership => ({
  owner: 'ann',
  visibility: 'private',
  sharedWith: [],
  ...more,
})

describe('what a caller may do', () => {
  it.each<[string, Asker, Ownership, string]>([
    ['the owner of the data folder', owner('test'), held(), 'read write manage'],
    ['somebody who may only look', { ...owner('test'), mayWrite: false }, held(), 'read'],
    ['an administrator with a key that reads', { ...owner('test'), level: 'read' }, held(), 'read'],
    ['its owner', viewer('ann'), held(), 'read write manage'],
    ['its owner, as a reader', viewer('ann', 'read'), held(), 'read'],
    ['another', viewer('ben'), held(), ''],
    ['another, of what was there before accounts', viewer('ben'), localOwnership('pads'), ''],
    ['another, of a library from before accounts', viewer('ben'), localOwnership('docs'), 'read write'],
    ['one of the team', viewer('ben'), held({ visibility: 'team' }), 'read write'],
    ['a reader of the team', viewer('ben', 'read'), held({ visibility: 'team' }), 'read'],
    ['somebody it is shared with', viewer('ben'), held({ sharedWith: ['ben'] }), 'read write'],
    ['somebody of a group', viewer('ben', 'write', ['docs']), held({ sharedWith: ['group:docs'] }), 'read write'],
    ['somebody of another group', viewer('ben', 'write', ['docs']), held({ sharedWith: ['group:code'] }), ''],
    ['somebody called like a group', viewer('docs'), held({ sharedWith: ['group:docs'] }), ''],
    ['nobody, of what is public', viewer(null, 'read'), held({ visibility: 'public' }), 'read'],
    ['nobody, of what is the team’s', viewer(null, 'read'), held({ visibility: 'team' }), ''],
  ])('%s', (_, asker, holding, expected) => expect(rightsOf(asker, holding).join(' ')).toBe(expected))

  it('refuses with a code', () => {
    const subject = { ownership: held({ visibility: 'team' }), what: 'the library "billing"' }
    expect(() => requireRight('manage', viewer('ben'), subject)).toThrowError(
      expect.objectContaining({ code: 'forbidden', message: expect.stringContaining('the library "billing"') }),
    )
    requireRight('write', viewer('ben'), subject)
  })
})
