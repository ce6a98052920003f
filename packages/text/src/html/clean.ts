import { decodePercent } from '@wuku/core/lenient-parsing'
import { Parser } from 'htmlparser2'
import { attributesOf, cleanValue, removedElements, prefixed, voidElements } from './allowed.ts'

/** The clean target of a link. */
export interface Link {
  readonly href: string
  /** A document of the index: the console opens it itself. */
  readonly citation?: string
  /** The target is a picture that lies near the document: the address that it has for the console. */
  readonly picture?: string
  /** The target is another site. */
  readonly isForeign?: boolean
}

export interface CleanOptions {
  /** Decides about targets; `undefined`: the words of the link stay without one. */
  link(href: string): Link | undefined
  /** Writes text as HTML; by default escapes it. */
  write?(text: string): string
}

/** Levels of elements: browsers end at some hundred. */
const DEEPEST = 100

/**
 * Clean HTML from any HTML: elements and attributes of `allowed.ts`, each element closed, texts and values escaped. The output is
 * written from what the parser understood, so no byte of markup is copied.
 */
export function cleanHtml(html: string, options: CleanOptions): string {
  const writer = new CleanWriter(options)
  const parser = new Parser(writer, { decodeEntities: true })
  parser.end(html)
  return writer.html()
}

/** Handler of the parser, which reports openings and closings in pairs. */
class CleanWriter {
  readonly #options: CleanOptions
  readonly #parts: string[] = []
  /** Closing tags of the open elements; empty for elements that were taken out. */
  readonly #open: string[] = []
  #depth = 0
  #links = 0
  /** Count of open elements that go with their content. */
  #gone = 0
  #text = ''

  constructor(options: CleanOptions) {
    this.#options = options
  }

  ontext(text: string): void {
    if (this.#gone === 0) this.#text += text
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#writeText()
    if (removedElements.has(name)) this.#gone++
    this.#open.push(this.#gone > 0 ? '' : this.#opened(name, attributes))
  }

  onclosetag(name: string): void {
    this.#writeText()
    if (removedElements.has(name)) this.#gone--
    const closing = this.#open.pop() ?? ''
    if (closing === '') return
    this.#depth--
    if (name === 'a') this.#links--
    this.#parts.push(closing)
  }

  html(): string {
    this.#writeText()
    return this.#parts.join('')
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): string {
    if (name === 'img') this.#parts.push(imageOf(attributes, this.#options, this.#links > 0))
    const known = attributesOf(name)
    if (!known || this.#depth >= DEEPEST || (name === 'a' && this.#links > 0)) return ''
    const link = name === 'a' ? linkOf(attributes['href'], this.#options) : ''
    const attributeTexts = Object.entries(attributes).flatMap(([key, value]) => {
      const clean = key !== 'href' && known.has(key) ? cleanValue(key, value) : undefined
      return clean === undefined ? [] : ` ${key}="${escapeHtml(clean)}"`
    })
    this.#parts.push(`<${name}${link}${attributeTexts.join('')}>`)
    if (voidElements.has(name)) return ''
    this.#depth++
    if (name === 'a') this.#links++
    return `</${name}>`
  }

  /** Joins the pieces between entities: a word is marked as a whole. */
  #writeText(): void {
    if (this.#text === '') return
    this.#parts.push(this.#options.write?.(this.#text) ?? escapeHtml(this.#text))
    this.#text = ''
  }
}

/** Attributes of a link with a space before each. */
function linkOf(href: string | undefined, { link }: CleanOptions): string {
  if (href === undefined) return ''
  const name = /^\s*#(.+)$/s.exec(href)?.[1]
  if (name !== undefined) return attribute('href', hashOf(name))
  const found = link(href)
  if (!found) return ''
  return (
    attribute('href', found.href) +
    attribute('data-citation', found.citation) +
    (found.isForeign ? ' rel="noopener noreferrer" target="_blank"' : '')
  )
}

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`

function hashOf(name: string): string | undefined {
  const id = prefixed(decodePercent(name))
  return id === undefined ? undefined : `#${encodeURIComponent(id)}`
}

/**
 * A picture near the document has the address by which the console asks for it, and none that a browser loads. Any other is a
 * link with its description, so no other site learns of a reader.
 */
function imageOf({ src, alt = '' }: Readonly<Record<string, string>>, options: CleanOptions, isInLink: boolean) {
  const found = src === undefined ? undefined : options.link(src)
  const label = escapeHtml(alt.trim() || fileOf(src ?? ''))
  if (found?.picture) return `<img class="image" alt="${label}"${attribute('data-picture', found.picture)}>`
  if (!found?.isForeign || isInLink) return `<span class="image">${label}</span>`
  return `<a class="image"${linkOf(src, options)}>${label}</a>`
}

const fileOf = (src: string): string =>
  /^data:/i.test(src.trim()) ? '' : src.replace(/[?#].*$/s, '').replace(/^.*\//s, '')

const codes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes texts and values in quotes; replaces NUL, which HTML forbids. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('\0', '\uFFFD').replaceAll(/[&<>"']/g, (each) => codes[each] ?? '')
