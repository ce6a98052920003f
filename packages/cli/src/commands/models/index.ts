import { groupCommand, type Action } from '@wuku/terminal/action-groups'
import type { Command } from '@wuku/terminal/command-types'
import type { CommandsInput } from '../../local-shell.ts'

/** Models are files of this machine, and no operation knows them; what an action needs is loaded when it is asked for. */
const local = { calls: [], readsWords: true, ofThisMachine: 'Models are files of this machine.' } as const

const actionsFor = (input: CommandsInput): Readonly<Record<string, Action>> => ({
  list: {
    ...local,
    description: 'Models that are here',
    does: async (...args) => (await import('./describe.ts')).list(input)(...args),
  },
  pull: {
    ...local,
    description: 'Download from the hub',
    takes: '<model>',
    flags: ['variant', 'revision', 'runtime'],
    does: async (...args) => (await import('./pull.ts')).pull(input)(...args),
  },
  use: {
    ...local,
    description: 'Use from now on',
    takes: '<model>',
    flags: ['as', 'variant'],
    does: async (...args) => (await import('./use.ts')).use(input)(...args),
  },
  remove: {
    ...local,
    description: 'Delete it and remove it from the settings',
    takes: '<model>',
    does: async (...args) => (await import('./use.ts')).remove(input)(...args),
  },
})

export const modelsCommand = (input: CommandsInput): Command =>
  groupCommand({
    name: 'models',
    title: 'Models that run on this machine: list, pull, use, remove',
    examples: [
      { description: 'Models that are here', line: 'wuku models' },
      { description: 'Many languages, small (470 MB)', line: 'wuku models pull intfloat/multilingual-e5-small' },
      {
        description: 'The same, quantized (120 MB), and faster',
        line: 'wuku models pull Xenova/multilingual-e5-small --variant quantized',
      },
      { description: 'English only, even smaller', line: 'wuku models pull BAAI/bge-small-en-v1.5' },
      { description: 'Many languages, large', line: 'wuku models pull BAAI/bge-m3' },
      { description: 'Use it for vectors from now on', line: 'wuku models use intfloat/multilingual-e5-small' },
      { description: 'A reranker, which reorders the best results', line: 'wuku models pull BAAI/bge-reranker-base' },
      { description: 'A folder that was copied here', line: 'wuku models use ~/models/my-model --as embedder' },
      { description: 'Only the model runtime', line: 'wuku models pull --runtime' },
      { description: 'Delete it and remove it from the settings', line: 'wuku models remove BAAI/bge-m3' },
    ],
    actions: actionsFor(input),
    flags: {
      '--words A,B': 'A model: its name on the hub, or a folder.',
      '--variant TEXT':
        'pull, use: which ONNX file, such as quantized for model_quantized.onnx. Default: the full model.',
      '--revision TEXT': 'pull: branch, tag or commit. Default: main.',
      '--runtime':
        'pull: install the model runtime (288 MB, by npm). Default: if it is missing; --no-runtime leaves it out.',
      '--as TEXT': {
        description: 'use: embedder or reranker, if the files do not say.',
        choices: ['embedder', 'reranker'],
      },
    },
    id: /^[^/]+\/[^/]+$/,
  })
