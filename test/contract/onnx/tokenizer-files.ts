/** Small `tokenizer.json` files of the three kinds that models come with, as the hub has them. */

export type TokenizerFile = Readonly<Record<string, unknown>>

const base = { version: '1.0', truncation: null, padding: null, decoder: null }

const special = (id: number, content: string): object => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
})

const idsOf = (tokens: readonly string[]): Record<string, number> =>
  Object.fromEntries(tokens.map((token, id) => [token, id]))

/** As BERT's: `[PAD] [UNK] [CLS] [SEP]`, then what is given. */
export function wordPiece(pieces: readonly string[]): TokenizerFile {
  const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']
  const single = [token('[CLS]', 0), sequence('A', 0), token('[SEP]', 0)]
  return {
    ...base,
    added_tokens: specials.map((content, id) => special(id, content)),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: [...single, sequence('B', 1), token('[SEP]', 1)],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [specials.indexOf(id)], tokens: [id] }]),
      ),
    },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: idsOf([...specials, ...pieces]),
    },
  }
}

const token = (id: string, type: number): object => ({ SpecialToken: { id, type_id: type } })
const sequence = (id: string, type: number): object => ({ Sequence: { id, type_id: type } })

/** As RoBERTa's: `<s> <pad> </s> <unk>`, then what is given; bytes stand as the signs that GPT-2 gave them. */
export function byteLevelBpe(tokens: readonly string[], merges: readonly string[]): TokenizerFile {
  const specials = ['<s>', '<pad>', '</s>', '<unk>']
  return {
    ...base,
    added_tokens: specials.map((content, id) => special(id, content)),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: {
      type: 'RobertaProcessing',
      sep: ['</s>', 2],
      cls: ['<s>', 0],
      trim_offsets: true,
      add_prefix_space: false,
    },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      vocab: idsOf([...specials, ...tokens]),
      merges,
    },
  }
}

/** As that of XLM-RoBERTa and its children: `<s> <pad> </s> <unk>`, then what is given with its weight. */
export function unigram(pieces: readonly (readonly [string, number])[]): TokenizerFile {
  const specials = ['<s>', '<pad>', '</s>', '<unk>']
  const single = [token('<s>', 0), sequence('A', 0), token('</s>', 0)]
  return {
    ...base,
    added_tokens: specials.map((content, id) => special(id, content)),
    normalizer: { type: 'Precompiled', precompiled_charsmap: '' },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'WhitespaceSplit' },
        { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
      ],
    },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: [...single, token('</s>', 0), sequence('B', 0), token('</s>', 0)],
      special_tokens: Object.fromEntries(
        ['<s>', '</s>'].map((id) => [id, { id, ids: [specials.indexOf(id)], tokens: [id] }]),
      ),
    },
    model: { type: 'Unigram', unk_id: 3, vocab: [...specials.map((each) => [each, 0]), ...pieces] },
  }
}
