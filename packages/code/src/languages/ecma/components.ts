import { noTree, type LanguageRules } from '../rules.ts'

/** Templates with scripts in them: the scripts are read by their own languages, the rest is text. */
const component = (name: string): LanguageRules => ({ ...noTree, name, extensions: [`.${name}`] })

export const vue = component('vue')
export const svelte = component('svelte')
export const astro = component('astro')

/** Languages whose texts may hold scripts, and the grammars that these need. Which one, their attributes say. */
export const holdScripts: ReadonlySet<string> = new Set(['vue', 'svelte', 'astro', 'html'])
export const scriptGrammars: readonly string[] = ['typescript', 'javascript']
