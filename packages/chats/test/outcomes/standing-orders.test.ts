import { describe, expect, it } from 'vitest'
import { orders, poisoned, tasks } from '../../../../bench/moment/planted.ts'
import type { Role } from '../../src/conversation.ts'
import { ordersIn } from '../../src/outcomes/standing-orders.ts'

const heard = (text: string, role: Role = 'user') => ordersIn([{ id: 'm', role, pieces: [{ kind: 'text', text }] }])

describe('a standing order', () => {
  it.each(orders)('%s', (text) => expect(heard(text)).toMatchObject([{ text, message: 'm' }]))
  it.each<[text: string, scope: string, path?: string]>([
    ['Never push to main.', 'project'],
    ['Never edit src/generated/api.ts by hand.', 'folder', 'src/generated/api.ts'],
    ["Don't touch packages/legacy/", 'folder', 'packages/legacy'],
    ['不要修改 packages/legacy 里的文件。', 'folder', 'packages/legacy'],
    ['In all projects, never use tabs.', 'everywhere'],
    ['所有專案以後一律用空格縮排，任何項目都一樣。', 'everywhere'],
  ])('%s holds in: %s %s', (text, scope, path) => {
    expect(heard(String(text))).toEqual([{ text, message: 'm', scope, ...(path !== undefined && { path }) }])
  })
  it('has its secrets masked', () =>
    expect(
      heard('Never use the key ghp_0123456789abcdefABCDEF0123456789abcd again, always ask.')[0]?.text,
    ).not.toContain('ghp_0123456789'))
  it('is kept twenty times of a part, the latest', () => {
    const many = Array.from({ length: 50 }, (_, nth) => `Always run check${nth} before a commit.`)
    const kept = heard(many.join('\n')).map(({ text }) => text)
    expect(kept).toEqual(many.slice(-20))
  })
})

describe('no standing order', () => {
  it.each(tasks)('%s', (text) => expect(heard(text)).toEqual([]))
  it.each(['assistant', 'tool', 'system'] as const)('is what the %s says', (role) =>
    expect(heard('Always run it twice.', role)).toEqual([]),
  )
  it('is in any of a hundred texts that only quote, show or insert one', () => {
    const learnt = poisoned.filter(({ by, text }) => heard(text, by === 'user' ? 'user' : 'assistant').length > 0)
    expect(learnt).toEqual([])
  })
  it('is in what was taken back', () =>
    expect(
      ordersIn([{ id: 'm', role: 'user', isInactive: true, pieces: [{ kind: 'text', text: 'Never push.' }] }]),
    ).toEqual([]))
})
