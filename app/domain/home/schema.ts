import { z } from 'zod'

const NO_ITEM = 'Please say what you mean.'
const itemId = z.coerce.number(NO_ITEM).int(NO_ITEM).positive(NO_ITEM)

/** What a student shows at home: one of their files or pictures, or without one, their day. */
export const newHomeItem = z.object({
  file: itemId.optional().describe('The id of a file. Without it, the sessions of today are shown.'),
})

/** 'Take back', or 'Undo' in the message after 'Show at home'. */
export const homeItemRemoval = z.object({ item: itemId })
