import type { ZodType } from 'zod'
import { log } from '~/log.server'
import { type OldWords, type Sections, shapeOf, type WebsitePage, type WordsOf } from './page.server'

/** Words as they were stored, with the shape that their page had then. */
export interface StoredWords {
  shape: number
  words: string
}

/**
 * Stored words as today's page has them, with all of its sections: those of an older shape are brought to the newest one by the
 * page's upgrades. What a section still lacks, or what its rules would no longer take, is its first words, field by field; the row
 * itself stays as it is, so nothing is lost.
 */
export function readWords<Of extends Sections>(page: WebsitePage<Of>, { shape, words }: StoredWords): WordsOf<Of> {
  const upgraded = page.upgrades.slice(shape - 1).reduce((old, upgrade) => upgrade(old), JSON.parse(words) as OldWords)
  const read = Object.entries(page.sections).map(([name, rules]) => {
    const first = page.first[name] as Record<string, unknown>
    const stored = Object.hasOwn(upgraded, name) ? upgraded[name] : undefined
    const whole = rules.safeParse(stored ?? first)
    if (whole.success) return [name, whole.data]
    log.warn({ page: page.to, section: name }, 'words of the website no longer keep to their rules')
    const kept = Object.entries(rules.shape).map(([field, rule]) => {
      const value = (rule as ZodType).safeParse(stored?.[field])
      return [field, value.success ? value.data : (rule as ZodType).parse(first[field])]
    })
    return [name, Object.fromEntries(kept)]
  })
  return Object.fromEntries(read) as WordsOf<Of>
}

/** The first words of a page, as they are shown. */
export function firstWords<Of extends Sections>(page: WebsitePage<Of>): WordsOf<Of> {
  return readWords(page, { shape: shapeOf(page), words: JSON.stringify(page.first) })
}
