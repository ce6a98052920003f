import { WukuError } from '../../../core/errors.ts'

export const failures = {
  badName: (name: string) =>
    new WukuError(
      'usage',
      `"${name}" is no name of a model.`,
      'Give it as the hub has it, such as intfloat/multilingual-e5-small.',
    ),
  refused: (name: string, status: number, host: string) => {
    if (status === 401 || status === 403)
      return new WukuError(
        'fetch-failed',
        `${host} does not show the model "${name}": it is not there, or only for those who have asked for it.`,
        'Check the name; or accept its terms on its page and set HF_TOKEN, or models.hub.token.',
      )
    if (status === 404)
      return new WukuError(
        'not-found',
        `${host} has no model "${name}", or not that file or revision of it.`,
        'Check the name and --revision.',
      )
    return new WukuError('fetch-failed', `${host} answered with status ${status}.`, 'Try again later.')
  },
  notHub: (host: string) =>
    new WukuError(
      'fetch-failed',
      `What ${host} answers is no list of a model's files.`,
      'See that models.hub.url, or HF_ENDPOINT, leads to a hub that speaks as Hugging Face does.',
    ),
  noOnnx: (name: string, variant: string, variants: readonly string[]) =>
    variants.length > 0
      ? new WukuError(
          'not-found',
          variant === ''
            ? `The model "${name}" has several ONNX files.`
            : `The model "${name}" has no variant "${variant}".`,
          `Choose one with --variant: ${variants.join(', ')}.`,
        )
      : new WukuError(
          'not-found',
          `The model "${name}" has no ONNX file.`,
          `Others may have made one: look on the hub for onnx-community/${name.split('/').at(-1)} or Xenova/${name.split('/').at(-1)}.`,
        ),
  noTokenizer: (name: string) =>
    new WukuError(
      'not-found',
      `The model "${name}" has no tokenizer.json, without which no text can be given to it.`,
      'Choose a model that has one.',
    ),
  brokeOff: (path: string, got: number, size: number) =>
    new WukuError(
      'fetch-failed',
      `The hub broke off in the middle of ${path}: ${got} of ${size} bytes are here.`,
      'Run the same command again: it goes on from there.',
    ),
  changed: (path: string) =>
    new WukuError(
      'fetch-failed',
      `What came as ${path} is not what the hub says it is: its hash is another.`,
      'Run the same command again. If it happens again, something between here and the hub changes files.',
    ),
  noRoom: (folder: string, needed: number, free: number) =>
    new WukuError(
      'too-large',
      `The model takes ${megabytes(needed)} MB, and ${folder} has room for ${megabytes(free)} MB.`,
      'Make room, choose a smaller one with --variant, or set WUKU_HOME to a larger disk.',
    ),
}

const megabytes = (bytes: number): string => String(Math.ceil(bytes / 1e6))
