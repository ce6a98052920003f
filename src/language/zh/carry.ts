import type { Catalogue } from '../say.ts'

/** Exports, imports and packs. */
export const carry: Catalogue = {
  'A line of it is not as this version of wuku writes it.': '其中有一行不是当前版本的 wuku 写成的形式。',
  'Get the file again from where it was made.': '请从制作处重新取得该文件。',
  'A line has more than {0} bytes.': '有一行超过 {0} 字节。',
  '{0} stands where it does not belong.': '{0*}出现在不该出现的位置。',
  '{0} was taken in by another process meanwhile. Nothing was changed.':
    '{0} 其间已由另一个进程收入。没有改动任何内容。',
  'Run the same command again: what is there stays as it is.': '请重新运行同一命令：已有的内容保持不变。',
  '{0} is not empty.': '{0} 不是空的。',
  'List them: wuku pads': '列出：wuku pads',
  'List them: wuku docs': '列出：wuku docs',
  'List sources: wuku sources': '列出来源：wuku sources',
  'The export {0} has format {1}; this version of wuku reads formats up to {2}.':
    '导出 {0} 的格式为 {1}；当前版本的 wuku 最高支持格式 {2}。',
  'The manifest of the export {0} cannot be read, or names a path that leads out of it.':
    '导出 {0} 的清单无法读取，或含有指向其外的路径。',
  'Make the export again: wuku export <folder>': '请重新导出：wuku export <文件夹>',
  'There is no folder {0}.': '没有文件夹 {0}。',
  'Name the folder of an export: wuku import <folder>': '请给出导出的文件夹：wuku import <文件夹>',
  '{0} is no export: it has no {1}.': '{0} 不是导出：其中没有 {1}。',
  'Make one: wuku export <folder>': '导出：wuku export <文件夹>',
  'The export is damaged: {0} {1}. Nothing was taken in.': '导出已损坏：{0} {1*}。没有收入任何内容。',
  'Make the export again, or copy it again from where it was made.': '请重新导出，或从制作处重新复制。',
  'It is more than a pack may hold.': '它超过了知识包的上限。',
  'Pack single sources, or make a backup: wuku backup': '请逐个来源打包，或改用备份：wuku backup',
  'There is no file {0}.': '没有文件 {0}。',
  'Name a pack: wuku add <file>.wukupack': '请给出知识包：wuku add <文件>.wukupack',
  '{0} {1}. Nothing was taken in.': '{0} {1*}。没有收入任何内容。',
  'Get the pack again from where it was made.': '请从制作处重新取得该知识包。',
  '{0} has format {1}; this version of wuku reads packs up to {2}.':
    '{0} 的格式为 {1}；当前版本的 wuku 最高支持知识包格式 {2}。',
  '{0} is signed with a key that is not trusted here: {1}. Nothing was taken in.':
    '{0} 由这里不信任的密钥签名：{1}。没有收入任何内容。',
  'Compare it with what its maker says ("wuku pack key" there). To take this pack: --trust {0}; to trust the key from now on: wuku settings packs.trusted {1}':
    '请与制作者给出的指纹核对（在那里运行 "wuku pack key"）。收入这一个包：--trust {0}；从现在起信任该密钥：wuku settings packs.trusted {1}',
  '{0} holds no key.': '{0} 中没有密钥。',
  'There are no notes "{0}".': '没有笔记“{0}”。',
  'There are no notes, decisions or scratchpads of "{0}".': '“{0}”没有笔记、决策或草稿板。',
  'wuku pack: what to pack is needed.': 'wuku pack：缺少要打包的内容。',
  'Such as: wuku pack docs react@19': '例如：wuku pack docs react@19',
  '"{0}" cannot be packed.': '“{0}”不能打包。',
  'Give one of: {0}.': '可选：{0*}。',
  '--trust is for packs.': '--trust 只用于知识包。',
  'Leave it out, or add a file that ends with .wukupack.': '请去掉它，或添加以 .wukupack 结尾的文件。',
  'A folder is needed.': '缺少文件夹。',
  '--only names "{0}".': '--only 中有“{0}”。',
  'Give some of: {0}.': '可选其中一些：{0}。',
  'It came from a pack or an export, so there is no file to read it from again.':
    '它来自知识包或导出，没有可以重新读取的文件。',
  'It is found as before. To have it analysed again, remove its source, and take it in once more.':
    '仍然可以照旧找到它。要重新分析，请移除其来源，再收入一次。',
  '{0}@{1} came whole in a pack or an export: it has no original files, and stays as it came.':
    '{0}@{1} 整个来自知识包或导出：没有原始文件，保持原样。',
  'To take out a page: {0}. To add files, give another version.': '移除其中一页：{0}。要加入文件，请另给一个版本。',
  'Write scratchpads, conversations and library docs into a folder, as files':
    '把草稿板、对话和文档库写成文件夹里的文件',
  'The folder of the export.': '导出的文件夹。',
  'Only these parts: {0}. Default: all.': '只要这些部分：{0}。默认：全部。',
  'Only this workflow, by id or name.': '只要该工作流，按 id 或名称。',
  'Only this library, or one version: react@19.': '只要该文档库，或其中一个版本：react@19。',
  'All of it': '全部',
  'Scratchpads alone': '只要草稿板',
  'One workflow': '一个工作流',
  'One version of a library': '文档库的一个版本',
  'Take in what "wuku export" wrote; what is here already stays as it is':
    '收入 "wuku export" 写出的内容；已有的保持不变',
  'Conversations alone': '只要对话',
  'Write library docs or notes into one signed file, searchable elsewhere at once':
    '把文档库或笔记写成一个签名文件，在别处立刻可以搜索',
  'What is packed: a library, a source of notes, what a project knows; "key" shows your own key.':
    '打包什么：文档库、笔记来源、项目的知识；"key" 显示自己的密钥。',
  'Which one: react@19, handbook, shop.': '哪一个：react@19、handbook、shop。',
  'The file to write. Default: its name and .wukupack, here.':
    '要写的文件。默认：当前文件夹中以其名称加 .wukupack 命名的文件。',
  'Licence of the texts, such as MIT.': '文本的许可证，例如 MIT。',
  'A library': '一个文档库',
  'Notes, decisions and scratchpads of a project': '一个项目的笔记、决策和草稿板',
  'Take it in, elsewhere': '在别处收入',
  'What others need to trust your packs': '别人信任您的知识包所需的指纹',
  'For a pack: the fingerprint of the key that it may be signed with.': '用于知识包：允许签名的密钥指纹。',
  'A pack that somebody made': '别人制作的知识包',
  'Pads, chats, docs as files; import, pack': '草稿板、对话、文档库写成文件；另有 import、pack',
  'Measure answers to your own questions': '衡量自有问题的命中效果',
  'Users of a server; keys: their programs': '服务器的用户；keys：他们的程序',
  'Change who sees a library or a source': '更改谁能看到文档库或来源',
}

/** Lines that these commands say of what they did. */
export const carryPages: Catalogue = {
  'Exported {0} ({1}) to {2}.': '已导出 {0*}（{1}）到 {2}。',
  'Scratchpads are in it as they were written: look at them before you hand it on.':
    '草稿板按原样写在其中：交给别人之前请先看一遍。',
  'Original files of documentation are in it unmasked, as they came.': '文档的原始文件按原样写在其中，没有遮盖机密。',
  '{0}: {1} added, {2} here already, which stay as they are.': '{0*}：新增 {1}，已有 {2}，保持不变。',
  'Pages of libraries': '文档库页面',
  'Notes without a folder': '没有文件夹的笔记',
  'Descriptions, projects and forgettings': '描述、项目和遗忘记录',
  '{0} were forgotten here, and do not come back.': '{0} 个在这里已被遗忘，不会回来。',
  '{0} came from another version of wuku, and were analysed again.': '{0*}来自另一个版本的 wuku，已重新分析。',
  'Not here yet: {0}. Add them, then run the import again for their descriptions.':
    '这里还没有：{0}。请先添加，再导入一次以取得它们的描述。',
  'Your packs are signed with this key, which lies in {0}.': '您的知识包用这把密钥签名，它在 {0} 中。',
  'Others trust it with: wuku settings packs.trusted {0}': '别人这样信任它：wuku settings packs.trusted {0}',
  'Packed {0}: {1}.': '已打包 {0}：{1*}。',
  'Written to {0} ({1}).': '已写入 {0}（{1}）。',
  'Licence: not stated.': '许可证：未说明。',
  'Signed with {0}': '签名密钥：{0}',
  'Scratchpads are in it, their secrets masked: look at them before you hand it on.':
    '草稿板在其中，机密已遮盖：交给别人之前请先看一遍。',
  'Added {0}: {1}, made {2}.': '已添加 {0}：{1*}，制作于 {2}。',
  '{0} is here already, and stays as it is.': '{0} 已在这里，保持不变。',
}
