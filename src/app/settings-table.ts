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
    says: 'Files with more bytes are not indexed.',
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
    says: 'Agents may read and never write.',
    byDefault: 'false',
  },
  {
    key: 'sessionContext',
    variable: 'WUKU_SESSION_CONTEXT',
    says: 'Whether the hook of `wuku connect --guide` tells a new session what is open; `off` for never.',
    byDefault: 'on',
  },
  {
    key: 'workers',
    variable: 'WUKU_WORKERS',
    says: 'Threads that parse and analyse while indexing; one less than the cores and at most four when absent.',
    byDefault: '',
  },
  {
    key: 'pads.bytes',
    variable: 'WUKU_PADS_BYTES',
    says: 'UTF-8 bytes that a scratchpad may have.',
    byDefault: String(1024 * 1024),
  },
  {
    key: 'pads.perWorkflow',
    variable: 'WUKU_PADS_PER_WORKFLOW',
    says: `Scratchpads that a workflow may have; ${mostSlots} at most.`,
    byDefault: '50',
  },
  {
    key: 'pads.versions',
    variable: 'WUKU_PADS_VERSIONS',
    says: 'Versions of a scratchpad that can be looked at and brought back.',
    byDefault: '1000',
  },
  {
    key: 'code.fileBytes',
    variable: 'WUKU_CODE_FILE_BYTES',
    says: 'Files of a repository with more bytes are left out: bundles, dumps and data.',
    byDefault: String(1536 * 1024),
  },
  {
    key: 'code.commits',
    variable: 'WUKU_CODE_COMMITS',
    says: 'The newest commits of a repository that can be searched; with 0 none, and git is not asked.',
    byDefault: '5000',
  },
  {
    key: 'code.project',
    variable: 'WUKU_DEFAULT_PROJECT',
    says: 'The folder that the tools for code work on when a call names none; the one that the program was started in when empty. `SCYTHE_CONTEXT_DEFAULT_PROJECT` is understood too.',
    byDefault: '',
  },
  {
    key: 'chats.exclude',
    variable: 'WUKU_CHATS_EXCLUDE',
    says: 'Conversations that are never indexed, as a list of globs: folders that were worked in (`~/clients/**`), or ids. What was indexed before goes with `wuku index --force`.',
    byDefault: '',
  },
  {
    key: 'chats.leaveOutRetrieved',
    variable: 'WUKU_CHATS_LEAVE_OUT_RETRIEVED',
    says: 'With true, conversations are indexed without what web searches and other retrieval servers (Context7 and the like) answered in them. Answers of wuku itself never are. What was indexed before is read again by `wuku index --force`.',
    byDefault: 'false',
  },
  {
    key: 'chats.current',
    variable: 'WUKU_CURRENT_CHAT_ID',
    says: 'Id of the conversation that a server answers, which `search_conversations` leaves out unless it is told not to; the one that searched last when empty. `CHATWISE_CURRENT_CHAT_ID` is understood too.',
    byDefault: '',
  },
  {
    key: 'docs.fileBytes',
    variable: 'WUKU_DOCS_FILE_BYTES',
    says: 'Files of documentation with more bytes are refused.',
    byDefault: String(64 * 1024 * 1024),
  },
  {
    key: 'docs.purgeDays',
    variable: 'WUKU_DOCS_PURGE_DAYS',
    says: 'Days for which a deleted library or version can be brought back.',
    byDefault: '30',
  },
  {
    key: 'docs.enrich',
    variable: 'WUKU_DOCS_ENRICH',
    says: 'Where a language model is set up, it writes titles and descriptions of snippets that show code: their text is sent to it, secrets masked. With false nothing is.',
    byDefault: 'true',
  },
  {
    key: 'docs.weights.fullText',
    variable: 'WUKU_DOCS_WEIGHTS_FULL_TEXT',
    says: 'How much the ranking by words counts beside the one by meaning where both are fused.',
    byDefault: '1',
  },
  {
    key: 'docs.weights.vectors',
    variable: 'WUKU_DOCS_WEIGHTS_VECTORS',
    says: 'How much the ranking by meaning counts; there is none before there are vectors.',
    byDefault: '1',
  },
  {
    key: 'docs.popularity',
    variable: 'WUKU_DOCS_POPULARITY',
    says: 'Of two snippets that answer equally well the one whose document was given more often comes first. It decides nothing else.',
    byDefault: 'false',
  },
  {
    key: 'docs.cacheSeconds',
    variable: 'WUKU_DOCS_CACHE_SECONDS',
    says: 'How long the answer to a query of documentation may be given again while its version stays as it is; 0 for never.',
    byDefault: String(24 * 60 * 60),
  },
  {
    key: 'docs.tokens',
    variable: 'WUKU_DOCS_TOKENS',
    says: 'Tokens for private repositories, as a list of `host=token`. For github.com, gitlab.com and Gitea `GITHUB_TOKEN`, `GITLAB_TOKEN` and `GITEA_TOKEN` are understood too. They are sent to their host alone and never shown.',
    byDefault: '',
  },
  {
    key: 'docs.allowHosts',
    variable: 'WUKU_DOCS_ALLOW_HOSTS',
    says: 'Hosts with private addresses, such as a code host in your network, that documentation may be fetched from, as a list of `host` or `host:port`. All others are refused.',
    byDefault: '',
  },
  {
    key: 'docs.proxy',
    variable: 'WUKU_DOCS_PROXY',
    says: 'HTTP proxy through which documentation is fetched, such as `http://proxy.example:3128`.',
    byDefault: '',
  },
  {
    key: 'records.days',
    variable: 'WUKU_RECORDS_DAYS',
    says: 'Days for which the logs of calls and of imports are kept.',
    byDefault: '90',
  },
  {
    key: 'secrets.allow',
    variable: 'WUKU_SECRETS_ALLOW',
    says: 'What looks like a key or a password and is none, as a list: it is not masked. `*` stands for any characters, as in `AKIA*EXAMPLE`. What was indexed before is read again by `wuku index --force`.',
    byDefault: '',
  },
  {
    key: 'offline',
    variable: 'WUKU_OFFLINE',
    says: 'Nothing is sent anywhere: no model behind an API is asked, and nothing is fetched. Models of this machine go on.',
    byDefault: 'false',
  },
  {
    key: 'models.generator.provider',
    variable: 'WUKU_GENERATOR_PROVIDER',
    says: 'How the language model is spoken to: `openai` (any OpenAI-compatible API) or `gemini`, for which the `GEMINI_` variables of the embedding model count too, but for the name of the model.',
    byDefault: 'openai',
  },
  {
    key: 'models.generator.url',
    variable: 'WUKU_GENERATOR_URL',
    says: 'Where its API lies, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`; Google for `gemini`.',
    byDefault: '',
  },
  {
    key: 'models.generator.model',
    variable: 'WUKU_GENERATOR_MODEL',
    says: 'Its name there, such as `gpt-5-nano`; `gemini-flash-latest` for `gemini`.',
    byDefault: '',
  },
  {
    key: 'models.generator.key',
    variable: 'WUKU_GENERATOR_KEY',
    says: 'The key that the API asks for. It is never shown again.',
    byDefault: '',
  },
  {
    key: 'models.embedder.provider',
    variable: 'WUKU_EMBEDDER_PROVIDER',
    says: 'How the embedding model is spoken to: `gemini`, `openai` (any OpenAI-compatible API), or `onnx`: it runs on this machine (`wuku models`). `wuku embed` makes vectors with it. With none of these settings, `GEMINI_API_KEY` and the other `GEMINI_` variables of scythe-context-mcp set up Gemini.',
    byDefault: '',
  },
  {
    key: 'models.embedder.url',
    variable: 'WUKU_EMBEDDER_URL',
    says: 'Where its API lies, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`; Google for `gemini`. `GEMINI_BASE_URL` is understood too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.model',
    variable: 'WUKU_EMBEDDER_MODEL',
    says: 'Its name there, such as `text-embedding-3-small`; `gemini-embedding-2` for `gemini`. `GEMINI_MODEL` is understood too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.dimensions',
    variable: 'WUKU_EMBEDDER_DIMENSIONS',
    says: 'Of its vectors: asked for, and every vector must have as many. 1536 for `gemini`, else what the model gives. `GEMINI_OUTPUT_DIMENSIONALITY` is understood too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.key',
    variable: 'WUKU_EMBEDDER_KEY',
    says: 'The key that the API asks for. It is never shown again. `GEMINI_API_KEY` is understood too, for `gemini` only.',
    byDefault: '',
  },
  {
    key: 'models.embedder.auth',
    variable: 'WUKU_EMBEDDER_AUTH',
    says: 'How the key is sent: `x-goog-api-key` (a header with the bare key), `bearer` or `query`. The first for `gemini`, else `bearer`. `GEMINI_AUTH_MODE` is understood too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.keyName',
    variable: 'WUKU_EMBEDDER_KEY_NAME',
    says: 'Name of that header or, with `query`, of the parameter; `x-goog-api-key` and `key` when empty. `GEMINI_API_KEY_HEADER` and `GEMINI_API_KEY_QUERY_PARAM` are understood too.',
    byDefault: '',
  },
  {
    key: 'models.embedder.patience',
    variable: 'WUKU_EMBEDDER_PATIENCE',
    says: 'Milliseconds that a search waits for the vector of its question; then it answers by words alone, and says so.',
    byDefault: '1500',
  },
  {
    key: 'models.embedder.price',
    variable: 'WUKU_EMBEDDER_PRICE',
    says: 'Dollars for a million tokens, for what `wuku embed --dry-run` says that it will cost; known for some models.',
    byDefault: '',
  },
  {
    key: 'models.reranker.patience',
    variable: 'WUKU_RERANKER_PATIENCE',
    says: 'Milliseconds that a search waits for the model that orders its best results.',
    byDefault: '3000',
  },
  {
    key: 'models.generator.patience',
    variable: 'WUKU_GENERATOR_PATIENCE',
    says: 'Milliseconds that `query` waits for other words of its question.',
    byDefault: '8000',
  },
  {
    key: 'models.embedder.queryPrompt',
    variable: 'WUKU_EMBEDDER_QUERY_PROMPT',
    says: 'What is put before a question, such as `query: `; `\\n` is a line break, `none` is nothing. When empty, what the model was taught with, where its name is known. Another prompt is another set of vectors.',
    byDefault: '',
  },
  {
    key: 'models.embedder.documentPrompt',
    variable: 'WUKU_EMBEDDER_DOCUMENT_PROMPT',
    says: 'The same for what is found, such as `passage: `.',
    byDefault: '',
  },
  {
    key: 'models.embedder.longestText',
    variable: 'WUKU_EMBEDDER_LONGEST_TEXT',
    says: 'Characters of a text that are sent; what follows is cut off. When empty, about what the model reads, where its name is known, else 32768.',
    byDefault: '',
  },
  {
    key: 'models.embedder.batchTexts',
    variable: 'WUKU_EMBEDDER_BATCH_TEXTS',
    says: 'Texts in one request: 128, or 100 for `gemini`, when empty. A request that the server finds too large is halved.',
    byDefault: '',
  },
  {
    key: 'models.embedder.batchChars',
    variable: 'WUKU_EMBEDDER_BATCH_CHARS',
    says: 'Characters in one request; 400000 when empty.',
    byDefault: '',
  },
  {
    key: 'models.embedder.concurrency',
    variable: 'WUKU_EMBEDDER_CONCURRENCY',
    says: 'Requests under way at once; 4 when empty.',
    byDefault: '',
  },
  {
    key: 'models.embedder.requestsPerMinute',
    variable: 'WUKU_EMBEDDER_REQUESTS_PER_MINUTE',
    says: 'Most requests a minute, sent at even distances; no limit when empty.',
    byDefault: '',
  },
  {
    key: 'models.embedder.tokensPerMinute',
    variable: 'WUKU_EMBEDDER_TOKENS_PER_MINUTE',
    says: 'Most tokens a minute, as they are estimated here; no limit when empty.',
    byDefault: '',
  },
  {
    key: 'models.embedder.timeoutSeconds',
    variable: 'WUKU_EMBEDDER_TIMEOUT_SECONDS',
    says: 'Seconds for one request with all its repetitions; 60 when empty.',
    byDefault: '',
  },
  {
    key: 'models.embedder.variant',
    variable: 'WUKU_EMBEDDER_VARIANT',
    says: 'For `onnx`: which file of the model, such as `quantized` for `model_quantized.onnx`; the full one when empty.',
    byDefault: '',
  },
  {
    key: 'models.reranker.provider',
    variable: 'WUKU_RERANKER_PROVIDER',
    says: 'How the model is spoken to that orders the best hits anew: `cohere` (also vLLM, LM Studio, llama.cpp and others with a `/rerank`), `jina` `tei` (Text Embeddings Inference), or `onnx` for a cross-encoder that runs on this machine (`wuku models`).',
    byDefault: '',
  },
  {
    key: 'models.reranker.url',
    variable: 'WUKU_RERANKER_URL',
    says: 'Where its API lies, such as `https://api.cohere.com/v2` or `http://127.0.0.1:8080`, with or without `/rerank`.',
    byDefault: '',
  },
  {
    key: 'models.reranker.model',
    variable: 'WUKU_RERANKER_MODEL',
    says: 'Its name there, such as `rerank-v3.5`; `tei` needs none. For `onnx` a name of the hub, such as `BAAI/bge-reranker-base`, or a folder.',
    byDefault: '',
  },
  {
    key: 'models.reranker.key',
    variable: 'WUKU_RERANKER_KEY',
    says: 'The key that the API asks for. It is never shown again.',
    byDefault: '',
  },
  {
    key: 'models.reranker.variant',
    variable: 'WUKU_RERANKER_VARIANT',
    says: 'Which file of it, as for the embedding model.',
    byDefault: '',
  },
  {
    key: 'models.onnx.threads',
    variable: 'WUKU_ONNX_THREADS',
    says: 'Threads of the processor for models that run on this machine; one less than the cores and at most four when absent.',
    byDefault: '',
  },
  {
    key: 'models.hub.url',
    variable: 'WUKU_HUB_URL',
    says: 'Where `wuku models pull` fetches models: a hub that speaks as Hugging Face does, such as `https://hf-mirror.com`; `https://huggingface.co` when empty. `HF_ENDPOINT` is understood too.',
    byDefault: '',
  },
  {
    key: 'models.hub.token',
    variable: 'WUKU_HUB_TOKEN',
    says: 'Token for models that the hub shows only to some. It is sent to the hub alone and never shown. `HF_TOKEN` is understood too.',
    byDefault: '',
  },
] as const satisfies readonly Setting[]

export type Key = (typeof settingsTable)[number]['key']
