import type { Catalogue } from '../say.ts'

export const code: Catalogue = {
  '"{0}" fits {1} files.': '“{0}”对应 {1} 个文件。',
  'Give the full path, such as {0}.': '请给出完整路径，例如 {0}。',
  '"{0}" is not an indexed file of this repository.': '“{0}”不是该仓库中已索引的文件。',
  'Did you mean {0}?': '是不是 {0}？',
  'Find it with repo_semantic_search, or call repo_reindex if it is new.':
    '用 repo_semantic_search 查找；如果是新文件，请调用 repo_reindex。',
  '{0} was deleted since it was indexed.': '{0} 在索引之后被删除了。',
  'Call repo_reindex with dry_run false; if it was renamed, repo_semantic_search finds it then.':
    '请调用 repo_reindex with dry_run false；如果是改名，之后 repo_semantic_search 可以找到。',
  'The history of this project cannot be read. {0}': '无法读取该项目的历史。{0*}',
  'Its repository has no commit yet.': '其仓库还没有提交。',
  '"{0}" is no longer indexed.': '“{0}”已不在索引中。',
  'Call repo_reindex.': '请调用 repo_reindex。',
  'No symbol is called "{0}", and no line contains it.': '没有名为“{0}”的符号，也没有任何行包含它。',
  'Ask find_symbol for similar names; for new code run repo_reindex.':
    '用 find_symbol 查找相近的名称；如果是新代码，请运行 repo_reindex。',
  'The configured embedding model is not Gemini: the provider is {0}.': '配置的嵌入模型不是 Gemini：提供方是 {0}。',
  'Call embedding_probe, or set models.embedder.provider (WUKU_EMBEDDER_PROVIDER) to gemini.':
    '请调用 embedding_probe，或把 models.embedder.provider（WUKU_EMBEDDER_PROVIDER）设为 gemini。',
  'Neither query nor symbol was given.': '没有给出 query 或 symbol。',
  'Give query (the task in words) or symbol (a name).': '请给出 query（用文字描述任务）或 symbol（名称）。',
  'A symbol needs the path of its file.': '符号需要所在文件的路径。',
  'Give its path too and no query; find_symbol finds the file.':
    '请同时给出路径，并去掉 query；find_symbol 可查找文件。',
  'No commits of this project are indexed.': '该项目没有已索引的提交。',
  'Call repo_reindex with dry_run false; the setting code.commits limits how many are indexed. With "path" git itself is asked.':
    '请调用 repo_reindex with dry_run false；设置 code.commits 决定索引多少提交。给出 "path" 时会直接查询 git。',
  '"{0}" is declared in {1} places of the file.': '“{0}”在该文件中有 {1} 处声明。',
  'Give lines instead: {0}.': '请改为给出行号：{0}。',
  'Call repo_reindex with dry_run false.': '请调用 repo_reindex with dry_run false。',
  'Everything except repo_history works without it.': '除 repo_history 外，其他功能不需要它。',
  'Run "wuku embed".': '请运行 "wuku embed"。',
  '{0} has not been indexed yet.': '{0} 还没有索引。',
  'Call repo_reindex with dry_run false, or run "wuku add . --kind code" in its folder.{0}':
    '请调用 repo_reindex with dry_run false，或在其文件夹中运行 "wuku add . --kind code"。{0*}',
  'Several repositories are indexed, and the call names none.': '已索引多个仓库，而调用没有指定哪一个。',
  'No repository is indexed yet.': '还没有索引任何仓库。',
  'Give project_path: {0}.': '请给出 project_path：{0}。',
  'Run "wuku add <folder> --kind code".': '请运行 "wuku add <folder> --kind code"。',
  'The call names no repository.': '调用没有指定仓库。',
  '"{0}" is not a registered repository.': '“{0}”不是已注册的仓库。',
  'Register it yourself, in a terminal: wuku add <folder> --kind code. An agent can only ask about registered repositories.':
    '请在终端自行注册：wuku add <folder> --kind code。智能体只能查询已注册的仓库。',
  'It is not text: it contains binary bytes.': '不是文本：含有二进制字节。',
  'Leave it out with an exclude pattern or a line in .wukuignore, or save it as UTF-8 text.':
    '请用排除模式或 .wukuignore 中的一行排除它，或另存为 UTF-8 文本。',
  'It is minified, or data: most of it is in lines of many hundred characters.':
    '它是压缩过的代码或数据：大部分内容在数百字符的长行中。',
  'Leave it out with an exclude pattern or a line in .wukuignore; index its sources instead.':
    '请用排除模式或 .wukuignore 中的一行排除它，改为索引其源文件。',
  'No symbol here is called "{0}".': '这里没有名为“{0}”的符号。',
  'To search by words use repo_semantic_search; for new code run repo_reindex.':
    '按文字搜索请用 repo_semantic_search；如果是新代码，请运行 repo_reindex。',
  'No indexed line contains any of it.': '没有任何已索引的行包含它。',
  'Try other words; for new code run repo_reindex.': '请换一些词；如果是新代码，请运行 repo_reindex。',
  '{0} has {1}; line {2} is past its end.': '{0} 有 {1*}；第 {2} 行超出末尾。',
  'Ask for lines from 1 to {0}.': '请在 1 到 {0} 行之间选择。',
  '{0} declares no "{1}".': '{0} 没有声明“{1}”。',
  'List its declarations with file_outline, or ask find_symbol.': '用 file_outline 列出其声明，或用 find_symbol 查找。',
  '{0} does not define "{1}".': '{0} 没有定义“{1}”。',
  'Ask find_symbol where it is defined, or leave "path" out.': '用 find_symbol 查找定义位置，或去掉 "path"。',
  '"{0}" contains no word that could be indexed.': '“{0}”中没有可索引的词。',
  'Grep for it, or ask find_symbol where it is defined.': '请用 grep 查找，或用 find_symbol 查找定义位置。',
  'No indexed file is in "{0}".': '“{0}”中没有已索引的文件。',
  'List the folders with repo_map, or leave "under" out.': '用 repo_map 列出文件夹，或去掉 "under"。',
  '{0} of {1} indexed files are pages that a program wrote.': '已索引的 {1} 个文件中有 {0} 个是程序写出的页面。',
  'If nobody reads them, put "/{0}" into .wukuignore and index again.':
    '如果没有人读这些页面，请把 "/{0}" 写进 .wukuignore，再重新索引。',
}
