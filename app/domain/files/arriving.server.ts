import { openAsBlob } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of a DATA_DIR for the files of forms that are being read. No backup has it. */
export const getIncomingFolder = (dataDir: string) => join(dataDir, 'arriving')

/** Makes the folder, without what a crash left in it: at a start, when nothing is arriving. */
export async function clearIncoming(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Writes bytes to `path` as they come, and gives them as a Blob that reads from there. Throws once all have come. */
export async function receiveFile(path: string, bytes: AsyncIterable<Buffer>): Promise<Blob> {
  let handle: FileHandle | undefined
  let failed: { error: unknown } | undefined
  const write = async (chunk: Buffer) => {
    handle ??= await open(path, 'wx', 0o600)
    await handle.writeFile(chunk)
  }
  try {
    for await (const chunk of bytes)
      if (!failed)
        await write(chunk).catch((error: unknown) => {
          failed = { error }
        })
  } finally {
    await handle?.close()
  }
  if (failed) throw failed.error
  return handle ? openAsBlob(path) : new Blob()
}

/** The bytes of a file as they are read: the DOM's types do not know yet that a stream can be iterated. */
export function readChunks(file: Blob): AsyncIterable<Uint8Array> {
  return file.stream() as unknown as AsyncIterable<Uint8Array>
}
