import { z } from 'zod'
import { LONGEST_HTML } from '~/domain/formatting'
import { oneOf, openedVersion, optionalText, requiredText, tick } from '~/domain/rules'

/** Spec section 5, Resource, as a call sends it. */
export const newResource = z.object({
  title: requiredText('Title is required'),
  description: optionalText(500),
  content: requiredText('Content is required', { max: LONGEST_HTML }),
  category: oneOf(['support', 'information', 'community'], 'Category is required'),
  isPublic: tick(true),
})
export type NewResource = z.output<typeof newResource>

/** The same as its form sends it, where a box that is not ticked is left out. */
export const resourceForm = newResource.extend({ isPublic: tick(false) })

/** The form of a resource that is there already, with the version it was opened on. */
export const resourceEdit = resourceForm.extend({ version: openedVersion() })

/** A change to `resource` as a call sends it: a field left out stays as it is, an id must be the resource's own (decisions.md section 9). */
export function resourceChange(resource: NewResource & { id: number; version: number }) {
  const { id } = resource
  const itself = newResource.extend({
    id: z.literal(id, 'The id must be the one in the address.'),
    version: openedVersion(),
  })
  return z.preprocess(
    (body) => (typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...resource, ...body } : body),
    itself.transform(({ id: _, ...change }) => change),
  )
}
