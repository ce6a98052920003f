import type { Catalogue } from '../say.ts'

/** Help of commands that are one operation: search, sources, notes. */
export const helpSearch: Catalogue = {
  'Index a folder and show how to connect an agent': '索引一个文件夹，并说明如何接入智能体',
  'Folders to index. Default: this folder.': '要索引的文件夹。默认：当前文件夹。',
  'Print the answer as JSON.': '以 JSON 输出结果。',
  'No progress, no hints; a change that went well says nothing.': '不显示进度和提示；修改成功时不输出任何内容。',
  'Show this help.': '显示本帮助。',
  Flags: '选项',
  Input: '输入',
  Examples: '示例',
  'Several at once': '一次多个',
  "Search the user's own code, notes, past agent conversations, scratchpads and library docs at once, in any language":
    '同时搜索自己的代码、笔记、智能体对话、草稿板和文档库，不限语言',
  'Words, a question, code or an error. With a few words: "a phrase" matches exactly, -word excludes, begin* matches a beginning. Filters: tag:, path:, title:, kind:, before:, after:.':
    '词语、问题、代码或报错。少量词时："短语" 精确匹配，-词 排除，开头* 匹配前缀。过滤器：tag:、path:、title:、kind:、before:、after:。',
  'Only these storehouses.': '只搜这些库。',
  'Only these sources.': '只搜这些来源。',
  'Rank its hits first: "." (this workspace), a folder, or a project name.':
    '优先显示它的结果："."（当前工作区）、文件夹或项目名。',
  'Only text written since: "7d", "6m", "2026-11-01".': '只搜此后写下的文本："7d"、"6m"、"2026-11-01"。',
  'Only text written until then, a day or month included.': '只搜此前写下的文本，含当天或当月。',
  'Only paths in this folder of a source: "guides/setup".': '只搜来源中该文件夹内的路径："guides/setup"。',
  'Maximum number of hits.': '最多返回多少条结果。',
  'Include hits that are far weaker than the best.': '包含远弱于最佳结果的结果。',
  'Tokens that the answer may use. Default 3500.': '回答可用的 token 数。默认 3500。',
  'By words, by meaning, or both (default if there are vectors).':
    '按关键词、按语义或两者兼用（有向量时默认两者兼用）。',
  'Say why: the parts of each score, who sees it, how rare the words are.':
    '说明原因：各分数的组成、谁能看到、词的稀有程度。',
  'A server of your team to answer from too. Default: WUKU_SERVER.': '同时由团队服务器作答。默认：WUKU_SERVER。',
  'A question': '一个问题',
  'An exact phrase in one source': '在一个来源中查找确切短语',
  'Texts and conversations of this month, this workspace first': '本月的文本和对话，当前工作区优先',
  'Read what a citation points at, with line numbers': '读取引用指向的内容，带行号',
  'A wuku:// citation from any answer, a qmd:// address, "#docid" or "source/path"; the last two with ":120" or ":120:20" for lines.':
    '任意回答中的 wuku:// 引用、qmd:// 地址、"#docid" 或 "source/path"；后两种可加 ":120" 或 ":120:20" 指定行。',
  'Lines to add before.': '在前面多读几行。',
  'Lines to add after.': '在后面多读几行。',
  'Tokens that the answer may use. Default 4000.': '回答可用的 token 数。默认 4000。',
  'A citation with the lines around it': '一个引用及其前后的行',
  'Twenty lines from line 120': '从第 120 行起读 20 行',
  'List what is indexed here': '列出已索引的内容',
  'Only this source, with its problems.': '只看该来源及其问题。',
  'All sources': '全部来源',
  'One source, with its problems': '一个来源及其问题',
  'Registers a folder or file and indexes it at once': '注册文件夹或文件，并立即索引',
  'Folder or file to index, or the address of documentation. With kind "pads": the scratchpad-mcp database to import. With "from": the settings file to read instead of the usual one.':
    '要索引的文件夹或文件，或文档的地址。kind 为 "pads" 时：要导入的 scratchpad-mcp 数据库。使用 "from" 时：用来代替默认位置的设置文件。',
  'Storehouse for the source. Default: recognised.': '来源所属的库。默认：自动识别。',
  "Name of the source. Default: the folder's name.": '来源名称。默认：文件夹的名称。',
  'With kind "docs": the documented version, such as "19.0.1". Default: "latest".':
    'kind 为 "docs" 时：文档的版本，例如 "19.0.1"。默认："latest"。',
  'Globs of files to index, such as "**/*.mdx". Default: those of the storehouse.':
    '要索引的文件的 glob，例如 "**/*.mdx"。默认：该库的规则。',
  'Globs of files to leave out, in addition to ignore files.': '除忽略文件之外，还要排除的文件的 glob。',
  'End with 1 if nothing is found, as grep does.': '没有找到时以 1 结束，与 grep 相同。',
  'Search as you type, in this terminal': '在终端里边输入边搜索',
  'Words to begin with.': '开始时的词语。',
  'The same as wuku alone': '与单独运行 wuku 相同',
  'Begin with some words': '从一些词语开始',
  'Print what lets a shell complete commands, flags and sources': '输出 shell 补全脚本，可补全命令、选项和来源',
  'The shell.': 'shell 名称。',
  'Print the names of sources, as the scripts ask for them.': '输出来源名称，供脚本查询。',
  'bash, in ~/.bashrc: source <(wuku completions bash)': 'bash，写入 ~/.bashrc：source <(wuku completions bash)',
  'zsh, in ~/.zshrc below compinit: source <(wuku completions zsh)':
    'zsh，写入 ~/.zshrc，在 compinit 之后：source <(wuku completions zsh)',
  'fish, into ~/.config/fish/completions/wuku.fish': 'fish，保存到 ~/.config/fish/completions/wuku.fish',
  'PowerShell, in $PROFILE: piped to Out-String | Invoke-Expression':
    'PowerShell，写入 $PROFILE：通过管道交给 Out-String | Invoke-Expression',
  'List every file that was left out, and another kind that fits.': '列出所有被排除的文件，以及也适合的其他种类。',
  'Register only; "index" reads the files later.': '只注册；文件以后由 "index" 读取。',
  'Notes only. true: agents may write its files (write_note, edit_note); false: they no longer may.':
    '仅限笔记。true：智能体可以写入其文件（write_note、edit_note）；false：不再允许。',
  'false: a running server does not keep it fresh. Default true.': 'false：运行中的服务器不自动更新它。默认 true。',
  'false: searched only when named. Default true.': 'false：只有点名时才搜索。默认 true。',
  'true: its text is never sent to a model outside this process (no vectors over HTTP, no reranking).':
    'true：其文本绝不发送给本进程之外的模型（不经 HTTP 生成向量，不重排）。',
  'Add conversations of agents from their usual folders, such as "claude-code" or "codex,cursor"; "all" adds every agent found.':
    '从默认位置添加智能体的对话，例如 "claude-code" 或 "codex,cursor"；"all" 添加找到的全部智能体。',
  'Import the setup of another program: "qmd".': '导入其他程序的配置："qmd"。',
  'A folder of notes': '一个笔记文件夹',
  'A repository': '一个仓库',
  'MDX too, without drafts': '包含 MDX，不含草稿',
  'The conversations of every agent on this machine': '本机所有智能体的对话',
  'All qmd collections and contexts': 'qmd 的全部集合和描述',
  'Everything in a scratchpad-mcp database': 'scratchpad-mcp 数据库中的全部内容',
  'Refreshes the index after files changed outside the watched folders': '在监视范围之外的文件变化后刷新索引',
  'Sources to update, by name. Default: all.': '要更新的来源名称。默认：全部。',
  'Read and analyse every file again.': '重新读取并分析每个文件。',
  'List and compare, and report every skipped file and why; change nothing.':
    '列出并比较，报告每个跳过的文件及原因；不作改动。',
  'List every file that was left out, and every source.': '列出所有被排除的文件和所有来源。',
  'Then keep the sources fresh until stopped.': '之后持续更新这些来源，直到停止。',
  Everything: '全部',
  'A preview, with the files that are left out': '预览，并列出被排除的文件',
  'Makes the vectors for search by meaning, with the configured embedding model':
    '用配置的嵌入模型生成语义搜索所需的向量',
  'Only these sources, by name. Default: all.': '只处理这些来源。默认：全部。',
  'Show what would be sent, where, and the cost; send nothing.': '显示会发送什么、发往何处及费用；不发送。',
  'Make all vectors again, for example after a model changed under the same name.':
    '重新生成全部向量，例如同名模型变化之后。',
  'What would be sent, where, and the cost': '会发送什么、发往何处及费用',
  'Records the new place of a folder that was moved': '登记文件夹移动后的新位置',
  'Name of the source, or kind/name.': '来源名称，或 类型/名称。',
  'The new folder.': '新文件夹。',
  'Record the new place only; "index" reads the differences later.': '只登记新位置；差异以后由 "index" 读取。',
  'A folder of notes that was moved': '被移动的笔记文件夹',
  'Removes a source from the index, with its documents and folder descriptions': '从索引中移除来源及其文档和文件夹描述',
  'Show what would be removed; change nothing.': '显示会移除什么；不作改动。',
  'Remove even text that exists nowhere else.': '即使文本在别处已不存在，也移除。',
  'By name': '按名称',
  'What would be removed, and how much of it exists nowhere else': '会移除什么，其中多少在别处已不存在',
  'Change who sees a library, a source or a workflow': '更改谁能看到文档库、来源或工作流',
  'A library or a workflow by its name or id, or a source ("notes/handbook").':
    '文档库或工作流的名称或 id，或来源（"notes/handbook"）。',
  'Of what; needed only where several are called so.': '属于哪一类；仅在重名时需要。',
  '"private": only its owner and administrators see it; "team": all users; "public": everybody.':
    '"private"：只有所有者和管理员能看到；"team"：所有用户；"public"：所有人。',
  'All users (by name, verified e-mail or id) and groups ("group:<name>") that see it even if it is private; []: nobody else.':
    '即使是私有也能看到它的全部用户（名称、已验证的邮箱或 id）和组（"group:<name>"）；[]：没有其他人。',
  'With all users': '与所有用户共享',
  'With a group': '与一个组共享',
  'Take it back': '收回共享',
  'Permanently removes a document, a conversation or one message from the index':
    '从索引中永久移除文档、对话或单条消息',
  'What to forget: a wuku:// citation from any answer, "#docid", or "collection/path". "#<message>" at the end forgets that message of a conversation only.':
    '要遗忘的内容：任意回答中的 wuku:// 引用、"#docid" 或 "collection/path"。末尾加 "#<消息>" 只遗忘对话中的该条消息。',
  'A conversation': '一个对话',
  'Preview what would be removed': '预览会移除什么',
  'Describes what a collection or a folder of it holds': '描述集合或其中文件夹的内容',
  'What to do. "add" replaces the description of the same folder.': '要做什么。"add" 会替换同一文件夹的描述。',
  '<collection> or <collection>/<folder>; "/" means everything. "list" without a target lists all.':
    '<集合> 或 <集合>/<文件夹>；"/" 表示全部。"list" 不带目标则列出全部。',
  'Description of the hits below it. For "add".': '对该处结果的描述。用于 "add"。',
  'Describe a folder': '描述一个文件夹',
  'List the descriptions': '列出描述',
  'Remove a description': '移除描述',
  'Defines a project': '定义项目',
  'What to do. "remove" without members removes the whole project; no file is touched.':
    '要做什么。"remove" 不带成员会移除整个项目；不改动任何文件。',
  'Name of the project. "list" without one lists all.': '项目名称。"list" 不带名称则列出全部。',
  'Members of the project: folders ("~/src/shop", "./shop") and sources ("notes/handbook", "docs/vue").':
    '项目成员：文件夹（"~/src/shop"、"./shop"）和来源（"notes/handbook"、"docs/vue"）。',
  'A repository, its handbook and a library': '一个仓库、它的手册和一个文档库',
  'List the projects': '列出项目',
  'Remove a member': '移除成员',
  'Asks `recall` your own questions with known answers, and reports how well they are found':
    '用已知答案的自有问题测试 `recall`，报告命中效果',
  'A folder with queries.jsonl, and qrels.tsv unless the queries name their expected documents; or a .jsonl or .json file of questions. If the folder has a corpus.jsonl, only its documents are searched.':
    '含 queries.jsonl 的文件夹（除非问题自带预期文档，还需 qrels.tsv）；或由问题组成的 .jsonl 或 .json 文件。文件夹中有 corpus.jsonl 时，只搜索其中的文档。',
  'By words, by meaning, or both. Default: that of recall.': '按关键词、按语义或两者兼用。默认：与 recall 相同。',
  'Ask in every mode and show the results side by side.': '用每种模式提问，并列显示结果。',
  'Only these storehouses. Default: all.': '只搜这些库。默认：全部。',
  'Only these sources, by name. Default: all that are searched by default.':
    '只搜这些来源。默认：默认会搜索的全部来源。',
  'Results to fetch for each question. Metrics count ten; later ranks appear in the report of failures.':
    '每个问题取多少结果。指标只计前十；更后的名次见失败报告。',
  'Maximum number of failed questions to list.': '最多列出多少个失败的问题。',
  'Your own questions about indexed text': '针对已索引文本的自有问题',
  'By words, by meaning and by both': '按关键词、按语义、两者兼用',
  'A public set with its documents': '带文档的公开测试集',
  'Search notes by their words, fast and without a model': '按关键词搜索笔记，快速且不用模型',
  'Maximum number of results. Default 10, at most 100.': '最多返回多少条结果。默认 10，最多 100。',
  'Only results with at least this score: 0 to 1, as shown. Default 0.':
    '只返回分数不低于此值的结果：0 到 1，与显示的一致。默认 0。',
  'Only this collection. Default: all that are searched by default.': '只搜该集合。默认：默认会搜索的全部集合。',
  'Only these collections.': '只搜这些集合。',
  'Some words': '几个词',
  'A phrase without a word, in one collection': '在一个集合中查找短语，并排除一个词',
  'Search notes by meaning, for text in other words': '按语义搜索笔记，适合换了说法的内容',
  'Only results with at least this score: 0 to 1, as shown. Default 0.3.':
    '只返回分数不低于此值的结果：0 到 1，与显示的一致。默认 0.3。',
  'An idea in other words': '换一种说法的想法',
  'Search notes thoroughly': '深入搜索笔记',
  'Instead of "query": ready-made sub-queries; their results are merged, and the first counts double.':
    '代替 "query"：现成的子查询；结果会合并，第一个的权重加倍。',
  'Purpose of the search; passed to models that expand queries and rerank results.':
    '搜索的目的；会传给扩展查询和重排结果的模型。',
  'Results of each sub-query to merge. Default 40.': '每个子查询合并多少条结果。默认 40。',
  'Whether a model reranks the best results, if one is configured.': '是否用模型重排最佳结果（如已配置）。',
  'A ready-made sub-query': '一个现成的子查询',
  'Read one note, whole or some lines, by its name, docid or address': '按名称、docid 或地址读取一篇笔记的全文或若干行',
  'collection/path, a path, the end of one, "#docid", qmd:// or wuku:// address; ":120" at the end starts at line 120, ":120:20" reads 20 lines from there.':
    'collection/path、路径、路径末尾、"#docid"、qmd:// 或 wuku:// 地址；末尾加 ":120" 从第 120 行开始，":120:20" 从那里读 20 行。',
  'First line, from 1. Takes precedence over ":120".': '起始行，从 1 开始。优先于 ":120"。',
  'Maximum number of lines. Default: to the end.': '最多多少行。默认：到末尾。',
  'Lines as `12: text`.': '以 `12: text` 的形式显示行。',
  'Tokens that the answer may use. Default 50000.': '回答可用的 token 数。默认 50000。',
  'A whole note': '一整篇笔记',
  'Twenty lines of a note': '一篇笔记的二十行',
  'By docid': '按 docid',
  'Read several notes at once, by a glob or a comma-separated list of names and docids':
    '用 glob 或逗号分隔的名称和 docid 一次读取多篇笔记',
  'Globs over collection/path or path, such as "journals/2025-*.md", names and docids, separated by commas.':
    '针对 collection/path 或 path 的 glob（例如 "journals/2025-*.md"）、名称和 docid，用逗号分隔。',
  'Maximum number of lines of each file. Default: all.': '每个文件最多多少行。默认：全部。',
  'Larger files are skipped and listed. Default 10240.': '更大的文件会跳过并列出。默认 10240。',
  'Tokens that the answer may use. Default 10000.': '回答可用的 token 数。默认 10000。',
  'A month of a journal': '一个月的日记',
  'The beginning of two notes': '两篇笔记的开头',
  'List the collections of notes, with the number of documents in each, and whether there are vectors':
    '列出笔记集合、各自的文档数，以及是否有向量',
  'All collections': '全部集合',
  'List the notes around one note': '列出一篇笔记周围的笔记',
  'The note: a citation, #docid, source/path or the end of its path.':
    '笔记：引用、#docid、source/path 或其路径的末尾。',
  'Source of the note, if the path alone is ambiguous.': '路径有歧义时，笔记所属的来源。',
  'Maximum number of notes in each list.': '每个列表最多多少篇笔记。',
  'Tokens that the answer may use. Default 2000.': '回答可用的 token 数。默认 2000。',
  'Around a note': '一篇笔记周围',
  'Around a note found by a search': '搜到的一篇笔记周围',
  "Write a new file into the user's notes, or replace a whole one": '在自己的笔记中写入新文件，或整体替换',
  'Path of the note in its source, such as "ideas/tides.md"; or a citation.':
    '笔记在来源中的路径，例如 "ideas/tides.md"；或引用。',
  'The whole text, as Markdown.': '全文，Markdown 格式。',
  'Source of notes. Default: the only writable one.': '笔记来源。默认：唯一可写的来源。',
  'To replace a note: the #docid that "open" shows. If absent, only a new note is written.':
    '替换笔记时："open" 显示的 #docid。不给则只写入新笔记。',
  'A new note': '一篇新笔记',
  'Another text for a note that was read': '替换读过的笔记的文本',
  "Change part of a file of the user's notes": '修改自己笔记文件的一部分',
  'The note: a citation, #docid, or its path.': '笔记：引用、#docid 或路径。',
  'The new text; with "old" it may be empty.': '新文本；与 "old" 一起使用时可以为空。',
  'Text of the note to replace with content; it must occur exactly once.':
    '要用 content 替换的文本；在笔记中必须恰好出现一次。',
  'A heading, such as "## Todo": content goes to the end of its section. Without old and section_marker: to the end of the note.':
    '一个标题，例如 "## Todo"：content 写到该节末尾。没有 old 和 section_marker 时：写到笔记末尾。',
  'The #docid that you last saw. If the file changed since, the call is refused and returns the current one.':
    '上次看到的 #docid。如果文件之后有改动，调用会被拒绝，并返回当前值。',
  'Instead of content: a kept version, as listed by note_history.': '代替 content：恢复保留的版本，见 note_history。',
  'One passage': '改一段',
  'One more item of a section': '给一节加一项',
  'An earlier version': '恢复较早的版本',
  'List the earlier versions of a note that write_note and edit_note changed':
    '列出 write_note 和 edit_note 修改过的笔记的早期版本',
  'One note': '一篇笔记',
}
