import type { ModelFolder } from '../adapters/models/onnx/folder.ts'
import type { OnnxModel } from '../adapters/models/onnx/model-here.ts'
import { openOnnxEmbedder } from '../adapters/models/onnx/embedder.ts'
import { readModelFolder } from '../adapters/models/onnx/folder.ts'
import { findModel, modelMissing } from '../adapters/models/onnx/places.ts'
import { openOnnxReranker } from '../adapters/models/onnx/reranker.ts'
import { openOnnxThread } from '../adapters/models/onnx/thread.ts'
import { WukuError } from '../core/errors.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Reranker } from '../ports/reranker.ts'
import type { ChosenModel } from './model-settings.ts'
import { parseSetting, optionalInteger } from './setting.ts'
import type { Settings } from './settings.ts'

/**
 * The configured models of this machine, in one thread; `undefined` if there is none. A configured model that is
 * missing is an error.
 */
export interface LocalModels {
  embedder(): Embedder | undefined
  reranker(): Reranker | undefined
  close(): Promise<void>
}

type LocalSettings = Pick<Settings, 'home' | 'localModels' | 'embedder'>

export function openLocalModels({ home, localModels, embedder: { provider, dimensions } }: LocalSettings): LocalModels {
  const { embedder, reranker, threads, hubCaches } = localModels
  const script = import.meta.url.endsWith('.ts') ? '../adapters/models/onnx/worker.ts' : './onnx.js'
  const thread = openOnnxThread({ script: new URL(script, import.meta.url) })
  const here = ({ model, variant }: ChosenModel): OnnxModel => ({
    model: folderOf(model, variant, { home, hubCaches }),
    thread,
    home,
    ...(threads !== undefined && { threads }),
  })
  const openEmbedder = once((chosen: ChosenModel) =>
    openOnnxEmbedder({
      ...here(chosen),
      dimensions: parseSetting('models.embedder.dimensions', { description: '', ...optionalInteger() }, dimensions),
    }),
  )
  const openReranker = once((chosen: ChosenModel) => openOnnxReranker(here(chosen)))
  return {
    embedder() {
      if (provider === 'onnx' && !embedder) throw unnamed()
      return embedder && openEmbedder(embedder)
    },
    reranker: () => reranker && openReranker(reranker),
    close: () => thread.close(),
  }
}

function folderOf(named: string, variant: string, places: Parameters<typeof findModel>[1]): ModelFolder {
  const found = findModel(named, places)
  if (!found) throw modelMissing(named)
  return readModelFolder(found, variant)
}

const unnamed = (): WukuError =>
  new WukuError(
    'model-missing',
    'No local model is named.',
    'Run "wuku models use <name>"; "wuku models list" lists the downloaded ones.',
  )

/** A failed attempt is repeated: the model may have been pulled meanwhile. */
function once<Chosen, T>(open: (chosen: Chosen) => T): (chosen: Chosen) => T {
  const opened: T[] = []
  return (chosen) => {
    const [known] = opened
    if (known !== undefined) return known
    opened.push(open(chosen))
    return opened[0] as T
  }
}
