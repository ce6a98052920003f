import { limits } from '../core/limits.ts'
import { mostSlots } from '../ports/pads.ts'

export interface Setting {
  /** Dots go down into the file. */
  readonly key: string
  readonly variable: string
  readonly says: string
  readonly byDefault: string
}

/** Every setting that the file and the environment may name. The reference page is made from this table. */
export const settingsTable = [
  {
    key: 'limits.fileBytes',
    variable: 'WUKU_LIMITS_FILE_BYTES',
    says: 'Larger files are not indexed.',
    byDefault: String(limits.fileBytes),
  },
  {
    key: 'tools',
    variable: 'WUKU_TOOLS',
    says: 'Toolsets that agents see over MCP, as a list: `default`, `all`, those of `wuku mcp --help`; `default` when empty.',
    byDefault: '',
  },
  {
    key: 'readOnly',
    variable: 'WUKU_READ_ONLY',
    says: 'Agents may read but not write.',
    byDefault: 'false',
  },
  {
    key: 'sessionContext',
    variable: 'WUKU_SESSION_CONTEXT',
    says: 'Whether the hook of `wuku connect --guide` gives a new session its open work; `off` for never.',
    byDefault: 'on',
  },
  {
    key: 'workers',
    variable: 'WUKU_WORKERS',
    says: 'Threads that parse and analyse while indexing. Default: one less than the cores, at most four.',
    byDefault: '',
  },
  {
    key: 'pads.bytes',
    variable: 'WUKU_PADS_BYTES',
    says: 'Maximum UTF-8 bytes of a scratchpad.',
    byDefault: String(1024 * 1024),
  },
  {
    key: 'pads.perWorkflow',
    variable: 'WUKU_PADS_PER_WORKFLOW',
    says: `Maximum number of scratchpads in a workflow; at most ${mostSlots}.`,
    byDefault: '50',
  },
  {
    key: 'pads.versions',
    variable: 'WUKU_PADS_VERSIONS',
    says: 'Number of versions of a scratchpad that are kept.',
    byDefault: '1000',
  },
  {
    key: 'code.fileBytes',
    variable: 'WUKU_CODE_FILE_BYTES',
    says: 'Larger files of a repository are left out: bundles, dumps and data.',
    byDefault: String(1536 * 1024),
  },
  {
    key: 'code.commits',
    variable: 'WUKU_CODE_COMMITS',
    says: 'Number of newest commits of a repository to index; with 0 none, and git is not run.',
    byDefault: '5000',
  },
  {
    key: 'code.project',
    variable: 'WUKU_DEFAULT_PROJECT',
    says: 'The folder for code tools when a call names none; when empty, the folder in which the program was started. `SCYTHE_CONTEXT_DEFAULT_PROJECT` works too.',
    byDefault: '',
  },
  {
    key: 'chats.exclude',
    variable: 'WUKU_CHATS_EXCLUDE',
    says: 'Conversations to leave out, as a list of globs: working folders (`~/clients/**`), or ids. `wuku index --force` removes those indexed before.',
    byDefault: '',
  },
  {
    key: 'chats.leaveOutRetrieved',
    variable: 'WUKU_CHATS_LEAVE_OUT_RETRIEVED',
    says: 'true: conversations are indexed without the results of web searches and other retrieval servers (Context7 and the like) in them. Answers of wuku itself are always left out. `wuku index --force` applies it to conversations indexed before.',
    byDefault: 'false',
  },
  {
    key: 'chats.current',
    variable: 'WUKU_CURRENT_CHAT_ID',
    says: 'Id of the conversation that a server answers; `search_conversations` leaves it out by default. When empty, the one that searched last. `CHATWISE_CURRENT_CHAT_ID` works too.',
    byDefault: '',
  },
  {
    key: 'docs.fileBytes',
    variable: 'WUKU_DOCS_FILE_BYTES',
    says: 'Larger documentation files are refused.',
    byDefault: String(64 * 1024 * 1024),
  },
  {
    key: 'docs.purgeDays',
    variable: 'WUKU_DOCS_PURGE_DAYS',
    says: 'Days during which a deleted library or version can be restored.',
    byDefault: '30',
  },
  {
    key: 'docs.enrich',
    variable: 'WUKU_DOCS_ENRICH',
    says: 'true: a configured language model writes titles and descriptions of code snippets; their text is sent to it, secrets masked. false: it does not.',
    byDefault: 'true',
  },
  {
    key: 'docs.weights.fullText',
    variable: 'WUKU_DOCS_WEIGHTS_FULL_TEXT',
    says: 'Weight of the ranking by words when it is combined with the ranking by meaning.',
    byDefault: '1',
  },
  {
    key: 'docs.weights.vectors',
    variable: 'WUKU_DOCS_WEIGHTS_VECTORS',
    says: 'Weight of the ranking by meaning, if there are vectors.',
    byDefault: '1',
  },
  {
    key: 'docs.popularity',
    variable: 'WUKU_DOCS_POPULARITY',
    says: 'Of two equally good snippets, the one whose document was returned more often comes first. It has no other effect.',
    byDefault: 'false',
  },
  {
    key: 'docs.cacheSeconds',
    variable: 'WUKU_DOCS_CACHE_SECONDS',
    says: 'Seconds for which an answer to a documentation query may be reused while its version is unchanged; 0 for never.',
    byDefault: String(24 * 60 * 60),
  },
  {
    key: 'docs.tokens',
    variable: 'WUKU_DOCS_TOKENS',
    says: 'Tokens for private repositories, as a list of `host=token`. `GITHUB_TOKEN`, `GITLAB_TOKEN` and `GITEA_TOKEN` work too, for github.com, gitlab.com and Gitea. A token is sent only to its host and never shown.',
    byDefault: '',
  },
  {
    key: 'docs.allowHosts',
    variable: 'WUKU_DOCS_ALLOW_HOSTS',
    says: 'Hosts with private addresses, such as a code host in your network, from which documentation may be fetched, as a list of `host` or `host:port`. All others are refused.',
    byDefault: '',
  },
  {
    key: 'docs.proxy',
    variable: 'WUKU_DOCS_PROXY',
    says: 'HTTP proxy for fetching documentation, such as `http://proxy.example:3128`.',
    byDefault: '',
  },
  {
    key: 'records.days',
    variable: 'WUKU_RECORDS_DAYS',
    says: 'Days for which the logs of calls and imports are kept.',
    byDefault: '90',
  },
  {
    key: 'secrets.allow',
    variable: 'WUKU_SECRETS_ALLOW',
    says: 'Texts that look like a key or password but are not, as a list: they are not masked. `*` stands for any characters, as in `AKIA*EXAMPLE`. `wuku index --force` applies it to text indexed before.',
    byDefault: '',
  },
  {
    key: 'offline',
    variable: 'WUKU_OFFLINE',
    says: 'Nothing is sent anywhere: no API model is called, and nothing is fetched. Models on this machine still run.',
    byDefault: 'false',
  },
  {
    key: 'models.generator.provider',
    variable: 'WUKU_GENERATOR_PROVIDER',
    says: 'API of the language model: `openai` (any OpenAI-compatible API) or `gemini`. For `gemini` the `GEMINI_` variables of the embedding model apply too, except the name of the model.',
    byDefault: 'openai',
  },
  {
    key: 'models.generator.url',
    variable: 'WUKU_GENERATOR_URL',
    says: 'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google.',
    byDefault: '',
  },
  {
    key: 'models.generator.model',
    variable: 'WUKU_GENERATOR_MODEL',
    says: 'Name of the model, such as `gpt-5-nano`. Default for `gemini`: `gemini-flash-latest`.',
    byDefault: '',
  },
  {
    key: 'models.generator.key',
    variable: 'WUKU_GENERATOR_KEY',
    says: 'API key. It is never shown.',
    byDefault: '',
  },
  {
    key: 'models.embedder.provider',
    variable: 'WUKU_EMBEDDER_PROVIDER',
    says: 'API of the embedding model: `gemini`, `openai` (any OpenAI-compatible API), or `onnx`, which runs on this machine (`wuku models`). `wuku embed` makes vectors with it. Without any of these settings, `GEMINI_API_KEY` and the other `GEMINI_` variables of scythe-context-mcp configure Gemini.',
    byDefault: '',
  },
  {
    key: 'models.embedder.url',
    variable: 'WUKU_EMBEDDER_URL',
    says: 'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google. `GEMINI_BASE_URL` works too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.model',
    variable: 'WUKU_EMBEDDER_MODEL',
    says: 'Name of the model, such as `text-embedding-3-small`. Default for `gemini`: `gemini-embedding-2`. `GEMINI_MODEL` works too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.dimensions',
    variable: 'WUKU_EMBEDDER_DIMENSIONS',
    says: 'Dimensions of its vectors: requested, and required of every vector. Default: 1536 for `gemini`, otherwise those of the model. `GEMINI_OUTPUT_DIMENSIONALITY` works too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.key',
    variable: 'WUKU_EMBEDDER_KEY',
    says: 'API key. It is never shown. `GEMINI_API_KEY` works too, for `gemini` only.',
    byDefault: '',
  },
  {
    key: 'models.embedder.auth',
    variable: 'WUKU_EMBEDDER_AUTH',
    says: 'How the key is sent: `x-goog-api-key` (a header with the bare key), `bearer` or `query`. Default: the first for `gemini`, otherwise `bearer`. `GEMINI_AUTH_MODE` works too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.keyName',
    variable: 'WUKU_EMBEDDER_KEY_NAME',
    says: 'Name of that header or, with `query`, of the parameter. Default: `x-goog-api-key` and `key`. `GEMINI_API_KEY_HEADER` and `GEMINI_API_KEY_QUERY_PARAM` work too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.patience',
    variable: 'WUKU_EMBEDDER_PATIENCE',
    says: 'Milliseconds that a search waits for the vector of its question. After that it answers by words only, and says so.',
    byDefault: '1500',
  },
  {
    key: 'models.embedder.price',
    variable: 'WUKU_EMBEDDER_PRICE',
    says: 'Dollars per million tokens, for the estimate of `wuku embed --dry-run`. Known for some models.',
    byDefault: '',
  },
  {
    key: 'models.reranker.patience',
    variable: 'WUKU_RERANKER_PATIENCE',
    says: 'Milliseconds that a search waits for the reranking model.',
    byDefault: '3000',
  },
  {
    key: 'models.generator.patience',
    variable: 'WUKU_GENERATOR_PATIENCE',
    says: 'Milliseconds that `query` waits for query expansion.',
    byDefault: '8000',
  },
  {
    key: 'models.embedder.queryPrompt',
    variable: 'WUKU_EMBEDDER_QUERY_PROMPT',
    says: 'Text to put before a question, such as `query: `; `\n` is a line break, `none` is nothing. When empty, the prompt that the model was trained with, if its name is known. A different prompt needs new vectors.',
    byDefault: '',
  },
  {
    key: 'models.embedder.documentPrompt',
    variable: 'WUKU_EMBEDDER_DOCUMENT_PROMPT',
    says: 'The same for indexed text, such as `passage: `.',
    byDefault: '',
  },
  {
    key: 'models.embedder.longestText',
    variable: 'WUKU_EMBEDDER_LONGEST_TEXT',
    says: 'Characters of a text to send; the rest is cut off. When empty, about what the model reads, if its name is known, otherwise 32768.',
    byDefault: '',
  },
  {
    key: 'models.embedder.batchTexts',
    variable: 'WUKU_EMBEDDER_BATCH_TEXTS',
    says: 'Texts per request. Default: 128, or 100 for `gemini`. A request that the server finds too large is halved.',
    byDefault: '',
  },
  {
    key: 'models.embedder.batchChars',
    variable: 'WUKU_EMBEDDER_BATCH_CHARS',
    says: 'Characters per request. Default: 400000.',
    byDefault: '',
  },
  {
    key: 'models.embedder.concurrency',
    variable: 'WUKU_EMBEDDER_CONCURRENCY',
    says: 'Concurrent requests. Default: 4.',
    byDefault: '',
  },
  {
    key: 'models.embedder.requestsPerMinute',
    variable: 'WUKU_EMBEDDER_REQUESTS_PER_MINUTE',
    says: 'Maximum number of requests per minute, evenly spaced. Default: no limit.',
    byDefault: '',
  },
  {
    key: 'models.embedder.tokensPerMinute',
    variable: 'WUKU_EMBEDDER_TOKENS_PER_MINUTE',
    says: 'Maximum number of tokens per minute, by estimate. Default: no limit.',
    byDefault: '',
  },
  {
    key: 'models.embedder.timeoutSeconds',
    variable: 'WUKU_EMBEDDER_TIMEOUT_SECONDS',
    says: 'Seconds for one request with all its retries. Default: 60.',
    byDefault: '',
  },
  {
    key: 'models.embedder.variant',
    variable: 'WUKU_EMBEDDER_VARIANT',
    says: 'For `onnx`: the file of the model, such as `quantized` for `model_quantized.onnx`. Default: the full model.',
    byDefault: '',
  },
  {
    key: 'models.reranker.provider',
    variable: 'WUKU_RERANKER_PROVIDER',
    says: 'API of the model that reranks the best hits: `cohere` (also vLLM, LM Studio, llama.cpp and others with a `/rerank`), `jina`, `tei` (Text Embeddings Inference), or `onnx` for a cross-encoder that runs on this machine (`wuku models`).',
    byDefault: '',
  },
  {
    key: 'models.reranker.url',
    variable: 'WUKU_RERANKER_URL',
    says: 'Address of its API, such as `https://api.cohere.com/v2` or `http://127.0.0.1:8080`, with or without `/rerank`.',
    byDefault: '',
  },
  {
    key: 'models.reranker.model',
    variable: 'WUKU_RERANKER_MODEL',
    says: 'Name of the model, such as `rerank-v3.5`; `tei` needs none. For `onnx`: a name on the hub, such as `BAAI/bge-reranker-base`, or a folder.',
    byDefault: '',
  },
  {
    key: 'models.reranker.key',
    variable: 'WUKU_RERANKER_KEY',
    says: 'API key. It is never shown.',
    byDefault: '',
  },
  {
    key: 'models.reranker.variant',
    variable: 'WUKU_RERANKER_VARIANT',
    says: 'The file of the model, as for the embedding model.',
    byDefault: '',
  },
  {
    key: 'models.onnx.threads',
    variable: 'WUKU_ONNX_THREADS',
    says: 'Processor threads for models that run on this machine. Default: one less than the cores, at most four.',
    byDefault: '',
  },
  {
    key: 'models.hub.url',
    variable: 'WUKU_HUB_URL',
    says: 'Hub from which `wuku models pull` downloads models; any hub compatible with Hugging Face, such as `https://hf-mirror.com`. Default: `https://huggingface.co`. `HF_ENDPOINT` works too.',
    byDefault: '',
  },
  {
    key: 'models.hub.token',
    variable: 'WUKU_HUB_TOKEN',
    says: 'Token for restricted models on the hub. It is sent only to the hub and never shown. `HF_TOKEN` works too.',
    byDefault: '',
  },
] as const satisfies readonly Setting[]

export type Key = (typeof settingsTable)[number]['key']
