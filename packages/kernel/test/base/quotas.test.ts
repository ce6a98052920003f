import { describe, expect, it } from 'vitest'
import { parseQuota, quotaOf, type QuotaKey } from '../../src/base/quotas.ts'

it.each([
  ['sources=20', { of: '', key: 'sources', limit: 20 }],
  ['group:research documentBytes=2000000000', { of: 'group:research', key: 'documentBytes', limit: 2_000_000_000 }],
  [' user:Ann Lee   callsPerDay=0 ', { of: 'user:Ann Lee', key: 'callsPerDay', limit: 0 }],
  ['user:ann sources', undefined],
  ['sources=many', undefined],
  ['sources=-1', undefined],
  ['pages=3', undefined],
  ['team:a sources=3', undefined],
  ['user: sources=3', undefined],
  ['', undefined],
])('a quota as it is written: %j', (written, found) => expect(parseQuota(written)).toEqual(found))

describe('the quota of', () => {
  const quotas = [
    'sources=5',
    'group:research sources=50',
    'group:guests sources=2',
    'group:robots sources=0',
    'user:ann sources=7',
    'user:01BEN sources=0',
    'group:research callsPerDay=900',
  ].flatMap((each) => parseQuota(each) ?? [])
  const someone = (name: string, groups: readonly string[] = []) => {
    const actor = `01${name.toUpperCase()}`
    return { actor, actorName: name, sees: { user: actor, groups } }
  }
  it.each<[who: string, holder: Parameters<typeof quotaOf>[2], key: QuotaKey, quota: number]>([
    ['somebody of whom nothing is said', someone('cho'), 'sources', 5],
    ['a member of a group', someone('cho', ['research']), 'sources', 50],
    ['a member of two, the higher one', someone('cho', ['guests', 'research']), 'sources', 50],
    ['a member of one without a limit: none', someone('cho', ['guests', 'robots']), 'sources', 0],
    ['a user by name, whatever the groups', someone('ann', ['research']), 'sources', 7],
    ['a user by id', someone('ben', ['guests']), 'sources', 0],
    ['what is said for a group alone', someone('cho', ['research']), 'callsPerDay', 900],
    ['what is said nowhere: that of the setting for all', someone('cho'), 'callsPerDay', 100],
    ['an administrator, of whom no group is known', { actor: '01X', actorName: 'x', sees: 'all' }, 'sources', 5],
  ])('%s', (_who, holder, key, quota) => expect(quotaOf(quotas, key, holder, 100)).toBe(quota))

  it('anybody is none without a setting', () => expect(quotaOf([], 'documentBytes', someone('ann'))).toBe(0))
})
