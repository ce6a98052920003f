import type { Catalogue } from '../say.ts'

/** Sources that are sent to a server. */
export const pushes: Catalogue = {
  'Its name contains a secret; it is not sent.': '其名称含有机密；不会发送。',
  'A server does not take a name with a backslash, a drive or a control character; it is not sent.':
    '服务器不接受含反斜杠、盘符或控制字符的名称；不会发送。',
  '{0} texts of the push are missing.': '推送缺少 {0} 份文本。',
  'Run the same command again: only these are sent.': '请重新运行同一命令：只会发送缺少的部分。',
  'The server already has {0} called "{1}", from elsewhere.': '服务器上已有来自别处的 {0}，名为“{1}”。',
  'Push it under another name: --name <name>.': '请换名推送：--name <name>。',
  'The source has more than {0} files, which is all that the server takes (push.files).':
    '该来源超过 {0} 个文件，这是服务器接受的上限（push.files）。',
  'The source has more than {0} bytes, which is all that the server takes (push.bytes).':
    '该来源超过 {0} 字节，这是服务器接受的上限（push.bytes）。',
  'Leave files out with an ignore file, or ask an administrator to raise the limit.':
    '请用忽略文件排除一些文件，或请管理员提高上限。',
  'The server knows nothing of the push {0}: a later one has taken its place.':
    '服务器不认识推送 {0}：它已被后来的推送取代。',
  'Run the same command again: what arrived is not sent again.': '请重新运行同一命令：已送达的内容不会再次发送。',
  'The text {0} is not what its hash says, or none that this page of the push names.':
    '文本 {0} 与其哈希不符，或不在本页推送之列。',
  '"{0}" is no path within a source.': '“{0}”不是来源内的路径。',
  'Give relative paths with "/" between segments, without "..", a drive, a backslash or control characters.':
    '请给出以 "/" 分隔的相对路径，不含 ".."、盘符、反斜杠和控制字符。',
  'The page names {0} pieces.': '该页含 {0} 项。',
  'Give at most {0} in a page.': '每页最多 {0} 项。',
  'Another push of this source is being finished': '该来源的另一次推送正在收尾',
  'It was pushed by a version of wuku that reads it otherwise.': '推送它的 wuku 版本对它的解析与此处不同。',
  'Install the version of the server where it lies, and push it again.':
    '请在存放它的机器上安装与服务器相同的版本，再重新推送。',
  'A push of this source is being finished': '该来源的推送正在收尾',
  'Nothing of yours was pushed here as {0}/{1}.': '您没有在这里推送过 {0}/{1}。',
  'Give its kind and name as on the machine that pushed it, such as notes/handbook.':
    '请给出推送它的机器上的类型和名称，例如 notes/handbook。',
  '"{0}" of the workflow is not as this version of wuku reads it.': '工作流中“{0}”的形式与当前版本的 wuku 不符。',
  'Install the version of the server where the workflow lies, and push it again.':
    '请在存放该工作流的机器上安装与服务器相同的版本，再重新推送。',
  'The text of "{0}" is missing.': '缺少“{0}”的文本。',
  'There is no such pushed source of yours.': '您没有推送过这个来源。',
  'Push it again.': '请重新推送。',
}
