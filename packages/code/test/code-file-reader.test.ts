import { describe, expect, it } from 'vitest'
import { unpackOutline } from '../src/outline.ts'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { codeReader, readCode } from './read-code.ts'

const parse = (path: string, bytes: string | Uint8Array) =>
  codeReader.parse({ path, stamp: '', modifiedAt: 0, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes })

describe('parse', () => {
  it('says language and role, and calls a document as its file', () =>
    expect(parse('src/users_test.go', 'package users\n').items).toEqual([
      {
        path: 'src/users_test.go',
        title: 'users_test.go',
        text: 'package users\n',
        meta: { language: 'go', role: 'test' },
      },
    ]))

  it.each<readonly [why: string, bytes: Uint8Array, expected: string]>([
    ['a byte order mark', Buffer.from('\uFEFFconst a = 1'), 'const a = 1'],
    ['Latin-1', Buffer.from('// caf\xe9 cr\xe8me', 'latin1'), '// café crème'],
    ['UTF-16', Buffer.from('\uFEFFconst 潮 = 1', 'utf16le'), 'const 潮 = 1'],
    ['GBK', Buffer.from([0x2f, 0x2f, 0x20, 0xb3, 0xb1, 0xcf, 0xab, 0xd5, 0xc7, 0xc2, 0xe4]), '// 潮汐涨落'],
    ['CRLF is kept', Buffer.from('a\r\nb\r\n'), 'a\r\nb\r\n'],
    ['empty', Buffer.from(''), ''],
  ])('reads %s', (_, bytes, expected) => expect(parse('a.ts', bytes).items.map(({ text }) => text)).toEqual([expected]))

  it.each<readonly [why: string, path: string, bytes: string | Uint8Array, said: RegExp]>([
    ['bytes that are no text', 'a.ts', Uint8Array.from({ length: 900 }, (_, at) => (at * 37) % 256), /not text/],
    ['a minified bundle', 'a.js', `${'var a=1;function b(){return a};'.repeat(4_000)}\n`, /minified/],
    ['a bundle in some lines', 'a.js', `${'var a=1;'.repeat(300)}\n`.repeat(40), /minified/],
    ['a table of data', 'a.csv', `${'1,2,3,'.repeat(200)}\n`.repeat(200), /minified, or data/],
  ])('refuses %s, and says what to do', (_, path, bytes, said) => {
    const { items, problems } = parse(path, bytes)
    expect(items).toEqual([])
    expect(problems).toEqual([
      { path, said: expect.stringMatching(said), remedy: expect.stringContaining('.wukuignore') },
    ])
  })

  it.each<readonly [why: string, text: string]>([
    ['a small file of one line', 'var a=1;'.repeat(1_000)],
    ['long prose', `${'The tide comes in and the tide goes out. '.repeat(12)}\n\n`.repeat(300)],
    ['a table among code', `${'const a = 1\n'.repeat(9_000)}const table = '${'0'.repeat(50_000)}'\n`],
  ])('takes %s', (_, text) => expect(parse('a.js', text).items.length).toBe(1))
})

describe('chunk and outline', () => {
  it('see the text in which secrets are masked, from one parse', async () => {
    await codeReader.prepare?.(['a.ts'])
    const secret = `ghp_${'FAKE'.repeat(9)}`
    const [parsed] = parse('a.ts', `const token = '${secret}'\n\nexport function after() {}\n`).items
    if (!parsed) throw new Error('not parsed')
    const draft = { ...parsed, text: maskSecrets(parsed.text).text }
    const outline = codeReader.outline?.(draft)
    expect(JSON.stringify(outline)).not.toContain(secret)
    expect(JSON.stringify(codeReader.chunk(draft))).not.toContain(secret)
    expect(unpackOutline(outline).symbols.map(({ name, line }) => [name, line])).toEqual([
      ['token', 1],
      ['after', 3],
    ])
  })

  it('what no language is known of is text, and has an empty outline', async () => {
    const { outline, chunks } = await readCode('a.unknown', 'one\ntwo\n')
    expect(outline).toEqual({ language: null, symbols: [], imports: [], module: null, hasErrors: false })
    expect(chunks.map(({ line, endLine, headings }) => [line, endLine, headings])).toEqual([[1, 2, []]])
  })

  it('a text of more than a million characters is cut without being parsed', async () => {
    const { outline, chunks } = await readCode('a.ts', 'export const tide = () => moon()\n'.repeat(31_000))
    expect(outline.symbols).toEqual([])
    expect(outline.language).toBe('typescript')
    expect(chunks.length).toBeGreaterThan(1_000)
  })

  it('takes 5,000 symbols and 1,000 imports at most, in no more time than their number explains', async () => {
    const imports = Array.from({ length: 2_000 }, (_, at) => `import a${at} from './a${at}.js'\n`)
    const symbols = Array.from({ length: 12_000 }, (_, at) => `export const tide${at} = (moon) => moon + ${at}\n`)
    const { outline, chunks } = await readCode('a.ts', [...imports, ...symbols].join(''))
    expect([outline.symbols.length, outline.imports.length]).toEqual([5_000, 1_000])
    expect(chunks.at(-1)?.endLine).toBe(14_000)
  })

  it('reads the same in whatever order files come', async () => {
    const first = await readCode('a.ts', 'export class Sea { ebb() {} }\n')
    await readCode('b.vue', '<script>let a</script>')
    expect(await readCode('a.ts', 'export class Sea { ebb() {} }\n')).toEqual(first)
  })
})
