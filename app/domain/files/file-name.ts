import { type FileType, kinds } from './kinds'

const LONGEST = 120

/**
 * A file's name as it is stored and offered for download: without folders, control or bidirectional characters and what Windows
 * forbids, and with the extension of its real type, so that no computer opens it as something else.
 */
export function fileNameFor(given: string, fileType: FileType): string {
  const endings: readonly string[] = kinds[fileType].endings
  const name = (given.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/["<>:|?*]/g, '-')
    .trim()
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot + 1).toLowerCase()
  const [stem, kept] = dot > -1 && endings.includes(ending) ? [name.slice(0, dot), ending] : [name, endings[0]]
  const short = [...stem.replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')].slice(0, LONGEST).join('')
  return `${short || 'document'}.${kept}`
}
