import { z } from 'zod'
import { LONGEST_HTML } from '~/domain/formatting'
import {
  checkbox,
  choiceOf,
  easyReadText,
  openedVersion,
  optionalParagraphs,
  requiredHtml,
  requiredText,
} from '~/domain/rules'
import { categories } from '~db/choices'

export const newResource = z.object({
  title: requiredText('Title is required'),
  description: optionalParagraphs(500),
  easyRead: easyReadText(),
  content: requiredHtml('Content is required', LONGEST_HTML),
  category: choiceOf(categories, 'Category is required'),
  isPublic: checkbox(true),
})
export type NewResource = z.output<typeof newResource>

/** The same for the form, which leaves out unticked boxes. */
export const resourceForm = newResource.extend({ isPublic: checkbox(false) })

export const resourceEdit = resourceForm.extend({ version: openedVersion() })
