import type { Catalogue } from '../say.ts'

export const notes: Catalogue = {
  'Version {0} of {1} is not kept. Nothing was changed.': '没有保留 {1} 的版本 {0}。没有改动任何内容。',
  'List the kept versions with "note_history".': '用 "note_history" 列出保留的版本。',
  '"content" is missing. Nothing was changed.': '缺少 "content"。没有改动任何内容。',
  'Give the new text as content.': '请用 content 给出新文本。',
  '"restore" brings back a whole text. Nothing was changed.': '"restore" 恢复的是全文。没有改动任何内容。',
  'Leave content out.': '请去掉 content。',
  'There is no note {0}. Nothing was changed.': '没有笔记 {0}。没有改动任何内容。',
  'Write it with write_note, or find it with "recall".': '用 write_note 写入它，或用 "recall" 查找。',
  'No files matched pattern: {0}': '没有文件匹配模式：{0}',
  'The list has more than {0} globs.': '列表中的 glob 超过 {0} 个。',
  'Use several calls, or wider globs.': '请分多次调用，或使用范围更大的 glob。',
  'Give either "query" or "searches".': '请给出 "query" 或 "searches" 之一。',
  'For example {"query": "how do we deploy"} or {"searches": [{"type": "lex", "query": "deploy"}]}.':
    '例如 {"query": "how do we deploy"} 或 {"searches": [{"type": "lex", "query": "deploy"}]}。',
  'There is no collection called "{0}".': '没有名为“{0}”的集合。',
  'Collections:\n{0}': '现有集合：\n{0}',
  'There are no collections yet: add one with "wuku add <folder>".': '还没有集合：用 "wuku add <folder>" 添加。',
  "Vector index not found. Run 'wuku embed' first to create embeddings. ({0})":
    "没有向量索引。请先运行 'wuku embed' 生成向量。（{0*}）",
  '{0} Until then use "search" with the same parameters ("wuku search <query>"): it matches any of the words, so a whole question works.':
    '{0*} 在此之前请用相同参数调用 "search"（"wuku search <query>"）：它匹配任意一个词，整句提问也可以。',
  'Negation (-{0}) is not supported in vec/hyde queries.': 'vec/hyde 查询不支持排除（-{0}）。',
  'Use a "lex" sub-query to leave words out.': '要排除词，请使用 "lex" 子查询。',
  '{0} exists already. Nothing was changed.': '{0} 已存在。没有改动任何内容。',
  'To replace it, read it with "open" and give its #docid as expected_version; to change part of it, use edit_note; or choose another path.':
    '要替换它，请用 "open" 读取，并把 #docid 作为 expected_version；只改一部分请用 edit_note；或换一个路径。',
  'These are not settings of qmd: {0}': '这不是 qmd 的设置：{0*}',
  'Give the YAML file that contains its "collections".': '请给出含有其 "collections" 的 YAML 文件。',
  'The collection cannot be imported: {0}': '该集合无法导入：{0*}',
  'Correct the entry, or add its folder with "{0}".': '请改正该项，或用 "{0}" 添加其文件夹。',
  'Leave it out with an exclude pattern, or save it as UTF-8 text.': '请用排除模式排除它，或另存为 UTF-8 文本。',
  'Its front matter is not valid YAML: {0}': '其 front matter 不是有效的 YAML：{0}',
  'Correct the lines between the first two "---"; until then the file is indexed without its tags.':
    '请改正前两个 "---" 之间的行；在此之前，该文件不带标签索引。',
  'It has no headings: leave section_marker out.': '它没有标题：请去掉 section_marker。',
  'Its headings: {0}.': '它的标题：{0}。',
  'Give one of them, or neither to add at the end of the note.': '请给出其中之一；两者都不给则添加到笔记末尾。',
  '[REDACTED:…] hides a secret of the file: leave that line out of "old".':
    '[REDACTED:…] 遮盖了文件中的机密：请在 "old" 中去掉该行。',
  'Copy it from "open" without the line numbers, with its spaces and line breaks.':
    '请从 "open" 的结果中复制，不带行号，保留空格和换行。',
  'Include more of the surrounding lines.': '请包含更多上下文行。',
  '{0} Nothing was changed.': '{0*}没有改动任何内容。',
  'No heading of the note is': '笔记中没有标题是',
  '{0} headings of the note are': '笔记中有 {0} 个标题是',
  '{0} is not UTF-8, so writing it could change more than was asked. Nothing was changed.':
    '{0} 不是 UTF-8，写入它可能改动更多内容。没有改动任何内容。',
  'Save it as UTF-8 in an editor first.': '请先在编辑器中另存为 UTF-8。',
  "{0} has the extension of another program's files, and notes are written as text. Nothing was changed.":
    '{0} 的扩展名属于其他程序的文件，而笔记以文本写入。没有改动任何内容。',
  'Write a file that ends in ".md" instead.': '请写入以 ".md" 结尾的文件。',
  '{0} no longer exists. Nothing was changed.': '{0} 已不存在。没有改动任何内容。',
  'Leave expected_version out to write it as a new note.': '要作为新笔记写入，请去掉 expected_version。',
  '{0} has changed since: it is {1} now, not #{2}. Nothing was changed.':
    '{0} 之后有改动：现在是 {1}，不是 #{2}。没有改动任何内容。',
  'Read it again with "open", then repeat the call with expected_version "{0}".':
    '请用 "open" 重新读取，再以 expected_version "{0}" 重新调用。',
  'The text for {0} contains NUL or half a character, which no text file may. Nothing was changed.':
    '{0} 的文本含有 NUL 或残缺的字符，文本文件不能包含它们。没有改动任何内容。',
  'Send plain Unicode text.': '请发送普通的 Unicode 文本。',
  'The text contains [REDACTED:…], which hides a secret in the file that would be lost. Nothing was changed.':
    '文本中含有 [REDACTED:…]，它遮盖的机密会因此丢失。没有改动任何内容。',
  'Change the other lines with edit_note, and leave those with a secret as they are.':
    '请用 edit_note 修改其他行，含机密的行保持原样。',
  'There is no source of notes called "{0}".': '没有名为“{0}”的笔记来源。',
  'There is no writable source of notes.': '没有可写的笔记来源。',
  'A person can add one with "wuku add <folder> --kind notes --writable".':
    '用户可以这样添加："wuku add <folder> --kind notes --writable"。',
  'The path fits several sources. Nothing was changed.': '该路径对应多个来源。没有改动任何内容。',
  'Give "source": {0}.': '请给出 "source"：{0*}。',
  'No note is called "{0}".': '没有名为“{0}”的笔记。',
  'Give its path, or a citation of "recall" or "open".': '请给出其路径，或 "recall"、"open" 中的引用。',
}

/** Lines of answers about notes. */
export const notesPages: Catalogue = {
  "{0} more matched and were left out to stay within the budget. 'get' each of them, raise budget, or set maxLines:\n{1}":
    "另有 {0} 个匹配，因预算未显示。请逐个 'get'、提高 budget 或设置 maxLines：\n{1}",
  '[... truncated {0} more lines]': '[…… 略去其余 {0} 行]',
  'And {0} more like these.': '类似的另有 {0} 条。',
  'File not found: {0}{1}': '找不到文件：{0}{1*}',
  '(did you mean: {0}?)': '（是不是：{0}？）',
  'No versions are kept: wuku has not changed this note.': '没有保留的版本：wuku 没有改动过这篇笔记。',
  'Some notes did not fit the budget: raise budget for the rest.': '部分笔记超出预算：提高 budget 可看到其余。',
  'Links to': '链接到',
  'Broken links': '失效的链接',
  'Found {0} {1} for "{2}"': '“{2}”找到 {0} 条{1}',
  'Results below score {0} were excluded: a lower minScore shows weaker matches.':
    '低于 {0} 分的结果已排除：降低 minScore 可看到较弱的匹配。',
  'No results found for "{0}"': '“{0}”没有找到结果',
  '(none answers it; nearest)': '（没有能回答的；最接近的）',
  'One matching word is enough: try other words for the same thing, or the beginning of one ("conf*").':
    '匹配一个词即可：请换个说法，或只写词的开头（"conf*"）。',
  '`status` lists what is indexed.': '`status` 可列出已索引的内容。',
  'QMD Index Status:': 'QMD 索引状态：',
  'Total documents: {0}': '文档总数：{0}',
  'Needs embedding: {0}': '待生成向量：{0}',
  'Vector index: {0}': '向量索引：{0*}',
  'last updated {0}': '更新于 {0}',
  'Nothing to save: the file already has this text.': '不需要保存：文件已是这些内容。',
  'Saved and indexed.': '已保存并索引。',
  'The file contains what looks like a secret ({0}): searches show it masked.':
    '文件中有疑似机密的内容（{0*}）：搜索结果会遮盖它。',
  'The previous text is kept as {0}.': '原来的文本保留为 {0}。',
}
