import { Busboy } from '@fastify/busboy'
import { UPLOAD_LIMIT } from '~/http/limits/body-sizes'

/** The most bytes of a part's headers, with the boundary before it: they hold a name and a file name. */
const LONGEST_HEAD = 4 * 1024

/** A form with more entries, or longer names, than any form of the site. */
export class FormTooLarge extends Error {}

/** What a multipart body may hold, and what makes a file of a part's bytes; it has to read them to their end. */
interface Reading {
  mostParts: number
  isBoundedName: (name: string) => boolean
  arrive: (bytes: AsyncIterable<Buffer>) => Promise<Blob>
}

/**
 * The fields of a multipart body, part by part; a file is a Promise of its own, rejected where it could not be kept. Throws
 * Overfull, an Error for a malformed body, and what `chunks` throws, once no file is being written.
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  { mostParts, isBoundedName, arrive }: Reading,
): Promise<[name: string, value: string | Promise<File>][]> {
  if (/\bboundary=("")?\s*(;|$)/i.test(type)) throw new Error('no boundary')
  const entries: [string, string | Promise<File>][] = []
  let content = 0
  let fault: Error | undefined
  let stopFile = () => {}
  const parser = new Busboy({
    headers: { 'content-type': type },
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: { parts: mostParts, fieldSize: UPLOAD_LIMIT, headerSize: LONGEST_HEAD },
  })
  const ended = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', reject)
  })
  // It is looked at below; a fault between two chunks is nobody's until then.
  ended.catch((error: Error) => {
    fault ??= error
  })
  const refuse = () => {
    fault ??= new FormTooLarge()
  }
  const requireName = (name: string | undefined) => {
    if (name === undefined) fault ??= new Error('a part without a name')
    else if (!isBoundedName(name)) refuse()
  }
  async function* counted(bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      content += chunk.length
      yield chunk
    }
  }
  parser.on('partsLimit', refuse)
  parser.on('field', (name, value) => {
    requireName(name)
    content += Buffer.byteLength(value)
    entries.push([name, value])
  })
  parser.on('file', (name, stream, fileName, _encoding, fileType) => {
    requireName(name)
    stopFile = () => stream.destroy(fault)
    const file = arrive(counted(stream)).then((bytes) => new File([bytes], unescaped(fileName), { type: fileType }))
    entries.push([name, file])
    // Whoever asks for it hears of it.
    file.catch(() => undefined)
  })
  let received = 0
  try {
    for await (const chunk of chunks) {
      received += chunk.byteLength
      if (!parser.write(chunk)) await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), ended])
      if (fault) throw fault
    }
    parser.end()
    await ended
    if (fault) throw fault
    // The last bytes of a file are counted once it has been written.
    await Promise.allSettled(entries.map(([, value]) => value))
    if (received - content > (entries.length + 1) * LONGEST_HEAD) throw new FormTooLarge()
    return entries
  } catch (error) {
    fault ??= error as Error
    stopFile()
    await Promise.allSettled(entries.map(([, value]) => value))
    throw fault
  }
}

/** A file's name as it was before a browser put it between quotation marks (HTML, multipart form data). */
function unescaped(name: string): string {
  return name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replaceAll('%22', '"')
}
