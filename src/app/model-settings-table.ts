import { exactText, price, text, whole, wholeOrNone, type Setting } from './setting.ts'

/** The settings of embedding, language and reranking models. */
export const modelSettingsTable = {
  'models.generator.provider': {
    says: 'How the language model is spoken to: `openai` (any OpenAI-compatible API) or `gemini`, for which the `GEMINI_` variables of the embedding model count too, but for the name of the model.',
    ...text('openai'),
  },
  'models.generator.url': {
    says: 'Where its API lies, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`; Google for `gemini`.',
    ...text(),
  },
  'models.generator.model': {
    says: 'Its name there, such as `gpt-5-nano`; `gemini-flash-latest` for `gemini`.',
    ...text(),
  },
  'models.generator.key': { says: 'The key that the API asks for. It is never shown again.', ...text() },
  'models.embedder.provider': {
    says: 'How the embedding model is spoken to: `gemini`, `openai` (any OpenAI-compatible API), or `onnx`: it runs on this machine (`wuku models`). `wuku embed` makes vectors with it. With none of these settings, `GEMINI_API_KEY` and the other `GEMINI_` variables of scythe-context-mcp set up Gemini.',
    ...text(),
  },
  'models.embedder.url': {
    says: 'Where its API lies, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`; Google for `gemini`. `GEMINI_BASE_URL` is understood too.',
    ...text(),
  },
  'models.embedder.model': {
    says: 'Its name there, such as `text-embedding-3-small`; `gemini-embedding-2` for `gemini`. `GEMINI_MODEL` is understood too.',
    ...text(),
  },
  'models.embedder.dimensions': {
    says: 'Of its vectors: asked for, and every vector must have as many. 1536 for `gemini`, else what the model gives. `GEMINI_OUTPUT_DIMENSIONALITY` is understood too.',
    ...text(),
  },
  'models.embedder.key': {
    says: 'The key that the API asks for. It is never shown again. `GEMINI_API_KEY` is understood too, for `gemini` only.',
    ...text(),
  },
  'models.embedder.auth': {
    says: 'How the key is sent: `x-goog-api-key` (a header with the bare key), `bearer` or `query`. The first for `gemini`, else `bearer`. `GEMINI_AUTH_MODE` is understood too.',
    ...text(),
  },
  'models.embedder.keyName': {
    says: 'Name of that header or, with `query`, of the parameter; `x-goog-api-key` and `key` when empty. `GEMINI_API_KEY_HEADER` and `GEMINI_API_KEY_QUERY_PARAM` are understood too.',
    ...text(),
  },
  'models.embedder.patience': {
    says: 'Milliseconds that a search waits for the vector of its question; then it answers by words alone, and says so.',
    ...whole({ byDefault: 1500 }),
  },
  'models.embedder.price': {
    says: 'Dollars for a million tokens, for what `wuku embed --dry-run` says that it will cost; known for some models.',
    ...price(),
  },
  'models.reranker.patience': {
    says: 'Milliseconds that a search waits for the model that orders its best results.',
    ...whole({ byDefault: 3000 }),
  },
  'models.generator.patience': {
    says: 'Milliseconds that `query` waits for other words of its question.',
    ...whole({ byDefault: 8000 }),
  },
  'models.embedder.queryPrompt': {
    says: 'What is put before a question, such as `query: `; `\\n` is a line break, `none` is nothing. When empty, what the model was taught with, where its name is known. Another prompt is another set of vectors.',
    ...exactText(),
  },
  'models.embedder.documentPrompt': { says: 'The same for what is found, such as `passage: `.', ...exactText() },
  'models.embedder.longestText': {
    says: 'Characters of a text that are sent; what follows is cut off. When empty, about what the model reads, where its name is known, else 32768.',
    ...text(),
  },
  'models.embedder.batchTexts': {
    says: 'Texts in one request: 128, or 100 for `gemini`, when empty. A request that the server finds too large is halved.',
    ...text(),
  },
  'models.embedder.batchChars': { says: 'Characters in one request; 400000 when empty.', ...text() },
  'models.embedder.concurrency': { says: 'Requests under way at once; 4 when empty.', ...text() },
  'models.embedder.requestsPerMinute': {
    says: 'Most requests a minute, sent at even distances; no limit when empty.',
    ...text(),
  },
  'models.embedder.tokensPerMinute': {
    says: 'Most tokens a minute, as they are estimated here; no limit when empty.',
    ...text(),
  },
  'models.embedder.timeoutSeconds': {
    says: 'Seconds for one request with all its repetitions; 60 when empty.',
    ...text(),
  },
  'models.embedder.variant': {
    says: 'For `onnx`: which file of the model, such as `quantized` for `model_quantized.onnx`; the full one when empty.',
    ...text(),
  },
  'models.reranker.provider': {
    says: 'How the model is spoken to that orders the best hits anew: `cohere` (also vLLM, LM Studio, llama.cpp and others with a `/rerank`), `jina` `tei` (Text Embeddings Inference), or `onnx` for a cross-encoder that runs on this machine (`wuku models`).',
    ...text(),
  },
  'models.reranker.url': {
    says: 'Where its API lies, such as `https://api.cohere.com/v2` or `http://127.0.0.1:8080`, with or without `/rerank`.',
    ...text(),
  },
  'models.reranker.model': {
    says: 'Its name there, such as `rerank-v3.5`; `tei` needs none. For `onnx` a name of the hub, such as `BAAI/bge-reranker-base`, or a folder.',
    ...text(),
  },
  'models.reranker.key': { says: 'The key that the API asks for. It is never shown again.', ...text() },
  'models.reranker.variant': { says: 'Which file of it, as for the embedding model.', ...text() },
  'models.onnx.threads': {
    says: 'Threads of the processor for models that run on this machine; one less than the cores and at most four when absent.',
    ...wholeOrNone({ most: 256 }),
  },
  'models.hub.url': {
    says: 'Where `wuku models pull` fetches models: a hub that speaks as Hugging Face does, such as `https://hf-mirror.com`; `https://huggingface.co` when empty. `HF_ENDPOINT` is understood too.',
    also: 'HF_ENDPOINT',
    ...text(),
  },
  'models.hub.token': {
    says: 'Token for models that the hub shows only to some. It is sent to the hub alone and never shown. `HF_TOKEN` is understood too.',
    also: 'HF_TOKEN',
    ...text(),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
