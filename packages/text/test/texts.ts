import * as fc from 'fast-check'

/** Any UTF-16 at all: lone surrogates, NUL, marks without a letter, and text as people write it, mixed. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...written())).map((parts) => parts.join('')),
)

function written(): readonly string[] {
  const words = ['getUserById', 'node.js', 'C++', 'C#', "don't", 'URLs', '2026.4.10', '___', 'Café', 'e\u0301']
  const cjk = ['資料庫', '数据库', '什么是', '吗', 'ガ', 'ｶﾞ', '한국어', '가', 'ภาษาไทย', '𠮷野家', '㍿', '㋀']
  return [...words, ...cjk, '\ud800', '\udc00', '\0', '👍🏽', ' ', '.', '-', '_', "'", '’', '+', '#', '，', '\n']
}

const pieces = ['a', 'aB', 'a.', 'a-1', '_', "a'", '数', '資', 'か\u3099', '\u0301', '\ud83d', 'ｶﾞ', 'ก', 'a+', 'A']

/** Texts of `length` units in which nothing ever ends a word. */
export const endless = (length: number): readonly string[] => pieces.map((piece) => piece.repeat(length / piece.length))
