import { expect, it } from 'vitest'
import { toUtf8 } from '../../../src/origins/web/visit.ts'

const gbk = Uint8Array.of(0xb3, 0xb1, 0xcf, 0xab)
const utf8 = new TextEncoder().encode('潮汐 ß')
const joined = (...parts: (string | Uint8Array)[]): Uint8Array => Buffer.concat(parts.map((part) => Buffer.from(part)))

it.each<
  readonly [says: string, bytes: Uint8Array, type: string | undefined, isHtml: boolean, text: Uint8Array | string]
>([
  ['what the server says', gbk, 'text/html; charset=GB2312', true, '潮汐'],
  ['what the page says', joined('<meta charset="gbk">', gbk), 'text/html', true, '<meta charset="gbk">潮汐'],
  [
    'the old way to say it',
    joined('<meta content="text/html; charset=big5">', Uint8Array.of(0xbc, 0xe9)),
    undefined,
    true,
    '<meta content="text/html; charset=big5">潮',
  ],
  [
    'nothing in plain text that speaks of it',
    joined('charset=gbk', utf8),
    'text/plain',
    false,
    joined('charset=gbk', utf8),
  ],
  ['UTF-8 in spite of the server', utf8, 'text/html; charset=ISO-8859-1', true, utf8],
  ['Western', Uint8Array.of(0x63, 0xe9), 'text/html; charset=iso-8859-1', true, 'cé'],
  [
    'a mark before all words',
    joined(Uint8Array.of(0xef, 0xbb, 0xbf), utf8),
    'text/html; charset=gbk',
    true,
    joined(Uint8Array.of(0xef, 0xbb, 0xbf), utf8),
  ],
  ['no known charset', gbk, 'text/html; charset=x-klingon', true, gbk],
  ['nothing at all', new Uint8Array(), undefined, true, ''],
])('believes %s', (...[, bytes, type, isHtml, text]) =>
  expect(Buffer.from(toUtf8(bytes, type, isHtml))).toEqual(Buffer.from(text)),
)
