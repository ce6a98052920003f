import { expect, it } from 'vitest'
import { inspect } from 'node:util'
import { parseSearchUrl } from '../src/search-url.ts'

const check = (url: string, addresses?: readonly string[], cluster = '', credentials = {}) => {
  const place = parseSearchUrl(url)
  const expected = addresses && { addresses, database: 'wuku', cluster, credentials }
  expect(place && { ...place, credentials: place.credentials() }).toEqual(expected)
}

it('reads every server, and who asks', () => {
  const credentials = { 'X-ClickHouse-User': 'ann', 'X-ClickHouse-Key': 's@cret' }
  check('clickhouse://ann:s%40cret@a:8123,b/wuku?cluster=team', ['http://a:8123', 'http://b:8123'], 'team', credentials)
})
it('needs no user, and speaks TLS where it is told to', () =>
  check('clickhouse://a:8443/wuku?tls=true', ['https://a:8443']))
it.each([
  ['another kind of engine', 'opensearch://a:9200/wuku'],
  ['no database', 'clickhouse://a:8123'],
  ['a database that would end a name', 'clickhouse://a:8123/wuku;DROP'],
  ['a parameter that means nothing', 'clickhouse://a:8123/wuku?user=ann'],
])('refuses %s', (_, url) => check(url))
it('shows no password where it is printed', () =>
  expect(inspect(parseSearchUrl('clickhouse://ann:secret@a/wuku'), { depth: 5 })).not.toContain('secret'))
