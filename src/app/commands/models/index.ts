import type { Command, Flag } from '../../../surfaces/cli/command.ts'
import { runAction, type Group, type CommandsInput } from '../actions.ts'

export const modelsCommand = (input: CommandsInput): Command => ({
  name: 'models',
  title: 'Models that run on this machine: list, pull, use, remove',
  positional: ['action', 'words...'],
  flags: () => flags,
  examples: [
    { says: 'List the libraries', line: 'wuku models' },
    { says: 'Many languages, small (470 MB)', line: 'wuku models pull intfloat/multilingual-e5-small' },
    {
      says: 'The same, quantized (120 MB), and faster',
      line: 'wuku models pull Xenova/multilingual-e5-small --variant quantized',
    },
    { says: 'English only, even smaller', line: 'wuku models pull BAAI/bge-small-en-v1.5' },
    { says: 'Many languages, large', line: 'wuku models pull BAAI/bge-m3' },
    { says: 'Use it for vectors from now on', line: 'wuku models use intfloat/multilingual-e5-small' },
    { says: 'A reranker, which reorders the best results', line: 'wuku models pull BAAI/bge-reranker-base' },
    { says: 'A folder that was copied here', line: 'wuku models use ~/models/my-model --as embedder' },
    { says: 'Only the model runtime', line: 'wuku models pull --runtime' },
    { says: 'Delete it and remove it from the settings', line: 'wuku models remove BAAI/bge-m3' },
  ],
  actions: actionsFor(input),
  run: (asked, shell) =>
    runAction({ name: 'models', actions: actionsFor(input), flags, id: /^[^/]+\/[^/]+$/ }, asked, shell),
})

const actionsFor = (input: CommandsInput): Group['actions'] => ({
  list: { says: 'List the libraries', flags: [], load: async () => (await import('./describe.ts')).list(input) },
  pull: {
    says: 'Download from the hub',
    takes: '<model>',
    flags: ['variant', 'revision', 'runtime'],
    load: async () => (await import('./pull.ts')).pull(input),
  },
  use: {
    says: 'Use from now on',
    takes: '<model>',
    flags: ['as', 'variant'],
    load: async () => (await import('./use.ts')).use(input),
  },
  remove: {
    says: 'Delete it and remove it from the settings',
    takes: '<model>',
    flags: [],
    load: async () => (await import('./use.ts')).remove(input),
  },
})

const flags: readonly Flag[] = [
  { key: 'action', names: ['--action'], takes: 'text', says: 'One of list, pull, use, remove. Default: list.' },
  { key: 'words', names: ['--words'], takes: 'list', says: 'A model: its name on the hub, or a folder.' },
  {
    key: 'variant',
    names: ['--variant'],
    takes: 'text',
    says: 'pull, use: which ONNX file, such as quantized for model_quantized.onnx. Default: the full model.',
  },
  { key: 'revision', names: ['--revision'], takes: 'text', says: 'pull: branch, tag or commit. Default: main.' },
  {
    key: 'runtime',
    names: ['--runtime'],
    takes: 'nothing',
    says: 'pull: install the model runtime (288 MB, by npm). Default: if it is missing; --no-runtime leaves it out.',
  },
  {
    key: 'as',
    names: ['--as'],
    takes: 'text',
    says: 'use: embedder or reranker, if the files do not say.',
    choices: ['embedder', 'reranker'],
  },
]
