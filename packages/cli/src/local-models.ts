import { msg } from '@wuku/messages/cli'
import { type ModelFolder, readModelFolder } from '@wuku/models/onnx/folder'
import type { OnnxModel } from '@wuku/models/onnx/local-model'
import { openOnnxEmbedder } from '@wuku/models/onnx/embedder'
import { findModel, modelMissing } from '@wuku/models/onnx/model-locations'
import { openOnnxReranker } from '@wuku/models/onnx/reranker'
import { openOnnxThread } from '@wuku/models/onnx/thread'
import { WukuError } from '@wuku/core/errors'
import { once } from '@wuku/core/once'
import type { ChosenModel } from '@wuku/settings/model-settings'
import { parseSetting, optionalInteger } from '@wuku/settings/setting'
import type { Settings } from '@wuku/settings/app-settings'

type LocalSettings = Pick<Settings, 'home' | 'localModels' | 'embedder'>

/**
 * The configured models of this machine, in one thread; `undefined` if there is none. A configured model that is
 * missing is an error.
 */
export function openLocalModels({ home, localModels, embedder: { provider, dimensions } }: LocalSettings) {
  const { embedder, reranker, threads, hubCaches } = localModels
  const script = import.meta.url.endsWith('.ts') ? '../../models/src/onnx/worker.ts' : './onnx.js'
  const thread = openOnnxThread({ script: new URL(script, import.meta.url) })
  const here = ({ model, variant }: ChosenModel): OnnxModel => ({
    model: folderOf(model, variant, { home, hubCaches }),
    thread,
    home,
    ...(threads !== undefined && { threads }),
  })
  // A failed attempt is repeated: the model may have been pulled meanwhile.
  const openEmbedder = once(
    () =>
      embedder &&
      openOnnxEmbedder({
        ...here(embedder),
        dimensions: parseSetting('models.embedder.dimensions', optionalInteger(''), dimensions),
      }),
  )
  return {
    embedder() {
      if (provider === 'onnx' && !embedder) throw new WukuError('model-missing', msg('noLocalModelNamed'))
      return openEmbedder()
    },
    reranker: once(() => reranker && openOnnxReranker(here(reranker))),
    close: () => thread.close(),
  }
}

function folderOf(named: string, variant: string, places: Parameters<typeof findModel>[1]): ModelFolder {
  const found = findModel(named, places)
  if (!found) throw modelMissing(named)
  return readModelFolder(found, variant)
}
