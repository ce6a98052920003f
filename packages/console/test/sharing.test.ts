import { describe, expect, it } from 'vitest'
import { changeOf, isSameAudience, type Audience } from '../src/sharing/shared-thing.ts'

const seenBy = (visibility: Audience['visibility'], ...shared: readonly string[]): Audience => ({ visibility, shared })

interface Row {
  readonly says: string
  readonly now: Audience
  readonly after: Audience
  readonly gained?: readonly string[]
  readonly lost?: readonly string[]
}
describe('who gains and who loses sight', () => {
  it.each<Row>([
    { says: 'nothing', now: seenBy('private', 'ann'), after: seenBy('private', 'ann') },
    { says: 'to a person', now: seenBy('private'), after: seenBy('private', 'ann'), gained: ['ann'] },
    {
      says: 'from a person to another',
      now: seenBy('private', 'ann'),
      after: seenBy('private', 'ben'),
      gained: ['ben'],
      lost: ['ann'],
    },
    { says: 'from a person to the team', now: seenBy('private', 'ann'), after: seenBy('team'), gained: ['team'] },
    {
      says: 'from private to public',
      now: seenBy('private'),
      after: seenBy('public', 'ann'),
      gained: ['team', 'public'],
    },
    { says: 'from team to public', now: seenBy('team'), after: seenBy('public'), gained: ['public'] },
    { says: 'back from public', now: seenBy('public'), after: seenBy('private', 'ann'), lost: ['team', 'public'] },
    { says: 'the list of what the team sees', now: seenBy('team', 'ann'), after: seenBy('team', 'ben') },
  ])('$says', ({ now, after, gained = [], lost = [] }) => expect(changeOf(now, after)).toEqual({ gained, lost }))

  it('the order of a list does not matter', () => {
    expect(isSameAudience(seenBy('team', 'ann', 'ben'), seenBy('team', 'ben', 'ann'))).toBe(true)
    expect(isSameAudience(seenBy('team', 'ann'), seenBy('team'))).toBe(false)
  })
})
