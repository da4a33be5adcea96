import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { findPossibleEncodings, getEncodingSample } from './decode-text.server'
import type { Encoding } from './encodings'
import { Refused } from './refused'

/** Texts of a list in one encoding, for a person to recognise. */
export interface Reading {
  encoding: Encoding
  names: string[]
}

/** The possible encodings of a list, and the `chosen` or likeliest one; none if it is certain. */
export function chooseEncoding(bytes: Uint8Array, chosen?: Encoding): { all: Encoding[]; encoding?: Encoding } {
  const all = findPossibleEncodings(bytes)
  return { all, encoding: chosen && all.includes(chosen) ? chosen : all[0] }
}

const NAMES_COMPARED = 3

/** The first names that differ between encodings, in each encoding; none if all agree. `listNames` reads a sample of the list. */
export async function compareEncodings(
  bytes: Uint8Array,
  all: Encoding[],
  listNames: (bytes: Uint8Array, encoding: Encoding) => Promise<string[]>,
): Promise<Reading[]> {
  const sample = all.includes('mended') ? bytes : getEncodingSample(bytes)
  const lists: string[][] = []
  for (const encoding of all) lists.push(await listNames(sample, encoding))
  const differ = lists[0]?.flatMap((_, index) => (new Set(lists.map((names) => names[index])).size > 1 ? [index] : []))
  const shown = differ?.slice(0, NAMES_COMPARED) ?? []
  const readings = all.map((encoding, list) => ({ encoding, names: shown.map((index) => lists[list]?.[index] ?? '') }))
  const first = new Map(readings.reverse().map((reading) => [reading.names.join('\n'), reading]))
  return first.size > 1 ? [...first.values()].reverse() : []
}

/** Packs a list for a hidden field of the preview, so that the server stores nothing before the tutor confirms. */
export async function packList(bytes: Uint8Array): Promise<string> {
  return (await promisify(gzip)(bytes)).toString('base64')
}

/** Unpacks a list. Throws Refused, invalid, if it is invalid or too large. */
export async function unpackList(packed: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(Buffer.from(packed, 'base64'), { maxOutputLength: maxBytes })
  } catch {
    throw new Refused('invalid', 'We have lost your list. Please choose it again.', { field: 'file' })
  }
}
