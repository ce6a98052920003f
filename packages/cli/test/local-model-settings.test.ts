import { describe, expect, it } from 'vitest'
import { localModelsOf } from '@wuku/settings/model-settings'
import { createReadSetting } from '@wuku/settings/settings-table'

function read(written: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  return localModelsOf(createReadSetting({ file: written, env }), { env, userFolder: '/home/me' })
}

describe('settings of models of this machine', () => {
  it('are none by default', () =>
    expect(read({})).toMatchObject({
      embedder: undefined,
      reranker: undefined,
      hub: { url: 'https://huggingface.co' },
    }))
  it('name a model where the provider is onnx', () =>
    expect(read({ 'models.embedder.provider': 'onnx', 'models.embedder.model': '~/m' }).embedder).toEqual({
      model: '/home/me/m',
      variant: '',
    }))
  it('name none where it lies behind an API', () =>
    expect(read({ 'models.embedder.provider': 'openai', 'models.embedder.model': 'x' }).embedder).toBeUndefined())
  it('hear the variables of Hugging Face', () => {
    const { hub, hubCaches } = read({}, { HF_ENDPOINT: 'https://mirror', HF_TOKEN: 'hf_x', HF_HOME: '/hf' })
    expect([hub.url, hub.token(), ...hubCaches]).toEqual(['https://mirror', 'hf_x', '/hf/hub'])
  })
  it('of our own come first', () => {
    const { hub } = read(
      { 'models.hub.url': 'https://own', 'models.hub.token': 'hf_own' },
      { HF_ENDPOINT: 'x', HF_TOKEN: 'y' },
    )
    expect([hub.url, hub.token()]).toEqual(['https://own', 'hf_own'])
  })
  it('never show the token', () =>
    expect(JSON.stringify(read({ 'models.hub.token': 'hf_own' }))).not.toContain('hf_own'))
  it('refuse threads that are none', () =>
    expect(() => read({ 'models.onnx.threads': 'many' })).toThrow(/models\.onnx\.threads/))
})
