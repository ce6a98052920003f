import { reasonOf, readYaml } from '../../text/yaml.ts'
import { isTree, type Tree } from './tree.ts'

export type ParsedApi = { readonly root: Tree } | { readonly said: string; readonly remedy: string } | undefined

/** What a file describes; undefined when it describes no API. Most JSON and YAML does not, and is not parsed to see that. */
export function parseApi(text: string, path: string): ParsedApi {
  if (!NAMES_ITSELF.test(text)) return undefined
  const isJson = /^\s*\{/.test(text)
  if (text.length > (isJson ? LONGEST_JSON : LONGEST_YAML)) return tooLong(isJson)
  try {
    const root: unknown = isJson ? parseJson(text) : parseYaml(text)
    return isTree(root) && describesApi(root) ? { root } : undefined
  } catch (cause) {
    return {
      said: `It cannot be parsed: ${reasonOf(cause)}`,
      remedy: `Mend "${path}" and add it again.`,
    }
  }
}

const NAMES_ITSELF = /(?:^|[\n\r{,"' \t])(?:openapi|swagger)["']?[ \t]*:[ \t\r\n]*["']?[23]/

/** Versions that were published; `swagger: 2` is a common slip. */
const describesApi = (root: Tree): boolean =>
  /^3\.\d/.test(String(root['openapi'])) || /^2(?:\.0)?$/.test(String(root['swagger']))

/** In characters: 10 MB of YAML take about five seconds and 800 MB, the same in JSON a tenth of a second. */
const LONGEST_YAML = 12_000_000
const LONGEST_JSON = 100_000_000

const tooLong = (isJson: boolean): ParsedApi => ({
  said: isJson ? 'It is longer than 100 million characters.' : 'It is longer than 12 million characters of YAML.',
  remedy: isJson ? 'Split it into one file for each group of paths.' : 'Add it as JSON, which is read faster.',
})

/** YAML allows braces too, and comments in them. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (text.length > LONGEST_YAML) throw cause
    return parseYaml(text)
  }
}

const parseYaml = (text: string): unknown => readYaml(text, { mayRepeat: true })
