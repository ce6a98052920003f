import type { Catalogue } from '../say.ts'

export const models: Catalogue = {
  'Set models.embedder.dimensions to {0}, or choose a model with {1}.':
    '请把 models.embedder.dimensions 设为 {0}，或选择维度为 {1} 的模型。',
  'The embedding model at {0} cannot be reached{1}.': '无法连接 {0} 处的嵌入模型{1}。',
  'The embedding model did not answer within {0} seconds.': '嵌入模型在 {0} 秒内没有响应。',
  'one of {0}': '{0} 之一',
  "The {0}'s server answered with status {1}{2}": '{0*}的服务器返回状态 {1}{2}',
  'The {0} at {1} cannot be reached{2}.': '无法连接 {1} 处的{0*}{2}。',
  'Check that its server runs, and that {0} is right.': '请检查其服务器是否在运行，以及 {0} 是否正确。',
  'The {0} did not answer within {1} seconds.': '{0*}在 {1} 秒内没有响应。',
  'The {0} answered with more than {1} bytes.': '{0*}的响应超过 {1} 字节。',
  'Gemini needs a key, and none is set.': 'Gemini 需要密钥，而没有设置。',
  'Set WUKU_GENERATOR_KEY, models.generator.key or GEMINI_API_KEY.':
    '请设置 WUKU_GENERATOR_KEY、models.generator.key 或 GEMINI_API_KEY。',
  'The response is not one of a language model.': '该响应不是来自语言模型。',
  'Check that models.generator.provider names the API at models.generator.url.':
    '请检查 models.generator.provider 是否与 models.generator.url 处的 API 相符。',
  'one of openai, gemini': 'openai、gemini 之一',
  '"{0}" is not a model name.': '“{0}”不是模型名称。',
  'Give it as on the hub, such as intfloat/multilingual-e5-small.':
    '请按模型站上的写法给出，例如 intfloat/multilingual-e5-small。',
  '{0} does not show the model "{1}": it does not exist, or access to it must be requested.':
    '{0} 没有显示模型“{1}”：它不存在，或需要申请访问权限。',
  'Check the name; or accept its terms on its page and set HF_TOKEN, or models.hub.token.':
    '请检查名称；或在其页面上接受条款，并设置 HF_TOKEN 或 models.hub.token。',
  '{0} has no model "{1}", or not that file or revision of it.': '{0} 没有模型“{1}”，或没有该文件或修订版。',
  'Check the name and --revision.': '请检查名称和 --revision。',
  '{0} answered with status {1}.': '{0} 返回状态 {1}。',
  'Try again later.': '请稍后重试。',
  'The answer of {0} is not a list of model files.': '{0} 的响应不是模型文件列表。',
  'Check that models.hub.url, or HF_ENDPOINT, leads to a hub compatible with Hugging Face.':
    '请检查 models.hub.url 或 HF_ENDPOINT 是否指向与 Hugging Face 兼容的模型站。',
  'The model "{0}" has several ONNX files.': '模型“{0}”有多个 ONNX 文件。',
  'The model "{0}" has no variant "{1}".': '模型“{0}”没有变体“{1}”。',
  'Choose one with --variant: {0}.': '请用 --variant 选择一个：{0}。',
  'The model "{0}" has no ONNX file.': '模型“{0}”没有 ONNX 文件。',
  'Converted models may exist: look on the hub for onnx-community/{0} or Xenova/{1}.':
    '可能有转换好的模型：请在模型站上查找 onnx-community/{0} 或 Xenova/{1}。',
  'The model "{0}" has no tokenizer.json, which is needed to read text.':
    '模型“{0}”没有读取文本所需的 tokenizer.json。',
  'Choose a model that has one.': '请选择带有该文件的模型。',
  'The download of {0} broke off: {1} of {2} bytes are here.': '{0} 的下载中断：已有 {1} / {2} 字节。',
  'Run the same command again: it continues from there.': '请重新运行同一命令：会从中断处继续。',
  'The downloaded {0} has a different hash from the one on the hub.': '下载的 {0} 与模型站上的哈希不同。',
  'Run the same command again. If it happens again, something between here and the hub changes files.':
    '请重新运行同一命令。如果再次发生，说明本机与模型站之间有环节改动了文件。',
  'The model needs {0} MB, and {1} has room for {2} MB.': '模型需要 {0} MB，而 {1} 只剩 {2} MB。',
  'Free some space, choose a smaller model with --variant, or set WUKU_HOME to a larger disk.':
    '请腾出空间，用 --variant 选择更小的模型，或把 WUKU_HOME 设到更大的磁盘。',
  'Choose another model for models.embedder.model.': '请为 models.embedder.model 选择其他模型。',
  'There is no ONNX file in "{0}".': '“{0}”中没有 ONNX 文件。',
  'Give a folder that contains model.onnx or onnx/model.onnx.': '请给出包含 model.onnx 或 onnx/model.onnx 的文件夹。',
  'The model in "{0}" has {1}.': '“{0}”中的模型{1*}。',
  'several ONNX files': '有多个 ONNX 文件',
  'no variant "{0}"': '没有变体“{0}”',
  'Choose one with the setting "variant": {0}.': '请用设置 "variant" 选择一个：{0}。',
  'Choose a smaller variant of the model, or another model; "wuku models list" lists those here.':
    '请选择更小的模型变体，或其他模型；"wuku models list" 可列出本机的模型。',
  'The model "{0}" is not on this machine.': '模型“{0}”不在本机。',
  'Run "{0}".': '请运行 "{0}"。',
  'Give a folder that contains it, or a model of the hub: org/name.':
    '请给出包含它的文件夹，或模型站上的模型：org/name。',
  'The ONNX runtime is not installed on this machine.': '本机没有安装 ONNX 运行时。',
  'Check that models.generator.url is the address of an OpenAI-compatible API; it usually ends with "/v1".':
    '请检查 models.generator.url 是否是兼容 OpenAI 的 API 地址；通常以 "/v1" 结尾。',
  'The language model refused: {0}': '语言模型拒绝了：{0}',
  'The language model returned an empty answer.': '语言模型返回了空回答。',
  'Ask in other words, or choose another model with "model".': '请换一种问法，或用 "model" 选择其他模型。',
  'The reranker {0}.': '重排模型{0*}。',
  'returned something other than scores': '返回的不是分数',
  'returned a score that is not a number, or that belongs to no text': '返回的分数不是数字，或不对应任何文本',
  'returned {0} scores for {1} texts': '为 {1} 段文本返回了 {0} 个分数',
  'did not say which score belongs to which text': '没有说明分数对应哪段文本',
  'Check that models.reranker.provider names the API at models.reranker.url.':
    '请检查 models.reranker.provider 是否与 models.reranker.url 处的 API 相符。',
  'The setting {0} is not a usable address.': '设置 {0} 不是可用的地址。',
  'Give an address that begins with "https://" or "http://" and contains no password, such as "{0}".':
    '请给出以 "https://" 或 "http://" 开头、不含密码的地址，例如 "{0}"。',
  'The key of the {0} contains characters that no key can have.': '{0*}的密钥含有不可能出现的字符。',
  'Copy it again, without spaces and line breaks, into {0}.': '请重新复制到 {0}，不要带空格和换行。',
  'The setting {0} cannot be used as written.': '设置 {0} 的写法不可用。',
  'Give {0}.': '请给出{0*}。',
  'a whole number from 1 to {0}': '1 到 {0} 的整数',
  'the name of a header or parameter, such as "api-key"': '请求头或参数的名称，例如 "api-key"',
}
