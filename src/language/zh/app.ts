import type { Catalogue } from '../say.ts'

export const app: Catalogue = {
  'The backup lacks {0}.': '备份中缺少 {0}。',
  'Take another one: wuku backup --list': '换一份备份：wuku backup --list',
  'The place for backups cannot be used, {0}: {1}': '备份位置不可用（{0}）：{1}',
  'Free some space there, or give another place.': '请在那里腾出空间，或换一个位置。',
  'Check that it is a folder that you may write to, or give another place.': '请确认它是可写的文件夹，或换一个位置。',
  'Copying original files: {0}': '正在复制原始文件：{0}',
  'Copying the store': '正在复制存储',
  'Reading it back': '正在回读校验',
  'Read back': '已回读校验',
  'The backup is damaged: {0} {1}.': '备份已损坏：{0} {1}。',
  'Take another one, which wuku backup --list shows, and check the disk that this one lies on.':
    '请换一份备份（wuku backup --list 可列出），并检查存放它的磁盘。',
  'The backup {0} has format {1}, made by version {2}; this version reads formats up to {3}.':
    '备份 {0} 的格式为 {1}，由版本 {2} 生成；当前版本最高支持格式 {3}。',
  'Install the newest wuku.': '请安装最新的 wuku。',
  'The manifest of the backup {0} cannot be read.': '无法读取备份 {0} 的清单。',
  'Use its https: address; if there is none and the network is yours, add --insecure.':
    '请使用它的 https: 地址；如果没有，而网络由您掌控，请加上 --insecure。',
  'The store of the backup has something that no store of wuku has ({0}): somebody changed it.':
    '备份的存储中有 wuku 的存储不会有的对象（{0}）：有人改动过它。',
  'The backup {0} holds {1}, which no backup of wuku has: somebody changed it.':
    '备份 {0} 中有 {1}，wuku 的备份不会有这个文件：有人改动过它。',
  '{0} lies in the data folder {1}: whatever destroys the one takes the backups along.':
    '{0} 位于数据文件夹 {1} 之内：数据文件夹一旦毁坏，备份也随之丢失。',
  'Give a folder outside of it, on another disk if there is one.': '请给出它之外的文件夹，最好在另一块磁盘上。',
  'The signature of the backup is not that of its manifest: it was changed.': '备份的签名与其清单不符：备份被改动过。',
  'The backup is not signed, as those of older versions are not: nothing tells who made it. Nothing was changed.':
    '备份没有签名（旧版本的备份都没有），无从得知由谁制作。什么都没有改变。',
  'If nobody else can write to its place, restore it all the same: --unverified':
    '如果别人无法写入存放它的位置，可以照样恢复：--unverified',
  'The backup is signed with a key that is not known here: {0}. Nothing was changed.':
    '备份由此处未知的密钥签名：{0}。什么都没有改变。',
  'Compare it with what wuku backup said when it was made, or "wuku pack key" says there, and add --trust {0}; or, if nobody else can write to its place: --unverified':
    '请与制作备份时 wuku backup 显示的、或在那里运行“wuku pack key”显示的指纹比对，再加上 --trust {0}；如果别人无法写入存放它的位置，也可以用 --unverified',
  'Everything in {0} is deleted ({1}): index, libraries, scratchpads with their history, settings, and these backups: {2}.':
    '{0} 中的一切都会被删除（{1*}）：索引、文档库、草稿及其历史、设置，以及这些备份：{2}。',
  'Fetch or upload them again, and run: wuku backup': '请重新获取或上传它们，然后运行：wuku backup',
  '{0} of libraries without the original file, such as {1}.': '文档库中有 {0*} 没有原始文件，例如 {1}。',
  'Fetch the version again (wuku docs refresh <library>), upload the files again, or restore a backup.':
    '请重新获取该版本（wuku docs refresh <library>），重新上传文件，或恢复备份。',
  '{0} of no library, such as {1}.': '有 {0*} 不属于任何文档库，例如 {1}。',
  'No search finds them and no backup holds them: delete them from where originals are kept.':
    '任何搜索都找不到它们，备份也不包含它们：请在存放原始文件的位置删除。',
  'Its original could not be removed yet: {0}': '其原始文件暂时无法删除：{0}',
  'Its signature was not asked for: whoever could write to its place may have changed it.':
    '没有核对签名：能写入该位置的人可能改动过它。',
  'Send to an http: address of another machine too, where everybody on the way can read it.':
    '也发送到另一台机器的 http: 地址，途中任何人都能读到内容。',
  'Take a backup that is signed with the key of this fingerprint, as wuku backup said it.':
    '接受由此指纹的密钥签名的备份；指纹由 wuku backup 显示。',
  'Take a backup that is not signed, or with a key that is not known here.':
    '接受没有签名、或由此处未知的密钥签名的备份。',
  'Pipe it in: wuku login {0} --key < key.txt': '请从管道输入：wuku login {0} --key < key.txt',
  'Run: chmod 600 {0}. If others may have read it, replace what is in it.':
    '请运行：chmod 600 {0}。如果别人可能已读过它，请更换其中的内容。',
  'Log in again: wuku login {0}; or put another key into WUKU_SERVER_KEY.':
    '请重新登录：wuku login {0}；或把另一个密钥放入 WUKU_SERVER_KEY。',
  'Check the address (curl {0}), and that both have the same version.':
    '请检查地址（curl {0}），以及两边的版本是否相同。',
  'Begin again: wuku login {0}': '请重新开始：wuku login {0}',
  'Make a key there, or ask its administrator for one, and run: wuku login {0} --key':
    '请在那里创建密钥，或向其管理员索取，再运行：wuku login {0} --key',
  'If another machine pushed it, give its kind too: wuku push {0} {1} --remove':
    '如果由另一台机器推送，请一并给出类型：wuku push {0} {1} --remove',
  'Nothing was changed on the server. See what is wrong here: wuku index {0} --dry-run':
    '服务器上没有任何改动。查看这里的问题：wuku index {0} --dry-run',
  'Move it away (mv {0} {1}), and log in again: wuku login <server>':
    '请把它移走（mv {0} {1}），再重新登录：wuku login <server>',
  'Nothing that it acknowledged is lost if you end it at once: kill -9 {0}':
    '立即结束也不会丢失它确认过的内容：kill -9 {0}',
  'Choose another: wuku serve --port {0}, or --port 0 for any that is free.':
    '请换一个：wuku serve --port {0}，或用 --port 0 取任意空闲端口。',
  'Write: wuku keys add {0} --user ann': '请写：wuku keys add {0} --user ann',
  'Give its address: wuku {0} {1}': '请给出地址：wuku {0} {1}',
  'No place for backups is given.': '没有指定备份位置。',
  'Name the folder that backups are in, or are to be in; a setting can name it for good: wuku settings backup.place <folder>':
    '请指定存放备份的文件夹；也可以用设置固定下来：wuku settings backup.place <文件夹>',
  'The setting "offline" is on: no backup is sent anywhere.': '已开启设置 "offline"：备份不会发往任何地方。',
  'Give a folder of this machine, or turn the setting off.': '请指定本机的文件夹，或关闭该设置。',
  '{0} lies among the original files ({1}).': '{0} 位于原始文件之中（{1}）。',
  'Give a place of its own for backups.': '请为备份另选一个位置。',
  'Backups cannot be kept at an address of the kind {0}.': '备份不能存放在 {0} 类型的地址。',
  'Give a folder, or s3://bucket/prefix.': '请指定文件夹，或 s3://bucket/prefix。',
  'Writing {0}': '正在写入 {0}',
  'A server runs for {0}: {1}.': '{0} 有服务器在运行：{1}。',
  'Stop wuku serve, and try again.': '请停止 wuku serve 后重试。',
  'Writing the store': '正在写入存储',
  'Writing original files': '正在写入原始文件',
  'There is no backup in {0}.': '{0} 中没有备份。',
  'There is no backup {0} in {1}.': '{1} 中没有备份 {0}。',
  'See those that are there: wuku backup {0} --list': '查看现有备份：wuku backup {0} --list',
  'This is a backup of the store of one machine, and {0} is a database of a team.':
    '这是单机存储的备份，而 {0} 是团队数据库。',
  "This is a backup of a team's store in PostgreSQL, and {0} is a data folder.":
    '这是团队 PostgreSQL 存储的备份，而 {0} 是数据目录。',
  'Restore it into a folder (--to <folder>), and move it from there: wuku migrate':
    '请先恢复到文件夹（--to <文件夹>），再从那里迁移：wuku migrate',
  'Give the database that takes it: --to postgres://user@host/database':
    '请指定目标数据库：--to postgres://user@host/database',
  'The store in this backup has format {0}, made by version {1}; this version supports formats up to {2}.':
    '备份中存储的格式为 {0}，由版本 {1} 生成；当前版本最高支持格式 {2}。',
  'There is a store already: {0}.': '这里已有存储：{0}。',
  'Restore into another place (--to), or replace all that is there: --replace':
    '请恢复到别处（--to），或整体替换现有内容：--replace',
  'The restored store holds other sources than the backup names; nothing was replaced.':
    '恢复出的存储与备份清单中的来源不一致；没有替换任何内容。',
  'Copying {0}': '正在复制 {0}',
  'There is no command "{0}".': '没有命令“{0}”。',
  '{0}See: wuku help': '{0*}参见：wuku help',
  'Did you mean "{0}"?': '是不是“{0}”？',
  'Could not create the data folder {0}: {1}': '无法创建数据目录 {0}：{1*}',
  'Set WUKU_HOME to a folder that you may write to.': '请把 WUKU_HOME 设为可写的文件夹。',
  'An entry of the setting docs.tokens is not of the form host=token.':
    '设置 docs.tokens 中有一项不是 host=token 的形式。',
  'Write each as "github.com=<token>", in settings.yaml or in WUKU_DOCS_TOKENS.':
    '请在 settings.yaml 或 WUKU_DOCS_TOKENS 中逐项写成 "github.com=<token>"。',
  'The process ended before its work was done.': '进程在工作完成之前结束了。',
  'What was stored is safe: run the same command again. If it happens again, see: wuku doctor':
    '已保存的内容是安全的：请重新运行同一命令。如果再次发生，请运行：wuku doctor',
  'Add a local folder, or set "offline" to false in {0}, or unset WUKU_OFFLINE.':
    '请添加本地文件夹，或在 {0} 中把 "offline" 设为 false，或取消 WUKU_OFFLINE。',
  '{0} cannot be changed here. {1}': '{0} 不能在这里修改。{1*}',
  'Start the server without that option.': '请去掉该选项，重新启动服务器。',
  'Unset {0} where wuku is started, and start it again.': '请在启动 wuku 的环境中取消 {0}，然后重启。',
  'There is no setting "{0}".': '没有设置“{0}”。',
  '{0}Call "list-settings" for all of them.': '{0*}调用 "list-settings" 可列出全部设置。',
  'Did you mean {0}?': '是不是 {0}？',
  'No local model is named.': '没有指定本地模型。',
  'Run "wuku models use <name>"; "wuku models list" lists the downloaded ones.':
    '请运行 "wuku models use <name>"；"wuku models list" 可列出已下载的模型。',
  'The old store and the new one are the same: {0}.': '新旧存储是同一个：{0}。',
  'Name another one: --to': '请指定另一个：--to',
  'A server is running on {0}: what it wrote meanwhile would be lost.': '{0} 上有服务器在运行：其间写入的内容会丢失。',
  'Stop it first (Ctrl-C, or its service), and run the same command again.':
    '请先停止它（Ctrl-C，或停止其服务），再重新运行同一命令。',
  'The new store is not empty: a move never mixes two stores, and never overwrites one.':
    '新存储不是空的：迁移不会混合两个存储，也不会覆盖已有存储。',
  'Name an empty one (another DATABASE_SCHEMA, or another file). To bring single sources to a team, use "wuku push".':
    '请指定空的存储（另一个 DATABASE_SCHEMA，或另一个文件）。要把单个来源交给团队，请用 "wuku push"。',
  'A move from another store was begun there: from {0}.': '那里已经开始了来自另一个存储的迁移：{0}。',
  'Go on with that one, or name an empty store.': '请继续那次迁移，或指定空的存储。',
  '"{0}:" is no place for a store.': '“{0}:” 不是存储的位置。',
  'Write postgres://user@host:5432/database, a file such as wuku.sqlite, or a data folder.':
    '请写 postgres://user@host:5432/database、wuku.sqlite 这样的文件，或数据目录。',
  'No language model is configured.': '没有配置语言模型。',
  'No embedding model is configured.': '没有配置嵌入模型。',
  'No {0} is used: the setting "offline" forbids it.': '没有使用{0}：设置 "offline" 禁止联网。',
  'Set "offline" to false in {0}, or unset WUKU_OFFLINE.': '请在 {0} 中把 "offline" 设为 false，或取消 WUKU_OFFLINE。',
  'npm is installing {0}, {1} MB': 'npm 正在安装 {0}，{1} MB',
  'npm could not install {0}{1}': 'npm 无法安装 {0}{1*}',
  'See why with: {0}': '查看原因：{0*}',
  'npm {0}': 'npm {0}',
  'Nothing was fetched: the setting "offline" forbids it.': '没有下载：设置 "offline" 禁止联网。',
  'Unset WUKU_OFFLINE and the setting "offline", or run: {0}': '请取消 WUKU_OFFLINE 和设置 "offline"，或运行：{0*}',
  'The setting server.trustProxy has "{0}".': '设置 server.trustProxy 中有“{0}”。',
  'Give addresses or ranges of proxies, such as 10.0.0.7 or 10.0.0.0/8.':
    '请填写代理的地址或网段，例如 10.0.0.7 或 10.0.0.0/8。',
  'The setting {0} is "{1}".': '设置 {0} 的值是“{1}”。',
  'Give scheme, host and port alone, such as https://wuku.example.com.':
    '请只写协议、主机和端口，例如 https://wuku.example.com。',
  'The setting auth.oidc.issuer is no address of a provider.': '设置 auth.oidc.issuer 不是登录提供方的地址。',
  'Give an https: address such as https://login.example.com; http: only with localhost or 127.0.0.1.':
    '请填写 https: 地址，例如 https://login.example.com；http: 只能用于 localhost 或 127.0.0.1。',
  'The setting {0} {1}.': '设置 {0} {1*}。',
  'is not of its form': '格式不正确',
  'is "{0}"': '的值是“{0}”',
  'Give {0}, in settings.yaml or in {1}.': '请在 settings.yaml 或 {1*} 中填写{0*}。',
  'WUKU_{0}': 'WUKU_{0}',
  '{0} is not valid YAML: {1}': '{0} 不是有效的 YAML：{1}',
  'Correct it by hand first.': '请先手工改正。',
  '{0} does not contain settings.': '{0} 中没有设置。',
  'Write "key: value" lines, or move the file away.': '请写成 "key: value" 的行，或移走该文件。',
  '{0} cannot be read: {1}': '{0} 无法读取：{1}',
  'Fix that, or move the file away.': '请修复，或移走该文件。',
  'Fix that line, or move the file away.': '请修复该行，或移走该文件。',
  '{0} cannot be read ({1}).': '{0} 无法读取（{1}）。',
  'Check its permissions, or name another file.': '请检查权限，或指定其他文件。',
  'There is no file {0}.': '没有文件 {0}。',
  'Give the path of an existing file.': '请给出已有文件的路径。',
  'Analysis failed: {0}.': '解析失败：{0}。',
  'Split the file, or leave it out with .wukuignore.': '请拆分该文件，或用 .wukuignore 排除它。',
  'Set models.generator.url and models.generator.model in {0}, or WUKU_GENERATOR_URL and WUKU_GENERATOR_MODEL; for models.generator.provider gemini a key is enough.':
    '请在 {0} 中设置 models.generator.url 和 models.generator.model，或设置 WUKU_GENERATOR_URL 和 WUKU_GENERATOR_MODEL；models.generator.provider 为 gemini 时只需密钥。',
  'Set models.embedder.provider, models.embedder.url and models.embedder.model in {0}, or WUKU_EMBEDDER_PROVIDER, WUKU_EMBEDDER_URL and WUKU_EMBEDDER_MODEL; for Gemini GEMINI_API_KEY is enough; for a model on this machine run "wuku models pull <name>".':
    '请在 {0} 中设置 models.embedder.provider、models.embedder.url 和 models.embedder.model，或设置 WUKU_EMBEDDER_PROVIDER、WUKU_EMBEDDER_URL 和 WUKU_EMBEDDER_MODEL；使用 Gemini 只需 GEMINI_API_KEY；使用本机模型请运行 "wuku models pull <name>"。',
}
