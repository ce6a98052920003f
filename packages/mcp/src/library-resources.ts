import type { ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server'
import { asJson } from '@wuku/kernel/base/operation-answer'
import type { Operation } from '@wuku/kernel/base/operation'
import { invoke, type Call } from '@wuku/kernel/invoke/invoke'
import type { ToolView } from './tool-view.ts'

/** Also under the addresses of go-mcp-context, whose users have them in their settings. */
const LIBRARY = /^(?:wuku|go-mcp-context):\/{3}library\/(.+)$/
const TOPIC = /^(?:wuku|go-mcp-context):\/{3}docs\/chunk\/([^/]+)\/([^/]+)\/(.+)$/

export const libraryTemplates: readonly ResourceTemplateType[] = [
  {
    name: 'library',
    title: 'Library',
    uriTemplate: 'wuku:///library/{id}',
    description: 'A library with its versions, by its number.',
  },
  {
    name: 'library-docs',
    title: 'Documentation of a library',
    uriTemplate: 'wuku:///docs/chunk/{libraryId}/{version}/{topic}',
    description: 'Snippets about a topic, or several separated by commas, in one version.',
  },
]

/**
 * Documentation in a list of resources: its libraries come and go while the process lives. Clients put lists
 * before the model unasked, so they hold no text of others: neither the name nor the description, which are the title and
 * the words of a web site, but the slug that we made.
 */
interface ListedLibrary {
  readonly library_id: number
  readonly slug: string
}

interface Listed {
  readonly libraries: readonly ListedLibrary[]
}

/** Longer lists are cut: a library can be read by its template without being listed. */
const MAX_LISTED = 500

export interface LibraryResources {
  list(call: Call): Promise<readonly { readonly uri: string; readonly name: string; readonly mimeType: string }[]>
  /** `undefined` when the address is none of a library. */
  read(uri: string, call: Call): Promise<ReadResourceResult> | undefined
}

/** Absent unless the caller may ask for documentation: others do not learn that it exists. */
export function libraryResources({
  permitted,
  operations,
}: Pick<ToolView, 'permitted' | 'operations'>): LibraryResources | undefined {
  const docs = permitted.get('get-library-docs')
  const [list, show] = ['list-libraries', 'show-library'].map((name) => operations.find((known) => known.name === name))
  if (!docs || !list || !show) return undefined
  return {
    async list(call) {
      const { libraries } = (await invoke<Listed>(list, { page_size: MAX_LISTED }, call)).output
      return libraries.map(({ library_id: id, slug }) => ({
        uri: `wuku:///library/${id}`,
        name: slug,
        mimeType: 'application/json',
      }))
    },
    read(uri, call) {
      const [, library] = LIBRARY.exec(uri) ?? []
      if (library !== undefined) return answerOf({ uri, operation: show, given: { library: decoded(library) } }, call)
      const [, id, version, topic] = TOPIC.exec(uri) ?? []
      if (id === undefined || version === undefined || topic === undefined) return undefined
      const given = { library_id: decoded(id), version: decoded(version), topic: decoded(topic) }
      return answerOf({ uri, operation: docs, given }, call)
    },
  }
}

interface LibraryRequest {
  readonly uri: string
  readonly operation: Operation
  readonly given: Readonly<Record<string, string>>
}

async function answerOf({ uri, operation, given }: LibraryRequest, call: Call): Promise<ReadResourceResult> {
  const { output } = await invoke(operation, given, call)
  return { contents: [{ uri, mimeType: 'application/json', text: asJson(output)[0]?.text ?? '' }] }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
