import { gunzipSync, gzipSync } from 'node:zlib'
import { Refused } from '~/domain/refused'
import { LIST_LIMIT } from './import-limits'

/** A list's bytes for a hidden field, while its tutor looks at the first names: nothing of it is kept on the server until then. */
export function pack(bytes: Uint8Array): string {
  return gzipSync(bytes).toString('base64')
}

/** The bytes of a packed list. Throws Refused, 400, for what is none, or is larger than a list may be. */
export function unpack(packed: string): Uint8Array {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: LIST_LIMIT })
  } catch {
    throw new Refused(400, 'We have lost your list. Please choose it again.', { field: 'file' })
  }
}
