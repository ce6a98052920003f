import type { Catalogue } from '../say.ts'

/** Lines that commands say of what they did. */
export const commandPages: Catalogue = {
  'Another backup is being made; waiting for it.': '另一份备份正在生成；等待中。',
  'Backup {0} in {1}: {2}, {3}, {4}. All of it was read back.':
    '已备份 {0} 到 {1}：{2*}，{3*}，{4}。全部内容已回读校验。',
  'It holds secrets: keys and settings that nobody else should read, and scratchpads as they were written.':
    '其中含有机密：他人不应读取的密钥和设置，以及按原样保存的草稿板。',
  'Keys and secret settings are left out; scratchpads are there as they were written.':
    '不含密钥和机密设置；草稿板按原样保存。',
  'There is no backup in {0}.': '{0} 中没有备份。',
  'by {0}': '由 {0}',
  'with secrets': '含机密',
  'without secrets': '不含机密',
  'Open this address in a browser: {0}': '请在浏览器中打开此地址：{0}',
  'The console opens in your browser. If nothing shows, its address is: {0}':
    '控制台会在浏览器中打开。如果没有显示，其地址是：{0}',
  'Watching; press Ctrl-C to stop.': '监视中；按 Ctrl-C 停止。',
  'Logged in to {0} as {1} ({2}).': '已登录 {0}，用户 {1}（{2}）。',
  'The key is gone from here, but still counts there ({0}).': '密钥已从本机移除，但在服务器上仍然有效（{0*}）。',
  'Logged out of {0}.': '已登出 {0}。',
  'What {0} signed counts no more.': '{0} 签名的令牌不再有效。',
  'What {0} signed counts until it expires.': '{0} 签名的令牌在过期前仍然有效。',
  'A new key signs. {0}': '已启用新的签名密钥。{0*}',
  'A new key signs.': '已启用新的签名密钥。',
  'Key for {0}:': '{0} 的密钥：',
  'The key of this terminal may read. To push from here, add: --scope write':
    '此终端的密钥只能读取。要从这里推送，请加上：--scope write',
  'You are logged in to no server. Log in with: wuku login <server>': '没有登录任何服务器。登录：wuku login <server>',
  'since {0}': '自 {0} 起',
  'The server at {0} (process {1}) has stopped.': '{0} 的服务器（进程 {1}）已停止。',
  'No server runs for the data folder {0}.': '数据目录 {0} 没有服务器在运行。',
  'Went on with a move that was begun before.': '继续之前已开始的迁移。',
  'Changed since then, and moved again: {0}.': '其间有变化并已重新迁移：{0}。',
  '{0}, {1} of them copied.': '{0*}，其中已复制 {1}。',
  'The two stores differ. The new one stays closed; {0} is as it was.':
    '两个存储不一致。新存储保持关闭；{0} 保持原样。',
  'Moved to {0}; counts and checksums are the same on both sides. The old store is as it was.':
    '已迁移到 {0}；两边的计数和校验和一致。旧存储保持原样。',
  'From now on set:': '从现在起请设置：',
  'The model runtime is not installed: wuku models pull --runtime.': '没有安装模型运行时：wuku models pull --runtime。',
  'No models. Download one: wuku models pull intfloat/multilingual-e5-small':
    '没有模型。下载一个：wuku models pull intfloat/multilingual-e5-small',
  '{0}. To choose one: wuku models use <name>': '{0*}。选择一个：wuku models use <name>',
  '{0}The model runtime is installed.': '{0}已安装模型运行时。',
  '{0}The model runtime was installed already.': '{0}模型运行时早已安装。',
  '{0} The model runtime is missing: {1}': '{0} 缺少模型运行时：{1}',
  'To use it as {0}: {1}': '用作 {0*}：{1}',
  '{0} is now the {1}.': '{0} 现在是{1*}。',
  '{0} was deleted.': '已删除 {0}。',
  '{0} is no longer used; its folder {1} stays.': '不再使用 {0}；其文件夹 {1} 保留。',
  '{0} was removed: {1}.': '已移除 {0}：{1*}。',
  '{0} {1}/{2} with {3} from {4}. Nothing on this machine was changed.':
    '{4} 上的 {1}/{2}（{3*}）：{0*}。没有改动本机的任何内容。',
  'Would send {0} to {1}: {2}, {3} bytes, {4} masked. Nothing was sent.':
    '将发送 {0} 到 {1}：{2*}，{3} 字节，遮盖 {4*}。没有发送。',
  'Pushed {0} to {1} as {2}/{3}: {4} added, {5} changed, {6} removed, {7} unchanged.':
    '已推送 {0} 到 {1}，存为 {2}/{3}：新增 {4}，变化 {5}，移除 {6}，未变 {7}。',
  'Sent {0} ({1} bytes); {2} masked before anything left this machine.':
    '已发送 {0*}（{1} 字节）；离开本机之前已遮盖 {2*}。',
  'Restored {0} into {1}: {2}, {3}. Everything until {4} is there.':
    '已把 {0} 恢复到 {1}：{2*}，{3*}。{4} 之前的内容都在。',
  'Left as it is: {0}, which differs from the one in the backup.': '保持原样：{0}，它与备份中的不同。',
  'The backup was made without secrets: set keys of models and of logins again.':
    '该备份不含机密：请重新设置模型和登录的密钥。',
  'The server that ran (process {0}) was stopped.': '运行中的服务器（进程 {0}）已停止。',
  'The server is started by {0}: now, and whenever you log in.': '服务器由 {0} 启动：现在，以及每次登录系统时。',
  'To undo it: wuku serve --uninstall': '撤销：wuku serve --uninstall',
  'There is no service of {0} to take out ({1}).': '{0} 没有可移除的服务（{1}）。',
  'The service of {0} was stopped and taken out ({1}).': '{0} 的服务已停止并移除（{1}）。',
  'Nothing was written.': '没有写入任何内容。',
  'Restart it, and ask it something from your notes.': '请重启它，并问一个笔记里的问题。',
  '{0} has no file {1} for a guide.': '{0} 没有存放指引的文件 {1*}。',
  '{0} has no servers {1}: only the rules were written.': '{0} 没有服务器设置 {1*}：只写入了规则。',
  'No token was written: set the variable WUKU_TOKEN where the agent starts.':
    '没有写入令牌：请在智能体启动的环境中设置变量 WUKU_TOKEN。',
  'The server makes a new token whenever it starts: repeat this command then. "wuku connect" without --url needs none.':
    '服务器每次启动都会生成新令牌：届时请重新运行此命令。不带 --url 的 "wuku connect" 不需要令牌。',
  '{0} does not let other programs write its server settings. Nothing was written there.':
    '{0} 不允许其他程序写入其服务器设置。没有在那里写入任何内容。',
  'To undo it, delete the server there.': '要撤销，请在那里删除该服务器。',
  'Nothing was changed.': '没有改动任何内容。',
  'Data stays until: {0}': '数据会保留，直到：{0}',
  'The settings before are those of your clients, as they were when wuku changed them.':
    '之前的设置是 wuku 修改时各客户端的设置。',
  'Last step: npm uninstall -g wuku': '最后一步：npm uninstall -g wuku',
  '{0}; no registry was asked, as WUKU_OFFLINE wants it. To upgrade: {1}':
    '{0}；按 WUKU_OFFLINE 的要求，没有查询软件源。升级：{1}',
  '{0}; npm could not say what the newest is. To upgrade: {1}': '{0}；npm 没有给出最新版本。升级：{1}',
  '{0}, which is the newest.': '{0}，已是最新版本。',
  '{0}; npm has {1}.': '{0}；npm 上有 {1}。',
  'All of them mean something to this version.': '当前版本认识全部设置。',
  'PostgreSQL: the first start of this version adds what its schema lacks; older instances go on meanwhile.':
    'PostgreSQL：当前版本首次启动时会补上缺少的结构；旧实例期间照常运行。',
  'There is none yet.': '还没有。',
  'Format {0}, which is that of this version: nothing changes.': '格式 {0}，与当前版本相同：没有变化。',
  'Format {0}. The next start of this version brings it to {1}, which takes seconds; older versions cannot open it then.':
    '格式 {0}。当前版本下次启动时会升级到 {1}，需要数秒；之后旧版本无法打开。',
  'To be able to go back: {0}': '为了能够退回：{0}',
  'Format {0}, of a newer wuku; this version knows formats up to {1} and opens none above.':
    '格式 {0}，来自更新的 wuku；当前版本最高支持格式 {1}，无法打开。',
  'Install the newest wuku, or give this one an older copy or backup: wuku restore <place> --replace':
    '请安装最新的 wuku，或给当前版本较旧的副本或备份：wuku restore <place> --replace',
  'All names of tools and toolsets that were ever released are understood.': '认识已发布过的全部工具名和工具集名。',
}
