import { gunzipSync, gzipSync } from 'node:zlib'
import { findPossibleEncodings, getEncodingSample } from '~/domain/decode-text.server'
import type { Encoding } from '~/domain/encodings'
import { Refused } from '~/domain/refused'
import { findCleanedLines, type LimitedLines, limitReportLines, parseList, separateRepeats } from './import.server'
import { LIST_LIMIT } from './import-limits'

export interface ListPreview {
  /** How many people can be added, and the first of them. */
  found: number
  first: { email: string; name: string | null }[]
  refused: LimitedLines
  /** The addresses that are stored in another spelling. */
  cleaned: LimitedLines
  /** The names of the columns that are not used. */
  unused: string[]
  /** The encoding that its names are shown in, and how the others would have them, where the list doesn't say which one it is in. */
  encoding?: Encoding
  readings: { encoding: Encoding; names: string[] }[]
}

const FIRST = 10
const COMPARED = 3

/** Looks at a list without storing anything, in `chosen` or the likeliest encoding. Throws what parseList throws. */
export async function previewList(bytes: Uint8Array, chosen?: Encoding): Promise<ListPreview> {
  const all = findPossibleEncodings(bytes)
  const encoding = chosen && all.includes(chosen) ? chosen : all[0]
  const { good, refused, unused } = await parseList(bytes, encoding)
  const { fresh, repeated } = separateRepeats(good)
  return {
    found: fresh.length,
    first: fresh.slice(0, FIRST).map(({ subscriber: { email, name } }) => ({ email, name })),
    refused: limitReportLines([...refused, ...repeated].sort((one, other) => one.line - other.line)),
    cleaned: limitReportLines(findCleanedLines(fresh)),
    unused,
    encoding,
    readings: await readingsOf(bytes, all),
  }
}

/** The first names that depend on the encoding, in each that has them otherwise; none where all have the same. */
async function readingsOf(bytes: Uint8Array, all: Encoding[]): Promise<ListPreview['readings']> {
  const sample = all.includes('mended') ? bytes : getEncodingSample(bytes)
  const lists: string[][] = []
  for (const encoding of all) lists.push(await namesIn(sample, encoding))
  const differ = lists[0]?.flatMap((_, place) => (new Set(lists.map((names) => names[place])).size > 1 ? [place] : []))
  const shown = differ?.slice(0, COMPARED) ?? []
  const readings = all.map((encoding, list) => ({ encoding, names: shown.map((place) => lists[list]?.[place] ?? '') }))
  const first = new Map(readings.reverse().map((reading) => [reading.names.join('\n'), reading]))
  return first.size > 1 ? [...first.values()].reverse() : []
}

/** The names in a part of a list; none where a cell has lines of its own, and the part does not have all of them. */
async function namesIn(bytes: Uint8Array, encoding: Encoding): Promise<string[]> {
  const { good } = await parseList(bytes, encoding).catch((error: unknown) => {
    if (error instanceof Refused) return { good: [] }
    throw error
  })
  return good.map(({ subscriber: { name, studentName } }) => [name, studentName].filter(Boolean).join(', '))
}

/** A list's bytes for a hidden field, while its tutor looks at the first names: nothing of it is kept on the server until then. */
export function packList(bytes: Uint8Array): string {
  return gzipSync(bytes).toString('base64')
}

/** The bytes of a packed list. Throws Refused, 400, for what is none, or is larger than a list may be. */
export function unpackList(packed: string): Uint8Array {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: LIST_LIMIT })
  } catch {
    throw new Refused(400, 'We have lost your list. Please choose it again.', { field: 'file' })
  }
}
