/** How the vectors of tokens become one vector of the text. */
export type Pooling = 'mean' | 'cls' | 'last'

export interface Prompts {
  readonly query: string
  readonly document: string
}

/** What the makers of a model say on its page and do not put into its files. */
export interface Family {
  readonly pooling: Pooling
  readonly prompts: Prompts
}

export const familyOf = (name: string): Family | undefined => families.find(([pattern]) => pattern.test(name))?.[1]

const family = (pooling: Pooling, query = '', document = ''): Family => ({ pooling, prompts: { query, document } })

const SENTENCE = 'Represent this sentence for searching relevant passages: '
const TASK = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:'

/** The first that fits counts. */
const families: readonly (readonly [RegExp, Family])[] = [
  [/\be5-.*instruct/i, family('mean', `${TASK} `)],
  [/\be5-(small|base|large)/i, family('mean', 'query: ', 'passage: ')],
  [/\bbge-(small|base|large)-en/i, family('cls', SENTENCE)],
  [/\bbge-(small|base|large)-zh/i, family('cls', '为这个句子生成表示以用于检索相关文章：')],
  [/\bbge-m3/i, family('cls')],
  [/\bmxbai-embed/i, family('cls', SENTENCE)],
  [/\bsnowflake-arctic-embed-.*v2/i, family('cls', 'query: ')],
  [/\bsnowflake-arctic-embed/i, family('cls', SENTENCE)],
  [/\bnomic-embed-text/i, family('mean', 'search_query: ', 'search_document: ')],
  [/\bgte-((base|large)-en|multilingual)/i, family('cls')],
  [/\bqwen3-embedding/i, family('last', TASK)],
  [/\bembeddinggemma/i, family('mean', 'task: search result | query: ', 'title: none | text: ')],
]
