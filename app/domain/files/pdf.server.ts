import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Account } from '~/domain/accounts/account'
import { orNotFound } from '~/domain/refused'
import type { Database } from '~db/schema'
import type { FileRecord } from './files.server'
import { isImage } from './kinds'
import { openFile } from './opened.server'
import { fileIdOf } from './places'

/** What makes a PDF run a script, open a program or send something. */
const RUNS = /\/(?:JavaScript|Launch|SubmitForm|ImportData|RichMedia|XFA)(?![A-Za-z])/
const ENCRYPTED = /\/Encrypt(?![A-Za-z])/
/** Objects may be packed into a compressed stream, which follows its dictionary. */
const PACKED = /\/ObjStm(?![A-Za-z])/g
/** The longest dictionary that is read to its end, and the most bytes that all packed objects may unfold to. */
const DICTIONARY = 2000
const MOST_UNPACKED = 20 * 1024 * 1024

/** A name may be spelt with '#' and two digits in place of any character. */
const plainNames = (text: string) =>
  text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const runs = (bytes: Buffer) => RUNS.test(plainNames(bytes.toString('latin1')))

/** Whether nothing of a PDF can run where it is shown; false also where that can't be told, as of an encrypted one. */
export async function runsNothing(bytes: Buffer): Promise<boolean> {
  const whole = bytes.toString('latin1')
  if (runs(bytes) || ENCRYPTED.test(plainNames(whole))) return false
  const packed = [...whole.matchAll(PACKED)]
  if (plainNames(whole).match(PACKED)?.length !== (packed.length || undefined)) return false
  let left = MOST_UNPACKED
  for (const { index } of packed) {
    const begin = /stream\r?\n/.exec(whole.slice(index, index + DICTIONARY))
    const unpacked = begin && (await unpack(bytes.subarray(index + begin.index + begin[0].length), left))
    if (!unpacked || runs(unpacked)) return false
    left -= unpacked.length
  }
  return true
}

/** A compressed stream's bytes, of at most `most`; null for what is otherwise, or longer. Bytes after its end are left. */
async function unpack(bytes: Buffer, most: number): Promise<Buffer | null> {
  return promisify(inflate)(bytes, { maxOutputLength: Math.max(most, 1) }).catch(() => null)
}

export async function isPlainPdf({ fileType }: Pick<FileRecord, 'fileType'>, handle: FileHandle): Promise<boolean> {
  return fileType === 'application/pdf' && runsNothing(await handle.readFile())
}

/** Whether the page of a file shows it: a picture, and a PDF of which nothing runs. Throws Refused, 404, without its bytes. */
export async function isShownOnPage(
  db: Database,
  uploads: string,
  user: Account,
  file: Pick<FileRecord, 'fileType' | 'url'>,
): Promise<boolean> {
  if (isImage(file.fileType)) return true
  const { handle } = orNotFound(await openFile(db, uploads, user, fileIdOf(file), { isInViewer: true }))
  return isPlainPdf(file, handle).finally(() => handle.close())
}
