const LONGEST = 200

/** A title made of a file's name: 'Bus times' of 'Bus_times.pdf'. */
export function titleOf(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
  const [stem, whole] = [name.replace(/\.[^.]*$/, ''), name].map((text) => text.replace(/[_\s]+/g, ' ').trim())
  const title = [stem, whole].find((text = '') => text.length > 1) ?? 'Document'
  return [...title].slice(0, LONGEST).join('')
}

/** The titles of documents that are sent together: the one that was typed, with a number where they are several; else their files' names. */
export function titlesOf(typed: string, files: readonly Pick<File, 'name'>[]): string[] {
  if (!typed.trim()) return files.map(({ name }) => titleOf(name))
  return files.length > 1
    ? files.map((_, place) => `${typed.slice(0, LONGEST - 3)} ${place + 1}`)
    : files.map(() => typed)
}
