import type { Catalogue } from '../say.ts'

/** Settings, as `wuku settings <name>` explains them. */
export const settings: Catalogue = {
  'Larger files are not indexed.': '更大的文件不索引。',
  'Requests that one credential may send to `wuku serve` in a minute; 0 for no limit. A key may have a lower one of its own.':
    '每个凭据每分钟可向 `wuku serve` 发送的请求数；0 表示不限。密钥可以另设更低的上限。',
  'Operations that a user of a server may call in a day (UTC), also as MCP tools; 0 for no limit.':
    '服务器的每个用户每天（UTC）可调用的操作数，含 MCP 工具；0 表示不限。',
  'Bytes that a user of a server may upload in a day (UTC); 0 for no limit.':
    '服务器的每个用户每天（UTC）可上传的字节数；0 表示不限。',
  'Seconds of threads that answer which a user of a server may take in a minute; what it asks for beyond them waits behind the requests of all others. 0 for no limit.':
    '服务器的一个用户每分钟可占用应答线程的秒数；超出部分的请求排在所有其他用户之后。0 表示不限。',
  'Seconds of running jobs that a user of a server may take in a minute; its jobs beyond them wait behind those of all others, and one runs at a time. 0 for no limit.':
    '服务器的一个用户每分钟可运行任务的秒数；超出后其任务排在所有其他用户之后，且一次只运行一个。0 表示不限。',
  'Streams that a user of a server may have open at once; 0 for no limit.':
    '服务器的一个用户可同时打开的流的数量；0 表示不限。',
  'Connections that one address may have open at once, but for proxies of `server.trustProxy` and for programs of the same machine in local mode; 0 for no limit.':
    '一个地址可同时打开的连接数；`server.trustProxy` 中的代理，以及本地模式下同一台机器上的程序除外。0 表示不限。',
  'Seconds that one run may spend on documents that it cannot read within their limits; beyond them the rest of such documents is left unread until it is retried.':
    '一次运行可用于无法在限制内读完的文档的秒数；超出后其余此类文档不再读取，直到重试。',
  'Wrong credentials in a minute after which an address gets 429 for further ones; 0 for no limit. Right ones go on.':
    '一个地址每分钟用错凭据达到此数后，再错就返回 429；0 表示不限。正确的凭据不受影响。',
  'Toolsets that agents see over MCP, as a list: `default`, `all`, those of `wuku mcp --help`; `default` when empty.':
    '智能体经 MCP 看到的工具集，列表：`default`、`all`，以及 `wuku mcp --help` 所列；为空时用 `default`。',
  'true: agents may read but not write.': 'true：智能体只能读取，不能写入。',
  'Language of the command line: `zh` for Chinese, `en` for English, `auto` by LC_ALL, LC_MESSAGES and LANG. Tools, REST and JSON are always English.':
    '命令行的语言：`zh` 为中文，`en` 为英文，`auto` 按 LC_ALL、LC_MESSAGES 和 LANG 决定。工具、REST 和 JSON 始终为英文。',
  'Whether the hook of `wuku connect --guide` gives a new session its open work; `off` for never.':
    '`wuku connect --guide` 的钩子是否把未完成的工作告诉新会话；`off` 表示从不。',
  'Threads that parse and analyse while indexing. Default: one less than the cores, at most four.':
    '索引时用于解析和分析的线程数。默认：核数减一，最多四个。',
  'Maximum UTF-8 bytes of a scratchpad.': '草稿板的最大字节数（UTF-8）。',
  'Maximum number of scratchpads in a workflow; at most {0}.': '一个工作流最多多少个草稿板；上限 {0}。',
  'Number of versions of a scratchpad that are kept.': '草稿板保留多少个版本。',
  'Larger files of a repository are left out: bundles, dumps and data.':
    '仓库中更大的文件不收入：打包产物、转储和数据。',
  'Number of newest commits of a repository to index; with 0 none, and git is not run.':
    '索引仓库最新的多少个提交；0 表示不索引，也不运行 git。',
  'The folder for code tools when a call names none; when empty, the folder in which the program was started. `SCYTHE_CONTEXT_DEFAULT_PROJECT` works too.':
    '调用没有指定文件夹时，代码工具使用的文件夹；为空时用程序启动时的文件夹。也可以用 `SCYTHE_CONTEXT_DEFAULT_PROJECT`。',
  'Conversations to leave out, as a list of globs: working folders (`~/clients/**`), or ids. `wuku index --force` removes those indexed before.':
    '要排除的对话，glob 列表：工作目录（`~/clients/**`）或 id。`wuku index --force` 会移除之前已索引的。',
  'true: conversations are indexed without the results of web searches and other retrieval servers (Context7 and the like) in them. Answers of wuku itself are always left out. `wuku index --force` applies it to conversations indexed before.':
    'true：索引对话时，不含其中网页搜索和其他检索服务器（Context7 等）的结果。wuku 自己的回答始终不含。`wuku index --force` 应用于之前已索引的对话。',
  'Id of the conversation that a server answers; `search_conversations` leaves it out by default. When empty, the one that searched last. `CHATWISE_CURRENT_CHAT_ID` works too.':
    '服务器正在应答的对话的 id；`search_conversations` 默认排除它。为空时，取最近搜索的对话。也可以用 `CHATWISE_CURRENT_CHAT_ID`。',
  'Larger documentation files are refused.': '更大的文档文件会被拒绝。',
  'Days during which a deleted library or version can be restored.': '已删除的文档库或版本可以恢复的天数。',
  'true: a configured language model writes titles and descriptions of code snippets; their text is sent to it, secrets masked. false: it does not.':
    'true：由配置的语言模型为代码片段写标题和描述；片段文本会发送给它，机密已遮盖。false：不发送。',
  'Weight of the ranking by words when it is combined with the ranking by meaning.':
    '关键词排序与语义排序合并时，关键词排序的权重。',
  'Weight of the ranking by meaning, if there are vectors.': '有向量时，语义排序的权重。',
  'Of two equally good snippets, the one whose document was returned more often comes first. It has no other effect.':
    '两个同样好的片段中，所属文档被返回次数更多的排在前面。没有其他作用。',
  'Seconds for which an answer to a documentation query may be reused while its version is unchanged; 0 for never.':
    '版本不变时，文档查询的回答可重复使用的秒数；0 表示不重复使用。',
  'How often `wuku serve` fetches each library again, such as `7d` or `12h`: the version that answers by default, if it has an origin. `off`: only when asked. A library may have a period of its own (`wuku docs set --refresh-every`).':
    '`wuku serve` 多久重新获取各文档库一次，例如 `7d` 或 `12h`：针对默认作答的版本，且有来源地址。`off`：只在要求时。文档库可以另设周期（`wuku docs set --refresh-every`）。',
  'Tokens for private repositories, as a list of `host=token`. `GITHUB_TOKEN`, `GITLAB_TOKEN` and `GITEA_TOKEN` work too, for github.com, gitlab.com and Gitea. A token is sent only to its host and never shown.':
    '私有仓库的令牌，`host=token` 列表。github.com、gitlab.com 和 Gitea 也可以用 `GITHUB_TOKEN`、`GITLAB_TOKEN` 和 `GITEA_TOKEN`。令牌只发送给其主机，从不显示。',
  'Hosts with private addresses, such as a code host in your network, from which documentation may be fetched, as a list of `host` or `host:port`. All others are refused.':
    '允许从中获取文档的内网主机，例如内网的代码托管站，`host` 或 `host:port` 列表。其他内网主机一律拒绝。',
  'HTTP proxy for fetching documentation, such as `http://proxy.example:3128`.':
    '获取文档所用的 HTTP 代理，例如 `http://proxy.example:3128`。',
  'Days for which the logs of calls and imports are kept.': '调用和导入日志保留的天数。',
  'Texts that look like a key or password but are not, as a list: they are not masked. `*` stands for any characters, as in `AKIA*EXAMPLE`. `wuku index --force` applies it to text indexed before.':
    '看似密钥或密码但并不是的文本，列表：不遮盖。`*` 代表任意字符，例如 `AKIA*EXAMPLE`。`wuku index --force` 应用于之前已索引的文本。',
  'true: nothing is sent anywhere; no API model is called, and nothing is fetched. Models on this machine still run.':
    'true：不向任何地方发送内容；不调用 API 模型，也不获取任何内容。本机模型仍可运行。',
  'Address that `wuku serve` listens on.': '`wuku serve` 监听的地址。',
  'Port that `wuku serve` listens on; 0 for any free one.': '`wuku serve` 监听的端口；0 表示任意空闲端口。',
  'Origin under which users see the server, such as `https://wuku.example.com` behind a proxy. Default: `http://<host>:<port>`.':
    '用户看到的服务器地址，例如代理后的 `https://wuku.example.com`。默认：`http://<host>:<port>`。',
  'More names that requests may have in `Host`, as a list.': '请求的 `Host` 中还可以出现的名称，列表。',
  'More origins whose pages may use the server, as a list such as `https://intranet.example.com`. They get CORS headers.':
    '还允许哪些网页来源使用服务器，列表，例如 `https://intranet.example.com`。它们会得到 CORS 响应头。',
  'Addresses of proxies whose `X-Forwarded-For` counts, as a list of addresses or ranges such as `10.0.0.0/8`; it is ignored from all others.':
    '`X-Forwarded-For` 可信的代理地址，地址或网段列表，例如 `10.0.0.0/8`；来自其他地址的一律忽略。',
  'Seconds that requests under way get when the server stops.': '服务器停止时，留给进行中请求的秒数。',
  'Seconds that a stopping server still takes requests, while `/readyz` says that it stops, so that a balancer can leave it out.':
    '服务器停止前继续接收请求的秒数，期间 `/readyz` 报告正在停止，便于负载均衡将它移出。',
  'Seconds after which a request that is no long work is given up with 503; 0: never.':
    '不属于长时工作的请求，超过该秒数即放弃并返回 503；0 表示不限。',
  'Seconds that a request waits for long work, such as an import, before it is answered with the job.':
    '请求等待导入等长时工作的秒数，超过后先返回任务。',
  'Maximum bytes of a JSON body.': 'JSON 正文的最大字节数。',
  'Maximum bytes of one upload.': '单次上传的最大字节数。',
  'Maximum number of files in one upload.': '单次上传的最多文件数。',
  'Maximum number of files, or conversations, in one pushed source (`wuku push`).':
    '一个推送来源（`wuku push`）的最多文件数或对话数。',
  'Maximum bytes of one pushed source.': '一个推送来源的最大字节数。',
  'true: MCP clients of 2025 get sessions. Without them every request stands for itself.':
    'true：2025 版的 MCP 客户端获得会话。否则每个请求各自独立。',
  'PostgreSQL 15 or newer that holds the store, such as `postgres://wuku@db.example.com/wuku`; when empty, the SQLite file of the data folder. `DATABASE_URL` works too. It is never shown.':
    '存放存储的 PostgreSQL（15 或更新），例如 `postgres://wuku@db.example.com/wuku`；为空时用数据目录中的 SQLite 文件。也可以用 `DATABASE_URL`。从不显示。',
  'Schema of that database; many stores may share one. `DATABASE_SCHEMA` works too.':
    '该数据库中的模式；多个存储可以共用一个数据库。也可以用 `DATABASE_SCHEMA`。',
  'Replicas that searches may read from, as a list of addresses. One that lacks what this process wrote is passed over. `DATABASE_READ_URLS` works too. They are never shown.':
    '搜索可以读取的副本，地址列表。缺少本进程写入内容的副本会跳过。也可以用 `DATABASE_READ_URLS`。从不显示。',
  'Maximum number of connections that a thread of this process has to the database for its reads, and as many for its writes.':
    '本进程每个线程到数据库的最多连接数，读写各计。',
  'Longest that one statement of a write may take in the database; 0: as long as it takes. Moving a store has no limit.':
    '单条写语句在数据库中最长可用的时间；0：不限。迁移存储不受限。',
  'Redis or Valkey that instances share limits, cached answers and wake-ups by, such as `redis://cache.example.com`; several addresses, separated by commas, are a cluster. Everything works without it. `REDIS_URL` works too. It is never shown.':
    '各实例用来共享限额、缓存和唤醒的 Redis 或 Valkey，例如 `redis://cache.example.com`；多个地址用逗号分隔，视为集群。没有它也能正常运行。也可以用 `REDIS_URL`。从不显示。',
  'Place of original files: `s3://bucket/prefix`, with endpoint and keys as the AWS SDK reads them, or a folder that all instances share. When empty, the folder `blobs` of the data folder. `BLOBS_URL` works too.':
    '原始文件的位置：`s3://bucket/prefix`（端点和密钥按 AWS SDK 的方式读取），或所有实例共享的文件夹。为空时用数据目录中的 `blobs`。也可以用 `BLOBS_URL`。',
  'Work of this instance where several share a store: `web` answers requests, `worker` runs jobs, follows files and fetches libraries on time, `all` does both.':
    '多个实例共用存储时，本实例的分工：`web` 应答请求，`worker` 执行任务、监视文件并按时获取文档库，`all` 两者都做。',
  'Where backups are kept: a folder, or `s3://bucket/prefix`, with endpoint and keys as the AWS SDK reads them.':
    '备份的位置：文件夹，或 `s3://bucket/prefix`（端点和密钥按 AWS SDK 的方式读取）。',
  'How often `wuku serve` makes a backup there, such as `1d`; `off`: only `wuku backup` does.':
    '`wuku serve` 多久备份一次，例如 `1d`；`off`：只由 `wuku backup` 备份。',
  'Number of newest backups to keep there when another was made; 0 for all.':
    '新备份完成后，保留最新的多少份；0 表示全部。',
  'Key of the user `admin`, for a start without anybody at a terminal: 32 to 200 visible characters. Only its hash is kept, and a changed key replaces the former. It is never shown.':
    '用户 `admin` 的密钥，用于没有终端时的启动：32 到 200 个可见字符。只保存哈希，更换后旧密钥失效。从不显示。',
  'true: requests without a credential may read what is public.': 'true：没有凭据的请求可以读取公开内容。',
  'Visibility of a new library whose maker names none: `private`, `team` or `public`.':
    '新文档库没有指定可见性时的默认值：`private`、`team` 或 `public`。',
  'E-mails that are administrators when they log in, as a list.': '登录后成为管理员的邮箱，列表。',
  'Role of everybody else who logs in: `reader`, `writer` or `admin`.':
    '其他登录者的角色：`reader`、`writer` 或 `admin`。',
  'Maximum number of keys of a user that count.': '每个用户最多有多少个有效密钥。',
  'Minutes for which an access token counts.': '访问令牌有效的分钟数。',
  'Days after which a login ends.': '登录有效的天数。',
  'Secrets that sign access tokens, as a list, newest first: each 32 random bytes or more in base64. When empty, the file `signing-keys.json` of the data folder, which is made at the first login; with a database, where several instances must sign alike, they are demanded. They are never shown.':
    '签名访问令牌的机密，列表，最新的在前：每项为至少 32 个随机字节的 base64。为空时用数据目录中的 `signing-keys.json`，首次登录时生成；使用数据库时，多个实例的签名必须一致，因此必须设置。从不显示。',
  'Provider of OpenID Connect at which people log in, such as `https://login.example.com`. `http:` only on this machine.':
    '用户登录所用的 OpenID Connect 提供方，例如 `https://login.example.com`。`http:` 只能用于本机。',
  'Id of this server at the provider.': '该服务器在登录提供方的 id。',
  'Secret of this server at the provider. It is never shown.': '该服务器在登录提供方的机密。从不显示。',
  'Claim that holds the groups of a user.': '包含用户所属组的声明（claim）。',
  'Values of that claim that make an administrator, as a list.': '该声明中表示管理员的值，列表。',
  'Values of that claim that make a writer, as a list.': '该声明中表示 writer 的值，列表。',
  'What terminals may do that log in by a code which a person confirms elsewhere (device flow): `off`, `read` or `write`. Whoever talks a person into confirming a code has what it allows.':
    '终端通过一个由人在别处确认的代码登录（设备流程）后可做什么：`off`、`read` 或 `write`。谁骗得别人确认了代码，谁就得到它允许的权限。',
  'Domains of e-mails that may log in, as a list; all when empty. A subdomain is another domain.':
    '允许登录的邮箱域名，列表；为空表示全部。子域名视为另一个域名。',
  'API of the language model: `openai` (any OpenAI-compatible API) or `gemini`. For `gemini` the `GEMINI_` variables of the embedding model apply too, except the name of the model.':
    '语言模型的 API：`openai`（任何兼容 OpenAI 的 API）或 `gemini`。`gemini` 也使用嵌入模型的 `GEMINI_` 变量，模型名称除外。',
  'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google.':
    '其 API 的地址，例如 `https://api.openai.com/v1` 或 `http://127.0.0.1:11434/v1`。`gemini` 默认：Google。',
  'Name of the model, such as `gpt-5-nano`. Default for `gemini`: `gemini-flash-latest`.':
    '模型名称，例如 `gpt-5-nano`。`gemini` 默认：`gemini-flash-latest`。',
  'API key. It is never shown.': 'API 密钥。从不显示。',
  'API of the embedding model: `gemini`, `openai` (any OpenAI-compatible API), or `onnx`, which runs on this machine (`wuku models`). `wuku embed` makes vectors with it. Without any of these settings, `GEMINI_API_KEY` and the other `GEMINI_` variables of scythe-context-mcp configure Gemini.':
    '嵌入模型的 API：`gemini`、`openai`（任何兼容 OpenAI 的 API），或在本机运行的 `onnx`（`wuku models`）。`wuku embed` 用它生成向量。这些设置都没有时，由 `GEMINI_API_KEY` 和 scythe-context-mcp 的其他 `GEMINI_` 变量配置 Gemini。',
  'Address of its API, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. Default for `gemini`: Google. `GEMINI_BASE_URL` works too.':
    '其 API 的地址，例如 `https://api.openai.com/v1` 或 `http://127.0.0.1:11434/v1`。`gemini` 默认：Google。也可以用 `GEMINI_BASE_URL`。',
  'Name of the model, such as `text-embedding-3-small`. Default for `gemini`: `gemini-embedding-2`. `GEMINI_MODEL` works too.':
    '模型名称，例如 `text-embedding-3-small`。`gemini` 默认：`gemini-embedding-2`。也可以用 `GEMINI_MODEL`。',
  'Dimensions of its vectors: requested, and required of every vector. Default: 1536 for `gemini`, otherwise those of the model. `GEMINI_OUTPUT_DIMENSIONALITY` works too.':
    '向量的维度：请求时给出，并要求每个向量相符。默认：`gemini` 为 1536，其他为模型自身的维度。也可以用 `GEMINI_OUTPUT_DIMENSIONALITY`。',
  'API key. It is never shown. `GEMINI_API_KEY` works too, for `gemini` only.':
    'API 密钥。从不显示。仅对 `gemini`，也可以用 `GEMINI_API_KEY`。',
  'How the key is sent: `x-goog-api-key` (a header with the bare key), `bearer` or `query`. Default: the first for `gemini`, otherwise `bearer`. `GEMINI_AUTH_MODE` works too.':
    '密钥的发送方式：`x-goog-api-key`（请求头中只有密钥）、`bearer` 或 `query`。默认：`gemini` 用第一种，其他用 `bearer`。也可以用 `GEMINI_AUTH_MODE`。',
  'Name of that header or, with `query`, of the parameter. Default: `x-goog-api-key` and `key`. `GEMINI_API_KEY_HEADER` and `GEMINI_API_KEY_QUERY_PARAM` work too.':
    '该请求头的名称；方式为 `query` 时为参数的名称。默认：`x-goog-api-key` 和 `key`。也可以用 `GEMINI_API_KEY_HEADER` 和 `GEMINI_API_KEY_QUERY_PARAM`。',
  'Milliseconds that a search waits for the vector of its question. After that it answers by words only, and says so.':
    '搜索等待问题向量的毫秒数。超过后只按关键词作答，并注明。',
  'Dollars per million tokens, for the estimate of `wuku embed --dry-run`. Known for some models.':
    '每百万 token 的美元价格，用于 `wuku embed --dry-run` 的估算。部分模型已内置。',
  'Milliseconds that a search waits for the reranking model.': '搜索等待重排模型的毫秒数。',
  'Milliseconds that `query` waits for query expansion.': '`query` 等待查询扩展的毫秒数。',
  'Text to put before a question, such as `query: `; `\\n` is a line break, `none` is nothing. When empty, the prompt that the model was trained with, if its name is known. A different prompt needs new vectors.':
    '放在问题前的文本，例如 `query: `；`\\n` 表示换行，`none` 表示没有。为空时，如果认识模型名称，用训练时的提示。更换提示需要重新生成向量。',
  'The same for indexed text, such as `passage: `.': '同上，用于被索引的文本，例如 `passage: `。',
  'Characters of a text to send; the rest is cut off. When empty, about what the model reads, if its name is known, otherwise 32768.':
    '每段文本发送的字符数；其余截去。为空时，如果认识模型名称，约为模型能读取的长度，否则 32768。',
  'Texts per request. Default: 128, or 100 for `gemini`. A request that the server finds too large is halved.':
    '每个请求的文本数。默认：128，`gemini` 为 100。服务器认为过大的请求会减半。',
  'Characters per request. Default: 400000.': '每个请求的字符数。默认：400000。',
  'Concurrent requests. Default: 4.': '并发请求数。默认：4。',
  'Maximum number of requests per minute, evenly spaced. Default: no limit.':
    '每分钟最多请求数，均匀分布。默认：不限。',
  'Maximum number of tokens per minute, by estimate. Default: no limit.': '每分钟最多 token 数，按估算。默认：不限。',
  'Seconds for one request with all its retries. Default: 60.': '单个请求含全部重试的秒数。默认：60。',
  'For `onnx`: the file of the model, such as `quantized` for `model_quantized.onnx`. Default: the full model.':
    '用于 `onnx`：模型文件，例如 `quantized` 对应 `model_quantized.onnx`。默认：完整模型。',
  'API of the model that reranks the best hits: `cohere` (also vLLM, LM Studio, llama.cpp and others with a `/rerank`), `jina`, `tei` (Text Embeddings Inference), or `onnx` for a cross-encoder that runs on this machine (`wuku models`).':
    '重排最佳结果的模型的 API：`cohere`（也适用于 vLLM、LM Studio、llama.cpp 等提供 `/rerank` 的服务）、`jina`、`tei`（Text Embeddings Inference），或在本机运行的交叉编码器 `onnx`（`wuku models`）。',
  'Address of its API, such as `https://api.cohere.com/v2` or `http://127.0.0.1:8080`, with or without `/rerank`.':
    '其 API 的地址，例如 `https://api.cohere.com/v2` 或 `http://127.0.0.1:8080`，带不带 `/rerank` 均可。',
  'Name of the model, such as `rerank-v3.5`; `tei` needs none. For `onnx`: a name on the hub, such as `BAAI/bge-reranker-base`, or a folder.':
    '模型名称，例如 `rerank-v3.5`；`tei` 不需要。`onnx`：模型站上的名称，例如 `BAAI/bge-reranker-base`，或文件夹。',
  'The file of the model, as for the embedding model.': '模型文件，同嵌入模型。',
  'Processor threads for models that run on this machine. Default: one less than the cores, at most four.':
    '本机模型使用的处理器线程数。默认：核数减一，最多四个。',
  'Hub from which `wuku models pull` downloads models; any hub compatible with Hugging Face, such as `https://hf-mirror.com`. Default: `https://huggingface.co`. `HF_ENDPOINT` works too.':
    '`wuku models pull` 下载模型的模型站；任何与 Hugging Face 兼容的站点，例如 `https://hf-mirror.com`。默认：`https://huggingface.co`。也可以用 `HF_ENDPOINT`。',
  'Token for restricted models on the hub. It is sent only to the hub and never shown. `HF_TOKEN` works too.':
    '模型站上受限模型的令牌。只发送给模型站，从不显示。也可以用 `HF_TOKEN`。',
  'Fingerprints of keys whose packs `wuku add` takes, as a list; `wuku pack key` shows that of a machine.':
    '其知识包可由 `wuku add` 收入的密钥指纹，可写多个；`wuku pack key` 显示一台机器的指纹。',
}
