/** Somebody who sees nothing of it asks for what is hidden, and in turn for what never was: the same answer after the same time. */

export type Ask = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>

/** Ids and names of what one user keeps to herself. */
export interface Hidden {
  readonly library: string
  readonly name: string
  readonly document: string
  readonly workflow: string
  readonly pad: string
  readonly citation: string
  readonly user: string
}

const NAME = 'quaggapelt'

export async function hideThings(owner: Ask): Promise<Hidden> {
  const library = String(
    (await owner('POST', '/api/v1/libraries', { name: NAME, visibility: 'private' })).body['library_id'],
  )
  const documents = [{ path: `${NAME}.md`, text: `# ${NAME}\n\nThe ebb of ${NAME}.\n` }]
  await owner('POST', `/api/v1/libraries/${library}/documents`, { version: '1.0.0', documents })
  const listed = await owner('GET', `/api/v1/libraries/${library}/documents`)
  const [document] = listed.body['list'] as readonly { readonly document_id: number }[]
  const made = await owner('POST', '/api/v1/operations/create-workflow', { name: NAME, description: NAME })
  const workflow = String((made.body['workflow'] as { readonly id: string }).id)
  const pad = await owner('POST', '/api/v1/operations/create-scratchpad', {
    workflow_id: workflow,
    title: NAME,
    content: `The ebb of ${NAME}.`,
  })
  return {
    library,
    name: NAME,
    document: String(document?.document_id),
    workflow,
    pad: String((pad.body['scratchpad'] as { readonly id: string }).id),
    citation: `wuku://docs/${NAME}@1.0.0/${NAME}.md`,
    user: String((await owner('GET', '/api/v1/user/info')).body['user_id']),
  }
}

/** Ids and names of the same form for which there is nothing. */
export const neverMade = (hidden: Hidden): Hidden => ({
  library: String(Number(hidden.library) + 97_000),
  name: hidden.name === NAME ? 'brombaselt' : 'zumperbelt',
  document: String(Number(hidden.document) + 97_000),
  workflow: otherId(hidden.workflow),
  pad: otherId(hidden.pad),
  citation: hidden.citation.replaceAll(hidden.name, hidden.name === NAME ? 'brombaselt' : 'zumperbelt'),
  user: otherId(hidden.user),
})

const otherId = (id: string): string => id.replaceAll(/\d/g, (digit) => String((Number(digit) + 3) % 10))

/** `words` were in no question before: an answer that is given again costs nothing. */
type Question = (ask: Ask, about: Hidden, words: string) => ReturnType<Ask>

const run = (ask: Ask, name: string, input: object) => ask('POST', `/api/v1/operations/${name}`, input)

/** Reads, searches and changes, by id and by name. */
export const questions: Readonly<Record<string, Question>> = {
  'a library by number': (ask, { library }) => ask('GET', `/api/v1/libraries/${library}`),
  'a library by name': (ask, { name }) => ask('GET', `/api/v1/libraries/${name}`),
  'documents of a library': (ask, { library }) => ask('GET', `/api/v1/libraries/${library}/documents`),
  'a document': (ask, { document }) => ask('GET', `/api/v1/documents/${document}`),
  'its chunks': (ask, { document }) => ask('GET', `/api/v1/documents/chunks/code/${document}`),
  'a citation': (ask, { citation }) => run(ask, 'open', { citation }),
  'a search for its words': (ask, { name }, words) => run(ask, 'recall', { query: `${name} ${words}` }),
  'a search of libraries': (ask, { name }) => run(ask, 'search-libraries', { libraryName: name }),
  'a search of scratchpads': (ask, { name }, words) => run(ask, 'search-scratchpads', { query: `${name} ${words}` }),
  'a workflow': (ask, { workflow }) => run(ask, 'get-workflow', { workflow_id: workflow }),
  'a scratchpad': (ask, { pad }) => run(ask, 'get-scratchpad', { id: pad }),
  'what an id means': (ask, { pad }) => ask('GET', `/api/v1/pads/ids/${pad}`),
  'a change of a scratchpad': (ask, { pad }) => run(ask, 'append-scratchpad', { id: pad, content: 'ebb' }),
  'a share of a library': (ask, { library }) => ask('PATCH', `/api/v1/libraries/${library}`, { visibility: 'team' }),
  'a deletion of a library': (ask, { library }) => ask('DELETE', `/api/v1/libraries/${library}`),
  'calls of a user': (ask, { user }) => ask('GET', `/api/v1/calls?actor=${user}`),
}

/** Names of one family, as 60 hidden documents hold them. */
const FAMILY = 60

export async function hideFamily(owner: Ask): Promise<void> {
  const made = await owner('POST', '/api/v1/libraries', { name: 'family', visibility: 'private' })
  const documents = Array.from({ length: FAMILY }, (_, at) => ({
    path: `${at}.md`,
    text: `# ${at}\n\n${Array.from({ length: 40 }, (_each, nth) => `other${at}x${nth}`).join(' ')}\n`,
  }))
  await owner('POST', `/api/v1/libraries/${made.body['library_id']}/documents`, { version: '1.0.0', documents })
}

/** Words that the asker's own texts lack, by what hidden texts hold of them. */
export const families: Readonly<Record<string, (at: number) => string>> = {
  'a word of the family': (at) => `other${at % FAMILY}x${at % 40}`,
  'a word near the family': (at) => `otherz${at % FAMILY}x${at % 40}`,
  'a word far from it': (at) => `qzuzk${at % FAMILY}x${at % 40}`,
  'another far from it': (at) => `wqjvq${at % FAMILY}x${at % 40}`,
}
