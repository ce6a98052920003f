import type { TextPlace } from './client.ts'

/** The forms in which programs take a text for their model. */

const WHEN =
  "Search the user's own code and its history, notes, past agent conversations, scratchpads and library docs with the wuku " +
  'tools. Use before answering from memory, grepping or searching the web, and to go on with earlier work.'

const frontmatter = (lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\n\n`

/** A file of the user's, in which the guide is a marked block. */
export const block = (...files: readonly string[]): TextPlace => ({ files })

export const skill = (folder: string): TextPlace => ({
  files: [`${folder}/wuku/SKILL.md`],
  head: frontmatter(['name: wuku', `description: ${JSON.stringify(WHEN)}`]),
})

export const cursorRule = (file: string): TextPlace => ({
  files: [file],
  head: frontmatter([`description: ${JSON.stringify(WHEN)}`, 'alwaysApply: true']),
})

export const instructions = (file: string): TextPlace => ({ files: [file], head: frontmatter(["applyTo: '**'"]) })

export const windsurfRule = (file: string): TextPlace => ({ files: [file], head: frontmatter(['trigger: always_on']) })
