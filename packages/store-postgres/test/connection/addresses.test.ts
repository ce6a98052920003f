import { describe, expect, it } from 'vitest'
import { asksForWritable, partsOf, refusedTarget, serversOf } from '../../src/connection/addresses.ts'

type Row = readonly [url: string, servers: readonly string[]]

describe('servers of an address', () => {
  it.each<Row>([
    ['postgres://ann@db/wuku', ['postgres://ann@db/wuku']],
    [
      'postgresql://ann:p%40ss@a:5433,b/wuku',
      ['postgresql://ann:p%40ss@a:5433/wuku', 'postgresql://ann:p%40ss@b/wuku'],
    ],
    [
      'postgres://a,[::1]:5433/wuku?sslmode=disable',
      ['postgres://a/wuku?sslmode=disable', 'postgres://[::1]:5433/wuku?sslmode=disable'],
    ],
    ['postgres://a,b/wuku?target_session_attrs=read-write', ['postgres://a/wuku', 'postgres://b/wuku']],
    ['postgres://a/wuku?target_session_attrs=any&sslmode=disable', ['postgres://a/wuku?sslmode=disable']],
    ['postgres://a/wuku?sslmode=disable&target_session_attrs=any', ['postgres://a/wuku?sslmode=disable']],
    ['postgres:///wuku', ['postgres:///wuku']],
  ])('%s', (url, servers) => expect(serversOf(url)).toEqual(servers))

  it.each([
    ['postgres://a,b/wuku?target_session_attrs=standby', 'standby'],
    ['postgres://a,b/wuku?target_session_attrs=primary', undefined],
    ['postgres://a/wuku', undefined],
  ])('%s is refused as %s', (url, refused) => expect(refusedTarget(url)).toBe(refused))

  it.each([
    ['postgres://a/wuku?target_session_attrs=read-write', true],
    ['postgres://a/wuku?target_session_attrs=any', false],
    ['postgres://a/wuku', false],
  ])('%s asks for one that may be written to: %s', (url, asks) => expect(asksForWritable(url)).toBe(asks))

  it('shows all hosts and no password', () => {
    const { hosts, address } = partsOf('postgres://ann:secret@a:5433,b/wuku') ?? {}
    expect([hosts, address?.pathname, address?.username]).toEqual(['a:5433,b', '/wuku', 'ann'])
  })
})
