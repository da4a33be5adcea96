import { gunzipSync, gzipSync } from 'node:zlib'
import { Refused } from '~/domain/refused'
import { decodeList, isOlderText } from './csv.server'
import { cleanedIn, readList, type ShownLines, shownLines } from './import.server'
import { LIST_LIMIT, type Script, scripts } from './import-limits'

export interface ListPreview {
  /** How many people can be added, and the first of them. */
  found: number
  first: { email: string; name: string | null }[]
  refused: ShownLines
  /** The addresses that are stored in another spelling. */
  cleaned: ShownLines
  /** The names of the columns that are not used. */
  unused: string[]
  /** The names that the scripts write differently, where the list doesn't say which one it is in; the likelier first. */
  readings: { script: Script; names: string[] }[]
}

const FIRST = 10
const COMPARED = 3

/** Signs beside a letter, which stand for Ł, ł, Ż, ż, ą and Ą where a text in Windows-1250 is read as Windows-1252. */
const MISREAD = /[£³¯¿¹¥]\p{L}|\p{L}[£³¯¿¹¥]|\ufffd/u

/** Looks at a list without storing anything. Throws what readList throws. */
export async function previewList(bytes: Uint8Array): Promise<ListPreview> {
  const older = isOlderText(bytes)
  const likely: Script = older && MISREAD.test(decodeList(bytes, 'western')) ? 'central' : 'western'
  const { good, refused, unused } = await readList(bytes, likely)
  return {
    found: good.length,
    first: good.slice(0, FIRST).map(({ subscriber: { email, name } }) => ({ email, name })),
    refused: shownLines(refused),
    cleaned: shownLines(cleanedIn(good)),
    unused,
    readings: older ? await readingsOf(bytes, likely) : [],
  }
}

async function readingsOf(bytes: Uint8Array, likely: Script): Promise<ListPreview['readings']> {
  const inOrder = [likely, ...scripts.filter((script) => script !== likely)]
  const lists = await Promise.all(inOrder.map(async (script) => (await readList(bytes, script)).good))
  const [names = [], others = []] = lists.map((good) =>
    good.map(({ subscriber: { name, studentName } }) => [name, studentName].filter(Boolean).join(', ')),
  )
  const different = names.flatMap((name, place) => (name === others[place] ? [] : [place])).slice(0, COMPARED)
  if (different.length === 0) return []
  return inOrder.map((script, list) => ({
    script,
    names: different.map((place) => (list === 0 ? names : others)[place] ?? ''),
  }))
}

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
