import { z } from 'zod'

/** A picture in a page's words: one of the drawings in public/pictures by its name, and what it shows ('' when it only decorates). */
export const shownPicture = z.object({
  drawing: z.string().regex(/^[a-z-]{1,40}$/),
  alt: z.string().max(300).default(''),
})
export type ShownPicture = z.output<typeof shownPicture>
