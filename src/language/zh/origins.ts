import type { Catalogue } from '../say.ts'

export const origins: Catalogue = {
  'Listing the folder': '正在列出文件夹',
  'Reading files': '正在读取文件',
  'There is no folder or file "{0}".': '没有文件夹或文件“{0}”。',
  'Give an absolute path that exists.': '请给出存在的绝对路径。',
  '"{0}" is an archive.': '“{0}”是压缩包。',
  'Unpack it, and give the folder.': '请解压，并给出文件夹。',
  'The address is not a repository.': '该地址不是仓库。',
  '"{0}" is not the address of a repository.': '“{0}”不是仓库的地址。',
  'Give the address shown in the browser, such as "https://github.com/facebook/react".':
    '请给出浏览器中显示的地址，例如 "https://github.com/facebook/react"。',
  'The address at {0} contains a user name or password.': '{0} 处的地址含有用户名或密码。',
  'Leave it out, and set the token in the setting docs.tokens for "{0}".':
    '请去掉它，并在设置 docs.tokens 中为“{0}”填写令牌。',
  'Asking {0} for {1}': '正在向 {0} 请求{1*}',
  'the default branch': '默认分支',
  'Reading {0}': '正在读取 {0}',
  '{0} has no repository "{1}", or does not show it {2} (status {3}).':
    '{0} 没有仓库“{1}”，或没有{2*}显示它（状态 {3}）。',
  'with the given token': '对给出的令牌',
  'to everybody': '公开',
  'Check the address, and that the token for "{0}" may read it and has not expired (setting docs.tokens, or {1}).':
    '请检查地址，以及“{0}”的令牌是否有读权限、是否过期（设置 docs.tokens，或 {1}）。',
  'Check the address; if the repository is private, set a token: setting docs.tokens for "{0}", or {1}.':
    '请检查地址；如果仓库是私有的，请设置令牌：在设置 docs.tokens 中为“{0}”填写，或使用 {1}。',
  '{0} answers neither as GitHub nor as Gitea or GitLab.': '{0} 的响应不像 GitHub、Gitea 或 GitLab。',
  'Name its software with the option "host": github, gitea or gitlab; or unpack the repository and give the folder.':
    '请用选项 "host" 指明其软件：github、gitea 或 gitlab；或解压仓库并给出文件夹。',
  '"{0}" has no tag, branch or commit "{1}".': '“{0}”没有标签、分支或提交“{1}”。',
  'Give one that exists; without one the default branch is used.': '请给出存在的一个；不给出则使用默认分支。',
  '"{0}" contains no files yet.': '“{0}”中还没有文件。',
  'Give a repository with documents.': '请给出有文档的仓库。',
  'The archive of "{0}" is damaged or incomplete.': '“{0}”的压缩包已损坏或不完整。',
  'Try again.': '请重试。',
  '"{0}" has more than {1}.': '“{0}”超过 {1*}。',
  'Give the folders with its documents (option "folders").': '请给出其中存放文档的文件夹（选项 "folders"）。',
  '"{0}" is not a web address.': '“{0}”不是网址。',
  'Give an address that begins with "https://" or "http://".': '请给出以 "https://" 或 "http://" 开头的地址。',
  'Leave it out; tokens belong in the setting docs.tokens.': '请去掉它；令牌应放在设置 docs.tokens 中。',
  '{0} leads to an address of a private network; such addresses are not fetched.':
    '{0} 指向内网地址；不会获取这类地址。',
  'If you trust it, add "{0}" to the setting docs.allowHosts.': '如果信任它，请把 "{0}" 加入设置 docs.allowHosts。',
  '{0} redirects from an encrypted address to an unencrypted one: {1}.': '{0} 从加密地址重定向到未加密地址：{1}。',
  'If you trust it, give the address "{0}" itself.': '如果信任它，请直接给出地址 "{0}"。',
  '{0} redirects too often.': '{0} 重定向次数过多。',
  'Check the address.': '请检查地址。',
  '{0} cannot be reached: {1}.': '无法连接 {0}：{1*}。',
  'its host name is unknown': '主机名无法解析',
  'nothing answers there': '那里没有响应',
  'the connection was closed': '连接被关闭',
  'its certificate is not trusted ({0})': '其证书不受信任（{0}）',
  'Set NODE_EXTRA_CA_CERTS to the certificate of your authority.': '请把 NODE_EXTRA_CA_CERTS 设为签发机构的证书。',
  'Check the address and the network; behind a proxy set docs.proxy.':
    '请检查地址和网络；在代理之后请设置 docs.proxy。',
  '{0} did not send {1} within {2} seconds.': '{0} 没有在 {2} 秒内发送 {1*}。',
  'The response of {0} broke off: {1}.': '{0} 的响应中断：{1*}。',
  '{0} is larger than the limit of {1} KB.': '{0} 超过 {1} KB 的上限。',
  'Give a smaller address or folder.': '请给出更小的地址或文件夹。',
  '{0} is compressed as "{1}", which is not supported.': '{0} 使用不受支持的压缩方式“{1}”。',
  'Try another address.': '请换一个地址。',
  '{0} asks to wait {1}: too many requests.': '{0} 要求等待 {1*}：请求过多。',
  '{0} seconds': '{0} 秒',
  '{0} minutes': '{0} 分钟',
  'Try again in {0}; with a token in the setting docs.tokens a code host allows many more.':
    '请在 {0*}后重试；在设置 docs.tokens 中填写令牌后，代码托管站允许的请求会多很多。',
  'The proxy {0} refuses the connection (status {1}).': '代理 {0} 拒绝连接（状态 {1}）。',
  'Check the setting docs.proxy and what the proxy allows.': '请检查设置 docs.proxy 以及代理允许的内容。',
  'The address of the proxy is invalid.': '代理地址无效。',
  'Write it as "http://host:port" in the setting docs.proxy.': '请在设置 docs.proxy 中写成 "http://host:port"。',
  'It has {0} MB; the limit is {1} MB.': '它有 {0} MB；上限是 {1} MB。',
  'Its path leads out of the folder that contains it.': '其路径指向所在文件夹之外。',
  'It was not read; check who made this archive.': '没有读取；请确认该压缩包的制作者。',
  'Its path has more than {0} bytes.': '其路径超过 {0} 字节。',
  'Rename it, or the folders above it.': '请给它或上层文件夹改名。',
  'Another file has the same path, except for case or Unicode form.':
    '另一个文件的路径与它只有大小写或 Unicode 形式不同。',
  'Rename one of them.': '请给其中一个改名。',
  'Its content is in Git LFS; the archive contains only a pointer.': '其内容在 Git LFS 中；压缩包里只有指针。',
  'Upload the file itself.': '请上传文件本身。',
  'Copy its target into the folder.': '请把链接的目标复制到该文件夹。',
  'Give this user read permission, or leave it out (option "exclude").':
    '请给当前用户读权限，或排除它（选项 "exclude"）。',
  'Its extension belongs to no known kind of document.': '其扩展名不属于已知的文档类型。',
  'Give a document, or a folder with documents.': '请给出文档，或含有文档的文件夹。',
  'It exceeds the limit of {0}.': '它超过 {0*} 的上限。',
  'Give the folders with documents (option "folders"), or narrow "patterns".':
    '请给出存放文档的文件夹（选项 "folders"），或缩小 "patterns" 的范围。',
  'Pages fetched: {0}, addresses left to visit: {1}.': '已获取 {0} 页，还有 {1} 个地址待访问。',
  '{0} does not exist.': '{0} 不存在。',
  'Check the address in a browser.': '请在浏览器中检查该地址。',
  'It is not public: import its repository, or a folder with its files, instead.':
    '它不公开：请改为导入其仓库，或含有其文件的文件夹。',
  'Open it in a browser to see why, and import again later.': '请在浏览器中打开以查看原因，稍后再导入。',
  '{0} is {1}, not a page of documentation.': '{0} 是 {1}，不是文档页面。',
  'Give the address of a page in HTML, Markdown or PDF; import archives as a folder, and code as a repository.':
    '请给出 HTML、Markdown 或 PDF 页面的地址；压缩包请作为文件夹导入，代码请作为仓库导入。',
  '{0} has almost no text: its text is filled in by a script, and no scripts run here.':
    '{0} 几乎没有文本：其内容由脚本生成，而这里不运行脚本。',
  'Import {0}/llms.txt, if it exists, or the repository of the site.':
    '请导入 {0}/llms.txt（如果存在），或该站点的仓库。',
  '{0} redirects to {1}, which is not part of it.': '{0} 重定向到 {1}，而后者不属于它。',
  'If that is what you want, give {0} as the address.': '如果这正是所需内容，请把 {0} 作为地址。',
  '{0}/robots.txt does not allow programs to visit {1}, or cannot be read.':
    '{0}/robots.txt 不允许程序访问 {1}，或无法读取。',
  'Import the repository of the docs instead, choose an allowed part of the site, or give the address as a single page.':
    '请改为导入文档的仓库，选择允许访问的部分，或把该地址作为单个页面导入。',
  '{0} is a web page, not a list of pages.': '{0} 是网页，不是页面列表。',
  'Give the address of the site itself.': '请给出站点本身的地址。',
  '{0} of {1} pages of {2} could not be read{3}': '{2} 的 {1} 个页面中有 {0} 个无法读取{3*}',
  '; the last error: {0}': '；最后一个错误：{0*}',
  'Nothing was imported. Try again later, give a folder that works, or import the repository of the docs.':
    '没有导入任何内容。请稍后重试，给出可用的文件夹，或导入文档的仓库。',
  'No page of {0} could be imported.': '{0} 没有任何页面可以导入。',
  'Check that the address leads to a page, that "include" and "exclude" allow it, and that robots.txt allows it; or import the repository of the docs.':
    '请检查该地址是否指向页面、"include" 和 "exclude" 是否允许它，以及 robots.txt 是否允许；或导入文档的仓库。',
  '{0} has more than {1} MB of pages, the limit; the rest is missing.': '{0} 的页面超过 {1} MB 的上限；其余部分缺失。',
  'Give one of its folders as the address, or leave parts out with "exclude".':
    '请把其中一个文件夹作为地址，或用 "exclude" 排除一部分。',
  '"{0}" is not the address of a web page.': '“{0}”不是网页地址。',
  'Give an address such as https://example.com/docs/, without user name and password.':
    '请给出形如 https://example.com/docs/ 的地址，不带用户名和密码。',
  'Fetching {0}{1}.': '正在获取 {0}{1}。',
  'The expression /{0}/ cannot be used: {1}.': '表达式 /{0}/ 不可用：{1}。',
  'Connecting to {0}.': '正在连接 {0}。',
}
