import type { Catalogue } from '../say.ts'

export const commands: Catalogue = {
  '--keep is {0}.': '--keep 的值是 {0}。',
  'Give a whole number of at least 1.': '请给出不小于 1 的整数。',
  '--guide and --no-guide exclude each other.': '--guide 与 --no-guide 不能同时使用。',
  'Leave one out.': '请去掉其中一个。',
  'There is no guide in the language "{0}".': '没有语言为“{0}”的指引。',
  'Give --lang en or --lang zh.': '请使用 --lang en 或 --lang zh。',
  'With --url the server says which tools there are.': '使用 --url 时，有哪些工具由服务器决定。',
  'Give --tools and --read-only to wuku serve.': '请把 --tools 和 --read-only 交给 wuku serve。',
  'wuku connect needs the name of a client.': 'wuku connect 需要客户端名称。',
  'Unknown client "{0}".': '未知的客户端“{0}”。',
  'Choose from: {0}.': '可选：{0}。',
  '--global and --project exclude each other.': '--global 与 --project 不能同时使用。',
  'Leave one of them out.': '请去掉其中一个。',
  '{0} has no project settings.': '{0} 没有项目级设置。',
  'Leave --project out, or add --guide to write only the rules.': '请去掉 --project，或加上 --guide 只写入规则。',
  'Leave --project out.': '请去掉 --project。',
  '{0} keeps its global settings inside the editor.': '{0} 的全局设置保存在编辑器内部。',
  'Leave --global out: wuku can be connected to a project.': '请去掉 --global：wuku 可以接入单个项目。',
  'No server runs for the data folder {0}, and the console is a part of it.':
    '数据目录 {0} 没有服务器在运行，而控制台是服务器的一部分。',
  'Start one in the background with: wuku mcp --http --daemon, or in this terminal with: wuku serve':
    '在后台启动：wuku mcp --http --daemon；在当前终端启动：wuku serve',
  '{0}: a document without an "_id".': '{0}：有文档缺少 "_id"。',
  'Write one {"_id": "...", "title": "...", "text": "..."} per line.':
    '请每行写一个 {"_id": "...", "title": "...", "text": "..."}。',
  'You are not logged in to {0}.': '尚未登录 {0}。',
  'Run: wuku login --list': '请运行：wuku login --list',
  'The keys that sign come from WUKU_AUTH_SIGNING_KEYS or auth.signingKeys.':
    '签名密钥来自 WUKU_AUTH_SIGNING_KEYS 或 auth.signingKeys。',
  'Put a new one before the others there, and start the server again.': '请在其中把新密钥放在最前面，然后重启服务器。',
  'No server is given.': '没有指定服务器。',
  'Everybody on the way to {0} could read the credential and the texts that are sent.':
    '通往 {0} 的途中，任何人都能读到凭据和发送的文本。',
  'No key came.': '没有收到密钥。',
  '--{0} is for --http.': '--{0} 只能与 --http 一起使用。',
  'Add --http, or leave --{0} out.': '请加上 --http，或去掉 --{0}。',
  'There is nothing called "{0}" to do.': '没有名为“{0}”的动作。',
  'To end the server: wuku mcp stop': '停止服务器：wuku mcp stop',
  'wuku migrate: --to is needed.': 'wuku migrate：缺少 --to。',
  'Unexpected argument "{0}" of "wuku models list".': '"wuku models list" 不接受参数“{0}”。',
  '"wuku models pull" takes one model.': '"wuku models pull" 只接受一个模型。',
  '"wuku models pull" needs a model.': '"wuku models pull" 需要指定模型。',
  'Write: wuku models pull intfloat/multilingual-e5-small': '请写：wuku models pull intfloat/multilingual-e5-small',
  '{0} of {1}': '{0} / {1}',
  'Nothing was downloaded: the setting "offline" forbids it.': '没有下载：设置 "offline" 禁止联网。',
  'Copy the model\'s folder here and run "wuku models use <folder>"; or set "offline" to false in {0}, or unset WUKU_OFFLINE.':
    '请把模型文件夹复制到本机并运行 "wuku models use <文件夹>"；或在 {0} 中把 "offline" 设为 false，或取消 WUKU_OFFLINE。',
  'The setting models.hub.url is not a usable address.': '设置 models.hub.url 不是可用的地址。',
  'Give an address that begins with "https://" and contains no password, such as "https://hf-mirror.com", there or in HF_ENDPOINT.':
    '请在该设置或 HF_ENDPOINT 中填写以 "https://" 开头、不含密码的地址，例如 "https://hf-mirror.com"。',
  'The hub token contains characters that no token can have.': '模型站令牌含有不可能出现的字符。',
  'Copy it again, without spaces and line breaks, into HF_TOKEN or models.hub.token.':
    '请重新复制到 HF_TOKEN 或 models.hub.token，不要带空格和换行。',
  'Unexpected argument "{0}" of "{1}" takes one model.': '参数“{0}”多余：“{1}”只接受一个模型。',
  'Give its name; "wuku models" lists them.': '请给出模型名称；"wuku models" 可列出。',
  'A model cannot be used as "{0}".': '模型不能用作“{0}”。',
  'Write --as embedder or --as reranker.': '请写 --as embedder 或 --as reranker。',
  '{0} was not pulled by wuku.': '{0} 不是 wuku 下载的。',
  'Delete {0} yourself, if no other program needs it.': '如果没有其他程序需要 {0}，请自行删除。',
  'There is no part "{0}".': '没有组件“{0}”。',
  'wuku push: a server and a source are needed.': 'wuku push：需要服务器和来源。',
  'The setting "offline" is on: nothing is sent anywhere.': '已开启设置 "offline"：不会向任何地方发送内容。',
  'Turn it off, or look only: --dry-run': '请关闭它，或仅查看：--dry-run',
  '{0} was pushed, and who sees it is as before. {1}': '{0} 已推送，可见范围不变。{1}',
  '{0} is one backup, and --backup names another.': '{0} 已是一份备份，而 --backup 指定了另一份。',
  '--to is empty.': '--to 为空。',
  'Give a folder, or postgres://user@host/database.': '请指定文件夹，或 postgres://user@host/database。',
  'Everything in {0} is replaced: sources, libraries, scratchpads with their history, users.':
    '{0} 中的全部内容都会被替换：来源、文档库、草稿板及其历史、用户。',
  'Run the same command with --yes if it may go.': '确认可以舍弃，请在同一命令后加 --yes。',
  'Another name was typed; nothing was changed.': '输入的名称不符；没有改动任何内容。',
  '--install and --uninstall exclude each other.': '--install 与 --uninstall 不能同时使用。',
  '--dry-run is for --install and --uninstall.': '--dry-run 只用于 --install 和 --uninstall。',
  'Leave it out, or add one of them.': '请去掉它，或加上其中之一。',
  '--check takes no other option.': '--check 不接受其他选项。',
  'Leave the others out: wuku serve --check': '请去掉其他选项：wuku serve --check',
  '--port is {0}.': '--port 的值是 {0}。',
  'Give a whole number from 0 to 65535; 0 takes any free port.': '请给出 0 到 65535 的整数；0 表示任意空闲端口。',
  '{0} is not there: no program {1}. Nothing was set up.': '{0} 不存在：没有程序 {1}。没有进行任何设置。',
  'Start the server in the background instead: wuku mcp --http --daemon':
    '请改为在后台启动服务器：wuku mcp --http --daemon',
  '"{0}" failed: {1}. The file is written: {2}': '“{0}”失败：{1}。文件已写入：{2}',
  'Mend that and repeat the command, or take the file out with: wuku serve --uninstall':
    '请修复后重新运行，或移除该文件：wuku serve --uninstall',
  '--to and --to-env name two places.': '--to 与 --to-env 指定了两个位置。',
  '--to-env takes the name of a variable, not its value.': '--to-env 接受变量名，而不是变量的值。',
  'Such as: --to-env NEW_STORE': '例如：--to-env NEW_STORE',
  'The variable {0} is not set.': '变量 {0} 未设置。',
  'Did you mean "{0}"? See: wuku settings': '是不是“{0}”？参见：wuku settings',
  'Set it to a place, such as postgres://user@host/database.':
    '请把它设为一个位置，例如 postgres://user@host/database。',
  'Everything in {0} is deleted ({1}): index, libraries, scratchpads with their history, settings.':
    '{0} 中的全部内容都会被删除（{1}）：索引、文档库、草稿板及其历史、设置。',
  'Keep a copy with "wuku backup <place>", then run it again with --yes.':
    '请先用 "wuku backup <place>" 保留一份，再加 --yes 重新运行。',
  '{0} starts its servers itself, and reaches none by an address.': '{0} 自行启动服务器，不能通过地址连接。',
  'Leave --url out: the wuku that it starts is answered by the running server all the same.':
    '请去掉 --url：由它启动的 wuku 同样会由正在运行的服务器应答。',
  '{0} cannot take a token from a variable, and one in this file would be readable by others or not be known.':
    '{0} 不能从变量读取令牌；写在该文件里的令牌，别人可能读到，也可能不被识别。',
  'Leave --url out, or connect it for all projects to the server that runs here: --url without a value.':
    '请去掉 --url；或让它在所有项目中连接本机正在运行的服务器：--url 不带值。',
  '{0} cannot be edited: {1}. Nothing was written.': '{0} 无法编辑：{1}。没有写入任何内容。',
  'Fix it, or add this by hand:\n{0}': '请修复它，或手工添加：\n{0}',
  '{0} already has a server called "{1}" that is not this one ({2}).': '{0} 中已有另一个名为“{1*}”的服务器（{2}）。',
  wuku: 'wuku',
  'Rename that server, or replace it with --force.': '请给那个服务器改名，或用 --force 替换。',
  'There is no client "{0}".': '没有客户端“{0}”。',
  'No server runs for this data folder.': '该数据目录没有服务器在运行。',
  'Start one with: wuku mcp --http --daemon. Or give the address of another: --url https://wuku.example.com':
    '启动：wuku mcp --http --daemon；或给出其他服务器的地址：--url https://wuku.example.com',
  '"{0}" is not the address of a server.': '“{0}”不是服务器地址。',
  'Write it as --url https://wuku.example.com, without a name or a password; or --url alone for the server that runs here.':
    '请写成 --url https://wuku.example.com，不带用户名和密码；连接本机正在运行的服务器，只写 --url。',
  'Unknown program "{0}" for compatible tool names.': '兼容工具名中没有程序“{0}”。',
}
