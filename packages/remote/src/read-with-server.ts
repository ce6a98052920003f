import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/remote'
import type { Operation } from '@wuku/kernel/base/operation'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { isGlob, unknownNames, type MultiGetOutput } from '@wuku/notes/operations/multi-get'
import { splitPatterns } from '@wuku/notes/qmd'
import type { ShownDocument } from '@wuku/notes/operations/get'
import { labelled, type BothRequest } from './search-with-server.ts'
import {
  atServer,
  atServerName,
  fromServer,
  isAtServer,
  askTeam,
  nameOfServer,
  pushesTo,
  whyLocalOnly,
  type Team,
} from './team.ts'

/** Reading by a citation, a docid or a name: this machine comes first. */
interface Reading {
  /** Parameter that names the document. */
  readonly key: string
  relabel(read: never, name: string): unknown
}

export const openBoth = (here: Operation, team: Team): Operation =>
  readBoth(here, team, {
    key: 'citation',
    relabel: (opened: { readonly citation: string; readonly source: string; readonly docid: string }, name) => ({
      ...opened,
      citation: atServer(opened.citation, name),
      source: `${opened.source}@${name}`,
      docid: `${opened.docid}@${name}`,
    }),
  })

export const getBoth = (here: Operation, team: Team) => readBoth(here, team, { key: 'file', relabel: labelled })

function readBoth(here: Operation, team: Team, { key, relabel }: Reading): Operation {
  const name = nameOfServer(team.url)
  return {
    ...here,
    description: `${here.description} Reads what is at ${name} too: it is looked for here first, with @${name} only there.`,
    async run(input, context) {
      const target = String((input as Readonly<Record<string, unknown>>)[key])
      if (isAtServer(target, name)) {
        const remote = await team.open()
        const there = { ...(input as object), [key]: fromServer(target, name) }
        return relabel(await remote.call<never>(here, there, { signal: context.signal }), name)
      }
      try {
        return await here.run(input, context)
      } catch (error) {
        if (!isNotFound(error)) throw error
        const request = { input: input as object, signal: context.signal }
        return await askTeam<never>(team, here, request).then(
          (read) => relabel(read, name),
          (reason: unknown) => {
            throw isNotFound(reason) ? error : withReason(error, whyLocalOnly(reason, name))
          },
        )
      }
    },
  }
}

const isNotFound = (error: unknown): error is WukuError => isWukuError(error) && error.code === 'not-found'

/** It may well be at the server. */
const withReason = ({ code, texts }: WukuError, why: Text): WukuError =>
  new WukuError(code, texts.message, msg('text3', { remedy: texts.remedy, why }))

interface Listing extends BothRequest<{ readonly pattern: string; readonly budget: number }> {
  readonly here: Operation
}

/** Globs match in both places; a name that this machine does not have is looked for at the server. */
export function multiGetBoth(here: Operation, team: Team): Operation {
  const name = nameOfServer(team.url)
  return {
    ...here,
    description: `${here.description} Reads from ${name} too: globs match in both places, a name is looked for here first.`,
    run: (input, context) => listBoth({ here, input: input as Listing['input'], context, team, name }),
  }
}

async function listBoth(listing: Listing): Promise<MultiGetOutput> {
  const { input, context, team, name } = listing
  const parts = splitPatterns(input.pattern)
  const own = parts.filter((part) => !isAtServer(part, name))
  const missing = await context.engine.read((view) => unknownNames(view, own))
  const atBoth = own.filter((part) => isGlob(part) || missing.includes(part))
  const only = parts.filter((part) => isAtServer(part, name)).map((part) => fromServer(part, name))
  const fromRemote = [...only, ...atBoth]
  if (fromRemote.length === 0) return listHere(listing, own)
  const there = await askTeam<MultiGetOutput>(team, listing.here, {
    input: { ...input, pattern: fromRemote.join(',') },
    signal: context.signal,
  }).catch((reason: unknown) => {
    context.signal.throwIfAborted()
    return isNotFound(reason) ? '' : String(whyLocalOnly(reason, name))
  })
  if (typeof there === 'string') return listLocally(listing, own, there)
  const known = own.filter((part) => !missing.includes(part))
  const local = known.length === 0 ? nothing : await listHere(listing, known).catch(nothingFound)
  return withinBudget(local, atServerList(await withoutDuplicates(there, local, team), name), input.budget)
}

const listHere = ({ here, input, context }: Listing, parts: readonly string[]): Promise<MultiGetOutput> =>
  here.run({ ...input, pattern: parts.join(',') }, context) as Promise<MultiGetOutput>

/** `why`: the server did not answer; empty where it has nothing of it. */
async function listLocally(listing: Listing, own: readonly string[], why: string): Promise<MultiGetOutput> {
  // Names at the server are no names of this machine: its error says so.
  const parts = own.length > 0 ? own : [listing.input.pattern]
  const listed = await listHere(listing, parts).catch((error: unknown) => {
    throw why !== '' && isNotFound(error) ? withReason(error, why) : error
  })
  return why === '' ? listed : { ...listed, errors: [...listed.errors, why] }
}

const nothing: MultiGetOutput = { documents: [], skipped: [], leftOut: [], errors: [] }

function nothingFound(error: unknown): MultiGetOutput {
  if (isNotFound(error)) return nothing
  throw error
}

/** The same text, or the copy that was pushed from here, shows once. */
async function withoutDuplicates(there: MultiGetOutput, own: MultiGetOutput, team: Team): Promise<MultiGetOutput> {
  const copies = new Map((await pushesTo(team)).map((push) => [push.there.replace(/^notes\//, ''), push.here]))
  const files = new Set(own.documents.map(({ file }) => file))
  const docids = new Set(own.documents.map(({ docid }) => docid))
  const isDuplicate = ({ file, docid }: ShownDocument): boolean => {
    const end = file.indexOf('/')
    const source = copies.get(file.slice(0, end))?.replace(/^notes\//, '')
    return docids.has(docid) || (source !== undefined && files.has(source + file.slice(end)))
  }
  return { ...there, documents: there.documents.filter((each) => !isDuplicate(each)) }
}

const atServerList = ({ documents, skipped, leftOut, errors }: MultiGetOutput, name: string): MultiGetOutput => ({
  documents: documents.map((each) => labelled(each, name)),
  skipped: skipped.map(({ file, why }) => {
    const called = atServerName(file, name)
    return { file: called, why: why.replaceAll(file, () => called) }
  }),
  leftOut: leftOut.map((file) => atServerName(file, name)),
  errors: errors.map((error) => `${name}: ${error}`),
})

/** Documents of this machine are within it already. */
function withinBudget(own: MultiGetOutput, fromRemote: MultiGetOutput, budget: number): MultiGetOutput {
  let spent = own.documents.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  const fitting = fromRemote.documents.filter(({ text }) => {
    spent += estimateTokens(text)
    return spent <= budget
  })
  const over = fromRemote.documents.filter((each) => !fitting.includes(each)).map(({ file }) => file)
  return {
    documents: [...own.documents, ...fitting],
    skipped: [...own.skipped, ...fromRemote.skipped],
    leftOut: [...own.leftOut, ...over, ...fromRemote.leftOut],
    errors: [...own.errors, ...fromRemote.errors],
  }
}
