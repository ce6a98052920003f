import { extname } from 'node:path'

/** Files that hold no text to find are told by their endings: they are left out without being opened. */
export const whyNotText = (name: string): string | undefined =>
  endings.get(name) ??
  endings.get(extname(name).slice(1).toLowerCase()) ??
  (isSourceMap(name) ? 'a map of built code' : undefined)

const isSourceMap = (name: string): boolean => /\.(?:[cm]?[jt]sx?|css)\.map$/.test(name)

const endings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'an image':
      'png jpg jpeg jpe jfif gif webp avif heic heif bmp ico icns cur tif tiff tga dds exr svg svgz psd ai eps xcf sketch fig',
    'a font': 'woff woff2 ttf ttc otf eot pfb',
    'sound or film':
      'mp3 m4a aac ogg oga opus flac wav aif aiff mid midi mp4 m4v mov avi mkv webm ogv wmv flv mpg mpeg 3gp',
    'a model or scene':
      'glb fbx blend 3ds stl usdz onnx pth safetensors gguf ggml tflite caffemodel h5 hdf5 npy npz pkl pickle joblib',
    'an archive':
      'zip gz tgz bz2 tbz tbz2 xz txz lzma zst lz4 br 7z rar tar cab iso img dmg deb rpm apk ipa aab jar war ear whl gem nupkg crx xpi phar asar crate',
    'an office document': 'pdf doc docx xls xlsx xlsm ppt pptx odt ods odp pages numbers epub mobi djvu',
    'a database': 'db db3 sqlite sqlite3 mdb accdb rdb ldb parquet avro orc feather arrow duckdb',
    compiled:
      'o obj a lib so dll dylib exe bin elf class dex pyc pyo pyd wasm node beam hi rlib rmeta ilk idb pch gch qm nib swiftmodule tsbuildinfo',
    "the system's own data": '.DS_Store Thumbs.db desktop.ini',
  }).flatMap(([why, names]) => names.split(' ').map((ending) => [ending, why] as const)),
)
