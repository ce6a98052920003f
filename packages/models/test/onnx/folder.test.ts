import { writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readModelFolder, type ModelFolder } from '../../src/onnx/folder.ts'
import { findModel, isHubName, listModels } from '../../src/onnx/model-locations.ts'
import { sharedFolder } from '../../../../test/scratch.ts'

const root = sharedFolder()

function lay(name: string, files: Readonly<Record<string, unknown>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name, path)), { recursive: true })
    writeFileSync(join(root, name, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return join(root, name)
}

describe('what the files of a model say', () => {
  const check = (
    said: { readonly name: string; readonly files: Readonly<Record<string, unknown>>; readonly variant?: string },
    facts: Partial<ModelFolder>,
  ): void => {
    const folder = lay(said.name, { 'onnx/model.onnx': 'x', ...said.files })
    const found = readModelFolder({ name: said.name, folder, from: 'folder' }, said.variant ?? '')
    expect(found).toMatchObject({ ...facts, ...(facts.file && { file: join(folder, facts.file) }) })
  }
  const E5 = { query: 'query: ', document: 'passage: ' }

  it('pooling: the first token', () =>
    check({ name: 'a', files: { '1_Pooling/config.json': { pooling_mode_cls_token: true } } }, { pooling: 'cls' }))
  it('pooling: where the list of modules says it lies', () =>
    check(
      {
        name: 'b',
        files: {
          'modules.json': [{ type: 'sentence_transformers.models.Pooling', path: 'pool' }],
          'pool/config.json': { pooling_mode_lasttoken: true },
        },
      },
      { pooling: 'last', hasHead: false },
    ))
  it('nothing: the mean, no prompts', () =>
    check({ name: 'c', files: {} }, { pooling: 'mean', prompts: { query: '', document: '' } }))
  it('a known family: its prompts', () =>
    check({ name: 'Xenova/multilingual-e5-small', files: {} }, { pooling: 'mean', prompts: E5 }))
  it('a known family: its pooling', () => check({ name: 'BAAI/bge-m3', files: {} }, { pooling: 'cls' }))
  it('the files before the family', () =>
    check(
      { name: 'x/e5-small', files: { 'config_sentence_transformers.json': { prompts: { query: 'Q: ' } } } },
      { prompts: { query: 'Q: ', document: '' } },
    ))
  it('how long: the least of what is said', () =>
    check(
      {
        name: 'd',
        files: {
          'config.json': { max_position_embeddings: 512 },
          'sentence_bert_config.json': { max_seq_length: 256 },
        },
      },
      { maxTokens: 256 },
    ))
  it('how long: what RoBERTa keeps for itself', () =>
    check(
      {
        name: 'e',
        files: {
          'config.json': { model_type: 'xlm-roberta', max_position_embeddings: 514 },
          'tokenizer_config.json': { model_max_length: 1e30 },
        },
      },
      { maxTokens: 512 },
    ))
  it('how long: no longer than is worth it', () =>
    check({ name: 'f', files: { 'config.json': { max_position_embeddings: 32768 } } }, { maxTokens: 1024 }))
  it('broken files say nothing', () => check({ name: 'g', files: { 'config.json': '{', 'modules.json': '7' } }, {}))
  it('a variant by its short name', () =>
    check({ name: 'h', files: { 'onnx/model_int8.onnx': 'y' }, variant: 'int8' }, { file: 'onnx/model_int8.onnx' }))
  it('a variant by its whole name', () =>
    check({ name: 'h', files: {}, variant: 'onnx/model_int8.onnx' }, { file: 'onnx/model_int8.onnx' }))
})

describe('where a model is found', () => {
  const places = { home: join(root, 'home'), hubCaches: [join(root, 'hub')] }
  const pulled = lay('home/models/org/one', { 'onnx/model.onnx': 'x' })
  const cached = lay('hub/models--org--two/snapshots/abc', { 'model.onnx': 'x' })
  lay('hub/models--org--two', { 'refs/main': 'abc\n', 'snapshots/old/model.onnx': 'x' })
  lay('hub/models--org--torch/snapshots/abc', { 'pytorch_model.bin': 'x' })

  it.each([
    ['org/one', pulled],
    ['org/two', cached],
    ['org/torch', undefined],
    ['org/none', undefined],
    [cached, cached],
    [join(root, 'nowhere'), undefined],
    ['org/../../etc', undefined],
  ])('%s', (name, folder) => expect(findModel(name, places)?.folder).toBe(folder))

  it('all local models are listed', () =>
    expect(listModels(places).map(({ name, from }) => `${name} ${from}`)).toEqual([
      'org/one pulled',
      'org/two hub cache',
    ]))

  it.each(['../x', 'a/../b', '/etc', 'a/b/c', 'a\\b', '.hidden/x', 'a/..', '', 'a b', 'https://x/y'])(
    '"%s" is no name of the hub',
    (name) => expect(isHubName(name)).toBe(false),
  )
})
