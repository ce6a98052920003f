import { describe, expect, it } from 'vitest'
import { claimsIn, listClaims, rankByClaims, renderClaims } from '@wuku/kernel/claims/shown-claims'
import type { ShownClaim } from '@wuku/text/claims/judged'
import { speaking } from '@wuku/messages/message'
import { createTranslator } from '@wuku/messages/translator'
import { chinese } from '@wuku/messages/zh'

const claim = (state: ShownClaim['state'], more: Partial<ShownClaim> = {}): ShownClaim => ({
  kind: 'path',
  text: 'src/a.ts',
  value: 'src/a.ts',
  state,
  ...more,
})
const proof = { commit: '3f2a9c1d00000000000000000000000000000000', date: '2026-05-02' }
const gone = claim('gone', proof)
const moved = claim('moved', { ...proof, now: 'src/b.ts' })
const changed = claim('changed', { text: 'vue@3.4.1', now: 'vue@3.5.0' })

describe('the order by claims', () => {
  it.each<[says: string, items: readonly (readonly [number, ...ShownClaim[]])[], order: string]>([
    ['a hit that is as good goes before what is gone', [[0.5, gone], [0.5], [0.4]], '1:0.5 0:0.49 2:0.4'],
    ['one that is clearly worse stays behind', [[0.5, gone], [0.48]], '0:0.49 1:0.48'],
    ['several that are as good keep their order', [[0.5, changed], [0.5], [0.495]], '1:0.5 2:0.495 0:0.49'],
    [
      'what moved is as good as what holds',
      [
        [0.5, moved],
        [0.5, claim('holds')],
      ],
      '0:0.5 1:0.5',
    ],
    ['what is unknown costs nothing', [[0.5, claim('unknown')], [0.5]], '0:0.5 1:0.5'],
    ['the first claim is the main one', [[0.5, claim('holds'), gone], [0.5]], '0:0.5 1:0.5'],
    [
      'two that are gone keep their order',
      [
        [0.5, gone],
        [0.5, gone],
      ],
      '0:0.49 1:0.49',
    ],
    ['an order that goes by something else stays', [[0.5, gone], [0.9]], '0:0.49 1:0.9'],
  ])('%s', (_says, items, order) => {
    const ranked = rankByClaims(items.map(([score, ...claims], at) => ({ at, score, claims })))
    expect(ranked.map(({ at, score }) => `${at}:${score}`).join(' ')).toBe(order)
  })

  it('goes by the claim of the line that answers best', () => {
    const claims = [claim('holds', { line: 3 }), claim('gone', { line: 9 })]
    expect(rankByClaims([{ score: 0.5, claims, line: 9 }])[0]?.score).toBe(0.49)
  })
})

describe('the line of a hit', () => {
  const { claims } = listClaims([claim('holds'), moved, claim('unknown'), gone, changed, gone])
  it('says in English what became of the first three', () =>
    expect(renderClaims(claims)).toEqual([
      'Since then: src/a.ts moved to src/b.ts (3f2a9c1, 2026-05-02). src/a.ts is gone (3f2a9c1, 2026-05-02). ' +
        'vue@3.4.1 changed: now vue@3.5.0.',
    ]))
  it('says it in Chinese', () =>
    expect(speaking(createTranslator(chinese), () => renderClaims(claims))).toEqual([
      '此后：src/a.ts 已移至 src/b.ts (3f2a9c1, 2026-05-02)。 src/a.ts 已不存在 (3f2a9c1, 2026-05-02)。 vue@3.4.1 已变更：现为 vue@3.5.0。',
    ]))
  it('is absent where nothing changed', () => {
    expect(renderClaims(listClaims([claim('holds'), claim('unknown')], true).claims)).toEqual([])
    expect(listClaims([claim('holds'), claim('unknown')])).toEqual({})
  })
  it('says nothing of a claim that is cut off', () =>
    expect(claimsIn('only vue@3.4.1 is left', claims)).toEqual({
      claims: [expect.objectContaining({ text: 'vue@3.4.1' })],
    }))
})
