import { exactText, flag, price, text, integer, optionalInteger, type Setting } from './setting.ts'

export const modelSettingsTable = {
  'models.generator.provider': text(
    'API of the language model: `openai` (any OpenAI-compatible API) or `gemini`. For `gemini` the `GEMINI_` variables of the embedding model apply too, except the name of the model.',
    { byDefault: 'openai' },
  ),
  'models.generator.url': text(
    'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google.',
  ),
  'models.generator.model': text(
    'Name of the model, such as `gpt-5-nano`. Default for `gemini`: `gemini-flash-latest`.',
  ),
  'models.generator.key': text('API key. It is never shown.', { isSecret: true }),
  'models.embedder.provider': text(
    'API of the embedding model: `gemini`, `openai` (any OpenAI-compatible API), or `onnx`, which runs on this machine (`wuku models`). `wuku embed` makes vectors with it. Without any of these settings, `GEMINI_API_KEY` and the other `GEMINI_` variables of scythe-context-mcp configure Gemini.',
  ),
  'models.embedder.url': text(
    'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google. `GEMINI_BASE_URL` works too.',
  ),
  'models.embedder.model': text(
    'Name of the model, such as `text-embedding-3-small`. Default for `gemini`: `gemini-embedding-2`. `GEMINI_MODEL` works too.',
  ),
  'models.embedder.dimensions': text(
    'Dimensions of its vectors: requested, and required of every vector. Default: 1536 for `gemini`, otherwise those of the model. `GEMINI_OUTPUT_DIMENSIONALITY` works too.',
  ),
  'models.embedder.key': text('API key. It is never shown. `GEMINI_API_KEY` works too, for `gemini` only.', {
    isSecret: true,
  }),
  'models.embedder.auth': text(
    'How the key is sent: `x-goog-api-key` (a header with the bare key), `bearer` or `query`. Default: the first for `gemini`, otherwise `bearer`. `GEMINI_AUTH_MODE` works too.',
  ),
  'models.embedder.keyName': text(
    'Name of that header or, with `query`, of the parameter. Default: `x-goog-api-key` and `key`. `GEMINI_API_KEY_HEADER` and `GEMINI_API_KEY_QUERY_PARAM` work too.',
  ),
  'models.embedder.patience': integer(
    'Milliseconds that a search waits for the vector of its question. After that it answers by words only, and says so.',
    { byDefault: 1500 },
  ),
  'models.embedder.price': price(
    'Dollars per million tokens, for the estimate of `wuku embed --dry-run`. Known for some models.',
  ),
  'models.reranker.patience': integer('Milliseconds that a search waits for the reranking model.', { byDefault: 3000 }),
  'models.generator.patience': integer('Milliseconds that `query` waits for query expansion.', { byDefault: 8000 }),
  'models.embedder.queryPrompt': exactText(
    'Text to put before a question, such as `query: `; `\\n` is a line break, `none` is nothing. When empty, the prompt that the model was trained with, if its name is known. A different prompt needs new vectors.',
  ),
  'models.embedder.documentPrompt': exactText('The same for indexed text, such as `passage: `.'),
  'models.embedder.longestText': text(
    'Characters of a text to send; the rest is cut off. When empty, about what the model reads, if its name is known, otherwise 32768.',
  ),
  'models.embedder.batchTexts': text(
    'Texts per request. Default: 128, or 100 for `gemini`. A request that the server finds too large is halved.',
  ),
  'models.embedder.batchChars': text('Characters per request. Default: 400000.'),
  'models.embedder.concurrency': text('Concurrent requests. Default: 4.'),
  'models.embedder.requestsPerMinute': text('Maximum number of requests per minute, evenly spaced. Default: no limit.'),
  'models.embedder.tokensPerMinute': text('Maximum number of tokens per minute, by estimate. Default: no limit.'),
  'models.embedder.timeoutSeconds': text('Seconds for one request with all its retries. Default: 60.'),
  'models.embedder.variant': text(
    'For `onnx`: the file of the model, such as `quantized` for `model_quantized.onnx`. Default: the full model.',
  ),
  'models.reranker.provider': text(
    'API of the model that reranks the best hits: `cohere` (also vLLM, LM Studio, llama.cpp and others with a `/rerank`), `jina`, `tei` (Text Embeddings Inference), or `onnx` for a cross-encoder that runs on this machine (`wuku models`).',
  ),
  'models.reranker.url': text(
    'Address of its API, such as `https://api.cohere.com/v2` or `http://127.0.0.1:8080`, with or without `/rerank`.',
  ),
  'models.reranker.model': text(
    'Name of the model, such as `rerank-v3.5`; `tei` needs none. For `onnx`: a name on the hub, such as `BAAI/bge-reranker-base`, or a folder.',
  ),
  'models.reranker.key': text('API key. It is never shown.', { isSecret: true }),
  'models.reranker.variant': text('The file of the model, as for the embedding model.'),
  'models.onnx.threads': optionalInteger(
    'Processor threads for models that run on this machine. Default: one less than the cores, at most four.',
    { max: 256 },
  ),
  'models.insecure': flag(
    'true: keys of models and the token of the hub may go to other machines over `http:`, where everybody on the way can read them.',
  ),
  'models.hub.url': text(
    'Hub from which `wuku models pull` downloads models; any hub compatible with Hugging Face, such as `https://hf-mirror.com`. Default: `https://huggingface.co`. `HF_ENDPOINT` works too.',
    { also: 'HF_ENDPOINT', isLive: true },
  ),
  'models.hub.token': text(
    'Token for restricted models on the hub. It is sent only to the hub and never shown. `HF_TOKEN` works too.',
    { also: 'HF_TOKEN', isSecret: true, isLive: true },
  ),
} as const satisfies Readonly<Record<string, Setting<unknown>>>
