import { fileTypeFromBuffer } from 'file-type'
import { decodeText } from '../../../app/domain/decode-text.server'

/** A file or text that somebody sends. */
export interface OutcomeInput {
  name: string
  bytes: Buffer
}

/** The ways in which people send an input. */
export type Road =
  | 'document'
  | 'attachment'
  | 'recording'
  | 'list'
  | 'timetable'
  | 'people'
  | 'telephone'
  | 'resource'
  | 'plan'
  | 'notice'
  | 'newsletter'
  | 'proxy'

/** The ways in which a person can send an input, by its bytes. Only a table is told from a text by its name. */
export async function listRoads({ name, bytes }: OutcomeInput): Promise<Road[]> {
  const { mime = '' } = (await fileTypeFromBuffer(bytes)) ?? {}
  if (/^(?:audio|video)\/|ogg/.test(mime)) return ['recording', 'document']
  if (mime.startsWith('image/')) return ['document', 'attachment']
  if (/pdf|zip|cfb|officedocument/.test(mime) || bytes.includes('%PDF-')) return ['document']
  const text = decodeText(bytes)
  if (/[^\P{Cc}\t\n\f\r]/u.test(text)) return ['document']
  const lines = text.trim().split(/\r?\n|\r/)
  if (/\.[ct]sv$/.test(name)) return [text.includes('@') ? 'list' : 'timetable']
  if (/^X-Forwarded-For:/i.test(text)) return ['proxy']
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2))) return ['attachment']
  if (/^[+(]{0,2}\d[\d\s()-]{5}/.test(text)) return ['telephone']
  if (lines.every((line) => /^\p{Lu}[\p{L}’‘'-]*(?:\s\p{Lu}[\p{L}’‘'-]*)*$/u.test(line))) return ['people']
  return ['resource', 'plan', 'notice', 'newsletter']
}
