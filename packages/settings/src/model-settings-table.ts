import { exactText, flag, price, text, integer, optionalInteger, type Setting } from './setting.ts'

/** The settings of embedding, language and reranking models. */
export const modelSettingsTable = {
  'models.generator.provider': {
    description:
      'API of the language model: `openai` (any OpenAI-compatible API) or `gemini`. For `gemini` the `GEMINI_` variables of the embedding model apply too, except the name of the model.',
    ...text('openai'),
  },
  'models.generator.url': {
    description:
      'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google.',
    ...text(),
  },
  'models.generator.model': {
    description: 'Name of the model, such as `gpt-5-nano`. Default for `gemini`: `gemini-flash-latest`.',
    ...text(),
  },
  'models.generator.key': { description: 'API key. It is never shown.', isSecret: true, ...text() },
  'models.embedder.provider': {
    description:
      'API of the embedding model: `gemini`, `openai` (any OpenAI-compatible API), or `onnx`, which runs on this machine (`wuku models`). `wuku embed` makes vectors with it. Without any of these settings, `GEMINI_API_KEY` and the other `GEMINI_` variables of scythe-context-mcp configure Gemini.',
    ...text(),
  },
  'models.embedder.url': {
    description:
      'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google. `GEMINI_BASE_URL` works too.',
    ...text(),
  },
  'models.embedder.model': {
    description:
      'Name of the model, such as `text-embedding-3-small`. Default for `gemini`: `gemini-embedding-2`. `GEMINI_MODEL` works too.',
    ...text(),
  },
  'models.embedder.dimensions': {
    description:
      'Dimensions of its vectors: requested, and required of every vector. Default: 1536 for `gemini`, otherwise those of the model. `GEMINI_OUTPUT_DIMENSIONALITY` works too.',
    ...text(),
  },
  'models.embedder.key': {
    description: 'API key. It is never shown. `GEMINI_API_KEY` works too, for `gemini` only.',
    isSecret: true,
    ...text(),
  },
  'models.embedder.auth': {
    description:
      'How the key is sent: `x-goog-api-key` (a header with the bare key), `bearer` or `query`. Default: the first for `gemini`, otherwise `bearer`. `GEMINI_AUTH_MODE` works too.',
    ...text(),
  },
  'models.embedder.keyName': {
    description:
      'Name of that header or, with `query`, of the parameter. Default: `x-goog-api-key` and `key`. `GEMINI_API_KEY_HEADER` and `GEMINI_API_KEY_QUERY_PARAM` work too.',
    ...text(),
  },
  'models.embedder.patience': {
    description:
      'Milliseconds that a search waits for the vector of its question. After that it answers by words only, and says so.',
    ...integer({ byDefault: 1500 }),
  },
  'models.embedder.price': {
    description: 'Dollars per million tokens, for the estimate of `wuku embed --dry-run`. Known for some models.',
    ...price(),
  },
  'models.reranker.patience': {
    description: 'Milliseconds that a search waits for the reranking model.',
    ...integer({ byDefault: 3000 }),
  },
  'models.generator.patience': {
    description: 'Milliseconds that `query` waits for query expansion.',
    ...integer({ byDefault: 8000 }),
  },
  'models.embedder.queryPrompt': {
    description:
      'Text to put before a question, such as `query: `; `\\n` is a line break, `none` is nothing. When empty, the prompt that the model was trained with, if its name is known. A different prompt needs new vectors.',
    ...exactText(),
  },
  'models.embedder.documentPrompt': { description: 'The same for indexed text, such as `passage: `.', ...exactText() },
  'models.embedder.longestText': {
    description:
      'Characters of a text to send; the rest is cut off. When empty, about what the model reads, if its name is known, otherwise 32768.',
    ...text(),
  },
  'models.embedder.batchTexts': {
    description:
      'Texts per request. Default: 128, or 100 for `gemini`. A request that the server finds too large is halved.',
    ...text(),
  },
  'models.embedder.batchChars': { description: 'Characters per request. Default: 400000.', ...text() },
  'models.embedder.concurrency': { description: 'Concurrent requests. Default: 4.', ...text() },
  'models.embedder.requestsPerMinute': {
    description: 'Maximum number of requests per minute, evenly spaced. Default: no limit.',
    ...text(),
  },
  'models.embedder.tokensPerMinute': {
    description: 'Maximum number of tokens per minute, by estimate. Default: no limit.',
    ...text(),
  },
  'models.embedder.timeoutSeconds': {
    description: 'Seconds for one request with all its retries. Default: 60.',
    ...text(),
  },
  'models.embedder.variant': {
    description:
      'For `onnx`: the file of the model, such as `quantized` for `model_quantized.onnx`. Default: the full model.',
    ...text(),
  },
  'models.reranker.provider': {
    description:
      'API of the model that reranks the best hits: `cohere` (also vLLM, LM Studio, llama.cpp and others with a `/rerank`), `jina`, `tei` (Text Embeddings Inference), or `onnx` for a cross-encoder that runs on this machine (`wuku models`).',
    ...text(),
  },
  'models.reranker.url': {
    description:
      'Address of its API, such as `https://api.cohere.com/v2` or `http://127.0.0.1:8080`, with or without `/rerank`.',
    ...text(),
  },
  'models.reranker.model': {
    description:
      'Name of the model, such as `rerank-v3.5`; `tei` needs none. For `onnx`: a name on the hub, such as `BAAI/bge-reranker-base`, or a folder.',
    ...text(),
  },
  'models.reranker.key': { description: 'API key. It is never shown.', isSecret: true, ...text() },
  'models.reranker.variant': { description: 'The file of the model, as for the embedding model.', ...text() },
  'models.onnx.threads': {
    description:
      'Processor threads for models that run on this machine. Default: one less than the cores, at most four.',
    ...optionalInteger({ max: 256 }),
  },
  'models.insecure': {
    description:
      'true: keys of models and the token of the hub may go to other machines over `http:`, where everybody on the way can read them.',
    ...flag(false),
  },
  'models.hub.url': {
    description:
      'Hub from which `wuku models pull` downloads models; any hub compatible with Hugging Face, such as `https://hf-mirror.com`. Default: `https://huggingface.co`. `HF_ENDPOINT` works too.',
    also: 'HF_ENDPOINT',
    isLive: true,
    ...text(),
  },
  'models.hub.token': {
    description:
      'Token for restricted models on the hub. It is sent only to the hub and never shown. `HF_TOKEN` works too.',
    also: 'HF_TOKEN',
    isSecret: true,
    isLive: true,
    ...text(),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
