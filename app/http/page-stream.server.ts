import { Transform } from 'node:stream'

const END = Buffer.from('</body></html>')

/**
 * A stream that makes valid HTML of a rendered page. Its end tags go to its end: React writes them where its first part ends, and
 * Remix's scripts after them. And where a character does not fit in React's buffer, React 18 fills that up with zeros, which go.
 */
export function pageStream(): Transform {
  let kept = Buffer.alloc(0)
  let isMoved = false
  return new Transform({
    transform(written: Buffer, _encoding, done) {
      const chunk = written.includes(0) ? Buffer.from(written.filter((byte) => byte !== 0)) : written
      if (isMoved) return done(null, chunk)
      const seen = Buffer.concat([kept, chunk])
      const at = seen.indexOf(END)
      isMoved = at >= 0
      const split = isMoved ? at : seen.length - begunAtTheEndOf(seen)
      kept = isMoved ? Buffer.alloc(0) : seen.subarray(split)
      done(
        null,
        isMoved ? Buffer.concat([seen.subarray(0, at), seen.subarray(at + END.length)]) : seen.subarray(0, split),
      )
    },
    flush(done) {
      done(null, isMoved ? END : kept)
    },
  })
}

/** How many of the last bytes may be the beginning of the end tags. */
function begunAtTheEndOf(bytes: Buffer): number {
  for (let length = Math.min(END.length - 1, bytes.length); length > 0; length--)
    if (bytes.subarray(-length).equals(END.subarray(0, length))) return length
  return 0
}
