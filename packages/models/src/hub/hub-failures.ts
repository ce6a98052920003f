import { WukuError } from '@wuku/core/errors'

export const failures = {
  badName: (name: string) =>
    new WukuError(
      'usage',
      `"${name}" is not a model name.`,
      'Give it as on the hub, such as intfloat/multilingual-e5-small.',
    ),
  refused: (name: string, status: number, host: string) => {
    if (status === 401 || status === 403)
      return new WukuError(
        'fetch-failed',
        `${host} does not show the model "${name}": it does not exist, or access to it must be requested.`,
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
      `The answer of ${host} is not a list of model files.`,
      'Check that models.hub.url, or HF_ENDPOINT, leads to a hub compatible with Hugging Face.',
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
          `Converted models may exist: look on the hub for onnx-community/${name.split('/').at(-1)} or Xenova/${name.split('/').at(-1)}.`,
        ),
  noTokenizer: (name: string) =>
    new WukuError(
      'not-found',
      `The model "${name}" has no tokenizer.json, which is needed to read text.`,
      'Choose a model that has one.',
    ),
  brokeOff: (path: string, got: number, size: number) =>
    new WukuError(
      'fetch-failed',
      `The download of ${path} broke off: ${got} of ${size} bytes are here.`,
      'Run the same command again: it continues from there.',
    ),
  changed: (path: string) =>
    new WukuError(
      'fetch-failed',
      `The downloaded ${path} has a different hash from the one on the hub.`,
      'Run the same command again. If it happens again, something between here and the hub changes files.',
    ),
  noRoom: (folder: string, needed: number, free: number) =>
    new WukuError(
      'too-large',
      `The model needs ${megabytes(needed)} MB, and ${folder} has room for ${megabytes(free)} MB.`,
      'Free some space, choose a smaller model with --variant, or set WUKU_HOME to a larger disk.',
    ),
}

const megabytes = (bytes: number): string => String(Math.ceil(bytes / 1e6))
