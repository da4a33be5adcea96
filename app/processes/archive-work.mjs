// A thread that packs files into an archive, or reads its parts back (app/backups/archive.server.ts): on the event loop of a busy server
// thousands of small files would take too long. Posts its result.
import { createHash, hash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ZipFile } from 'yazl'

/** Interval between progress messages, in ms. */
const PROGRESS_INTERVAL = 1000
/** Read size in bytes. Most files are smaller. */
const CHUNK_SIZE = 512 * 1024
/** WebAssembly's unit of memory, in bytes. */
const WASM_PAGE = 64 * 1024
/** A multiple of each disk's sectors, in bytes. */
const ALIGNMENT = 4096
/** How much may be read between two collections of its buffers, in bytes. */
const UNCOLLECTED_SIZE = 4 * 1024 * 1024
/** Each eighth collection is of all objects: those of the archive's entries grow old, and took 15 MB. */
const MAJOR = 8
/** The signature and the size of a local file header without its name, in bytes. */
const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_SIZE = 30
/** Uploads are compressed already, and uncompressed parts stay readable if others are damaged. */
const options = { compress: false, mode: 0o100600 }

/** Reads up to `length` bytes at `position` into `into`. */
function read(file, into, position, length = into.length) {
  let end = 0
  for (let got = 1; got > 0 && end < length; end += got) got = readSync(file, into, end, length - end, position + end)
  return into.subarray(0, end)
}

/** Memory for a block that O_DIRECT accepts (open(2)): WebAssembly's begins at a page, a Buffer's does not. */
function createBlock() {
  const pages = CHUNK_SIZE / WASM_PAGE
  return Buffer.from(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer)
}

/**
 * Opens a large file past Linux's page cache, where its disk allows that. Through the cache, an archive of 400 MB pushed the server's program
 * out of a container of 256 MB again and again: 10 GB were read, and a page took 4 s.
 */
function openUncached(path, mode) {
  try {
    return openSync(path, mode | (constants.O_DIRECT ?? 0))
  } catch (error) {
    if (error.code !== 'EINVAL') throw error
    return openSync(path, mode)
  }
}

let uncollected = 0
let collections = 0
/** Frees buffers that were read. V8 counts only the small objects that hold them: those of a backup took 80 MB in a container of 256. */
function collectBuffers(size) {
  uncollected += size
  if (uncollected < UNCOLLECTED_SIZE) return
  uncollected = 0
  collections += 1
  globalThis.gc?.({ type: collections % MAJOR === 0 ? 'major' : 'minor' })
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

/** A new file, written in blocks past the page cache. */
class NewFile {
  #block = createBlock()
  #filled = 0
  #size = 0
  #file

  constructor(path) {
    closeSync(openSync(path, 'wx', 0o600))
    this.#file = openUncached(path, constants.O_WRONLY)
  }

  write(bytes) {
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#block, this.#filled, at)
      this.#filled += copied
      at += copied
      if (this.#filled === CHUNK_SIZE) this.#writeBlock(CHUNK_SIZE)
    }
    this.#size += bytes.length
  }

  #writeBlock(length) {
    for (let at = 0; at < length; ) at += writeSync(this.#file, this.#block, at, length - at)
    this.#filled = 0
  }

  /** Writes the rest, and syncs the file to disk. */
  finish() {
    if (this.#filled > 0) this.#writeBlock(Math.ceil(this.#filled / ALIGNMENT) * ALIGNMENT)
    ftruncateSync(this.#file, this.#size)
    fsyncSync(this.#file)
  }

  close() {
    closeSync(this.#file)
  }
}

/** A stream into the new file `path`, synced to disk at its end. */
function createSyncedFile(path) {
  const file = new NewFile(path)
  return new Writable({
    write: (bytes, _encoding, done) => attempt(() => file.write(bytes), done),
    final: (done) => attempt(() => file.finish(), done),
    destroy(error, done) {
      file.close()
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

/** A file, read in blocks past the page cache. */
class LargeFile {
  #block = createBlock()
  #start = 0
  #filled = 0
  #file

  constructor(path) {
    this.#file = openUncached(path, constants.O_RDONLY)
  }

  /** Up to `length` bytes at `position`, valid until the next call; none at the end. */
  bytesAt(position, length) {
    if (position < this.#start || position >= this.#start + this.#filled) {
      this.#start = position - (position % ALIGNMENT)
      this.#filled = read(this.#file, this.#block, this.#start).length
    }
    const from = position - this.#start
    return this.#block.subarray(from, Math.min(from + length, this.#filled))
  }

  close() {
    closeSync(this.#file)
  }
}

/** The position of a part's bytes, after its local header (APPNOTE.TXT 4.3.7), or null for a damaged one. */
function findContent(file, position) {
  const header = Buffer.alloc(LOCAL_HEADER_SIZE)
  for (let end = 0; end < header.length; ) {
    const copied = file.bytesAt(position + end, header.length - end).copy(header, end)
    if (copied === 0) return null
    end += copied
  }
  if (header.readUInt32LE() !== LOCAL_HEADER) return null
  return position + header.length + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/** Reads a part, optionally to the new file `to`. Returns its size and hash. */
function readPart(file, { start, size }, to) {
  const sum = createHash('sha256')
  if (to) mkdirSync(dirname(to), { recursive: true })
  const output = to ? new NewFile(to) : undefined
  try {
    let end = 0
    for (let length = 1; length > 0 && end < size; end += length) {
      const bytes = file.bytesAt(start + end, size - end)
      sum.update(bytes)
      output?.write(bytes)
      length = bytes.length
    }
    output?.finish()
    return { size: end, sha256: sum.digest('hex') }
  } finally {
    output?.close()
  }
}

/**
 * Reads all `parts` of the archive `path`, each `at` the position of its local header, and those with a `to` into new files. Returns a message
 * about the first faulty part, or null.
 */
function readParts({ path, parts }) {
  const file = new LargeFile(path)
  try {
    for (const { name, at, size, sha256, to } of parts) {
      const start = findContent(file, at)
      if (start === null) return `${name} in it is damaged: it has no header.`
      const found = readPart(file, { start, size }, to)
      if (found.size !== size || found.sha256 !== sha256)
        return `${name} in it is damaged: its hash does not match the manifest.`
    }
    return null
  } finally {
    file.close()
  }
}

try {
  parentPort.postMessage({ result: await (workerData.target ? packArchive(workerData) : readParts(workerData)) })
} catch ({ code, path, message }) {
  // A thrown error would arrive without its message.
  parentPort.postMessage({ error: { code, path, message } })
}
