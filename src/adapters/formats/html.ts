import type { Readable } from './readable.ts'

/** One page; all of it is its main content. */
export function htmlPage(body: string, title: string | undefined): Readable {
  const head = `<meta charset="utf-8">${title === undefined ? '' : `<title>${escapeHtml(title)}</title>`}`
  const text = `<!doctype html>\n<html><head>${head}</head><body><main>\n${body}\n</main></body></html>\n`
  return { as: 'html', text, ...(title !== undefined && { title }) }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
