import type { Catalogue } from '../say.ts'

export const formats: Catalogue = {
  'It is empty.': '它是空的。',
  'Replace it with the complete file.': '请换成完整的文件。',
  '{0} MB': '{0} MB',
  'Split it, or raise docs.fileBytes in the settings.': '请拆分它，或在设置中提高 docs.fileBytes。',
  'It is {0}, not {1}.': '它是 {0}，不是 {1}。',
  'Replace it with {0}, or leave it out with --exclude.': '请换成 {0}，或用 --exclude 排除它。',
  'Rename it to end in .{0}.': '请把扩展名改为 .{0}。',
  'It is {0}, which is not supported.': '它是 {0}，不受支持。',
  'Save it as {0}.': '请另存为 {0}。',
  'Save it without the password, or leave it out with --exclude.': '请另存为无密码的文件，或用 --exclude 排除它。',
  'It is protected by DRM.': '它受 DRM 保护。',
  'Get an unprotected copy, or leave it out with --exclude.': '请取得未受保护的副本，或用 --exclude 排除它。',
  'Open it in the program that made it and save it again, or leave it out with --exclude.':
    '请用生成它的程序打开并重新保存，或用 --exclude 排除它。',
  'It is a PDF, and the part that reads those is not installed.': '它是 PDF，而读取 PDF 的组件没有安装。',
  'Run "{0}", then "wuku index".': '请运行 "{0}"，然后运行 "wuku index"。',
  'It holds images of text, or no text at all; OCR is not done here.': '其中是文字的图像，或没有文字；这里不做 OCR。',
  'Run OCR on it (such as "ocrmypdf in.pdf out.pdf"), and add the result.':
    '请对它做 OCR（例如 "ocrmypdf in.pdf out.pdf"），再添加结果。',
  'It contains no text.': '其中没有文本。',
  'If you trust it, save it again. {0}': '如果信任它，请重新保存。{0*}',
  'It has more parts than any document.': '其组成部分多于任何正常文档。',
  'One of its parts has more elements than any document.': '其某一部分的元素多于任何正常文档。',
  'It was not read: other files of the same run took all the time there is for unreadable ones.':
    '没有读取：同一次运行中的其他文件用完了留给无法读取的文件的全部时间。',
  'Remove those, then run "wuku docs retry".': '请移除那些文件，然后运行 "wuku docs retry"。',
  'Its parts are nested too deeply.': '其组成部分嵌套过深。',
  'It could not be read within {0} seconds.': '{0} 秒内没有读完。',
  'Split it, or save it again in the program that made it.': '请拆分它，或用生成它的程序重新保存。',
  'It could not be read with {0} of memory.': '用 {0*} 内存无法读取它。',
  'Its parser crashed: the file is damaged, or far too large.': '其解析器崩溃了：文件已损坏，或过大。',
  'The history was rewritten meanwhile.': '历史其间被改写了。',
  'Run "git repack -a -d" in it and remove .git/objects/info/alternates: then it holds all of its history.':
    '请在其中运行 "git repack -a -d"，并删除 .git/objects/info/alternates：这样它就包含全部历史。',
  'Clone it again with "git clone --no-local", and add the clone.':
    '请用 "git clone --no-local" 重新克隆，再添加克隆。',
  'git could not read the history: {0}': 'git 无法读取历史：{0}',
  'Run "git fsck" in the repository; complete a partial clone with "git fetch --refetch --no-filter".':
    '请在仓库中运行 "git fsck"；部分克隆请用 "git fetch --refetch --no-filter" 补全。',
  'git took longer than {0} seconds.': 'git 用时超过 {0} 秒。',
  'Ask for fewer lines or commits; "git commit-graph write --reachable" in the repository makes it faster.':
    '请减少行数或提交数；在仓库中运行 "git commit-graph write --reachable" 可以加快。',
  'git wrote more output than can be read.': 'git 的输出超过可读取的上限。',
  'Ask for fewer commits.': '请减少提交数。',
  'It is no notebook: its JSON is broken, or holds no cells.': '它不是 notebook：JSON 不完整，或没有单元格。',
  'Save it again in Jupyter, or leave it out with --exclude.': '请在 Jupyter 中重新保存，或用 --exclude 排除它。',
  'It is not text: it holds bytes that no text has, or is a file of another kind by its content.':
    '它不是文本：含有文本中没有的字节，或内容属于其他类型的文件。',
  'Give it the ending of what it is, save it as UTF-8 text, or leave it out with --exclude.':
    '请改用与内容相符的扩展名，另存为 UTF-8 文本，或用 --exclude 排除它。',
  'It describes more than {0} operations and schemas: the others are left out.':
    '它描述的操作和模式超过 {0} 个：其余已略过。',
  'Split it into one file for each group of paths.': '请按路径分组拆分成多个文件。',
  'It refers to what lies in other files, which was not read: {0}{1}.':
    '它引用了其他文件中的内容，这些内容没有读取：{0}{1*}。',
  'and {0} more': '，另有 {0} 处',
  'Bundle it into one file (such as "npx @redocly/cli bundle <file>") and add that.':
    '请打包成一个文件（例如 "npx @redocly/cli bundle <file>"）再添加。',
  'It cannot be parsed: {0}': '它无法解析：{0}',
  'Mend "{0}" and add it again.': '请修复“{0}”后重新添加。',
  'It is longer than 100 million characters.': '它超过 1 亿个字符。',
  'It is longer than 12 million characters of YAML.': '它的 YAML 超过 1200 万个字符。',
  'Add it as JSON, which is read faster.': '请改为添加 JSON，读取更快。',
}
