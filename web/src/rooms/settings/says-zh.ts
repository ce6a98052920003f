/** What each setting means, in Chinese, by its name. */
export const says: Readonly<Record<string, string>> = {
  'limits.fileBytes': '超过此大小的文件不索引。',
  'limits.requestsPerMinute': '每个凭据每分钟可向 `wuku serve` 发送的请求数；0 为不限。单个密钥可另设更低的上限。',
  'limits.callsPerDay': '服务器的一个用户每天（UTC）可调用的操作数，包括 MCP 工具；0 为不限。',
  'limits.uploadBytesPerDay': '服务器的一个用户每天（UTC）可上传的字节数；0 为不限。',
  'limits.failuresPerMinute':
    '一个地址每分钟出现这么多次错误凭据后，后续的错误凭据得到 429；0 为不限。正确的凭据不受影响。',
  tools: '智能体通过 MCP 看到的工具集列表：`default`、`all`，以及 `wuku mcp --help` 中列出的；空为 `default`。',
  readOnly: '智能体只能读取，不能写入。',
  sessionContext: '`wuku connect --guide` 的钩子是否把未完成的工作告诉新会话；`off` 为从不。',
  workers: '索引时用于解析和分析的线程数。默认：核心数减一，最多四个。',
  'pads.bytes': '一个草稿板的最大 UTF-8 字节数。',
  'pads.perWorkflow': '一个工作流中草稿板的最大数量；最多 1023。',
  'pads.versions': '一个草稿板保留的版本数。',
  'code.fileBytes': '仓库中超过此大小的文件会略过：打包文件、转储和数据。',
  'code.commits': '索引一个仓库最新提交的数量；0 为不索引，也不运行 git。',
  'code.project':
    '调用未指明时代码工具使用的文件夹；为空时用程序启动时所在的文件夹。`SCYTHE_CONTEXT_DEFAULT_PROJECT` 也有效。',
  'chats.exclude':
    '要略过的对话，通配符列表：工作文件夹（`~/clients/**`）或 ID。`wuku index --force` 会移除此前已索引的。',
  'chats.leaveOutRetrieved':
    '开启：索引对话时不含其中的网页搜索结果及其他检索服务（如 Context7）的结果。wuku 自己的回答始终略过。`wuku index --force` 会应用到此前已索引的对话。',
  'chats.current':
    '服务器正在回答的对话的 ID；`search_conversations` 默认略过它。为空时取最后搜索的对话。`CHATWISE_CURRENT_CHAT_ID` 也有效。',
  'docs.fileBytes': '拒绝超过此大小的文档文件。',
  'docs.purgeDays': '已删除的文档库或版本在多少天内可以恢复。',
  'docs.enrich': '开启：由已配置的语言模型撰写代码片段的标题和说明；片段文本会发送给它，密钥会被遮盖。关闭：不撰写。',
  'docs.weights.fullText': '词语排序与语义排序合并时，词语排序的权重。',
  'docs.weights.vectors': '有向量时语义排序的权重。',
  'docs.popularity': '两个片段同样好时，所属文档被返回次数更多的排在前面。没有其他作用。',
  'docs.cacheSeconds': '版本未变时，文档查询的回答可以复用的秒数；0 为从不。',
  'docs.refreshEvery':
    '`wuku serve` 多久重新抓取一次每个文档库，例如 `7d` 或 `12h`：默认应答的版本，且有来源时。`off`：仅在要求时。文档库可以有自己的周期（`wuku docs set --refresh-every`）。',
  'docs.tokens':
    '私有仓库的令牌，`host=token` 列表。`GITHUB_TOKEN`、`GITLAB_TOKEN` 和 `GITEA_TOKEN` 也有效，分别用于 github.com、gitlab.com 和 Gitea。令牌只发送给对应的主机，从不显示。',
  'docs.allowHosts':
    '允许抓取文档的私有地址主机，例如内网的代码托管，`host` 或 `host:port` 列表。其他私有地址一律拒绝。',
  'docs.proxy': '抓取文档用的 HTTP 代理，例如 `http://proxy.example:3128`。',
  'records.days': '调用日志和导入日志保留的天数。',
  'secrets.allow':
    '看起来像密钥或密码但不是的文本列表：它们不会被遮盖。`*` 代表任意字符，例如 `AKIA*EXAMPLE`。`wuku index --force` 会应用到此前已索引的文本。',
  offline: '不向任何地方发送内容：不调用 API 模型，不抓取。本机上的模型仍然运行。',
  language:
    '命令行的语言：`zh` 为中文，`en` 为英文，`auto` 按 LC_ALL、LC_MESSAGES 和 LANG 决定。工具、REST 和 JSON 始终为英文。',
  'packs.trusted': '其知识包可由 `wuku add` 收入的密钥指纹，可写多个；`wuku pack key` 显示一台机器的指纹。',
  'server.host': '`wuku serve` 监听的地址。',
  'server.port': '`wuku serve` 监听的端口；0 为任意空闲端口。',
  'server.publicUrl':
    '用户看到的服务器来源地址，例如代理后面的 `https://wuku.example.com`。默认：`http://<host>:<port>`。',
  'server.allowHosts': '请求的 `Host` 中还允许的名称列表。',
  'server.allowOrigins':
    '还允许使用此服务器的网页来源列表，例如 `https://intranet.example.com`。它们会得到 CORS 响应头。',
  'server.trustProxy':
    '可信代理的地址列表，其 `X-Forwarded-For` 有效；可以是地址或网段，例如 `10.0.0.0/8`。其他来源的一律忽略。',
  'server.drainSeconds': '服务器停止时继续接受请求的秒数，其间 `/readyz` 表示正在停止，让负载均衡器先把它摘除。',
  'server.role':
    '本实例的分工：`all` 全部；`web` 只应答请求，不运行任务；`worker` 运行任务、监视来源并按时更新文档库，不应答用户。',
  'database.url':
    '保存存储的 PostgreSQL（15 或更新），例如 `postgres://wuku@db.example.com/wuku`；为空时使用数据文件夹中的 SQLite 文件。也可用 `DATABASE_URL`。从不显示。',
  'database.schema': '该数据库中的模式；多个存储可共用一个数据库。也可用 `DATABASE_SCHEMA`。',
  'database.readUrls':
    '搜索可读取的副本地址列表。尚未收到本进程写入内容的副本会被跳过。也可用 `DATABASE_READ_URLS`。从不显示。',
  'database.connections': '本进程每个线程用于读取的数据库连接数上限，写入同样多。',
  'database.writeSeconds': '写入的单条语句在数据库中最长可用的秒数；0 表示不限。搬迁存储没有限制。',
  'redis.url':
    '各实例用来共享限额、缓存答案和唤醒的 Redis 或 Valkey，例如 `redis://cache.example.com`；多个地址以逗号分隔即为集群。没有它一切照常。也可用 `REDIS_URL`。从不显示。',
  'blobs.url':
    '原件的位置：`s3://bucket/prefix`（端点和密钥按 AWS SDK 的方式读取），或所有实例共用的文件夹。为空时是数据文件夹中的 `blobs`。也可用 `BLOBS_URL`。',
  'backup.place': '备份的位置：文件夹，或 `s3://bucket/prefix`（端点和密钥按 AWS SDK 的方式读取）。',
  'backup.every': '`wuku serve` 在那里备份的间隔，例如 `1d`；`off`：只由 `wuku backup` 备份。',
  'backup.keep': '每次备份后在那里保留的最新备份数；0 为全部。',
  'server.graceSeconds': '服务器停止时，留给进行中请求的秒数。',
  'server.waitSeconds': '请求等待长时间工作（例如导入）的秒数，超过后以任务作答。',
  'server.bodyBytes': 'JSON 请求体的最大字节数。',
  'server.uploadBytes': '一次上传的最大字节数。',
  'server.uploadFiles': '一次上传的最大文件数。',
  'push.files': '一个推送来源（`wuku push`）中文件或对话的最大数量。',
  'push.bytes': '一个推送来源的最大字节数。',
  'server.mcpSessions': '开启：2025 年的 MCP 客户端获得会话。没有会话时，每个请求各自独立。',
  'auth.adminKey':
    '用户 `admin` 的密钥，用于无人在终端时的启动：32 到 200 个可见字符。只保存其散列值；更改后替换原来的密钥。从不显示。',
  'auth.anonymous': '开启：没有凭据的请求可以读取公开内容。',
  'auth.visibility': '创建者未指明时，新文档库的可见范围：`private`、`team` 或 `public`。',
  'auth.admins': '登录后成为管理员的邮箱列表。',
  'auth.role': '其他人登录后的角色：`reader`、`writer` 或 `admin`。',
  'auth.keysPerUser': '一个用户有效密钥的最大数量。',
  'auth.accessMinutes': '访问令牌的有效分钟数。',
  'auth.refreshDays': '登录在多少天后结束。',
  'auth.signingKeys':
    '签署访问令牌的密钥列表，最新的在前：各为 32 个或更多随机字节的 base64。为空时使用数据文件夹中的 `signing-keys.json`，首次登录时生成。从不显示。',
  'auth.oidc.issuer': '登录所用的 OpenID Connect 提供方，例如 `https://login.example.com`。`http:` 仅限本机。',
  'auth.oidc.clientId': '此服务器在提供方的 ID。',
  'auth.oidc.clientSecret': '此服务器在提供方的密钥。从不显示。',
  'auth.oidc.rolesClaim': '包含用户所属组的声明。',
  'auth.oidc.adminValues': '该声明中代表管理员的值列表。',
  'auth.oidc.writerValues': '该声明中代表可写用户的值列表。',
  'auth.oidc.domains': '允许登录的邮箱域名列表；空为全部。子域名算作另一个域名。',
  'models.generator.provider':
    '语言模型的 API：`openai`（任何兼容 OpenAI 的 API）或 `gemini`。对 `gemini`，嵌入模型的 `GEMINI_` 变量也有效，模型名称除外。',
  'models.generator.url':
    '其 API 的地址，例如 `https://api.openai.com/v1` 或 `http://127.0.0.1:11434/v1`。`gemini` 默认：Google。',
  'models.generator.model': '模型名称，例如 `gpt-5-nano`。`gemini` 默认：`gemini-flash-latest`。',
  'models.generator.key': 'API 密钥。从不显示。',
  'models.embedder.provider':
    '嵌入模型的 API：`gemini`、`openai`（任何兼容 OpenAI 的 API），或在本机运行的 `onnx`（`wuku models`）。`wuku embed` 用它生成向量。这些设置都没有时，由 `GEMINI_API_KEY` 及 scythe-context-mcp 的其他 `GEMINI_` 变量配置 Gemini。',
  'models.embedder.url':
    '其 API 的地址，例如 `https://api.openai.com/v1` 或 `http://127.0.0.1:11434/v1`。`gemini` 默认：Google。`GEMINI_BASE_URL` 也有效。',
  'models.embedder.model':
    '模型名称，例如 `text-embedding-3-small`。`gemini` 默认：`gemini-embedding-2`。`GEMINI_MODEL` 也有效。',
  'models.embedder.dimensions':
    '向量的维数：向模型请求，并要求每个向量符合。默认：`gemini` 为 1536，其他为模型自身的维数。`GEMINI_OUTPUT_DIMENSIONALITY` 也有效。',
  'models.embedder.key': 'API 密钥。从不显示。`GEMINI_API_KEY` 也有效，仅用于 `gemini`。',
  'models.embedder.auth':
    '密钥的发送方式：`x-goog-api-key`（只含密钥的请求头）、`bearer` 或 `query`。默认：`gemini` 用第一种，其他用 `bearer`。`GEMINI_AUTH_MODE` 也有效。',
  'models.embedder.keyName':
    '该请求头的名称；用 `query` 时为参数名。默认：`x-goog-api-key` 和 `key`。`GEMINI_API_KEY_HEADER` 和 `GEMINI_API_KEY_QUERY_PARAM` 也有效。',
  'models.embedder.patience': '搜索等待问题向量的毫秒数。超过后只按词语作答，并予以说明。',
  'models.embedder.price': '每百万 Token 的美元价格，用于 `wuku embed --dry-run` 的估算。部分模型已内置。',
  'models.reranker.patience': '搜索等待重排模型的毫秒数。',
  'models.generator.patience': '`query` 等待查询扩展的毫秒数。',
  'models.embedder.queryPrompt':
    '加在问题前的文本，例如 `query: `；`\\n` 为换行，`none` 为不加。为空时，若认得模型名称，用其训练时的提示。更换提示需要重新生成向量。',
  'models.embedder.documentPrompt': '同上，用于被索引的文本，例如 `passage: `。',
  'models.embedder.longestText':
    '一段文本发送的字符数，其余截去。为空时，若认得模型名称，约为模型可读的长度，否则为 32768。',
  'models.embedder.batchTexts': '每个请求的文本数。默认：128，`gemini` 为 100。服务器认为过大的请求会对半拆分。',
  'models.embedder.batchChars': '每个请求的字符数。默认：400000。',
  'models.embedder.concurrency': '并发请求数。默认：4。',
  'models.embedder.requestsPerMinute': '每分钟的最大请求数，均匀分布。默认：不限。',
  'models.embedder.tokensPerMinute': '每分钟的最大 Token 数（估算）。默认：不限。',
  'models.embedder.timeoutSeconds': '一个请求（含所有重试）的秒数。默认：60。',
  'models.embedder.variant': '用于 `onnx`：模型文件，例如 `quantized` 对应 `model_quantized.onnx`。默认：完整模型。',
  'models.reranker.provider':
    '重排最佳结果的模型 API：`cohere`（也适用于 vLLM、LM Studio、llama.cpp 等带 `/rerank` 的服务）、`jina`、`tei`（Text Embeddings Inference），或在本机运行交叉编码器的 `onnx`（`wuku models`）。',
  'models.reranker.url':
    '其 API 的地址，例如 `https://api.cohere.com/v2` 或 `http://127.0.0.1:8080`，可带或不带 `/rerank`。',
  'models.reranker.model':
    '模型名称，例如 `rerank-v3.5`；`tei` 不需要。对 `onnx`：模型仓库中的名称，例如 `BAAI/bge-reranker-base`，或一个文件夹。',
  'models.reranker.key': 'API 密钥。从不显示。',
  'models.reranker.variant': '模型文件，与嵌入模型相同。',
  'models.onnx.threads': '本机模型使用的处理器线程数。默认：核心数减一，最多四个。',
  'models.hub.url':
    '`wuku models pull` 下载模型的仓库；任何兼容 Hugging Face 的仓库，例如 `https://hf-mirror.com`。默认：`https://huggingface.co`。`HF_ENDPOINT` 也有效。',
  'models.hub.token': '仓库中受限模型的令牌。只发送给该仓库，从不显示。`HF_TOKEN` 也有效。',
}
