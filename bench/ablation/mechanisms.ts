import type { policy } from '@wuku/core/policy'

type Numbers<Value> = Value extends number ? number : { readonly [Key in keyof Value]?: Numbers<Value[Key]> }

/** Something that a search does besides looking up the words of a question. */
export interface Mechanism {
  readonly name: string
  /** `rewrite` changes the question, `ranker` the order, `cut` how much of it is shown. */
  readonly part: 'rewrite' | 'ranker' | 'cut'
  /** Groups and lines of sets that can feel it; the others are not asked. */
  readonly feels: readonly string[]
  /** Sets that suggested it, as `group/line/name`: they do not decide. */
  readonly chosenOn?: RegExp
  /** Numbers of the policy with which it does nothing. */
  readonly off: { readonly [Group in keyof typeof policy]?: Numbers<(typeof policy)[Group]> }
}

const prose = ['notes', 'prompts', 'chats', 'long notes', 'docs']
const files = ['code', 'packs', 'long']
const talk = [
  'chats',
  'realmem recall',
  'realmem search_conversations',
  'prompts recall',
  'prompts search_conversations',
]
const all = [...prose, ...files]

const ofNotes = /^notes/
const ofChats = /^chats|prompts (?:recall|search_conversations)|mixed chats/
const ofCode = /^code|mixed code/

const rewrites: readonly Omit<Mechanism, 'part'>[] = [
  {
    name: 'questions of a prompt alone',
    feels: ['mixed prompts', 'long', 'packs', 'code'],
    chosenOn: /^mixed prompts/,
    off: { prompts: { least: { asking: 0, telling: 0 } } },
  },
  { name: 'spelling', feels: all, off: { corrections: { maxWords: 0 } } },
  {
    name: 'typos and longer words of conversations',
    feels: talk,
    off: { widening: { maxTypos: 0, maxLongerWords: 0, maxCorrections: 0 } },
  },
  {
    name: 'own past',
    feels: ['mixed'],
    off: { past: { ofThatTime: 1, ofAnyTime: 1, ofNotes: 1, personal: { work: 1, notes: 1 } } },
  },
  {
    name: 'operators that are options',
    feels: ['notes', 'docs', 'code', 'packs', 'long'],
    off: { queries: { optionTexts: 0 } },
  },
  { name: 'other names', feels: prose, chosenOn: ofNotes, off: { words: { otherName: 0 } } },
  {
    name: 'short forms',
    feels: ['notes', 'long notes', 'docs'],
    chosenOn: /cosqa|codebase_chunks/,
    off: { ofNotes: { shortForms: 0 } },
  },
]

const rankers: readonly Omit<Mechanism, 'part'>[] = [
  {
    name: 'sentences by themselves',
    feels: all,
    chosenOn: /^prompts.*(?:claude_docs|cosqa|javaguide_zh|realmem)/,
    off: { prompts: { power: 1 } },
  },
  {
    name: 'words together',
    feels: prose,
    chosenOn: ofNotes,
    off: { ofNotes: { closeness: 0 }, ofDocs: { closeness: 0 }, ofPads: { closeness: 0 }, ofChats: { closeness: 0 } },
  },
  { name: 'name in the title', feels: prose, off: { documents: { title: 0 } } },
  { name: 'first by name or wording', feels: prose, chosenOn: ofNotes, off: { first: { maxHolders: 0 } } },
  {
    name: 'further passages',
    feels: ['notes', 'long notes', 'docs'],
    chosenOn: ofNotes,
    off: { ofNotes: { support: [0, 0] }, ofDocs: { support: [0, 0] }, ofPads: { support: [0, 0] } },
  },
  {
    name: 'a document once before others',
    feels: prose,
    chosenOn: /^notes|^long notes/,
    off: { documents: { nextPassage: { amongPassages: 1, amongDocuments: 1 } } },
  },
  {
    name: 'neighbours in conversations',
    feels: talk,
    chosenOn: ofChats,
    off: { ofChats: { turns: { near: [0, 0] } } },
  },
  {
    name: 'level of the conversation',
    feels: talk,
    chosenOn: ofChats,
    off: { ofChats: { turns: { conversationShare: 0 } } },
  },
  {
    name: 'coverage of a conversation',
    feels: talk,
    chosenOn: ofChats,
    off: { ofChats: { turns: { whole: 0 } } },
  },
  {
    name: 'age of conversations',
    feels: talk,
    chosenOn: ofChats,
    off: { turns: { aged: 0, agedSince: 0 } },
  },
  {
    name: 'statements before replies',
    feels: talk,
    chosenOn: ofChats,
    off: { turns: { reply: 1 } },
  },
  { name: 'phrases', feels: prose, off: { phrases: { weight: 0 } } },
  {
    name: 'link pages',
    feels: ['notes', 'long notes', 'docs'],
    chosenOn: /javaguide_zh/,
    off: { links: { points: 0, leads: 0 } },
  },
  { name: 'variants of code as one', feels: files, off: { variants: { near: 2 } } },
  {
    name: 'copies as one',
    feels: ['notes', 'docs', 'long notes'],
    off: { copies: { minCommonShare: 2 } },
  },
  {
    name: 'common scale of storehouses',
    feels: ['mixed'],
    chosenOn: /^mixed/,
    off: { storehouses: { tailCounts: 0 } },
  },
  {
    name: 'name of a file',
    feels: files,
    chosenOn: ofCode,
    off: { ofCode: { files: { name: 0, nameContains: 0 } } },
  },
  { name: 'full name of a file', feels: files, chosenOn: ofCode, off: { ofCode: { files: { fullName: 0 } } } },
  { name: 'joined names', feels: files, chosenOn: ofCode, off: { fileNames: { maxJoined: 1 } } },
  { name: 'folder of a file', feels: files, chosenOn: ofCode, off: { ofCode: { files: { folder: 0 } } } },
  { name: 'topic of a message', feels: files, chosenOn: ofCode, off: { ofCode: { files: { topic: 0 } } } },
  { name: 'tests of a file', feels: files, chosenOn: ofCode, off: { ofCode: { files: { tested: 0 } } } },
  { name: 'definitions', feels: files, chosenOn: ofCode, off: { ofCode: { files: { definition: 0 } } } },
  {
    name: 'more chunks of a file',
    feels: files,
    chosenOn: ofCode,
    off: { ofCode: { files: { more: { first: 0 } } } },
  },
  {
    name: 'what a file is for',
    feels: files,
    chosenOn: ofCode,
    off: {
      ofCode: {
        files: {
          roles: { test: 1, mock: 1, fixture: 1, example: 1, docs: 1, generated: 1, vendored: 1, lock: 1, history: 1 },
        },
      },
    },
  },
  { name: 'importers of a file', feels: files, chosenOn: ofCode, off: { files: { imports: 0 } } },
  { name: 'commits of a file', feels: files, chosenOn: ofCode, off: { files: { commits: 0 } } },
  { name: 'commits as hits', feels: files, chosenOn: /^code\/commits/, off: { commits: { max: 0 } } },
]

const cuts: readonly Omit<Mechanism, 'part'>[] = [
  {
    name: 'three passages when unsure',
    feels: prose,
    chosenOn: /^notes|^chats|^docs/,
    off: { evidence: { few: 100 } },
  },
  { name: 'far below the best', feels: prose, chosenOn: /^notes|^chats|^docs/, off: { evidence: { far: 0 } } },
]

export const mechanisms: readonly Mechanism[] = [
  ...rewrites.map((each) => ({ ...each, part: 'rewrite' as const })),
  ...rankers.map((each) => ({ ...each, part: 'ranker' as const })),
  ...cuts.map((each) => ({ ...each, part: 'cut' as const })),
]

export const mechanismNamed = (name: string): Mechanism => {
  const found = mechanisms.find((each) => each.name === name)
  if (!found) throw new Error(`There is no mechanism "${name}".`)
  return found
}
