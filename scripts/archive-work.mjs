// A thread that packs files into an archive, or reads the parts of one back (app/backups/archive.server.ts). It waits for the disk and
// for nothing else: in a server that is busy, thousands of small files would otherwise wait for their turns. Posts what it found.
import { createHash, hash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { ZipFile } from 'yazl'

/** In milliseconds, between two posts of how many files are packed. */
const PROGRESS_EVERY = 1000
/** In bytes, what is read of a file at once. Most files are smaller. */
const PIECE = 512 * 1024
const piece = Buffer.allocUnsafeSlow(PIECE)
/** An upload is compressed already, and a stored part can be read by any program, even where its neighbours are damaged. */
const options = { compress: false, mode: 0o100600 }
/** In bytes, what a zip has at least before a part, beside its name, and after one whose size was not known before. */
const BEFORE = 30
const AFTER = 16

/** Reads `length` bytes at `position`, or those that are there, into `into`. */
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

/** A zip that is written to the open file `output`. Each of its methods returns once its bytes are written. */
function zipInto(output) {
  const zip = new ZipFile()
  let written = 0
  // Pieces to read into again: of new ones, V8 lets tens of megabytes lie before it collects them.
  const free = []
  const ours = new WeakSet()
  function nextPiece() {
    const bytes = free.pop() ?? Buffer.allocUnsafeSlow(PIECE)
    ours.add(bytes.buffer)
    return bytes
  }
  const writer = new Writable({
    write: (bytes, _encoding, done) => {
      try {
        write(output, bytes)
        written += bytes.length
        if (ours.has(bytes.buffer)) free.push(Buffer.from(bytes.buffer))
        done()
      } catch (error) {
        done(error)
      }
    },
  })
  // `leave` throws its error.
  writer.on('error', () => undefined)
  zip.outputStream.pipe(writer)
  async function leave(isGone) {
    while (!isGone()) {
      if (writer.errored) throw writer.errored
      await nextTurn()
    }
  }
  return {
    add: async (name, bytes) => {
      const least = written + BEFORE + Buffer.byteLength(name) + bytes.length
      zip.addBuffer(bytes, name, options)
      await leave(() => written >= least)
    },
    /** Adds what an open file holds, and returns its size and hash. */
    addLarge: async (name, file) => {
      const least = written + BEFORE + Buffer.byteLength(name) + AFTER
      const sum = createHash('sha256')
      let size = 0
      let hasEnded = false
      function* pieces() {
        for (let bytes = read(file, nextPiece(), 0); bytes.length > 0; bytes = read(file, nextPiece(), size)) {
          sum.update(bytes)
          size += bytes.length
          yield bytes
        }
        hasEnded = true
      }
      const stream = Readable.from(pieces(), { objectMode: false })
      zip.addReadStream(stream, name, options)
      await leave(() => {
        if (stream.errored) throw stream.errored
        return hasEnded && written >= least + size
      })
      return { name, size, sha256: sum.digest('hex') }
    },
    end: async () => {
      zip.end()
      await leave(() => writer.writableFinished)
    },
  }
}

/** Writes the files `names` of `folder` to the new zip `target`, and `manifest` with their sizes and hashes. Returns the manifest. */
function pack({ target, folder, names, manifest, manifestNames: [manifestName, sumName] }) {
  return withFile(target, 'wx', async (output) => {
    const zip = zipInto(output)
    const packOne = (name) =>
      withFile(join(folder, name), 'r', async (file) => {
        if (fstatSync(file).size > PIECE) return zip.addLarge(name, file)
        const bytes = read(file, piece, 0)
        await zip.add(name, bytes)
        return { name, size: bytes.length, sha256: hash('sha256', bytes) }
      })
    let posted = Number.NEGATIVE_INFINITY
    for (const name of names) {
      if (performance.now() - posted > PROGRESS_EVERY) {
        posted = performance.now()
        parentPort.postMessage({ progress: manifest.parts.length })
      }
      manifest.parts.push(await packOne(name))
    }
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
    await zip.add(manifestName, bytes)
    await zip.add(sumName, Buffer.from(`${hash('sha256', bytes)}  ${manifestName}\n`))
    await zip.end()
    fsyncSync(output)
    return manifest
  })
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

/** The size and hash of a part, which is also written to the new file `to` where there is one. */
async function readPart(file, { start, size }, to) {
  const sum = createHash('sha256')
  const take = (output) => {
    let end = 0
    for (let bytes = piece; bytes.length > 0 && end < size; end += bytes.length) {
      bytes = read(file, piece, start + end, Math.min(PIECE, size - end))
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

/** Reads all `parts` of the archive `path`, those with a `to` into new files. Returns what is wrong with the first that is not as it should be. */
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
        return `${part.name} in it is damaged: it has another hash than its manifest says.`
    }
    return null
  })
}

try {
  parentPort.postMessage({ result: await (workerData.target ? pack(workerData) : readParts(workerData)) })
} catch ({ code, path, message }) {
  // Thrown, it would arrive without its message.
  parentPort.postMessage({ error: { code, path, message } })
}
