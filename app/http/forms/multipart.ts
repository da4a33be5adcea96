import { Busboy } from '@fastify/busboy'
import { UPLOAD_LIMIT } from '~/http/limits/body-sizes'

/** In bytes, with the boundary before it: a part's headers have a name and a file name. */
const MAX_PART_HEADER = 4 * 1024

/** A form with more entries or longer names than any form of the site. */
export class FormTooLarge extends Error {}

/** The bounds of a multipart body. `receive` makes a file of a part's bytes, and must read all of them. */
interface MultipartOptions {
  maxParts: number
  isBoundedName: (name: string) => boolean
  receive: (bytes: AsyncIterable<Buffer>) => Promise<Blob>
}

/**
 * The fields of a multipart body. Each file is a Promise, rejected if it could not be stored. Throws FormTooLarge, an Error for a malformed
 * body, and what `chunks` throws, once no file is being written.
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  { maxParts, isBoundedName, receive }: MultipartOptions,
): Promise<[name: string, value: string | Promise<File>][]> {
  if (/\bboundary=("")?\s*(;|$)/i.test(type)) throw new Error('no boundary')
  const entries: [string, string | Promise<File>][] = []
  let contentBytes = 0
  let fault: Error | undefined
  let stopFile = () => {}
  const parser = new Busboy({
    headers: { 'content-type': type },
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: { parts: maxParts, fieldSize: UPLOAD_LIMIT, headerSize: MAX_PART_HEADER },
  })
  const finished = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', reject)
  })
  // Handles an error between two chunks; it is thrown below.
  finished.catch((error: Error) => {
    fault ??= error
  })
  const refuse = () => {
    fault ??= new FormTooLarge()
  }
  const requireName = (name: string | undefined) => {
    if (name === undefined) fault ??= new Error('a part without a name')
    else if (!isBoundedName(name)) refuse()
  }
  async function* countBytes(bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      contentBytes += chunk.length
      yield chunk
    }
  }
  parser.on('partsLimit', refuse)
  parser.on('field', (name, value) => {
    requireName(name)
    contentBytes += Buffer.byteLength(value)
    entries.push([name, value])
  })
  parser.on('file', (name, stream, fileName, _encoding, fileType) => {
    requireName(name)
    stopFile = () => stream.destroy(fault)
    const file = receive(countBytes(stream)).then(
      (bytes) => new File([bytes], unescapeFileName(fileName), { type: fileType }),
    )
    entries.push([name, file])
    // Prevents an unhandled rejection; the caller awaits the Promise.
    file.catch(() => undefined)
  })
  let receivedBytes = 0
  try {
    for await (const chunk of chunks) {
      receivedBytes += chunk.byteLength
      if (!parser.write(chunk)) await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), finished])
      if (fault) throw fault
    }
    parser.end()
    await finished
    if (fault) throw fault
    // The last bytes of a file are counted once it is written.
    await Promise.allSettled(entries.map(([, value]) => value))
    if (receivedBytes - contentBytes > (entries.length + 1) * MAX_PART_HEADER) throw new FormTooLarge()
    return entries
  } catch (error) {
    fault ??= error as Error
    stopFile()
    await Promise.allSettled(entries.map(([, value]) => value))
    throw fault
  }
}

/** Undoes the escaping of file names by browsers (HTML, multipart form data). */
function unescapeFileName(name: string): string {
  return name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replaceAll('%22', '"')
}
