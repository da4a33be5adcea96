import { gunzipSync, gzipSync } from 'node:zlib'
import { findPossibleEncodings, getEncodingSample } from '~/domain/decode-text.server'
import type { Encoding } from '~/domain/encodings'
import { Refused } from '~/domain/refused'
import { findCleanedLines, type LimitedLines, limitReportLines, parseList, separateRepeats } from './import.server'
import { LIST_LIMIT } from './import-limits'

export interface ListPreview {
  /** The number of people that can be added, and the first of them. */
  found: number
  first: { email: string; name: string | null }[]
  refused: LimitedLines
  /** Addresses that are stored with another spelling. */
  cleaned: LimitedLines
  /** Names of unused columns. */
  unused: string[]
  /** The encoding used for `first`, and the names in each possible encoding if the list does not declare one. */
  encoding?: Encoding
  readings: { encoding: Encoding; names: string[] }[]
}

const NAMES_SHOWN = 10
const NAMES_COMPARED = 3

/** Previews a list in the `chosen` or likeliest encoding, without storing it. Throws what parseList throws. */
export async function previewList(bytes: Uint8Array, chosen?: Encoding): Promise<ListPreview> {
  const all = findPossibleEncodings(bytes)
  const encoding = chosen && all.includes(chosen) ? chosen : all[0]
  const { good, refused, unused } = await parseList(bytes, encoding)
  const { fresh, repeated } = separateRepeats(good)
  return {
    found: fresh.length,
    first: fresh.slice(0, NAMES_SHOWN).map(({ subscriber: { email, name } }) => ({ email, name })),
    refused: limitReportLines([...refused, ...repeated].sort((one, other) => one.line - other.line)),
    cleaned: limitReportLines(findCleanedLines(fresh)),
    unused,
    encoding,
    readings: await compareEncodings(bytes, all),
  }
}

/** The first names that differ between encodings, in each encoding; none if all agree. */
async function compareEncodings(bytes: Uint8Array, all: Encoding[]): Promise<ListPreview['readings']> {
  const sample = all.includes('mended') ? bytes : getEncodingSample(bytes)
  const lists: string[][] = []
  for (const encoding of all) lists.push(await listNames(sample, encoding))
  const differ = lists[0]?.flatMap((_, place) => (new Set(lists.map((names) => names[place])).size > 1 ? [place] : []))
  const shown = differ?.slice(0, NAMES_COMPARED) ?? []
  const readings = all.map((encoding, list) => ({ encoding, names: shown.map((place) => lists[list]?.[place] ?? '') }))
  const first = new Map(readings.reverse().map((reading) => [reading.names.join('\n'), reading]))
  return first.size > 1 ? [...first.values()].reverse() : []
}

/** Names in a sample of a list; none if the sample cuts a cell with line breaks. */
async function listNames(bytes: Uint8Array, encoding: Encoding): Promise<string[]> {
  const { good } = await parseList(bytes, encoding).catch((error: unknown) => {
    if (error instanceof Refused) return { good: [] }
    throw error
  })
  return good.map(({ subscriber: { name, studentName } }) => [name, studentName].filter(Boolean).join(', '))
}

/** Packs a list for a hidden field of the preview, so that the server stores nothing before the tutor confirms. */
export function packList(bytes: Uint8Array): string {
  return gzipSync(bytes).toString('base64')
}

/** Unpacks a list. Throws Refused, 400, if it is invalid or too large. */
export function unpackList(packed: string): Uint8Array {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: LIST_LIMIT })
  } catch {
    throw new Refused(400, 'We have lost your list. Please choose it again.', { field: 'file' })
  }
}
