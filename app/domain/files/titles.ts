const LONGEST = 200

/** A title made of a file's name: 'Bus times' of 'Bus_times.pdf'. */
export function titleOf(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
  const [stem, whole] = [name.replace(/\.[^.]*$/, ''), name].map((text) => text.replace(/[_\s]+/g, ' ').trim())
  const title = [stem, whole].find((text = '') => text.length > 1) ?? 'Document'
  return [...title].slice(0, LONGEST).join('')
}

/** The titles of documents that are sent together: the one that was typed, numbered where they are several; for several without one, their files' names. */
export function titlesOf(typed: string, files: readonly Pick<File, 'name'>[]): string[] {
  if (files.length < 2) return files.map(() => typed)
  return typed.trim()
    ? files.map((_, place) => `${typed.slice(0, LONGEST - 3)} ${place + 1}`)
    : files.map(({ name }) => titleOf(name))
}
