import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { getReadingAdvice } from '~/domain/reading.server'
import { changeResource, describeResource, findTypedResource } from '~/domain/resources/resources.server'
import { resourceEdit } from '~/domain/resources/schema'
import { renderMarkdown } from '~/domain/rich-text.server'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Resource',
  detail: ({ resource }) => resource.title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findTypedResource(db, tutor, id),
  (resource) => {
    const preview = renderMarkdown(resource.content, { top: 2 })
    return { resource, preview, advice: getReadingAdvice(preview) }
  },
)
export const action = createFormAction(
  resourceEdit,
  async (resource, { db, tutor, id }) => {
    await changeResource(db, tutor, id, toChange(resource))
    return { to: paths.dashboard.resources.list, title: 'Success', text: 'Resource updated successfully' }
  },
  { descriptions: describeResource },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditResource() {
  const { resource, preview, advice } = useLoaderData<typeof loader>()
  return <ResourceForm resource={resource} preview={preview} advice={advice} answer={useActionData<typeof action>()} />
}
