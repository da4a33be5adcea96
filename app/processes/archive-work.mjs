// A thread that packs files into an archive, or reads its parts back (app/backups/archive.server.ts): on the event loop of a busy server
// thousands of small files would take too long. Posts its result.
import { createHash, hash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { ZipFile } from 'yazl'

/** Interval between progress messages, in ms. */
const PROGRESS_INTERVAL = 1000
/** Read size in bytes. Most files are smaller. */
const CHUNK_SIZE = 512 * 1024
const chunk = Buffer.allocUnsafeSlow(CHUNK_SIZE)
/** How much may be read between two collections of its buffers, in bytes. */
const UNCOLLECTED_SIZE = 4 * 1024 * 1024
/** Uploads are compressed already, and uncompressed parts stay readable if others are damaged. */
const options = { compress: false, mode: 0o100600 }

/** Reads up to `length` bytes at `position` into `into`. */
function read(file, into, position, length = into.length) {
  let end = 0
  for (let got = 1; got > 0 && end < length; end += got) got = readSync(file, into, end, length - end, position + end)
  return into.subarray(0, end)
}

function write(file, bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

async function withFile(path, flags, use) {
  const file = openSync(path, flags, 0o600)
  try {
    return await use(file)
  } finally {
    closeSync(file)
  }
}

let uncollected = 0
/** Frees buffers that were read. V8 counts only the small objects that hold them: those of a backup took 80 MB in a container of 256. */
function collectBuffers(size) {
  uncollected += size
  if (uncollected < UNCOLLECTED_SIZE) return
  uncollected = 0
  globalThis.gc?.({ type: 'minor' })
}

/** Runs a step of a stream, and calls `done` with its error, if any. */
function attempt(step, done) {
  try {
    step()
  } catch (error) {
    return done(error)
  }
  done()
}

/** Streams a file, read synchronously: five trips to another thread a file take longer. `onEnd` gets its size and hash. */
function openHashedStream(path, onEnd) {
  const sum = createHash('sha256')
  let file
  let size = 0
  const open = () => {
    file = openSync(path, 'r')
  }
  return new Readable({
    highWaterMark: CHUNK_SIZE,
    construct: (done) => attempt(open, done),
    read() {
      const left = Math.max(fstatSync(file).size - size, 1)
      const bytes = read(file, Buffer.allocUnsafeSlow(Math.min(left, CHUNK_SIZE)), size)
      size += bytes.length
      sum.update(bytes)
      collectBuffers(bytes.length)
      if (bytes.length > 0) return this.push(bytes)
      onEnd({ size, sha256: sum.digest('hex') })
      this.push(null)
    },
    destroy(error, done) {
      if (file !== undefined) closeSync(file)
      done(error)
    },
  })
}

/** A stream into the new file `path`, synced to disk at its end. */
function createSyncedFile(path) {
  const file = openSync(path, 'wx', 0o600)
  return new Writable({
    write: (bytes, _encoding, done) => attempt(() => write(file, bytes), done),
    final: (done) => attempt(() => fsyncSync(file), done),
    destroy(error, done) {
      closeSync(file)
      done(error)
    },
  })
}

/** Writes the files `names` of `folder` and the manifest with their sizes and hashes to the new zip file `target`. Returns the manifest. */
async function packArchive({ target, folder, names, manifest, manifestNames: [manifestName, sumName] }) {
  const zip = new ZipFile()
  zip.on('error', (error) => zip.outputStream.destroy(error))
  /** Adds an entry; `open` is called once all entries before it are packed. */
  const add = (name, open) => zip.addReadStreamLazy(name, options, (done) => done(null, open()))
  let posted = Number.NEGATIVE_INFINITY
  function postProgress() {
    if (performance.now() - posted < PROGRESS_INTERVAL) return
    posted = performance.now()
    parentPort.postMessage({ progress: manifest.parts.length })
  }
  for (const name of names)
    add(name, () => {
      postProgress()
      return openHashedStream(join(folder, name), (found) => manifest.parts.push({ name, ...found }))
    })
  const inBytes = () => Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  add(manifestName, () => Readable.from([inBytes()]))
  add(sumName, () => Readable.from([Buffer.from(`${hash('sha256', inBytes())}  ${manifestName}\n`)]))
  zip.end()
  await pipeline(zip.outputStream, createSyncedFile(target))
  return manifest
}

class OpenFile extends RandomAccessReader {
  constructor(file) {
    super()
    this.file = file
  }

  read(into, offset, length, position, done) {
    try {
      done(null, readSync(this.file, into, offset, length, position))
    } catch (error) {
      done(error)
    }
  }
}

/** Reads a part, optionally to the new file `to`. Returns its size and hash. */
async function readPart(file, { start, size }, to) {
  const sum = createHash('sha256')
  const take = (output) => {
    let end = 0
    for (let bytes = chunk; bytes.length > 0 && end < size; end += bytes.length) {
      bytes = read(file, chunk, start + end, Math.min(CHUNK_SIZE, size - end))
      sum.update(bytes)
      if (output !== undefined) write(output, bytes)
    }
    if (output !== undefined) fsyncSync(output)
    return end
  }
  if (to) mkdirSync(dirname(to), { recursive: true })
  const found = to ? await withFile(to, 'wx', take) : take()
  return { size: found, sha256: sum.digest('hex') }
}

/** Reads all `parts` of the archive `path`, those with a `to` into new files. Returns a message about the first faulty part, or null. */
function readParts({ path, parts }) {
  return withFile(path, 'r', async (file) => {
    const { size } = fstatSync(file)
    const how = { strictFileNames: true, autoClose: false }
    const zip = await fromRandomAccessReaderPromise(new OpenFile(file), size, how)
    const wanted = new Map(parts.map((part) => [part.name, part]))
    for await (const entry of zip.eachEntry()) {
      const part = wanted.get(entry.fileName)
      if (!part) continue
      const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch((error) => error)
      if (header instanceof Error) return `${part.name} in it is damaged (${header.message}).`
      const found = await readPart(file, { start: header.fileDataStart, size: entry.compressedSize }, part.to)
      if (found.size !== part.size || found.sha256 !== part.sha256)
        return `${part.name} in it is damaged: its hash does not match the manifest.`
    }
    return null
  })
}

try {
  parentPort.postMessage({ result: await (workerData.target ? packArchive(workerData) : readParts(workerData)) })
} catch ({ code, path, message }) {
  // A thrown error would arrive without its message.
  parentPort.postMessage({ error: { code, path, message } })
}
