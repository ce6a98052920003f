import { z } from 'zod'
import { grouped } from '@wuku/kernel/base/counted'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import type { PadAnswer, padFactsKeys } from './pad-shapes.ts'

/** How much of a pad's text an answer shows: `include_content: false` beats `preview_mode`, and that beats the cap. */
export const controlKeys = {
  preview_mode: z.boolean().optional().describe('Shorten the text.'),
  max_content_chars: z.int().min(10).optional().describe('Maximum characters of text.'),
  include_content: z.boolean().optional().describe('false: no text; takes precedence over the other two.'),
}

export type ContentOptions = z.output<z.ZodObject<typeof controlKeys>>

/** In characters, where the caller names no number. */
export interface ContentDefaults {
  readonly cap: number
  readonly preview: number
}

/** Goes into a pad's answer as it is. */
export type ControlledContent = Omit<PadAnswer, keyof typeof padFactsKeys>

export function controlContent(content: string, options: ContentOptions, defaults: ContentDefaults): ControlledContent {
  const { include_content: included, preview_mode: isPreview, max_content_chars: maxChars } = options
  if (included === false)
    return { content: '', ...(maxChars !== undefined && { parameter_warning: ignoredCap(maxChars) }) }
  const cap = charsOf(options, defaults)
  const shown = isPreview ? previewOf(content, cap) : cutWithSign(content, cap)
  return {
    content: shown,
    ...(isPreview && { preview_summary: shown, content_control_applied: `preview_mode with ${cap} chars` }),
    ...(shown !== content && whatWasCut(content, cap)),
  }
}

/** Characters of a text that are shown. */
export const charsOf = (
  { preview_mode: isPreview, max_content_chars: maxChars }: ContentOptions,
  { cap, preview }: ContentDefaults,
): number => maxChars ?? (isPreview ? preview : cap)

/** At most `cap` characters including the mark for the cut; no grapheme is split. */
export function capped(text: string, cap: number, sign: string = CUT_SIGN): string {
  if (text.length <= cap) return text
  return text.slice(0, graphemeBorder(text, cap - sign.length)) + sign
}

/** As `capped`, up to a word's end where that costs little. */
export function previewOf(text: string, cap: number): string {
  if (text.length <= cap) return text
  const shown = capped(text, cap, '')
  const capacity = cap - ELLIPSIS.length
  const space = shown.lastIndexOf(' ', capacity)
  return space > capacity * 0.8 ? shown.slice(0, space) + ELLIPSIS : capped(text, cap, ELLIPSIS)
}

const CUT_SIGN = '…'
const ELLIPSIS = '...'

/** Says in any language how much is missing, and how to have all of it; a short cap has no room for that. */
function cutWithSign(content: string, cap: number): string {
  const sign = (missing: number): string =>
    `${CUT_SIGN} (${grouped(missing)} more characters; pass max_content_chars: ${content.length})`
  if (content.length <= cap) return content
  for (let capacity = cap - sign(0).length; capacity > cap / 2; capacity--) {
    const end = graphemeBorder(content, capacity)
    const notice = sign(content.length - end)
    if (end + notice.length <= cap) return content.slice(0, end) + notice
  }
  return capped(content, cap)
}

const whatWasCut = (content: string, cap: number) => ({
  content_truncated: true as const,
  original_size: Buffer.byteLength(content),
  content_control_applied:
    `cut to ${cap} of ${content.length} chars - for more use get-scratchpad with line_range or a higher ` +
    'max_content_chars, or tail-scratchpad with full_content=true',
})

const ignoredCap = (maxChars: number): string =>
  `Parameter conflict: max_content_chars (${maxChars}) is ignored because include_content=false`
