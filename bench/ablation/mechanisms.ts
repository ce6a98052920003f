import type { policy } from '@wuku/core/policy'

type Numbers<Value> = Value extends number ? number : { readonly [Key in keyof Value]?: Numbers<Value[Key]> }

/** Something that a search does besides looking up the words of a question. */
export interface Mechanism {
  readonly name: string
  /** `rewrite` changes the question, `ranker` the order, `cut` how much of it is shown. */
  readonly part: 'rewrite' | 'ranker' | 'cut'
  /** Numbers of the policy with which it does nothing. */
  readonly off: { readonly [Group in keyof typeof policy]?: Numbers<(typeof policy)[Group]> }
}

const of = (part: Mechanism['part'], name: string, off: Mechanism['off']): Mechanism => ({ name, part, off })

export const mechanisms: readonly Mechanism[] = [
  of('rewrite', 'questions of a prompt alone', { prompts: { least: { asking: 0, telling: 0 } } }),
  of('rewrite', 'spelling', { corrections: { maxWords: 0 } }),
  of('rewrite', 'own past', { past: { ofThatTime: 1, ofAnyTime: 1, ofNotes: 1 } }),
  of('rewrite', 'operators that are options', { queries: { optionTexts: 0 } }),
  of('rewrite', 'other names', { words: { otherName: 0 } }),
  of('rewrite', 'short forms', { ofNotes: { shortForms: 0 } }),
  of('ranker', 'sentences by themselves', { prompts: { power: 1 } }),
  of('ranker', 'words together', {
    ofNotes: { closeness: 0 },
    ofDocs: { closeness: 0 },
    ofPads: { closeness: 0 },
    ofChats: { closeness: 0 },
  }),
  of('ranker', 'name in the title', { documents: { title: 0 } }),
  of('ranker', 'first by name or wording', { first: { maxHolders: 0 } }),
  of('ranker', 'further passages', {
    ofNotes: { support: [0, 0] },
    ofDocs: { support: [0, 0] },
    ofPads: { support: [0, 0] },
  }),
  of('ranker', 'neighbours in conversations', { ofChats: { turns: { near: [0, 0] } } }),
  of('ranker', 'level of the conversation', { ofChats: { turns: { conversationShare: 0 } } }),
  of('ranker', 'coverage of a conversation', { ofChats: { turns: { whole: 0 } } }),
  of('ranker', 'age of conversations', { turns: { aged: 0, agedSince: 0 } }),
  of('ranker', 'statements before replies', { turns: { reply: 1 } }),
  of('ranker', 'phrases', { phrases: { weight: 0 } }),
  of('ranker', 'link pages', { links: { points: 0, leads: 0 } }),
  of('ranker', 'variants of code as one', { variants: { near: 2 } }),
  of('ranker', 'common scale of storehouses', { storehouses: { tailCounts: 0 } }),
  of('ranker', 'name of a file', { ofCode: { files: { name: 0, nameContains: 0 } } }),
  of('ranker', 'full name of a file', { ofCode: { files: { fullName: 0 } } }),
  of('ranker', 'folder of a file', { ofCode: { files: { folder: 0 } } }),
  of('ranker', 'topic of a message', { ofCode: { files: { topic: 0 } } }),
  of('ranker', 'tests of a file', { ofCode: { files: { tested: 0 } } }),
  of('ranker', 'definitions', { ofCode: { files: { definition: 0 } } }),
  of('ranker', 'more chunks of a file', { ofCode: { files: { more: { first: 0 } } } }),
  of('ranker', 'importers of a file', { files: { imports: 0 } }),
  of('ranker', 'commits of a file', { files: { commits: 0 } }),
  of('ranker', 'commits as hits', { commits: { max: 0 } }),
  of('cut', 'three passages when unsure', { evidence: { few: 100 } }),
  of('cut', 'far below the best', { evidence: { far: 0 } }),
]

export const mechanismNamed = (name: string): Mechanism => {
  const found = mechanisms.find((each) => each.name === name)
  if (!found) throw new Error(`There is no mechanism "${name}".`)
  return found
}
