import type { Encoding } from '~/domain/encodings'
import { Refused } from '~/domain/refused'
import { chooseEncoding, compareEncodings, type Reading } from '~/domain/uploaded-list.server'
import { findCleanedLines, type LimitedLines, limitReportLines, parseList, separateRepeats } from './import.server'

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
  readings: Reading[]
}

const NAMES_SHOWN = 10

/** Previews a list in the `chosen` or likeliest encoding, without storing it. Throws what parseList throws. */
export async function previewList(bytes: Uint8Array, chosen?: Encoding): Promise<ListPreview> {
  const { all, encoding } = chooseEncoding(bytes, chosen)
  const { good, refused, unused } = await parseList(bytes, encoding)
  const { fresh, repeated } = separateRepeats(good)
  return {
    found: fresh.length,
    first: fresh.slice(0, NAMES_SHOWN).map(({ subscriber: { email, name } }) => ({ email, name })),
    refused: limitReportLines([...refused, ...repeated].sort((one, other) => one.line - other.line)),
    cleaned: limitReportLines(findCleanedLines(fresh)),
    unused,
    encoding,
    readings: await compareEncodings(bytes, all, listNames),
  }
}

/** Names in a sample of a list; none if the sample cuts a cell with line breaks. */
async function listNames(bytes: Uint8Array, encoding: Encoding): Promise<string[]> {
  const { good } = await parseList(bytes, encoding).catch((error: unknown) => {
    if (error instanceof Refused) return { good: [] }
    throw error
  })
  return good.map(({ subscriber: { name, studentName } }) => [name, studentName].filter(Boolean).join(', '))
}
