import { createRequire } from 'node:module'
import { join } from 'node:path'
import { WukuError } from '../../../core/errors.ts'

/** Too large to come with wuku (288 MB, for all platforms at once), and needed only by those who run models here. */
export const RUNTIME = { name: 'onnxruntime-node', version: '1.30.0' } as const

export const runtimeFolder = (home: string): string => join(home, 'runtime')

/** Path of the runtime: installed for wuku, or else among its dependencies; `undefined` if it is missing. */
export function findRuntime(home: string): string | undefined {
  return [join(runtimeFolder(home), 'package.json'), import.meta.url]
    .map(resolvedFrom)
    .find((path) => path !== undefined)
}

function resolvedFrom(place: string): string | undefined {
  try {
    return createRequire(place).resolve(RUNTIME.name)
  } catch {
    return undefined
  }
}

/** Its install script fetches libraries for graphics cards from elsewhere; what a processor needs is in the package. */
export const runtimeArguments = (home: string): readonly string[] => [
  'install',
  '--prefix',
  runtimeFolder(home),
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  `${RUNTIME.name}@${RUNTIME.version}`,
]

/** Without a path: users of a server read it too. */
export const runtimeMissing = (): WukuError =>
  new WukuError(
    'model-missing',
    'The ONNX runtime is not installed on this machine.',
    'Run "wuku models pull --runtime".',
  )
