import { openAsBlob } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder in DATA_DIR for files of forms that are still being received. Not backed up. */
export const getIncomingFolder = (dataDir: string) => join(dataDir, 'arriving')

/** Creates the folder and removes what a crash left in it. Call it at startup, before any upload begins. */
export async function clearIncoming(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Streams bytes to `path` and returns a Blob that reads from it. Throws a write error only after all bytes are received. */
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

/** Iterates over a file's bytes. The cast is needed because the DOM's types do not declare streams as iterable. */
export function readChunks(file: Blob): AsyncIterable<Uint8Array> {
  return file.stream() as unknown as AsyncIterable<Uint8Array>
}
