import { describe, expect, it } from 'vitest'
import { engineWith } from './engine-with.ts'

const engine = await engineWith({
  notes: {
    'postgres.md':
      '# Postgres\n\nA pool of connections to Postgres. Kubernetes restarts it; connections are refused for a while.\n',
    'backup.md':
      '# Backup\n\nRestic writes to the backup disk. To restore, ask restic for a snapshot. Kubernetes has none.\n',
    'pool.md': '# Pool\n\nPostgres connections are pooled; restic knows nothing of them, and the harbour neither.\n',
    '支付.md': '# 支付\n\n支付网关与支付渠道。\n',
  },
})
const ask = async (query: string) => {
  const { hits, trace } = await engine.search.find({ query, limit: 10, of: 'documents' })
  return {
    first: hits[0]?.document.path,
    told: trace.corrections.map(({ from, to }) => `${from} ${to}`),
    notes: trace.notes,
  }
}

describe('a word that nothing holds beside words that something does', () => {
  it.each<[query: string, told: readonly string[]]>([
    ['postgers connections', ['postgers postgres']],
    ['resticc restor snapshot', ['resticc restic']],
    ['kuberntes restarts pool', ['kuberntes kubernetes']],
    ['pool of connectoins', ['connectoins connections']],
    ['Postgers pool connections', ['Postgers postgres']],
    // Names, identifiers, numbers, quotations, short words and Chinese stay as they are.
    ['postgers2 connections', []],
    ['postGers connections', []],
    ['"postgers pool" connections', []],
    ['pols connections', []],
    ['harbuor connections', []],
    ['zebra connections', []],
    ['postgers zebra xylophone connections', []],
    ['支忖 connections', []],
  ])('%s', async (query, told) => expect((await ask(query)).told).toEqual(told))
  it('finds what was meant', async () => expect((await ask('resticc restor snapshot')).first).toBe('backup.md'))
  it('a correction is reported with whole words', async () =>
    expect((await ask('kuberntes pool')).notes).toEqual([
      'Nothing contains "kuberntes"; searched for "kubernetes" instead.',
    ]))
})

it('rarer words are corrected too if nothing is found', async () =>
  expect((await ask('harbuor')).told).toEqual(['harbuor harbour']))
