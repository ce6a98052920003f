import { expect, it } from 'vitest'
import { inspect } from 'node:util'
import { parseSearchUrl } from '../src/search-url.ts'

const check = (url: string, expected: object | undefined) => {
  const place = parseSearchUrl(url)
  expect(place && { ...place, credentials: place.credentials() }).toEqual(expected)
}

it('reads every server, and who asks', () =>
  check('clickhouse://ann:s%40cret@a:8123,b/wuku?cluster=team', {
    addresses: ['http://a:8123', 'http://b:8123'],
    database: 'wuku',
    cluster: 'team',
    credentials: { 'X-ClickHouse-User': 'ann', 'X-ClickHouse-Key': 's@cret' },
  }))
it('needs no user, and speaks TLS where it is told to', () =>
  check('clickhouse://a:8443/wuku?tls=true', {
    addresses: ['https://a:8443'],
    database: 'wuku',
    cluster: '',
    credentials: {},
  }))
it.each([
  ['another kind of engine', 'opensearch://a:9200/wuku'],
  ['no database', 'clickhouse://a:8123'],
  ['a database that would end a name', 'clickhouse://a:8123/wuku;DROP'],
  ['a parameter that means nothing', 'clickhouse://a:8123/wuku?user=ann'],
])('refuses %s', (_, url) => check(url, undefined))
it('shows no password where it is printed', () =>
  expect(inspect(parseSearchUrl('clickhouse://ann:secret@a/wuku'), { depth: 5 })).not.toContain('secret'))
