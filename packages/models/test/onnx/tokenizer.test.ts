import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../../test/scratch.ts'
import { openTokenizer } from '../../src/onnx/tokenizer.ts'
import { byteLevelBpe, unigram, wordPiece, type TokenizerFile } from '../../../../test/contract/onnx/tokenizer-files.ts'

async function open(file: TokenizerFile, maxTokens = 64): ReturnType<typeof openTokenizer> {
  const folder = scratchFolder()
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(file))
  return openTokenizer(folder, maxTokens)
}

type Rows = readonly (readonly [says: string, text: string, ids: readonly number[]])[]

// 4 tide, 5 ##s, 6 high, 7 low, 8 ",", 9 潮, 10 汐, 11 cafe, 12 ##book, 13 hi, 14 ##gh, 15 don, 16 ', 17 t
const bert = wordPiece(['tide', '##s', 'high', 'low', ',', '潮', '汐', 'cafe', '##book', 'hi', '##gh', 'don', "'", 't'])

describe('WordPiece, as BERT has it', () => {
  const rows: Rows = [
    ['the longest piece first, then its endings', 'tides', [2, 4, 5, 3]],
    ['a whole word before its parts', 'high', [2, 6, 3]],
    ['letters of any case', 'TIDE', [2, 4, 3]],
    ['accents off', 'Café', [2, 11, 3]],
    ['accents that stand apart', 'cafe\u0301', [2, 11, 3]],
    ['marks stand alone', 'high,low', [2, 6, 8, 7, 3]],
    ['apostrophes too', "don't", [2, 15, 16, 17, 3]],
    ['each Chinese sign alone', '潮汐', [2, 9, 10, 3]],
    ['Chinese beside English', 'tide潮', [2, 4, 9, 3]],
    ['a word with an unknown part is unknown', 'tidex low', [2, 1, 7, 3]],
    ['white space and control signs are nothing', ' low\t\n\u0000 high\u00a0', [2, 7, 6, 3]],
    ['nothing', '', [2, 3]],
    ['a special token is taken for itself', 'low [SEP]', [2, 7, 3, 3]],
  ]
  it.each(rows)('%s', async (_, text, ids) => expect((await open(bert)).one(text).ids).toEqual(ids))
})

// 4 l, 5 o, 6 w, 7 e, 8 r, 9 Ġ, 10 lo, 11 low, 12 er, 13 Ġlow, 14 æ, 15 ½, 16 ®, 17 ', 18 s, 19 's, 20 1, 21 2
const bpe = byteLevelBpe(
  [...'lowerĠ', 'lo', 'low', 'er', 'Ġlow', ...'æ½®', "'", 's', "'s", '1', '2'],
  ['l o', 'lo w', 'e r', 'Ġ low', "' s"],
)

describe('BPE over bytes, as GPT-2 and RoBERTa have it', () => {
  const rows: Rows = [
    ['merges in their order', 'lower', [0, 11, 12, 2]],
    ['a space belongs to the word behind it', 'low lower', [0, 11, 13, 12, 2]],
    ['of two spaces the first stands alone', 'low  low', [0, 11, 9, 13, 2]],
    ['what no merge joins', 'wol', [0, 6, 5, 4, 2]],
    ['endings with an apostrophe are cut off', "low's", [0, 11, 19, 2]],
    ['the bytes of a sign', '潮', [0, 14, 15, 16, 2]],
    ['digits and letters are apart', 'low12', [0, 11, 20, 21, 2]],
    ['nothing', '', [0, 2]],
  ]
  it.each(rows)('%s', async (_, text, ids) => expect((await open(bpe)).one(text).ids).toEqual(ids))
})

// 4 ▁, 5 ▁low, 6 er, 7 ▁l, 8 ow, 9 潮汐, 10 潮, 11 ▁潮, 12 1, 13 ▁lower
const pieces = unigram([
  ['▁', -3],
  ['▁low', -2],
  ['er', -2],
  ['▁l', -1.5],
  ['ow', -1.5],
  ['潮汐', -4],
  ['潮', -6],
  ['▁潮', -5],
  ['1', -4],
  ['▁lower', -4.5],
])

describe('Unigram, as XLM-RoBERTa and its children have it', () => {
  const rows: Rows = [
    ['the likeliest way, not the longest piece', 'lower', [0, 5, 6, 2]],
    ['words begin with a mark', 'low low', [0, 5, 5, 2]],
    ['Chinese, piece by piece', '潮汐', [0, 4, 9, 2]],
    ['white space of any kind', 'low\u3000\tlow', [0, 5, 5, 2]],
    ['wide letters are narrow ones', 'ｌｏｗ', [0, 5, 2]],
    ['signs in a circle', 'low ①', [0, 5, 4, 12, 2]],
    ['what is unknown', 'low Ж', [0, 5, 4, 3, 2]],
    ['unknown ones beside one another are one', 'ЖЖ', [0, 4, 3, 2]],
    ['nothing', '', [0, 2]],
  ]
  it.each(rows)('%s', async (_, text, ids) => expect((await open(pieces)).one(text).ids).toEqual(ids))
})

it.each([
  ['BERT', bert, [2, 7, 3, 4, 5, 3], [0, 0, 0, 1, 1, 1]],
  ['RoBERTa', bpe, [0, 11, 2, 2, 11, 12, 2], [0, 0, 0, 0, 0, 0, 0]],
  ['XLM-RoBERTa', pieces, [0, 5, 2, 2, 5, 6, 2], [0, 0, 0, 0, 0, 0, 0]],
])('a question beside a text: %s', async (_, file, ids, types) => {
  const text = file === bert ? 'tides' : 'lower'
  expect((await open(file)).pair('low', text)).toEqual({ ids, types })
})

describe('what is too long', () => {
  it('loses its end and keeps what closes it', async () => {
    const tokenizer = await open(bert, 5)
    expect(tokenizer.one('tide high low tide low').ids).toEqual([2, 4, 6, 7, 3])
    expect((await open(bpe, 3)).one('low low low').ids).toEqual([0, 11, 2])
  })
  it('loses the end of the text beside a question', async () => {
    const { ids, types } = (await open(bert, 7)).pair('tide', 'low low low low low low')
    expect({ ids, types }).toEqual({ ids: [2, 4, 3, 7, 7, 7, 3], types: [0, 0, 0, 1, 1, 1, 1] })
  })
  it('loses of a question what leaves no room for the text', async () => {
    const { ids } = (await open(bert, 12)).pair('tide '.repeat(400), 'low')
    expect(ids).toContain(7)
    expect(ids.length).toBeLessThanOrEqual(12)
  })
})
