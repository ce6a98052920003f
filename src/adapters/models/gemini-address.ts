export const GOOGLE = 'https://generativelanguage.googleapis.com/v1beta'

/** The version belongs to the address; people write it, leave it out, and end with a slash or not. */
export function geminiBase(url: URL): URL {
  const parts = url.pathname.split('/').filter(Boolean)
  const isVersioned = ['v1', 'v1beta'].includes(parts.at(-1) ?? '')
  const base = new URL(url)
  base.pathname = `/${[...parts, ...(isVersioned ? [] : ['v1beta'])].join('/')}`
  base.search = ''
  base.hash = ''
  return base
}

export const geminiEndpoint = (base: URL, model: string, method: string): URL =>
  new URL(`${base.href}/models/${bareModel(model).split('/').map(encodeURIComponent).join('/')}:${method}`)

export const bareModel = (model: string): string => model.replace(/^models\//, '')
